import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

export type Outcome = 'pending' | 'unknown' | 'known' | 'wrong';

interface Tried {
  readonly client: string;
  readonly subject: Buffer;
}

export async function insertAttempt(
  db: Queryable,
  tried: Tried & { readonly outcome: Outcome },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('accountAttempt')
    .values({ ...tried, at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function settleAttempt(db: Queryable, id: number, outcome: Outcome): Promise<void> {
  await db.updateTable('accountAttempt').set({ outcome }).where('id', '=', id).execute();
}

export async function deleteAttempt(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('accountAttempt').where('id', '=', id).execute();
}

export async function deleteAttemptsOn(db: Queryable, subject: Buffer): Promise<void> {
  await db
    .deleteFrom('accountAttempt')
    .where('subject', '=', subject)
    .where('outcome', '=', 'wrong')
    .execute();
}

export async function deleteAttemptsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('accountAttempt').where('at', '<=', moment).execute();
}

/**
 * What was tried since, this attempt included: passwords on the account, anything from the client, and of how many different addresses
 * that say something about who has an account; and the oldest of each.
 */
export async function attemptsSince(db: Queryable, { client, subject }: Tried, since: Date) {
  const { rows } = await sql<{
    onSubject: number;
    fromClient: number;
    strangers: number;
    oldestOnSubject: Date | null;
    oldestFromClient: Date | null;
  }>`
    select
      count(*) filter (where subject = ${subject} and outcome in ('pending', 'wrong'))::int as on_subject,
      count(*) filter (where client = ${client})::int as from_client,
      count(distinct subject) filter (where client = ${client} and outcome <> 'wrong')::int as strangers,
      min(at) filter (where subject = ${subject} and outcome in ('pending', 'wrong')) as oldest_on_subject,
      min(at) filter (where client = ${client}) as oldest_from_client
    from account_attempt
    where at > ${since} and (client = ${client} or subject = ${subject})
  `.execute(db);
  return rows[0]!;
}
