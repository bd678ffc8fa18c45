import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AgencyLogo } from './logo.ts';

export async function insertLogo(db: Queryable, logo: AgencyLogo, at: Date): Promise<void> {
  await db
    .insertInto('agencyLogo')
    .values({ ...logo, at })
    .execute();
}

/** Detaches the logo of the agency: the sweep deletes it later. */
export async function releaseLogo(tx: Tx, agencyId: number, at: Date): Promise<void> {
  await tx.updateTable('agencyLogo').set({ agencyId: null, at }).where('agencyId', '=', agencyId).execute();
}

export async function claimLogo(tx: Tx, agencyId: number, key: string): Promise<void> {
  await tx.updateTable('agencyLogo').set({ agencyId }).where('key', '=', key).execute();
}

/** Whether an agency shows it, and is to be seen here. */
export async function isShown(db: Queryable, key: string): Promise<boolean> {
  const { rows } = await sql`
    select from agency_logo logo join agency on agency.id = logo.agency_id
    where logo.key = ${key} and agency.excluded_on is null
  `.execute(db);
  return rows.length > 0;
}

/** Keys of the logos detached before that moment. */
export async function selectOrphanedLogos(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('agencyLogo')
    .select('key')
    .where('agencyId', 'is', null)
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

export async function deleteLogos(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('agencyLogo').where('key', 'in', keys).execute();
}
