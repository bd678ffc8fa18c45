import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

const FOLDERS = 7211;

/** One writer of the tally at a time, until the end of the transaction. */
export async function lockTally(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(FOLDERS)}, 0)`.execute(tx);
}

/** Adds what was appended to the counts. Returns how many of them changed. */
export async function fold(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    with taken as (
      delete from listing_tally_delta returning zone, market, day, property_type, homes
    ), summed as (
      select zone, market, day, property_type, sum(homes)::int as homes
      from taken group by zone, market, day, property_type having sum(homes) <> 0
    )
    merge into listing_tally using summed
      on listing_tally.zone = summed.zone and listing_tally.market = summed.market
        and listing_tally.day = summed.day and listing_tally.property_type = summed.property_type
    when matched and listing_tally.homes + summed.homes = 0 then delete
    when matched then update set homes = listing_tally.homes + summed.homes
    when not matched then insert (zone, market, day, property_type, homes)
      values (summed.zone, summed.market, summed.day, summed.property_type, summed.homes)
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

export interface TallyRow {
  readonly zone: string;
  readonly market: string;
  /** `infinity` stands for all days. */
  readonly day: string;
  readonly propertyType: string;
  readonly homes: number;
}

/** What the counts lack: listings as they stand, less the counts as they stand, at one moment. */
const lacking = sql<TallyRow>`
  select zone, market, day, property_type, sum(homes)::int as homes from (
    select zone, market, day, property_type, homes from listing_tally_live
    union all select zone, market, day, property_type, -homes from listing_tally
    union all select zone, market, day, property_type, -homes from listing_tally_delta
  ) row
  group by zone, market, day, property_type having sum(homes) <> 0`;

/** The rows of the counts that are not what listings say, and by how much. */
export async function selectTallyGaps(db: Queryable): Promise<TallyRow[]> {
  const { rows } = await lacking.execute(db);
  return rows;
}

/** Appends what the counts lack; writers go on meanwhile, what they append adds up. Returns how many rows. */
export async function insertTallyGaps(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into listing_tally_delta (zone, market, day, property_type, homes) ${lacking}
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * The counts of some zones (`= zone`: a code, or `any(…)`) in one market as rows of (zone, day, property_type, homes), what
 * waits included; of all days (`infinity`), or of those since one and of all.
 */
export function talliesOf(
  zone: RawBuilder<unknown>,
  market: 'achat' | 'location' | 'neuf',
  since: RawBuilder<unknown> | 'infinity',
): RawBuilder<unknown> {
  const days = since === 'infinity' ? sql`day = 'infinity'` : sql`day >= ${since}`;
  const kept = (table: RawBuilder<unknown>) =>
    sql`select zone, day, property_type, homes from ${table} where zone = ${zone} and market = ${market} and ${days}`;
  return sql`(${kept(sql`listing_tally`)} union all ${kept(sql`listing_tally_delta`)})`;
}

/** What a page shows: a district, a commune, a department or everywhere; only new homes; one type. */
export interface Scope {
  readonly level: 'place' | 'city' | 'department' | 'country';
  readonly isNew: boolean;
  readonly oneType: boolean;
}

const firstBits = { place: 0, city: 4, department: 8, country: 12 } as const;

/** Whether a listing on line stands for its property in such a scope: one card per property, from one column. */
export function standsIn({ level, isNew, oneType }: Scope, alias = 'listing'): RawBuilder<SqlBool> {
  const bit = firstBits[level] + (isNew ? 2 : 0) + (oneType ? 0 : 1);
  return sql`(${sql.ref(`${alias}.leads`)} & ${sql.lit(2 ** bit)}) <> 0`;
}
