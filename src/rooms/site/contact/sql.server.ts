import { type Insertable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/db.server.ts';
import type { ContactMessageTable } from '../../../platform/db.types.ts';
import type { Person } from '../../../platform/person.server.ts';

/** Messages are counted and kept one after the other: many at once are counted too. */
export async function holdMessages(tx: Tx): Promise<void> {
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
export async function countMessages(
  db: Queryable,
  { email, client }: { email: string; client: string },
  { day, hour }: { day: Date; hour: Date },
) {
  const { rows } = await sql<{
    ofAddress: number;
    receipts: number;
    ofClient: number;
    oldestOfAddress: Date | null;
    oldestOfClient: Date | null;
  }>`
    select
      count(*) filter (where email = ${email})::int as of_address,
      count(*) filter (where email = ${email} and receipt)::int as receipts,
      count(*) filter (where client = ${client} and created_at > ${hour})::int as of_client,
      min(created_at) filter (where email = ${email}) as oldest_of_address,
      min(created_at) filter (where client = ${client} and created_at > ${hour}) as oldest_of_client
    from contact_message
    where created_at > ${day} and (email = ${email} or client = ${client})
  `.execute(db);
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

export async function deleteMessagesOf(tx: Tx, { accountId, emails }: Person): Promise<void> {
  await tx
    .deleteFrom('contactMessage')
    .where(({ eb, or }) =>
      or([eb('accountId', '=', accountId), ...emails.map((one) => eb('email', '=', one))]),
    )
    .execute();
}
