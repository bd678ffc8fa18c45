import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Contour, Position, Rings } from './contours.ts';
import type { PlaceKind } from './contract.ts';

export type ContourRow = Pick<Contour, 'code' | 'rings' | 'withinMetres'>;

/** What the codes of a file mean today: communes merged since are another's land, and are left out. */
export async function selectKinds(
  db: Queryable,
  codes: readonly string[],
): Promise<{ code: string; kind: PlaceKind }[]> {
  const { rows } = await sql<{ code: string; kind: PlaceKind }>`
    select code, kind from place where code = any(${codes}::text[])`.execute(db);
  return rows;
}

/** Codes that became part of these places and are no place of today. */
export async function selectFormerCodes(
  db: Queryable,
  codes: readonly string[],
): Promise<{ code: string; placeCode: string }[]> {
  const { rows } = await sql<{ code: string; placeCode: string }>`
    select distinct alias.code, alias.place_code from place_alias as alias
    where alias.place_code = any(${codes}::text[])
      and not exists (select from place where place.code = alias.code)`.execute(db);
  return rows;
}

export async function upsertContours(
  tx: Tx,
  rows: readonly ContourRow[],
  attribution: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into place_contour (code, rings, within_metres, attribution, origin, loaded_at)
    select code, decode(rings, 'hex'), within_metres, ${attribution}, 'import', ${at}
    from unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ rings }) => packed(rings))}::text[],
      ${rows.map(({ withinMetres }) => withinMetres)}::integer[]) as row(code, rings, within_metres)
    on conflict (code) do update set rings = excluded.rings, within_metres = excluded.within_metres,
      attribution = excluded.attribution, origin = excluded.origin, loaded_at = excluded.loaded_at`.execute(
    tx,
  );
}

export async function selectContours(db: Queryable, codes: readonly string[]): Promise<Contour[]> {
  const { rows } = await sql<Omit<Contour, 'rings'> & { rings: Buffer }>`
    select code, rings, within_metres, attribution from place_contour
    where code = any(${codes}::text[])`.execute(db);
  return rows.map((row) => ({ ...row, rings: unpacked(row.rings) }));
}

/** The edition of the places, and what was last laid of the outlines shipped with the code; null before the places. */
export async function selectShippedEdition(
  db: Queryable,
): Promise<{ version: string; contours: string | null } | null> {
  const { rows } = await sql<{ version: string; contours: string | null }>`
    select version, contours from place_edition`.execute(db);
  return rows[0] ?? null;
}

export async function writeShippedEdition(tx: Tx, contours: string): Promise<void> {
  await sql`update place_edition set contours = ${contours}`.execute(tx);
}

/** Returns how many were deleted. */
export async function deleteContours(tx: Tx, origin: 'import' | 'shipped'): Promise<number> {
  const { numAffectedRows } = await sql`delete from place_contour where origin = ${origin}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Statistics at once: the first maps must not wait for the autovacuum. */
export async function analyzeContours(tx: Tx): Promise<void> {
  await sql`analyze place_contour`.execute(tx);
}

/** What must be written of the outlines that an operator loaded, each once. */
export async function selectImportedAttributions(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ attribution: string }>`
    select distinct attribution from place_contour where origin = 'import' order by attribution`.execute(db);
  return rows.map(({ attribution }) => attribution);
}

/** In one statement, but for codes of no place of today and for what an operator loaded. Returns how many were laid. */
export async function insertShippedContours(
  tx: Tx,
  rows: readonly Omit<ContourRow, 'withinMetres'>[],
  { withinMetres, attribution }: Pick<Contour, 'withinMetres' | 'attribution'>,
  at: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into place_contour (code, rings, within_metres, attribution, origin, loaded_at)
    select place.code, decode(row.rings, 'hex'), ${withinMetres}, ${attribution}, 'shipped', ${at}
    from unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ rings }) => packed(rings))}::text[])
      as row(code, rings)
    join place on place.code = row.code
    on conflict (code) do nothing`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const PER_DEGREE = 1e5;
const NUMBER = 4;

/** As the table keeps them, in hexadecimal: of each ring its number of points, then longitudes and latitudes. */
function packed(rings: Rings): string {
  const bytes = Buffer.alloc(rings.reduce((sum, ring) => sum + NUMBER * (1 + 2 * ring.length), 0));
  let at = 0;
  for (const ring of rings) {
    at = bytes.writeInt32BE(ring.length, at);
    for (const [lng, lat] of ring) {
      at = bytes.writeInt32BE(Math.round(lng * PER_DEGREE), at);
      at = bytes.writeInt32BE(Math.round(lat * PER_DEGREE), at);
    }
  }
  return bytes.toString('hex');
}

function unpacked(bytes: Buffer): Rings {
  const rings: Position[][] = [];
  let at = 0;
  const read = () => {
    at += NUMBER;
    return bytes.readInt32BE(at - NUMBER);
  };
  while (at < bytes.length)
    rings.push(Array.from({ length: read() }, () => [read() / PER_DEGREE, read() / PER_DEGREE] as const));
  return rings;
}
