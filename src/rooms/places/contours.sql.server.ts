import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Contour, Rings } from './contours.ts';
import type { PlaceKind } from './contract.ts';

/** What the codes of a file mean today: communes merged since are another's land, and are left out. */
export async function selectKinds(
  db: Queryable,
  codes: readonly string[],
): Promise<{ code: string; kind: PlaceKind }[]> {
  const { rows } = await sql<{ code: string; kind: PlaceKind }>`
    select code, kind from place where code = any(${codes}::text[])`.execute(db);
  return rows;
}

export async function upsertContours(
  tx: Tx,
  rows: readonly { code: string; rings: Rings }[],
  attribution: string,
  at: Date,
): Promise<void> {
  await sql`
    insert into place_contour (code, rings, attribution, loaded_at)
    select code, rings, ${attribution}, ${at}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(code text, rings jsonb)
    on conflict (code) do update set rings = excluded.rings, attribution = excluded.attribution,
      loaded_at = excluded.loaded_at`.execute(tx);
}

export async function selectContours(db: Queryable, codes: readonly string[]): Promise<Contour[]> {
  const { rows } = await sql<Contour>`
    select code, rings, attribution from place_contour where code = any(${codes}::text[])`.execute(db);
  return rows;
}
