import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { RentKind } from './rents.ts';

export interface RentRow {
  readonly code: string;
  readonly kind: RentKind;
  readonly year: number;
  /** Cents per m² and month. */
  readonly rent: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly basis: 'commune' | 'epci' | 'group' | null;
  readonly observations: number | null;
  readonly r2: number | null;
}

export async function openRents(tx: Tx): Promise<void> {
  await sql`
    create temporary table given_rent (
      code text collate "C", kind text, year smallint, rent integer, low integer, high integer, basis text,
      observations integer, r2 real) on commit drop`.execute(tx);
}

export async function insertRents(tx: Tx, rows: readonly RentRow[]): Promise<void> {
  await sql`
    insert into given_rent
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as row(code text, kind text, year smallint,
      rent integer, low integer, high integer, basis text, observations integer, r2 real)`.execute(tx);
}

/**
 * Puts the years and kinds given in the place of what was there, under the communes of today: those that merged since
 * share the average of their parts. Returns how many rents stand.
 */
export async function replaceRents(tx: Tx, origin: 'official' | 'derived'): Promise<number> {
  await sql`
    delete from price_rent where (kind, year) in (select distinct kind, year from given_rent)`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    with stood as (
      insert into price_rent (place_code, kind, year, rent, low, high, basis, observations, r2, origin)
      select today.code, kind, year, round(avg(rent))::integer, min(low), max(high),
        case when bool_and(basis = 'commune') then 'commune' when bool_and(basis in ('commune', 'epci')) then 'epci'
          when bool_or(basis is not null) then 'group' end,
        sum(observations)::integer, min(r2), ${origin}
      from given_rent
      cross join lateral (
        select coalesce(
          (select code from place where code = given_rent.code),
          (select place_code from place_alias where place_alias.code = given_rent.code limit 1)) as code
      ) as today
      where today.code is not null
      group by today.code, kind, year
      returning 1
    )
    select count(*)::integer as count from stood`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The licence of editions, as the operator states it. */
export async function writeRentLicence(tx: Tx, years: readonly number[], licence: string): Promise<void> {
  await sql`
    insert into price_rent_edition (year, licence)
    select year, ${licence} from unnest(${years}::smallint[]) as given(year)
    on conflict (year) do update set licence = excluded.licence`.execute(tx);
}

/** The licences that operators stated, by year. */
export async function selectRentLicences(db: Queryable): Promise<Map<number, string>> {
  const { rows } = await sql<{
    year: number;
    licence: string;
  }>`select year, licence from price_rent_edition`.execute(db);
  return new Map(rows.map(({ year, licence }) => [year, licence]));
}

export interface PlaceRent {
  readonly placeCode: string;
  readonly kind: RentKind;
  readonly year: number;
  readonly rent: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly basis: 'commune' | 'epci' | 'group' | 'districts' | null;
  readonly observations: number | null;
  readonly r2: number | null;
  /** Of its edition, as the operator stated it. */
  readonly licence: string | null;
}

/**
 * Latest rents of places. Whole Paris, Lyon and Marseille have none of their own: the average of their districts, by
 * inhabitants, between the lowest and the highest.
 */
export async function selectRents(db: Queryable, codes: readonly string[]): Promise<PlaceRent[]> {
  const { rows } = await sql<PlaceRent>`
    select distinct on (place_code, kind) place_code, kind, year, rent, low, high, basis, observations, r2, licence
    from (
      select place_code, kind, year, rent, low, high, basis, observations, r2
      from price_rent where place_code = any(${codes}::text[])
      union all
      select place.city_code, price_rent.kind, year, round(sum(rent * place.population) / sum(place.population))::integer,
        min(rent), max(rent), 'districts', sum(observations)::integer, min(r2)
      from place join price_rent on price_rent.place_code = place.code
      where place.kind = 'district' and place.city_code = any(${codes}::text[])
      group by place.city_code, price_rent.kind, year
    ) as known
    left join price_rent_edition using (year)
    order by place_code, kind, year desc`.execute(db);
  return rows;
}
