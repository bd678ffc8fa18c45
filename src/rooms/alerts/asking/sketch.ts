/**
 * Sketch: where the examples of a preview are, drawn on the server with the names around: no map is loaded for it.
 * Points are those of listings, already blurred, and names those of places.
 */
import * as z from 'zod/mini';
import { formatNumber, NBSP } from '#contract/fmt.ts';

export const SKETCH_WIDTH = 320;
export const SKETCH_HEIGHT = 180;

const spot = { x: z.number(), y: z.number() } as const;

export const sketchSchema = z.object({
  /** In the units of the drawing; an example whose agency gives no point is missing. */
  points: z.array(z.object({ listingId: z.int(), ...spot })),
  /** Each with where it is written: over its spot, or under it. */
  names: z.array(z.object({ name: z.string(), ...spot, textY: z.number() })),
  /** Length of the scale, and what it stands for. */
  scale: z.object({ length: z.number(), words: z.string() }),
});
export type Sketch = z.output<typeof sketchSchema>;

export interface Spot {
  readonly lat: number;
  readonly lng: number;
}

const METRES_PER_DEGREE = 111_320;
/** Points are blurred by some hundreds of metres: a closer look would say more than is known. */
const LEAST_METRES = 2_500;
/** Room for a pin and for what is written under it, in the units of the drawing. */
const MARGIN = 34;

/** What holds these points, and how degrees fall on it. */
export function frameOf(spots: readonly Spot[]) {
  const [south, north] = [Math.min(...spots.map(({ lat }) => lat)), Math.max(...spots.map(({ lat }) => lat))];
  const [west, east] = [Math.min(...spots.map(({ lng }) => lng)), Math.max(...spots.map(({ lng }) => lng))];
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 };
  const squeeze = Math.cos((middle.lat * Math.PI) / 180);
  const metresPerUnit = Math.max(
    ((north - south) * METRES_PER_DEGREE) / (SKETCH_HEIGHT - 2 * MARGIN),
    ((east - west) * METRES_PER_DEGREE * squeeze) / (SKETCH_WIDTH - 2 * MARGIN),
    LEAST_METRES / SKETCH_HEIGHT,
  );
  const perDegree = METRES_PER_DEGREE / metresPerUnit;
  const place = ({ lat, lng }: Spot) => ({
    x: round(SKETCH_WIDTH / 2 + (lng - middle.lng) * squeeze * perDegree),
    y: round(SKETCH_HEIGHT / 2 - (lat - middle.lat) * perDegree),
  });
  return { place, metresPerUnit };
}

/** Whether one of the points is within a few kilometres. */
export function isNear(spot: Spot, points: readonly Spot[]): boolean {
  const squeeze = Math.cos((spot.lat * Math.PI) / 180);
  return points.some(
    ({ lat, lng }) =>
      Math.hypot(lat - spot.lat, (lng - spot.lng) * squeeze) * METRES_PER_DEGREE < NEAR_METRES,
  );
}
const NEAR_METRES = 8_000;

const ROUND_METRES = [200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000];

/** The longest round distance that takes a quarter of the width at most. */
export function scaleOf(metresPerUnit: number): Sketch['scale'] {
  const room = (SKETCH_WIDTH / 4) * metresPerUnit;
  const metres = ROUND_METRES.findLast((each) => each <= room) ?? 200;
  const words =
    metres < 1_000 ? `${formatNumber(metres)}${NBSP}m` : `${formatNumber(metres / 1_000)}${NBSP}km`;
  return { length: round(metres / metresPerUnit), words };
}

/** Pins side by side where points are one: each keeps its number readable. */
export function spreadPins<Point extends { readonly x: number; readonly y: number }>(
  points: readonly Point[],
): Point[] {
  const placed: Point[] = [];
  for (const point of points) {
    const beside = (x: number) => placed.some((one) => Math.hypot(one.x - x, one.y - point.y) < PIN);
    // From the point outwards, on either side in turn: three pins never need more.
    const x = [0, PIN, -PIN, 2 * PIN, -2 * PIN]
      .map((step) => round(point.x + step))
      .find((each) => each >= EDGE && each <= SKETCH_WIDTH - EDGE && !beside(each));
    placed.push({ ...point, x: x ?? point.x });
  }
  return placed;
}
const PIN = 20;
const EDGE = 12;

const LETTER = 6.4;
const NAMES_SHOWN = 5;

/** Names that neither cover one another or a pin, nor run off the drawing; the first of them win. */
export function readable(
  names: readonly { readonly name: string; readonly x: number; readonly y: number }[],
  points: Sketch['points'],
): Sketch['names'] {
  const taken = points.map(({ x, y }) => ({
    left: x - PIN / 2,
    right: x + PIN / 2,
    middle: y,
    half: PIN / 2,
  }));
  return names
    .flatMap((one) => {
      const half = (one.name.length * LETTER) / 2;
      for (const textY of [one.y - 6, one.y + 15, one.y - 16, one.y + 22]) {
        const box = { left: one.x - half, right: one.x + half, middle: textY - 4, half: 7 };
        const out = box.left < 6 || box.right > SKETCH_WIDTH - 6 || textY < 14 || textY > SKETCH_HEIGHT - 22;
        const meets = taken.some(
          (other) =>
            box.left < other.right + 2 &&
            other.left < box.right + 2 &&
            Math.abs(other.middle - box.middle) < other.half + box.half,
        );
        if (out || meets) continue;
        taken.push(box);
        return [{ ...one, textY: round(textY) }];
      }
      return [];
    })
    .slice(0, NAMES_SHOWN);
}

const round = (value: number) => Math.round(value * 10) / 10;
