import { randomBytes } from 'node:crypto';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { messageIdOf } from '#rooms/mail/carrier.server.ts';
import { replyAddress } from '#rooms/mail/inbound.server.ts';
import { ensureToken, selectMails } from './conversation.sql.server.ts';
import type { Side } from './conversation.ts';

/** Mails that a mail names before it (RFC 5322, 3.6.4): the first one, and the last of them. */
const NAMED = 10;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Letters that a mail server may write small or large: 130 bits. */
const newToken = () => Array.from(randomBytes(26), (byte) => LETTERS[byte % 32]).join('');

/**
 * What a mail to this side of a lead carries besides its words: where an answer comes back, and which mails it follows in
 * their mailbox. `direct`: the other side's own address, where replies cannot come through us; null when it has none.
 */
export async function letterTo(
  tx: Tx,
  env: Pick<Env, 'replyBox' | 'MAIL_FROM'>,
  { leadId, side, direct }: { leadId: number; side: Side; direct: string | null },
): Promise<{ readonly replyTo?: string; readonly headers: Record<string, string> }> {
  const headers = await threadOf(tx, env, leadId, side);
  const token = env.replyBox === null ? null : await ensureToken(tx, { token: newToken(), leadId, side });
  const replyTo = (token === null ? null : replyAddress(env, token)) ?? direct;
  return replyTo === null ? { headers } : { replyTo, headers };
}

async function threadOf(
  db: Queryable,
  { MAIL_FROM }: Pick<Env, 'MAIL_FROM'>,
  leadId: number,
  side: Side,
): Promise<Record<string, string>> {
  const names = (await selectMails(db, leadId, side)).flatMap(({ messageKey, messageId }) =>
    messageId === null
      ? messageKey === null
        ? []
        : [messageIdOf(messageKey, MAIL_FROM)]
      : [`<${messageId}>`],
  );
  const last = names.at(-1);
  if (last === undefined) return {};
  const shown = names.length > NAMED ? [...names.slice(0, 1), ...names.slice(1 - NAMED)] : names;
  return { 'In-Reply-To': last, References: shown.join(' ') };
}
