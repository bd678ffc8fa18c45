import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { PlaceKind } from '../contract.ts';

export interface PlaceRow {
  readonly code: string;
  readonly kind: PlaceKind;
  readonly name: string;
  readonly liaison: number;
  readonly slug: string;
  readonly departmentCode: string;
  readonly departmentName: string;
  readonly cityCode: string | null;
  readonly cityName: string | null;
  readonly citySlug: string | null;
  readonly rank: number | null;
  readonly postalCodes: readonly string[];
  readonly population: number | null;
  /** Centre: longitude, latitude. */
  readonly spot: readonly [number, number] | null;
  /** West, south, east, north. */
  readonly bbox: readonly [number, number, number, number] | null;
  readonly neighbours: readonly string[];
}

export interface AliasRow {
  readonly code: string;
  readonly placeCode: string;
  readonly name: string | null;
}

export interface TermRow {
  readonly term: string;
  readonly sound: string | null;
  readonly spelling: string | null;
  readonly typo: readonly number[] | null;
  /** 1 name, 2 without article, 3 alias, 4 inner word, 5 number. */
  readonly kind: number;
  readonly placeCode: string;
  readonly weight: number;
  readonly alias: string | null;
}

const LOADING_LOCK = 7_203_002;

/** Until the end of the transaction, one loader at a time. */
export async function lockLoading(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOADING_LOCK)})`.execute(tx);
}

export async function readEdition(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`select version from place_edition`.execute(db);
  return rows[0]?.version ?? null;
}

export async function writeEdition(tx: Tx, version: string, at: Date): Promise<void> {
  await sql`
    insert into place_edition (version, loaded_at) values (${version}, ${at})
    on conflict (only_one) do update set version = excluded.version, loaded_at = excluded.loaded_at`.execute(
    tx,
  );
}

/** Makes the tables hold exactly these rows. Places that do not change are not written. */
export async function replacePlaces(
  tx: Tx,
  places: readonly PlaceRow[],
  aliases: readonly AliasRow[],
  terms: readonly TermRow[],
): Promise<void> {
  await sql`drop index if exists place_term_spelling, place_term_typo`.execute(tx);
  await sql`truncate place_term, place_alias`.execute(tx);
  const shipped = places.map(({ spot, ...place }) => ({
    ...place,
    lng: spot?.[0] ?? null,
    lat: spot?.[1] ?? null,
  }));
  await sql`create temporary table place_shipped (like place) on commit drop`.execute(tx);
  await sql`
    insert into place_shipped (code, kind, name, liaison, slug, department_code, department_name, city_code,
      city_name, city_slug, rank, postal_codes, population, lng, lat, bbox, neighbours)
    select * from json_to_recordset(${JSON.stringify(shipped)}::json) as row(
      code text, kind text, name text, liaison smallint, slug text, "departmentCode" text, "departmentName" text,
      "cityCode" text, "cityName" text, "citySlug" text, rank smallint, "postalCodes" text[], population integer,
      lng double precision, lat double precision, bbox double precision[], neighbours text[])`.execute(tx);
  await sql`delete from place where code not in (select code from place_shipped)`.execute(tx);
  // Slugs may pass from one place to another between two editions: those that change step aside first.
  await sql`
    update place set slug = place.code || ' ' || place.slug from place_shipped
    where place.code = place_shipped.code and place.slug <> place_shipped.slug`.execute(tx);
  await sql`
    insert into place select * from place_shipped
    on conflict (code) do update set
      kind = excluded.kind, name = excluded.name, liaison = excluded.liaison, slug = excluded.slug,
      department_code = excluded.department_code, department_name = excluded.department_name,
      city_code = excluded.city_code, city_name = excluded.city_name, city_slug = excluded.city_slug,
      rank = excluded.rank, postal_codes = excluded.postal_codes, population = excluded.population,
      lng = excluded.lng, lat = excluded.lat, bbox = excluded.bbox, neighbours = excluded.neighbours
    where place is distinct from excluded`.execute(tx);
  await sql`
    insert into place_alias (code, place_code, name)
    select * from unnest(${aliases.map((row) => row.code)}::text[], ${aliases.map((row) => row.placeCode)}::text[],
      ${aliases.map((row) => row.name)}::text[])`.execute(tx);
  await sql`
    insert into place_term (term, sound, spelling, typo, kind, place_code, weight, alias)
    select term, sound, spelling, typo::integer[], kind, place_code, weight, alias
    from unnest(${terms.map((row) => row.term)}::text[], ${terms.map((row) => row.sound)}::text[],
      ${terms.map((row) => row.spelling)}::text[], ${terms.map(({ typo }) => typo && `{${typo.join(',')}}`)}::text[],
      ${terms.map((row) => row.kind)}::smallint[], ${terms.map((row) => row.placeCode)}::text[],
      ${terms.map((row) => row.weight)}::real[], ${terms.map((row) => row.alias)}::text[])
      as row(term, sound, spelling, typo, kind, place_code, weight, alias)`.execute(tx);
  await sql`
    create index place_term_spelling on place_term using gin (spelling gin_trgm_ops)`.execute(tx);
  await sql`create index place_term_typo on place_term using gin (typo) where typo is not null`.execute(tx);
}

/** Statistics at once: the first searches must not wait for the autovacuum. */
export async function analyzePlaces(db: Db): Promise<void> {
  await sql`analyze place, place_alias, place_term`.execute(db);
}
