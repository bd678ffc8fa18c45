import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { MAIL_CHANNEL } from './contract.ts';

/** Queues mails that are to be written; those that were there already stay as they are. */
export async function insertUnwritten(
  tx: Tx,
  writer: string,
  at: Date,
  mails: readonly { dedupeKey: string; stream: string; to: string; said: string; messageKey: string }[],
): Promise<void> {
  const column = (read: (mail: (typeof mails)[number]) => string) => mails.map(read);
  await sql`
    insert into mail_outbox (dedupe_key, stream, recipient, said, message_key, writer, list, next_at, created_at)
    select m.dedupe_key, m.stream, m.recipient, m.said, m.message_key, ${writer}, true, ${at}, ${at}
    from unnest(${column(({ dedupeKey }) => dedupeKey)}::text[], ${column(({ stream }) => stream)}::text[],
      ${column(({ to }) => to)}::text[], ${column(({ said }) => said)}::jsonb[],
      ${column(({ messageKey }) => messageKey)}::text[]) as m(dedupe_key, stream, recipient, said, message_key)
    on conflict (dedupe_key) do nothing
  `.execute(tx);
  await sql`select pg_notify(${MAIL_CHANNEL}, '')`.execute(tx);
}

export interface Unwritten {
  readonly id: number;
  readonly writer: string;
  readonly said: unknown;
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Claims the next mails to write; they are claimed again when this carrier dies. */
export async function claimUnwritten(
  db: Queryable,
  claim: { carrier: number; now: Date; limit: number },
): Promise<Unwritten[]> {
  const { rows } = await sql<Unwritten>`
    update mail_outbox set status = 'sending', carrier = ${claim.carrier}, claimed_at = ${claim.now}
    where id in (
      select id from mail_outbox where status = 'pending' and writer is not null and next_at <= ${claim.now}
      order by next_at, id limit ${claim.limit} for update skip locked)
    returning id, writer, said, attempts, created_at
  `.execute(db);
  return rows.toSorted((a, b) => a.id - b.id);
}

/** Stores written mails, ready to be carried; skips those that another process claimed meanwhile. */
export async function storeWritten(
  tx: Tx,
  carrier: number,
  mails: readonly { id: number; subject: string; html: string; text: string; headers: string }[],
): Promise<void> {
  const column = (read: (mail: (typeof mails)[number]) => string) => mails.map(read);
  await sql`
    update mail_outbox m set subject = w.subject, html = w.html, text = w.text, headers = w.headers, writer = null,
      said = null, status = 'pending', carrier = null, claimed_at = null, error = null
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${column(({ subject }) => subject)}::text[],
      ${column(({ html }) => html)}::text[], ${column(({ text }) => text)}::text[],
      ${column(({ headers }) => headers)}::jsonb[]) as w(id, subject, html, text, headers)
    where m.id = w.id and m.carrier = ${carrier} and m.status = 'sending'
  `.execute(tx);
}

/** Ends the claim of mails that were not written. */
export async function releaseUnwritten(
  db: Queryable,
  claim: { ids: readonly number[]; carrier: number },
  end:
    | { status: 'withdrawn' }
    | { status: 'pending'; attempts: number; error: string; nextAt: Date }
    | { status: 'failed'; attempts: number; error: string },
): Promise<void> {
  if (claim.ids.length === 0) return;
  await db
    .updateTable('mailOutbox')
    .set({ ...end, carrier: null, claimedAt: null })
    .where('id', 'in', claim.ids)
    .where('carrier', '=', claim.carrier)
    .where('status', '=', 'sending')
    .execute();
}
