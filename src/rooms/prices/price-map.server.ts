import type { Queryable } from '#platform/db.server.ts';
import { contoursOf, outlinePath } from '#rooms/places/contours.server.ts';
import { type Contour, holdsAt, METRES_PER_DEGREE } from '#rooms/places/contours.ts';
import type { Place } from '#rooms/places/contract.ts';
import { MAP_WIDTH, type MapShape, type PriceMap } from './price-map.ts';

const MARGIN = 12;
/** Where some are dots, so that none is cut. */
const DOT_MARGIN = 30;
const TALLEST = 1.35;
/** Squares of the map's unit, which is half a pixel on a phone. */
const DETAIL = 3;

type Spot = readonly [number, number];

interface Known {
  readonly code: string;
  readonly spot: Spot;
  readonly contour: Contour | null;
}

/**
 * Draws places side by side, north up, in a frame 640 units wide: the outline of each where one is known that holds at the
 * scale of the map (docs/decisions/0083), else its centre. Places without a centre are left out; null when fewer than two
 * can be drawn.
 */
export async function priceMap(db: Queryable, places: readonly Place[]): Promise<PriceMap | null> {
  const contours = await contoursOf(
    db,
    places.map(({ code }) => code),
  );
  const known = places.flatMap(({ code, lng, lat }): Known[] =>
    lng === null || lat === null ? [] : [{ code, spot: [lng, lat], contour: contours.get(code) ?? null }],
  );
  if (known.length < 2) return null;
  const { frame, held } = framed(known);
  const shapes = held.map(({ code, spot, contour }): MapShape => {
    const [x, y] = frame.place(spot);
    const rings = contour?.rings.map((ring) => ring.map(frame.place));
    return { code, outline: rings ? outlinePath(rings, DETAIL) : null, x, y };
  });
  const attributions = new Set(held.flatMap(({ contour }) => contour?.attribution ?? []));
  return {
    height: frame.height,
    shapes,
    attribution: attributions.size > 0 ? [...attributions].toSorted().join(' · ') : null,
  };
}

interface Framed {
  readonly frame: ReturnType<typeof frameOf>;
  readonly held: readonly Known[];
}

/** Dropping a coarse outline tightens the frame, which may make another one too coarse: repeated until stable. */
function framed(known: readonly Known[]): Framed {
  const points = known.flatMap(({ spot, contour }): readonly Spot[] => contour?.rings.flat() ?? [spot]);
  const frame = frameOf(points, known.every(({ contour }) => contour) ? MARGIN : DOT_MARGIN);
  const isCoarse = ({ contour }: Known) => contour !== null && !holdsAt(contour, frame.metresPerUnit);
  if (!known.some(isCoarse)) return { frame, held: known };
  return framed(known.map((one) => (isCoarse(one) ? { ...one, contour: null } : one)));
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
    metresPerUnit: METRES_PER_DEGREE / scale,
    place: ([lng, lat]: Spot): Spot => [
      Math.round(left + (lng - west) * shrink * scale),
      Math.round(margin + (north - lat) * scale),
    ],
  };
}
