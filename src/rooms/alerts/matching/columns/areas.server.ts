import { circlesOf, readArea } from '#rooms/criteria/area.ts';
import { UNITS } from '#rooms/criteria/rings.ts';
import type { AreaLine } from './columns.ts';
import { float64s } from './growing.server.ts';

/** Numbers of an area before its circles. */
const HEAD = 5;

/**
 * Areas of alerts, all in one array of numbers. Judged as `judgeArea` judges them (rooms/criteria/area), point by point
 * and edge by edge: the same whole numbers, so the same answers.
 */
export class Areas {
  /**
   * Per area: its alert, circles (-1 is no radius), whether it has a box, places, rings; then each circle (x, y, squeeze,
   * reach), the four sides of the box, the numbers of the places, each ring (its box, corners, then x and y of each).
   */
  readonly whole = float64s();
  /** Where each was put, until they are gathered. */
  #starts: number[] = [];

  /** Where it was put; -1 when it limits nothing. `name` gives a number to a place. */
  add({ places, words, centres }: AreaLine, alert: number, name: (text: string) => number): number {
    const area = readArea(new URLSearchParams(words));
    if (!area) return -1;
    const circles = circlesOf(area, centres);
    const at = this.whole.push(alert);
    this.#starts.push(at);
    const put = (...values: readonly number[]) => {
      for (const value of values) this.whole.push(value);
    };
    put(area.radius === null ? -1 : circles.length, area.box ? 1 : 0, places.length, area.zones.length);
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

  /** The alert of the area put there. */
  alertAt(at: number): number {
    return this.whole.values[at]!;
  }

  /** Puts neighbours side by side, as a listing asks all those around it. Where each was, and where it is now. */
  gather(): Map<number, number> {
    const before = this.whole.used();
    const areas = this.#starts.map((from, nth) => ({
      from,
      end: this.#starts[nth + 1] ?? before.length,
      place: this.#placeOf(from),
    }));
    const after = new Float64Array(before.length);
    const moved = new Map<number, number>();
    let to = 0;
    for (const { from, end } of areas.toSorted((a, b) => a.place - b.place)) {
      after.set(before.subarray(from, end), to);
      moved.set(from, to);
      to += end - from;
    }
    this.whole.adopt(after);
    this.#starts = [];
    return moved;
  }

  /** Of the middle of its first circle, its box or its first ring, on `curve`. */
  #placeOf(at: number): number {
    const whole = this.whole.values;
    const [circles, boxes, places] = [whole[at + 1]!, whole[at + 2]!, whole[at + 3]!];
    const first = at + HEAD;
    if (circles > 0) return curve(whole[first]!, whole[first + 1]!);
    const sides = boxes === 1 ? first : first + places;
    return curve((whole[sides]! + whole[sides + 2]!) / 2, (whole[sides + 1]! + whole[sides + 3]!) / 2);
  }

  /**
   * Whether the area put there holds a point, in units; `zones`: the numbers of the places that the listing is of. A radius
   * alone does not hold the places that it is around: their listings are found under the places (`areaKeysOf`).
   */
  holds(at: number, x: number, y: number, zones: readonly number[]): boolean {
    const whole = this.whole.values;
    const circles = whole[at + 1]!;
    const hasBox = whole[at + 2] === 1;
    const places = whole[at + 3]!;
    const rings = whole[at + 4]!;
    const box = at + HEAD + Math.max(circles, 0) * 4;
    const place = box + (hasBox ? 4 : 0);
    if (hasBox && !isWithin(whole, box, x, y)) return false;
    const drawn = hasBox || rings > 0;
    if (circles >= 0) {
      // Telling so takes least, and most are not.
      const near = isNear(whole, at + HEAD, box, x, y);
      if (!near && !drawn) return false;
      // Drawn: near, or of the places. Else: near, and not of them.
      if (near !== drawn && this.#isOf(place, place + places, zones) !== drawn) return false;
    }
    return rings === 0 || this.#inRings(place + places, rings, x, y);
  }

  #isOf(from: number, end: number, zones: readonly number[]): boolean {
    for (let one = from; one < end; one += 1) if (zones.includes(this.whole.values[one]!)) return true;
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

/** Within one of the circles written from there on, up to `end`. */
function isNear(whole: Float64Array, first: number, end: number, x: number, y: number): boolean {
  for (let from = first; from < end; from += 4) {
    const dx = (x - whole[from]!) * whole[from + 2]!;
    const dy = y - whole[from + 1]!;
    const reach = whole[from + 3]!;
    if (dx * dx + dy * dy <= reach * reach) return true;
  }
  return false;
}

/** Within the west, south, east and north written from there on. */
const isWithin = (whole: Float64Array, at: number, x: number, y: number): boolean =>
  x >= whole[at]! && x <= whole[at + 2]! && y >= whole[at + 1]! && y <= whole[at + 3]!;

/** `covers` of rooms/criteria/rings, of an outline laid flat. */
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

/** About 0.6 km. */
const STEP = 2 ** 9;

/** A point, in units, on a curve that passes by all others and leaves neighbours near each other (Morton's). */
export function curve(x: number, y: number): number {
  return spread((x + 180 * UNITS) / STEP) + 2 * spread((y + 90 * UNITS) / STEP);
}

/** The bits of a number below 2^17, a free one after each. */
function spread(value: number): number {
  let bits = 0;
  for (let [rest, weight] = [Math.trunc(value), 1]; rest > 0; rest >>= 1, weight *= 4)
    bits += (rest & 1) * weight;
  return bits;
}
