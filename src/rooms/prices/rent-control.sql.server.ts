import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { prepare } from '#platform/prepared.server.ts';
import type { Rings } from './rent-quarters.ts';

/** Euros per m² of habitable surface and month, charges excluded. */
export interface CeilingRow {
  readonly schedule: number;
  readonly dwelling: 'apartment' | 'house' | 'any';
  /** 4: 4 and more. */
  readonly rooms: number;
  /** Years of building, both included. */
  readonly builtFrom: number;
  readonly builtTo: number;
  readonly furnished: boolean;
  readonly floor: number;
  readonly reference: number;
  readonly ceiling: number;
}

export interface StoredOrder {
  readonly territory: string;
  readonly validFrom: string;
  readonly lastDay: string | null;
  readonly title: string | null;
  readonly source: string | null;
  /** Code of a quarter, or `zone 3`, to the schedule that holds there. */
  readonly schedules: Readonly<Record<string, number>>;
  readonly ceilings: readonly CeilingRow[];
}

export interface StoredQuarter {
  readonly territory: string;
  readonly code: string;
  readonly name: string | null;
  readonly zone: string;
  readonly placeCodes: readonly string[];
  readonly rings: Rings | null;
}

export type Origin = 'import' | 'embedded';

/** Puts an order in the place of the same one. An order ends on its last day, or when a later one begins. */
export async function replaceOrder(tx: Tx, order: StoredOrder, origin: Origin, at: Date): Promise<void> {
  const { territory, validFrom } = order;
  await sql`delete from rent_order where territory = ${territory} and valid_from = ${validFrom}`.execute(tx);
  await sql`
    insert into rent_order (territory, valid_from, last_day, title, source, schedules, origin, loaded_at)
    values (${territory}, ${validFrom}, ${order.lastDay}, ${order.title}, ${order.source},
      ${JSON.stringify(order.schedules)}::jsonb, ${origin}, ${at})`.execute(tx);
  await sql`
    insert into rent_ceiling (territory, valid_from, schedule, dwelling, rooms, built_from, built_to, furnished, floor,
      reference, ceiling)
    select ${territory}, ${validFrom}::date, schedule, dwelling, rooms, "builtFrom", "builtTo", furnished, floor, reference,
      ceiling
    from json_to_recordset(${JSON.stringify(order.ceilings)}::json) as row(schedule smallint, dwelling text, rooms smallint,
      "builtFrom" smallint, "builtTo" smallint, furnished boolean, floor numeric, reference numeric, ceiling numeric)`.execute(
    tx,
  );
  await endOrders(tx, territory);
}

/** An order that says no end holds until the next, and one year at most once there is one. */
async function endOrders(tx: Tx, territory: string): Promise<void> {
  await sql`
    update rent_order set valid_to = following.ends
    from (
      select valid_from as begun, least(last_day + 1, lead(valid_from) over (order by valid_from),
        case when lead(valid_from) over (order by valid_from) is not null
          then (valid_from + interval '1 year')::date end) as ends
      from rent_order where territory = ${territory}
    ) as following
    where rent_order.territory = ${territory} and rent_order.valid_from = following.begun
      and rent_order.valid_to is distinct from following.ends`.execute(tx);
}

/** Takes away the orders that were shipped and their quarters, but of territories that an operator loaded an order of. */
export async function deleteEmbeddedOrders(tx: Tx): Promise<void> {
  await sql`
    with gone as (
      delete from rent_order where origin = 'embedded'
        and territory not in (select territory from rent_order where origin = 'import')
      returning territory, schedules
    )
    delete from rent_quarter as quarter using gone
    where gone.territory = quarter.territory and gone.schedules ?| array[quarter.code, 'zone ' || quarter.zone]`.execute(
    tx,
  );
}

/** Territories that an operator loaded an order of. */
export async function selectImportedTerritories(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ territory: string }>`
    select distinct territory from rent_order where origin = 'import'`.execute(db);
  return rows.map(({ territory }) => territory);
}

/**
 * Adds quarters or completes them: what a file does not say of one, its name, its zone, its contour, stays as it was.
 * `loose` are those of no known contour, which may be anywhere in the territory: they come in only while no other quarter
 * of their zone is known, and leave when one is.
 */
export async function upsertQuarters(
  tx: Tx,
  sure: readonly StoredQuarter[],
  loose: readonly StoredQuarter[],
): Promise<void> {
  await sql`
    insert into rent_quarter (territory, code, name, zone, place_codes, rings)
    select territory, code, coalesce(name, 'secteur ' || code), zone, array(select json_array_elements_text("placeCodes")),
      nullif(rings, 'null'::jsonb)
    from json_to_recordset(${JSON.stringify(sure)}::json) as row(territory text, code text, name text, zone text,
      "placeCodes" json, rings jsonb)
    on conflict (territory, code) do update set
      name = case when excluded.name = 'secteur ' || excluded.code then rent_quarter.name else excluded.name end,
      zone = coalesce(nullif(excluded.zone, ''), rent_quarter.zone), place_codes = excluded.place_codes,
      rings = coalesce(excluded.rings, rent_quarter.rings)`.execute(tx);
  await sql`
    insert into rent_quarter (territory, code, name, zone, place_codes, rings)
    select territory, code, name, zone, array(select json_array_elements_text("placeCodes")), null
    from json_to_recordset(${JSON.stringify(loose)}::json) as row(territory text, code text, name text, zone text,
      "placeCodes" json)
    where not exists (
      select from rent_quarter as known where known.territory = row.territory and known.zone = row.zone)
    on conflict (territory, code) do nothing`.execute(tx);
  await sql`
    delete from rent_quarter as loose using rent_quarter as drawn
    where loose.rings is null and loose.code = 'zone ' || loose.zone and drawn.territory = loose.territory
      and drawn.zone = loose.zone and drawn.code <> loose.code and drawn.rings is not null`.execute(tx);
}

/** A quarter, as verdicts look at it. */
export interface TerritoryQuarter {
  readonly territory: string;
  readonly code: string;
  readonly name: string;
  readonly zone: string;
  readonly rings: Rings | null;
}

/** The place itself, its city and its districts: what a quarter of any of them may be a quarter of. */
const kinOf = (placeCode: string) => sql`array(
  select ${placeCode}::text
  union select city_code from place where code = ${placeCode} and city_code is not null
  union select code from place where kind = 'district' and city_code = ${placeCode})`;

/** Quarters of a commune or a district. */
export async function selectQuarters(db: Queryable, placeCode: string): Promise<TerritoryQuarter[]> {
  const { rows } = await sql<TerritoryQuarter>`
    select territory, code, name, zone, rings from rent_quarter where place_codes && ${kinOf(placeCode)}
    order by territory, code`.execute(db);
  return rows;
}

/** An order, without what it allows. */
export interface OrderHead {
  readonly territory: string;
  readonly validFrom: string;
  readonly lastDay: string | null;
  /** First day on which it no longer holds. */
  readonly validTo: string | null;
  readonly title: string | null;
  readonly source: string | null;
}

export type OrderRow = OrderHead & {
  readonly schedules: Readonly<Record<string, number>>;
  /** Quarters and zones that other orders of the territory name, and this one does not. */
  readonly namedElsewhere: readonly string[];
};

/** Of each territory, the last order that has begun by that day, whether or not it still holds. */
export async function selectOrders(
  db: Queryable,
  on: string,
  territories: readonly string[] | null,
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select distinct on (territory) territory, valid_from, last_day, valid_to, title, source, schedules, array(
      select jsonb_object_keys(other.schedules) from rent_order as other where other.territory = rent_order.territory
      except select jsonb_object_keys(rent_order.schedules)) as named_elsewhere
    from rent_order
    where valid_from <= ${on}::date
      and (${territories}::text[] is null or territory = any(${territories}::text[]))
    order by territory, valid_from desc`.execute(db);
  return rows;
}

export type CeilingOf = Omit<CeilingRow, 'floor' | 'reference'> & { readonly territory: string };

/** Ceilings of those orders, of all their schedules or of some. */
export async function selectCeilings(
  db: Queryable,
  orders: readonly OrderRow[],
  schedules: readonly number[] | null,
): Promise<CeilingOf[]> {
  if (orders.length === 0) return [];
  const { rows } = await sql<CeilingOf>`
    select rent_ceiling.territory, schedule, dwelling, rooms, built_from, built_to, furnished, ceiling
    from rent_ceiling
    join unnest(${orders.map(({ territory }) => territory)}::text[], ${orders.map(({ validFrom }) => validFrom)}::date[])
      as held(territory, valid_from)
      on held.territory = rent_ceiling.territory and held.valid_from = rent_ceiling.valid_from
    where ${schedules}::smallint[] is null or schedule = any(${schedules}::smallint[])`.execute(db);
  return rows;
}

/** The lowest and the highest ceiling of a place for one number of rooms, empty or furnished. */
export interface CeilingRange {
  readonly rooms: number;
  readonly furnished: boolean;
  readonly low: number;
  readonly high: number;
  /** Houses have other ceilings than flats. */
  readonly houses: boolean;
}

/** The last order that has begun by that day where a place lies, and its ceilings in the quarters of the place. */
export const selectOrderHere = prepare<
  [placeCode: string, on: string],
  OrderHead & { readonly ceilings: readonly CeilingRange[] | null }
>(
  (placeCode, on) => sql`
    with here as (
      select territory, code, zone from rent_quarter where place_codes && array(
        select ${placeCode}::text
        union select city_code from place where code = ${placeCode} and city_code is not null
        union select code from place where kind = 'district' and city_code = ${placeCode})
    ), latest as (
      select distinct on (territory) * from rent_order
      where territory in (select territory from here) and valid_from <= ${on}::date
      order by territory, valid_from desc
    )
    select territory, valid_from, last_day, valid_to, title, source, (
      select json_agg(json_build_object('rooms', rooms, 'furnished', furnished, 'low', low, 'high', high, 'houses', houses)
        order by rooms, furnished)
      from (
        select rooms, furnished, min(ceiling) as low, max(ceiling) as high, bool_or(dwelling <> 'any') as houses
        from rent_ceiling
        where rent_ceiling.territory = latest.territory and rent_ceiling.valid_from = latest.valid_from
          and schedule in (
            select coalesce(latest.schedules ->> here.code, latest.schedules ->> ('zone ' || here.zone))::smallint from here)
        group by rooms, furnished
      ) as ranges
    ) as ceilings
    from latest`,
);

/** Every order, with its ceilings, and every quarter: what `packControl` writes. */
export async function selectControl(
  db: Queryable,
): Promise<{ orders: StoredOrder[]; quarters: StoredQuarter[] }> {
  const { rows: orders } = await sql<StoredOrder>`
    select territory, valid_from, last_day, title, source, schedules, (
      select json_agg(json_build_object('schedule', schedule, 'dwelling', dwelling, 'rooms', rooms,
        'builtFrom', built_from, 'builtTo', built_to, 'furnished', furnished, 'floor', floor, 'reference', reference,
        'ceiling', ceiling) order by schedule, dwelling, rooms, built_from, furnished)
      from rent_ceiling
      where rent_ceiling.territory = rent_order.territory and rent_ceiling.valid_from = rent_order.valid_from
    ) as ceilings
    from rent_order order by territory, valid_from`.execute(db);
  const { rows: quarters } = await sql<StoredQuarter>`
    select territory, code, name, zone, place_codes, rings from rent_quarter order by territory, code`.execute(
    db,
  );
  return { orders, quarters };
}

/** Says that the orders are no longer what they were: verdicts given before are given again. */
export async function stampOrders(tx: Tx, version: string, at: Date): Promise<void> {
  await sql`
    insert into price_edition (name, version, loaded_at) values ('rent-control', ${version}, ${at})
    on conflict (name) do update set version = excluded.version, loaded_at = excluded.loaded_at`.execute(tx);
}
