import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Side } from './conversation.ts';

/** Token of this side of a lead: stores the given one unless it has one. */
export async function ensureToken(
  tx: Tx,
  address: { token: string; leadId: number; side: Side },
): Promise<string> {
  const { rows } = await sql<{ token: string }>`
    insert into lead_address (token, lead_id, side) values (${address.token}, ${address.leadId}, ${address.side})
    on conflict (lead_id, side) do update set side = excluded.side
    returning token
  `.execute(tx);
  return rows[0]!.token;
}

export interface Named {
  /** Of a mail of ours. */
  readonly messageKey: string | null;
  /** Of a mail of theirs. */
  readonly messageId: string | null;
}

/** The mails of a lead that this side received or wrote, the oldest first. */
export async function selectMails(db: Queryable, leadId: number, side: Side): Promise<Named[]> {
  const received = side === 'agency' ? ['reply'] : ['answer', 'gone'];
  const written = side === 'agency' ? 'answer' : 'reply';
  const first =
    side === 'agency'
      ? sql`(select mail_key from lead where id = ${leadId})`
      : sql`${`lead:${leadId}:receipt`}`;
  const { rows } = await sql<Named>`
    select message_key, null::text as message_id, 0 as rank from mail_outbox where dedupe_key = ${first}
    union all
    select mail.message_key, letter.message_id, event.id
    from lead_event event
      left join mail_outbox mail on mail.dedupe_key = event.mail_key and event.kind = any(${received}::text[])
      left join lead_letter letter on letter.event_id = event.id and event.kind = ${written}
    where event.lead_id = ${leadId} and (event.kind = any(${received}::text[]) or event.kind = ${written})
    order by rank
  `.execute(db);
  return rows;
}
