import { type Insertable, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ContactMessageTable } from '#platform/db.types.ts';
import type { Person } from '#platform/person.server.ts';
import { countFromSender, type Sender, type SenderCounts } from '#platform/senders.server.ts';

/** Serialises messages (advisory lock): simultaneous ones are counted too. */
export async function lockMessages(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('contact_message'))`.execute(tx);
}

export function messageBySubmission(db: Queryable, submission: string) {
  return db
    .selectFrom('contactMessage')
    .select(['reference', 'receipt'])
    .where('submission', '=', submission)
    .executeTakeFirst();
}

/** How many messages an address sent and receipts it was mailed since, and how many came from a client. */
export async function countMessages(db: Queryable, sender: Sender, now: Date): Promise<SenderCounts> {
  const { rows } = await countFromSender('contact_message', sender, now).execute(db);
  return rows[0]!;
}

export async function insertMessage(tx: Tx, message: Insertable<ContactMessageTable>): Promise<void> {
  await tx.insertInto('contactMessage').values(message).execute();
}

export async function forgetClients(db: Queryable, before: Date): Promise<void> {
  await db
    .updateTable('contactMessage')
    .set({ client: null })
    .where('client', 'is not', null)
    .where('createdAt', '<', before)
    .execute();
}

export async function deleteMessagesBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('contactMessage').where('createdAt', '<', before).execute();
}

export function messagesOf(db: Queryable, { accountId, emails }: Person) {
  return db
    .selectFrom('contactMessage')
    .select(['reference', 'name', 'email', 'subject', 'message', 'createdAt'])
    .where(({ eb, or }) =>
      or([eb('accountId', '=', accountId), ...emails.map((one) => eb('email', '=', one))]),
    )
    .orderBy('createdAt')
    .execute();
}

export function messagesOfAgency(db: Queryable, agencyId: number, limit: number) {
  return db
    .selectFrom('contactMessage')
    .select(['reference', 'subject', 'message', 'createdAt'])
    .where('agencyId', '=', agencyId)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteMessagesOf(tx: Tx, { accountId, emails }: Person): Promise<void> {
  await tx
    .deleteFrom('contactMessage')
    .where(({ eb, or }) =>
      or([eb('accountId', '=', accountId), ...emails.map((one) => eb('email', '=', one))]),
    )
    .execute();
}
