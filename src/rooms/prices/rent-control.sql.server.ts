import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { RentEpoch } from './rent-control.ts';
import type { Rings } from './rent-quarters.ts';

export interface ReferenceRow {
  readonly quarterCode: string;
  readonly zone: string;
  readonly rooms: number;
  readonly epoch: RentEpoch;
  readonly furnished: boolean;
  /** Euros per m² and month. */
  readonly reference: number;
  readonly ceiling: number;
  readonly floor: number;
  readonly validFrom: string;
}

export interface QuarterRow {
  readonly code: string;
  readonly name: string;
  readonly placeCode: string | null;
  readonly rings: Rings | null;
}

/** Puts an order in the place of the same one. An order ends after its year once a later one is known. */
export async function replaceOrder(
  tx: Tx,
  territory: string,
  validFrom: string,
  rows: readonly ReferenceRow[],
): Promise<void> {
  await sql`delete from rent_reference where territory = ${territory} and valid_from = ${validFrom}`.execute(
    tx,
  );
  await sql`
    insert into rent_reference (territory, quarter_code, zone, rooms, epoch, furnished, reference, ceiling, floor, valid_from)
    select ${territory}, "quarterCode", zone, rooms, epoch, furnished, reference, ceiling, floor, "validFrom"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row("quarterCode" text, zone text, rooms smallint,
      epoch text, furnished boolean, reference numeric, ceiling numeric, floor numeric, "validFrom" date)`.execute(
    tx,
  );
  await sql`
    update rent_reference set valid_to = following.valid_to
    from (
      select valid_from as begun,
        least(lead(valid_from) over (order by valid_from), case when lead(valid_from) over (order by valid_from)
          is not null then (valid_from + interval '1 year')::date end) as valid_to
      from (select distinct valid_from from rent_reference where territory = ${territory}) as orders
    ) as following
    where territory = ${territory} and rent_reference.valid_from = following.begun
      and rent_reference.valid_to is distinct from following.valid_to`.execute(tx);
}

/** Adds quarters or completes them: a file without contours does not take them away. */
export async function upsertQuarters(tx: Tx, territory: string, rows: readonly QuarterRow[]): Promise<void> {
  await sql`
    insert into rent_quarter (territory, code, name, place_code, rings)
    select ${territory}, code, name, "placeCode", rings
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(code text, name text, "placeCode" text, rings jsonb)
    on conflict (territory, code) do update set name = excluded.name, place_code = excluded.place_code,
      rings = coalesce(nullif(excluded.rings, 'null'::jsonb), rent_quarter.rings)`.execute(tx);
}

export type TerritoryQuarter = QuarterRow & { readonly territory: string };

/** Quarters of a commune or a district. */
export async function selectQuarters(db: Queryable, placeCode: string): Promise<TerritoryQuarter[]> {
  const { rows } = await sql<TerritoryQuarter>`
    select territory, rent_quarter.code, rent_quarter.name, place_code, rings
    from rent_quarter join place on place.code = rent_quarter.place_code
    where place.code = ${placeCode} or place.city_code = ${placeCode}
    order by rent_quarter.code`.execute(db);
  return rows;
}

/** Null stands for every value of a key. */
export interface CeilingKeys {
  readonly territory: string;
  readonly quarters: readonly string[];
  readonly rooms: number | null;
  readonly epoch: RentEpoch | null;
  readonly furnished: boolean | null;
  /** YYYY-MM-DD. */
  readonly on: string;
}

/** Euros per m². */
export interface Ceilings {
  readonly low: number;
  readonly high: number;
  readonly validFrom: string;
  readonly validTo: string | null;
}

/** What the order in force on that day says for any of the keys given; null stands for every value of a key. */
export async function selectCeilings(db: Queryable, asked: CeilingKeys): Promise<Ceilings | null> {
  const { rows } = await sql<Ceilings>`
    select min(ceiling) as low, max(ceiling) as high, min(valid_from) as valid_from, min(valid_to) as valid_to
    from rent_reference
    where territory = ${asked.territory} and quarter_code = any(${asked.quarters}::text[])
      and (${asked.rooms}::integer is null or rooms = ${asked.rooms})
      and (${asked.epoch}::text is null or epoch = ${asked.epoch})
      and (${asked.furnished}::boolean is null or furnished = ${asked.furnished})
      and valid_from <= ${asked.on}::date and (valid_to is null or valid_to > ${asked.on}::date)
    having count(*) > 0`.execute(db);
  return rows[0] ?? null;
}

/** Says that the orders are no longer what they were: verdicts given before are given again. */
export async function stampOrders(tx: Tx, version: string, at: Date): Promise<void> {
  await sql`
    insert into price_edition (name, version, loaded_at) values ('rent-control', ${version}, ${at})
    on conflict (name) do update set version = excluded.version, loaded_at = excluded.loaded_at`.execute(tx);
}
