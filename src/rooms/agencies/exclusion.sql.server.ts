import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

export async function insertExclusionRequest(
  tx: Tx,
  asked: { ownerReference: string; at: Date },
  channel: string,
): Promise<void> {
  await tx.insertInto('agencyExclusionAsked').values(asked).execute();
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

/** Dequeues the oldest request that no other process has locked; it is deleted when the transaction commits. */
export async function takeExclusionRequest(tx: Tx): Promise<{ ownerReference: string } | undefined> {
  const { rows } = await sql<{ ownerReference: string }>`
    delete from agency_exclusion_asked
    where id = (select id from agency_exclusion_asked order by id limit 1 for update skip locked)
    returning owner_reference
  `.execute(tx);
  return rows[0];
}

export async function countExclusions(db: Queryable, agencyId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('agencyExclusion')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('agencyId', '=', agencyId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertExclusion(
  tx: Tx,
  exclusion: { tokenHash: Buffer; agencyId: number; email: string; createdAt: Date },
): Promise<void> {
  await tx.insertInto('agencyExclusion').values(exclusion).execute();
}

/** The exclusion of a valid link; an unused one is valid from `since` on. */
export function exclusionByHash(db: Queryable, tokenHash: Buffer, since: Date) {
  return db
    .selectFrom('agencyExclusion')
    .innerJoin('agency', 'agency.id', 'agencyExclusion.agencyId')
    .select([
      'agencyExclusion.agencyId',
      'agencyExclusion.email',
      'agencyExclusion.confirmedAt',
      'agencyExclusion.removed',
      'agency.name',
      'agency.ownerReference',
      'agency.excludedOn',
    ])
    .where('tokenHash', '=', tokenHash)
    .where('revokedAt', 'is', null)
    .where((of) =>
      of.or([of('agencyExclusion.confirmedAt', 'is not', null), of('agencyExclusion.createdAt', '>', since)]),
    )
    .executeTakeFirst();
}

export async function recordExclusionConfirmed(
  tx: Tx,
  tokenHash: Buffer,
  { at, removed }: { at: Date; removed: number },
): Promise<void> {
  await tx
    .updateTable('agencyExclusion')
    .set({ confirmedAt: at, removed })
    .where('tokenHash', '=', tokenHash)
    .execute();
}

/** No link of before makes the choice again. */
export async function revokeExclusions(tx: Tx, agencyId: number, now: Date): Promise<void> {
  await tx
    .updateTable('agencyExclusion')
    .set({ revokedAt: now })
    .where('agencyId', '=', agencyId)
    .where('revokedAt', 'is', null)
    .execute();
}

export async function setExcludedOn(tx: Tx, agencyId: number, day: string | null): Promise<void> {
  await tx.updateTable('agency').set({ excludedOn: day }).where('id', '=', agencyId).execute();
}

export async function countOnline(db: Queryable, agencyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from listing_online where agency_id = ${agencyId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}
