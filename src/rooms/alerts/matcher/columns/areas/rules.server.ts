import { circlesOf, readArea } from '../../../../search/area/contract.ts';
import { toUnits } from '../../../../search/area/rings/contract.ts';
import type { AreaLine } from '../contract.ts';
import { float64s, int32s } from '../growing/rules.server.ts';

/** What `judgeArea` would say. */
export type Where = 'inside' | 'outside' | 'unknown';

/**
 * Areas of alerts, all in two arrays of numbers. Judged as `judgeArea` judges them (rooms/search/area), point by point
 * and edge by edge: the same whole numbers, so the same answers.
 */
export class Areas {
  /** Per area: circles from, circles, has a box, its four sides, places, their numbers, rings, then each ring. */
  readonly whole = int32s();
  /** Per circle: x, y, squeeze, reach. */
  readonly circles = float64s();

  /** Where it was put; -1 when it limits nothing. `name` gives a number to a place. */
  add({ places, words, centres }: AreaLine, name: (text: string) => number): number {
    const area = readArea(new URLSearchParams(words));
    if (!area) return -1;
    const at = this.whole.push(this.circles.length);
    const circles = circlesOf(area, centres);
    for (const { x, y, squeeze, reach } of circles) {
      for (const value of [x, y, squeeze, reach]) this.circles.push(value);
    }
    this.whole.push(area.radius === null ? -1 : circles.length);
    this.whole.push(area.box ? 1 : 0);
    for (const side of area.box ?? [0, 0, 0, 0]) this.whole.push(side);
    this.whole.push(places.length);
    for (const place of places) this.whole.push(name(place));
    this.whole.push(area.zones.length);
    for (const ring of area.zones) {
      const xs = ring.map(([x]) => x);
      const ys = ring.map(([, y]) => y);
      const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
      for (const side of box) this.whole.push(side);
      this.whole.push(ring.length);
      for (const [x, y] of ring) {
        this.whole.push(x);
        this.whole.push(y);
      }
    }
    return at;
  }

  /** `zones`: the numbers of the places that the listing is of. */
  judge(at: number, lat: number | null, lng: number | null, zones: readonly number[]): Where {
    const whole = this.whole.values;
    const firstCircle = whole[at]!;
    const circles = whole[at + 1]!;
    const hasBox = whole[at + 2] === 1;
    const places = whole[at + 7]!;
    const ringsAt = at + 8 + places;
    const rings = whole[ringsAt]!;
    const inPlace = () => {
      for (let one = at + 8; one < ringsAt; one += 1) if (zones.includes(whole[one]!)) return true;
      return false;
    };
    if (lat === null || lng === null) {
      if (!inPlace()) return 'outside';
      return hasBox || rings > 0 ? 'unknown' : 'inside';
    }
    const x = toUnits(lng);
    const y = toUnits(lat);
    if (hasBox && (x < whole[at + 3]! || x > whole[at + 5]! || y < whole[at + 4]! || y > whole[at + 6]!)) {
      return 'outside';
    }
    if (rings > 0 && !this.#inRings(ringsAt + 1, rings, x, y)) return 'outside';
    if (circles < 0 || inPlace()) return 'inside';
    for (let one = 0; one < circles; one += 1) {
      const from = firstCircle + one * 4;
      const [cx, cy, squeeze, reach] = this.circles.values.subarray(from, from + 4) as unknown as number[];
      const dx = (x - cx!) * squeeze!;
      const dy = y - cy!;
      if (dx * dx + dy * dy <= reach! * reach!) return 'inside';
    }
    return 'outside';
  }

  #inRings(from: number, count: number, x: number, y: number): boolean {
    const whole = this.whole.values;
    let at = from;
    for (let ring = 0; ring < count; ring += 1) {
      const corners = whole[at + 4]!;
      const first = at + 5;
      if (x >= whole[at]! && y >= whole[at + 1]! && x <= whole[at + 2]! && y <= whole[at + 3]!) {
        if (covers(whole, first, corners, x, y)) return true;
      }
      at = first + 2 * corners;
    }
    return false;
  }
}

/** `covers` of rooms/search/area/rings, of an outline laid flat. */
function covers(whole: Int32Array, first: number, corners: number, x: number, y: number): boolean {
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
