import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

/** What a client asked since then. Held until the transaction ends: two at once are counted one after the other. */
export async function countRequests(
  tx: Tx,
  subject: Buffer,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mail-asked ' || encode(${subject}::bytea, 'hex'), 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(at) as oldest from mail_asked where subject = ${subject} and at > ${since}
  `.execute(tx);
  return rows[0] ?? { count: 0, oldest: null };
}

export async function insertRequest(tx: Tx, asked: { subject: Buffer; at: Date }): Promise<void> {
  await tx.insertInto('mailAsked').values(asked).execute();
}

export async function forgetRequests(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('mailAsked').where('at', '<', before).execute();
}
