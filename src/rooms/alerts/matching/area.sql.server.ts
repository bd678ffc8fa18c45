import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db.server.ts';
import { listingZones } from '#rooms/criteria/predicate.server.ts';
import { matches, type NotifiedFact } from './matcher.sql.server.ts';

/** A fact and an alert whose area may hold its listing; `sure` says it of the other criteria. */
interface Candidate {
  readonly alertId: number;
  readonly seq: number;
  readonly run: string;
  readonly sure: boolean;
}

/** Whether any alert asks for an area: their zones are those from `@` on, and no place's code is. */
export async function anyArea(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`
    select exists (select from alert_key where zone >= '@' and zone < 'A') as any
  `.execute(tx);
  return rows[0]?.any === true;
}

/** The zones of areas that may hold a listing (`areaKeysOf`). */
function areaZones(alias: string): RawBuilder<string[]> {
  const column = (name: string) => sql`${sql.ref(`${alias}.${name}`)}`;
  const places = (prefix: string) =>
    sql`(select coalesce(array_agg(${sql.lit(prefix)} || zone), '{}') from unnest(${listingZones(alias)}) as zone)`;
  return sql`case when ${column('lat')} is null then ${places('@n')}
    else array['@*', '@f' || ${column('cell')}, '@g' || ${column('cell2')}] end || ${places('@p')}`;
}

/** Each pair once, before the exact test of its area. */
export async function candidates(tx: Tx, facts: readonly NotifiedFact[], now: Date): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select distinct alert_id, seq, run, sure from ${matches(facts, now, areaZones('l'))} found
    order by alert_id, run, seq
  `.execute(tx);
  return rows;
}

export interface Point {
  readonly lat: number | null;
  readonly lng: number | null;
  readonly placeCode: string;
  readonly cityCode: string;
  readonly departmentCode: string;
}

/** The public points of listings, and the places they are of. */
export async function pointsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Point>> {
  const rows = await tx
    .selectFrom('listing')
    .select(['id', 'lat', 'lng', 'placeCode', 'cityCode', 'departmentCode'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...point }) => [id, point]));
}

export async function criteriaOfAlerts(
  tx: Tx,
  ids: readonly number[],
): Promise<{ id: number; criteria: unknown }[]> {
  return tx.selectFrom('alert').select(['id', 'criteria']).where('id', 'in', ids).execute();
}

/** Keeps one row per alert and run, as for the alerts of places. */
export async function insertAreaHits(
  tx: Tx,
  found: readonly Candidate[],
  { batch, now }: { batch: number; now: Date },
): Promise<void> {
  if (found.length === 0) return;
  const column = <T>(read: (pair: Candidate) => T) => found.map(read);
  await sql`
    insert into alert_hit (alert_id, run, batch, sure, unsure, at, retry_at)
    select alert_id, run, ${batch}::bigint,
      coalesce(array_agg(seq order by seq) filter (where sure), '{}'),
      coalesce(array_agg(seq order by seq) filter (where not sure), '{}'),
      ${now}::timestamptz, ${now}::timestamptz
    from unnest(${column(({ alertId }) => alertId)}::bigint[], ${column(({ run }) => run)}::text[],
      ${column(({ seq }) => seq)}::bigint[], ${column(({ sure }) => sure)}::boolean[])
      as found(alert_id, run, seq, sure)
    group by alert_id, run
  `.execute(tx);
}
