import { circlesOf, readArea } from '../../../../search/area/contract.ts';
import type { AreaLine } from '../contract.ts';
import { float64s } from '../growing/rules.server.ts';

/**
 * Areas of alerts, all in one array of numbers. Judged as `judgeArea` judges them (rooms/search/area), point by point
 * and edge by edge: the same whole numbers, so the same answers.
 */
export class Areas {
  /**
   * Per area: circles (-1 is no radius), whether it has a box, places, rings; then each circle (x, y, squeeze, reach), the
   * four sides of the box, the numbers of the places, each ring (its box, corners, then x and y of each).
   */
  readonly whole = float64s();

  /** Where it was put; -1 when it limits nothing. `name` gives a number to a place. */
  add({ places, words, centres }: AreaLine, name: (text: string) => number): number {
    const area = readArea(new URLSearchParams(words));
    if (!area) return -1;
    const circles = circlesOf(area, centres);
    const at = this.whole.push(area.radius === null ? -1 : circles.length);
    const put = (...values: readonly number[]) => {
      for (const value of values) this.whole.push(value);
    };
    put(area.box ? 1 : 0, places.length, area.zones.length);
    for (const { x, y, squeeze, reach } of circles) put(x, y, squeeze, reach);
    put(...(area.box ?? []), ...places.map(name));
    for (const ring of area.zones) {
      const xs = ring.map(([x]) => x);
      const ys = ring.map(([, y]) => y);
      put(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys), ring.length);
      for (const [x, y] of ring) put(x, y);
    }
    return at;
  }

  /**
   * Whether the area put there holds a point, in units; `zones`: the numbers of the places that the listing is of. A radius
   * alone does not hold the places that it is around: their listings are found under the places (`areaKeysOf`).
   */
  holds(at: number, x: number, y: number, zones: readonly number[]): boolean {
    const whole = this.whole.values;
    const circles = whole[at]!;
    const hasBox = whole[at + 1] === 1;
    const places = whole[at + 2]!;
    const rings = whole[at + 3]!;
    const box = at + 4 + Math.max(circles, 0) * 4;
    const place = box + (hasBox ? 4 : 0);
    if (hasBox && !isWithin(whole, box, x, y)) return false;
    if (rings > 0 && !this.#inRings(place + places, rings, x, y)) return false;
    if (circles < 0) return true;
    for (let one = place; one < place + places; one += 1) {
      if (zones.includes(whole[one]!)) return hasBox || rings > 0;
    }
    for (let from = at + 4; from < box; from += 4) {
      const dx = (x - whole[from]!) * whole[from + 2]!;
      const dy = y - whole[from + 1]!;
      const reach = whole[from + 3]!;
      if (dx * dx + dy * dy <= reach * reach) return true;
    }
    return false;
  }

  #inRings(from: number, count: number, x: number, y: number): boolean {
    const whole = this.whole.values;
    let at = from;
    for (let ring = 0; ring < count; ring += 1) {
      const corners = whole[at + 4]!;
      if (isWithin(whole, at, x, y) && covers(whole, at + 5, corners, x, y)) return true;
      at += 5 + 2 * corners;
    }
    return false;
  }
}

/** Within the west, south, east and north written from there on. */
const isWithin = (whole: Float64Array, at: number, x: number, y: number): boolean =>
  x >= whole[at]! && x <= whole[at + 2]! && y >= whole[at + 1]! && y <= whole[at + 3]!;

/** `covers` of rooms/search/area/rings, of an outline laid flat. */
function covers(whole: Float64Array, first: number, corners: number, x: number, y: number): boolean {
  let inside = false;
  let ax = whole[first + 2 * corners - 2]!;
  let ay = whole[first + 2 * corners - 1]!;
  for (let corner = 0; corner < corners; corner += 1) {
    const bx = whole[first + 2 * corner]!;
    const by = whole[first + 2 * corner + 1]!;
    const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
    if (
      side === 0 &&
      (ax < bx ? ax <= x && x <= bx : bx <= x && x <= ax) &&
      (ay < by ? ay <= y && y <= by : by <= y && y <= ay)
    ) {
      return true;
    }
    // From south to north the inside is on the left; the other way the same line says the contrary.
    if (ay < by ? ay <= y && y < by && side > 0 : by <= y && y < ay && side < 0) inside = !inside;
    ax = bx;
    ay = by;
  }
  return inside;
}
