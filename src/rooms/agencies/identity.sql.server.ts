import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

/** Locks the agency until the transaction ends. */
export async function lockAgency(tx: Tx, agencyId: number): Promise<void> {
  await sql`select from agency where id = ${agencyId} for update`.execute(tx);
}

/** The same of several, in the order of their numbers, so that two who lock them wait for each other. */
export async function lockAgencies(tx: Tx, agencyIds: readonly number[]): Promise<void> {
  await sql`select from agency where id = any(${agencyIds}::bigint[]) order by id for update`.execute(tx);
}

export async function askJudging(tx: Tx, agencyId: number, now: Date, channel: string): Promise<void> {
  await sql`update agency set judge_asked_at = ${now} where id = ${agencyId}`.execute(tx);
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

export async function selectToJudge(db: Queryable): Promise<{ id: number; askedAt: Date } | undefined> {
  const { rows } = await sql<{ id: number; askedAt: Date }>`
    select id, judge_asked_at as asked_at from agency where judge_asked_at is not null
    order by judge_asked_at limit 1
  `.execute(db);
  return rows[0];
}

/** Unless it was asked for again meanwhile. */
export async function clearCheckRequest(db: Queryable, agencyId: number, askedAt: Date): Promise<void> {
  await sql`
    update agency set judge_asked_at = null where id = ${agencyId} and judge_asked_at <= ${askedAt}
  `.execute(db);
}
