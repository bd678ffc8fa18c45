import type { Tx } from '#platform/db.server.ts';
import { cellNumbers } from '#rooms/criteria/area.server.ts';
import { boxesOf } from '#rooms/criteria/area.ts';
import { wordsAgainst } from '#rooms/criteria/area-around.ts';
import { zoneKeysOf, zonesOf } from '#rooms/criteria/verdict.ts';
import type { Sought } from '#rooms/search/search.server.ts';
import { criteriaIn, placesOf, soughtIn } from '../asking/described-search.server.ts';
import { anyArea, candidates, criteriaOfAlerts, insertAreaHits, pointsOf } from './area.sql.server.ts';
import type { NotifiedFact } from './matcher.sql.server.ts';

/** Rows of alert_key that one area may take; a larger one is asked of coarser cells, then of every listing. */
const CELLS_MAX = 64;

/**
 * The zones of the keys of an area: the cells of the grid that it touches, the places whose listings without a point may be
 * in it (`@n`), those that a radius is around (`@p`); `@*` is everywhere. None is a zone of `zoneKeysOf`: alerts without an
 * area never meet them.
 */
export function areaKeysOf({ within, places }: Sought): string[] | null {
  if (!within) return null;
  const boxes = boxesOf(within, within.circles);
  const fine = cellNumbers(boxes, 'fine', CELLS_MAX);
  const coarse = fine ? null : cellNumbers(boxes, 'coarse', CELLS_MAX);
  const cells = fine?.map((cell) => `@f${cell}`) ?? coarse?.map((cell) => `@g${cell}`) ?? ['@*'];
  const bounded = within.zones.length > 0 || within.box !== null;
  return [...cells, ...zoneKeysOf({ places }).map((code) => `${bounded ? '@n' : '@p'}${code}`)];
}

/** Finds the alerts of a batch that ask for an area: by the grid in the database, then exactly, here. */
export async function matchAreas(
  tx: Tx,
  facts: readonly NotifiedFact[],
  { batch, now }: { batch: number; now: Date },
): Promise<void> {
  if (!(await anyArea(tx))) return;
  const found = await candidates(tx, facts, now);
  if (found.length === 0) return;
  const listingOf = new Map(facts.map(({ seq, listingId }) => [seq, listingId]));
  const points = await pointsOf(tx, [...new Set(listingOf.values())]);
  const sought = await soughtOfAlerts(tx, [...new Set(found.map(({ alertId }) => alertId))]);
  const kept = found.flatMap(({ alertId, seq, run, sure }) => {
    const wanted = sought.get(alertId);
    const point = points.get(listingOf.get(seq) ?? 0);
    if (!wanted?.within || !point) return [];
    const inPlace = zonesOf(point).some((zone) => wanted.places.includes(zone));
    const { failed, unknown } = wordsAgainst(wanted.within, { ...point, inPlace });
    return failed.length > 0 ? [] : [{ alertId, seq, run, sure: sure && unknown.length === 0 }];
  });
  await insertAreaHits(tx, kept, { batch, now });
}

async function soughtOfAlerts(tx: Tx, ids: readonly number[]): Promise<Map<number, Sought>> {
  const rows = await criteriaOfAlerts(tx, ids);
  const places = await placesOf(tx, { places: rows.flatMap((row) => criteriaIn(row).places) });
  return new Map(rows.map((row) => [row.id, soughtIn(criteriaIn(row), places)]));
}
