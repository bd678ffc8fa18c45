import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { OPEN_LICENCE, OPEN_UNTIL } from './rents.ts';

const EMBEDDED_LOCK = 7_203_014;

/** Until the end of the transaction, one loader at a time. */
export async function lockEmbedded(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(EMBEDDED_LOCK)})`.execute(tx);
}

export async function selectEditions(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await sql<{
    name: string;
    version: string;
  }>`select name, version from price_edition`.execute(db);
  return new Map(rows.map(({ name, version }) => [name, version]));
}

export async function writeEdition(tx: Tx, name: string, version: string, at: Date): Promise<void> {
  await sql`
    insert into price_edition (name, version, loaded_at) values (${name}, ${version}, ${at})
    on conflict (name) do update set version = excluded.version, loaded_at = excluded.loaded_at`.execute(tx);
}

export async function replaceEpcis(
  tx: Tx,
  rows: readonly { communeCode: string; epciCode: string; epciName: string }[],
): Promise<void> {
  await sql`delete from price_epci`.execute(tx);
  await sql`
    insert into price_epci (commune_code, epci_code, epci_name)
    select * from unnest(${rows.map((row) => row.communeCode)}::text[], ${rows.map((row) => row.epciCode)}::text[],
      ${rows.map((row) => row.epciName)}::text[])`.execute(tx);
}

/** Tables whose rows are shipped, and the columns that are, in their order. */
export const shippedColumns = {
  source: ['department_code', 'release', 'first_on', 'last_on', 'sale_count'],
  figure: [
    'area_code',
    'department_code',
    'kind',
    'slice',
    'months',
    'first_on',
    'last_on',
    'n',
    'median',
    'q1',
    'q3',
    'mean',
    'trimmed',
    'bins',
  ],
  point: ['area_code', 'kind', 'last_on', 'n', 'median', 'q1', 'q3'],
  rent: ['place_code', 'kind', 'year', 'rent', 'low', 'high', 'basis', 'observations', 'r2', 'origin'],
  rent_edition: ['year', 'licence'],
} as const;
export type Shipped = keyof typeof shippedColumns;
export type ShippedRow = Readonly<Record<string, unknown>>;

/** Aggregates of departments, as they are shipped; sales are not read. */
export async function selectShipped(
  db: Queryable,
  departments: readonly string[],
): Promise<{ table: Shipped; row: ShippedRow }[]> {
  const { rows } = await sql<{ table: Shipped; row: ShippedRow }>`
    with area as (
      select code from place where department_code = any(${departments}::text[])
      union
      select epci_code from price_epci join place on place.code = commune_code
      group by epci_code having bool_and(department_code = any(${departments}::text[]))
    ), latest as (
      select max(year) as year from price_rent where year <= ${OPEN_UNTIL}
        or year in (select year from price_rent_edition where licence = ${OPEN_LICENCE})
    )
    select "table", row from (
      select 1 as rank, 'source' as "table", department_code as code, '' as word, to_jsonb(price_source) as row
      from price_source where department_code = any(${departments}::text[])
      union all
      select 2, 'figure', area_code, kind || ' ' || slice, to_jsonb(price_figure)
      from price_figure where area_code in (select code from area)
      union all
      select 3, 'point', area_code, kind || ' ' || last_on, to_jsonb(price_point)
      from price_point where area_code in (select code from area)
      union all
      select 4, 'rent', place_code, kind, to_jsonb(price_rent)
      from price_rent where place_code in (select code from area) and year = (select year from latest)
      union all
      select 5, 'rent_edition', '', '', to_jsonb(price_rent_edition)
      from price_rent_edition where year = (select year from latest)
    ) as shipped order by rank, code collate "C", word collate "C"`.execute(db);
  return rows;
}

/** Departments whose figures come from an import: shipped ones do not touch them. */
export async function selectImportSources(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ departmentCode: string }>`
    select department_code from price_source where origin = 'import'
    union select department_code from price_import`.execute(db);
  return rows.map(({ departmentCode }) => departmentCode);
}

export async function insertShipped(
  tx: Tx,
  given: Readonly<Record<Shipped, readonly ShippedRow[]>>,
  at: Date,
): Promise<void> {
  await sql`
    insert into price_source (department_code, origin, release, first_on, last_on, sale_count, computed_at)
    select department_code, 'embedded', release, first_on, last_on, sale_count, ${at}
    from json_populate_recordset(null::price_source, ${JSON.stringify(given.source)}::json)
    on conflict (department_code) do nothing`.execute(tx);
  await sql`
    insert into price_figure select * from json_populate_recordset(null::price_figure, ${JSON.stringify(given.figure)}::json)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into price_point select * from json_populate_recordset(null::price_point, ${JSON.stringify(given.point)}::json)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into price_rent select * from json_populate_recordset(null::price_rent, ${JSON.stringify(given.rent)}::json)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into price_rent_edition
    select * from json_populate_recordset(null::price_rent_edition, ${JSON.stringify(given.rent_edition)}::json)
    on conflict do nothing`.execute(tx);
}
