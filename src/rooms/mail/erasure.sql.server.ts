import { sql } from 'kysely';
import { plannedOnce, type Queryable, type Tx } from '#platform/db.server.ts';

/** What was sent to these addresses, the newest first. */
export function mailsTo(db: Queryable, emails: readonly string[]) {
  return db
    .selectFrom('mailOutbox')
    .select(['createdAt', 'recipient', 'subject', 'text', 'status', 'sentAt'])
    .where('recipient', 'in', emails)
    .orderBy('id', 'desc')
    .execute();
}

export function refusalsOf(db: Queryable, emails: readonly string[]) {
  return db
    .selectFrom('mailAddress')
    .select(['email', 'bounces', 'lastBounceAt', 'suppressedAt', 'reason'])
    .where('email', 'in', emails)
    .execute();
}

/** Deletes mails in any state: one that a carrier holds at this instant is sent, and leaves no row. */
export async function deleteMailsTo(tx: Tx, emails: readonly string[]): Promise<void> {
  await tx.deleteFrom('mailOutbox').where('recipient', 'in', emails).execute();
}

export async function deleteMailsOf(tx: Tx, stream: string, emails: readonly string[]): Promise<void> {
  await tx.deleteFrom('mailOutbox').where('recipient', 'in', emails).where('stream', '=', stream).execute();
}

const emptied = sql`
  reply_to = null, subject = 'Effacé', html = null, text = null, headers = '{}', error = null,
  status = case status when 'pending' then 'withdrawn' else status end
`;

export async function emptyMailsByKey(tx: Tx, dedupeKeys: readonly string[]): Promise<void> {
  await sql`update mail_outbox set ${emptied} where dedupe_key = any(${dedupeKeys}::text[])`.execute(tx);
}

/** Mails to others that say this person's address: their keys stay, their words go, and none leaves any more. */
export async function emptyMailsFrom(tx: Tx, emails: readonly string[]): Promise<void> {
  await sql`
    update mail_outbox set ${emptied}
    where reply_to = any(${emails}::text[])
  `.execute(tx);
}

export async function takeAddresses(tx: Tx, emails: readonly string[]) {
  return tx
    .deleteFrom('mailAddress')
    .where('email', 'in', emails)
    .returning(['email', 'suppressedAt', 'reason'])
    .execute();
}

export async function insertRefusal(
  tx: Tx,
  refusal: { subject: Buffer; reason: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('mailRefusal')
    .values(refusal)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function hasRefusal(db: Queryable, subject: Buffer): Promise<boolean> {
  const { rows } = await sql`${plannedOnce}select from mail_refusal where subject = ${subject}`.execute(db);
  return rows.length > 0;
}

export async function deleteRefusal(db: Queryable, subject: Buffer): Promise<boolean> {
  const gone = await db.deleteFrom('mailRefusal').where('subject', '=', subject).executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
