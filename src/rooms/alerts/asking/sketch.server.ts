import type { Queryable } from '#platform/db.server.ts';
import { placeLabel } from '#rooms/places/contract.ts';
import { selectNames, selectPoints } from './sketch.sql.server.ts';
import { frameOf, isNear, readable, type Sketch, scaleOf, spreadPins } from './sketch.ts';

const NAMES_LOOKED_AT = 40;

/** Where these listings are, in their order; null when none has a public point. Two statements. */
export async function sketchOf(db: Queryable, listingIds: readonly number[]): Promise<Sketch | null> {
  const points = new Map((await selectPoints(db, listingIds)).map((point) => [point.id, point]));
  const known = listingIds.flatMap((id) => points.get(id) ?? []);
  if (known.length === 0) return null;
  const names = await selectNames(db, listingIds, NAMES_LOOKED_AT);
  // The middle of the town, when it is near: that is how people find their way.
  const middles = names.filter((name) => name.own && isNear(name, known));
  const { place, metresPerUnit } = frameOf([...known, ...middles]);
  const pins = spreadPins(known.map(({ id, ...spot }) => ({ listingId: id, ...place(spot) })));
  return {
    points: pins,
    names: readable(
      names.map((name) => ({ name: placeLabel(name), ...place(name) })),
      pins,
    ),
    scale: scaleOf(metresPerUnit),
  };
}
