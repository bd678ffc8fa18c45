import type { Queryable } from '#platform/db.server.ts';
import { contoursOf, thin } from '#rooms/places/contours.server.ts';
import type { Place } from '#rooms/places/contract.ts';
import { MAP_WIDTH, type MapShape, type PriceMap } from './price-map.ts';

const MARGIN = 12;
/** Around dots alone, so that none is cut. */
const DOT_MARGIN = 30;
const TALLEST = 1.35;
/** Squares of the map's unit, which is half a pixel on a phone. */
const DETAIL = 3;

type Spot = readonly [number, number];

/**
 * Draws places side by side, north up, in a frame 640 units wide: the outline of each where an operator loaded it, else
 * its centre. Places without either are left out; null when fewer than two can be drawn.
 */
export async function priceMap(db: Queryable, places: readonly Place[]): Promise<PriceMap | null> {
  const contours = await contoursOf(
    db,
    places.map(({ code }) => code),
  );
  const known = places.flatMap(({ code, lng, lat }) => {
    const rings = contours.get(code)?.rings ?? null;
    return lng === null || lat === null ? [] : [{ code, spot: [lng, lat] as Spot, rings }];
  });
  if (known.length < 2) return null;
  const points = known.flatMap(({ spot, rings }) => (rings ? rings.flat() : [spot]));
  const frame = frameOf(points, contours.size > 0 ? MARGIN : DOT_MARGIN);
  const shapes = known.map(({ code, spot, rings }): MapShape => {
    const [x, y] = frame.place(spot);
    return { code, outline: rings && outlineOf(rings.map((ring) => ring.map(frame.place))), x, y };
  });
  const attributions = new Set([...contours.values()].map(({ attribution }) => attribution));
  return {
    height: frame.height,
    shapes,
    attribution: attributions.size > 0 ? [...attributions].toSorted().join(' · ') : null,
  };
}

/** A degree of longitude is shorter than one of latitude: right to a pixel over a department. */
function frameOf(points: readonly Spot[], margin: number) {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [lng, lat] of points) {
    west = Math.min(west, lng);
    east = Math.max(east, lng);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const across = Math.max(1e-6, (east - west) * shrink);
  const high = Math.max(1e-6, north - south);
  const room = MAP_WIDTH - 2 * margin;
  const scale = Math.min(room / across, (MAP_WIDTH * TALLEST - 2 * margin) / high);
  const left = (MAP_WIDTH - across * scale) / 2;
  return {
    height: Math.ceil(high * scale + 2 * margin),
    place: ([lng, lat]: Spot): Spot => [
      Math.round(left + (lng - west) * shrink * scale),
      Math.round(margin + (north - lat) * scale),
    ],
  };
}

/** Without what would move a line by less than two units; the smallest place stays drawn. */
function outlineOf(rings: readonly (readonly Spot[])[]): string {
  const visible = rings.map((ring) => thin(withoutRepeats(ring), DETAIL)).filter((ring) => ring.length >= 3);
  const kept = visible.length > 0 ? visible : rings.toSorted((a, b) => b.length - a.length).slice(0, 1);
  return kept.map(pathOf).join('');
}

const withoutRepeats = (ring: readonly Spot[]) =>
  ring.filter(([x, y], rank) => {
    const [px, py] = ring.at(rank - 1) as Spot;
    return x !== px || y !== py;
  });

/** Whole units, each point told from the one before: a department of communes is 30 kB of text, not 100. */
function pathOf(ring: readonly Spot[]): string {
  let path = '';
  let [x, y] = [0, 0];
  for (const [rank, [px, py]] of ring.entries()) {
    if (rank === 0) path = `M${px} ${py}l`;
    else if (px !== x || py !== y) path += `${px - x} ${py - y} `;
    [x, y] = [px, py];
  }
  return `${path.trimEnd()}z`;
}
