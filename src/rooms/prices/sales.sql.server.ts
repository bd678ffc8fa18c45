import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

/** A row of a deed that bears a local, as written in the file: nothing of it outlives the transaction. */
export interface DeedRow {
  readonly deed: string;
  readonly soldOn: string;
  readonly value: string | null;
  readonly placeCode: string;
  readonly parcel: string;
  /** 1 house, 2 apartment, 3 outbuilding, 4 shop or workshop. */
  readonly localType: number;
  readonly lots: string;
  readonly surface: string | null;
  readonly rooms: string | null;
}

const SALES_LOCK = 7_203_013;
const FETCH_LOCK = 7_203_015;

/** Until the end of the transaction, one import or computation at a time. */
export async function lockSales(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(SALES_LOCK)})`.execute(tx);
}

/** False when another process fetches files of sales: two would write the same ones. The lock goes with its connection. */
export async function tryLockFetch(connection: Queryable): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${sql.lit(FETCH_LOCK)}) as taken`.execute(connection);
  return rows[0]?.taken ?? false;
}

export async function unlockFetch(connection: Queryable): Promise<void> {
  await sql`select pg_advisory_unlock(${sql.lit(FETCH_LOCK)})`.execute(connection);
}

/** Whether the connection is still there, and what it locks for its session with it. */
export async function isConnected(connection: Queryable): Promise<boolean> {
  return await sql`select 1`.execute(connection).then(
    () => true,
    () => false,
  );
}

export async function openDeeds(tx: Tx): Promise<void> {
  await sql`
    create temporary table deed_row (
      deed text collate "C", sold_on date, value numeric, place_code text collate "C", parcel text collate "C",
      local_type smallint, lots text collate "C", surface numeric, rooms integer
    ) on commit drop`.execute(tx);
}

export async function insertDeedRows(tx: Tx, rows: readonly DeedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into deed_row
    select * from unnest(${rows.map((row) => row.deed)}::text[], ${rows.map((row) => row.soldOn)}::date[],
      ${rows.map((row) => row.value)}::numeric[], ${rows.map((row) => row.placeCode)}::text[],
      ${rows.map((row) => row.parcel)}::text[], ${rows.map((row) => row.localType)}::smallint[],
      ${rows.map((row) => row.lots)}::text[], ${rows.map((row) => row.surface)}::numeric[],
      ${rows.map((row) => row.rooms)}::integer[])`.execute(tx);
}

/** Where a department-year was fetched from, and in which version (ETag or Last-Modified; null: none is said). */
export interface SalesSource {
  readonly address: string;
  readonly version: string | null;
}

/** The version of a department-year that is loaded, when it was fetched from this very address; else null. */
export async function selectLoadedVersion(
  db: Queryable,
  departmentCode: string,
  year: number,
  address: string,
): Promise<string | null> {
  const { rows } = await sql<{ version: string | null }>`
    select source_version as version from price_import
    where department_code = ${departmentCode} and year = ${year} and source_address = ${address}`.execute(db);
  return rows[0]?.version ?? null;
}

/** Whether sales of the department were loaded after its figures were made. */
export async function isUncomputed(db: Queryable, departmentCode: string): Promise<boolean> {
  const { rows } = await sql<{ uncomputed: boolean }>`
    select exists (
      select from price_import as loaded
      where loaded.department_code = ${departmentCode} and not exists (
        select from price_source as made
        where made.department_code = loaded.department_code and made.origin = 'import'
          and made.computed_at >= loaded.imported_at
      )
    ) as uncomputed`.execute(db);
  return rows[0]?.uncomputed ?? false;
}

/** Codes of the departments, in their order. */
export async function selectDepartments(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct department_code collate "C" as code from place order by code`.execute(db);
  return rows.map(({ code }) => code);
}

interface ImportRow {
  readonly departmentCode: string;
  readonly year: number;
  readonly release: string | null;
  readonly firstOn: string;
  readonly lastOn: string;
  readonly rowCount: number;
  readonly source: SalesSource | null;
  readonly at: Date;
}

/** How many sales of a department-year are loaded, in all and since a day; null when it is not. */
export async function countLoaded(
  tx: Tx,
  { departmentCode, year, since }: { departmentCode: string; year: number; since: string },
): Promise<{ total: number; since: number } | null> {
  const { rows } = await sql<{ total: number; since: number }>`
    select count(sold_on)::integer as total, (count(*) filter (where sold_on >= ${since}::date))::integer as since
    from price_import left join price_sale using (department_code, year)
    where department_code = ${departmentCode} and year = ${year}
    group by department_code, year`.execute(tx);
  return rows[0] ?? null;
}

/** Puts the department-year in the place of what was there. */
export async function replaceImport(tx: Tx, row: ImportRow): Promise<void> {
  await sql`
    delete from price_import where department_code = ${row.departmentCode} and year = ${row.year}`.execute(
    tx,
  );
  await sql`
    insert into price_import (department_code, year, release, first_on, last_on, row_count, sale_count, imported_at,
      source_address, source_version)
    values (${row.departmentCode}, ${row.year}, ${row.release}, ${row.firstOn}, ${row.lastOn}, ${row.rowCount}, 0,
      ${row.at}, ${row.source?.address ?? null}, ${row.source?.version ?? null})`.execute(tx);
}

/**
 * Method R (formats/prices.md 2.2, 1 to 5) on the rows of the deeds, which are all plain sales already: one dwelling, no
 * shop, every local in one commune, a price, 9 m² at least. Communes merged since the release take their code of today.
 */
export async function keepSales(
  tx: Tx,
  departmentCode: string,
  year: number,
): Promise<{ sales: number; unknownPlaces: number }> {
  await sql`analyze deed_row`.execute(tx);
  const { rows } = await sql<{ sales: number; unknownPlaces: number }>`
    with dwelling as (
      select distinct deed, parcel, local_type, lots, surface, rooms, place_code
      from deed_row where local_type in (1, 2)
    ), single as (
      select deed, min(local_type) as local_type, min(surface) as surface, min(rooms) as rooms, min(place_code) as place_code
      from dwelling group by deed having count(*) = 1
    ), deed as (
      select deed, max(value) as value, min(sold_on) as sold_on
      from deed_row group by deed
      having not bool_or(local_type = 4) and count(distinct place_code) = 1
    ), kept as (
      insert into price_sale (department_code, year, sold_on, place_code, kind, rooms, surface, price_per_m2)
      select ${departmentCode}, ${year}::smallint, deed.sold_on,
        coalesce(place.code, (select alias.place_code from place_alias as alias where alias.code = single.place_code limit 1),
          single.place_code),
        case single.local_type when 1 then 'house' else 'apartment' end,
        least(single.rooms, 99), single.surface, deed.value / single.surface
      from single join deed using (deed)
      left join place on place.code = single.place_code
      where deed.value > 0 and single.surface >= 9
      returning place_code
    ), counted as (
      update price_import set sale_count = (select count(*) from kept)
      where department_code = ${departmentCode} and year = ${year}
    )
    select count(*) as sales, count(*) filter (where place.code is null) as unknown_places
    from kept left join place on place.code = kept.place_code`.execute(tx);
  return rows[0] ?? { sales: 0, unknownPlaces: 0 };
}

/** Five years, as the administration publishes; older sales go (formats/prices.md 5, 5). */
export async function dropOldSales(tx: Tx, departmentCode: string): Promise<void> {
  await sql`
    delete from price_sale
    where department_code = ${departmentCode} and sold_on < (
      select max(last_on) + 1 - interval '5 years' from price_import where department_code = ${departmentCode})`.execute(
    tx,
  );
  await sql`
    delete from price_import as old
    where department_code = ${departmentCode} and last_on < (
      select max(last_on) + 1 - interval '5 years' from price_import where department_code = ${departmentCode})`.execute(
    tx,
  );
}
