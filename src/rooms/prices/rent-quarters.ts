// Quarters of a rent-control order: which ones a blurred point may lie in.

export type Spot = readonly [lng: number, lat: number];
/** Outline first, then its holes; each closed or not. */
export type Rings = readonly (readonly Spot[])[];

const METRES_PER_DEGREE = 111_320;

/**
 * Whether the disc around a public point touches the polygon: the dwelling, which is somewhere in the disc, may lie in
 * it. Flat geometry around the point, exact to a metre over a city.
 */
export function mayLieIn(rings: Rings, centre: Spot, radius: number): boolean {
  const scale = Math.cos((centre[1] * Math.PI) / 180);
  const flat = rings.map((ring) =>
    ring.map(
      ([lng, lat]) =>
        [(lng - centre[0]) * METRES_PER_DEGREE * scale, (lat - centre[1]) * METRES_PER_DEGREE] as const,
    ),
  );
  let inside = false;
  for (const ring of flat) {
    for (const [index, [x2, y2]] of ring.entries()) {
      const [x1, y1] = ring.at(index - 1) ?? [x2, y2];
      if (y1 > 0 !== y2 > 0 && (x2 - x1) * (-y1 / (y2 - y1)) + x1 > 0) inside = !inside;
      if (distanceToSegment(x1, y1, x2, y2) <= radius) return true;
    }
  }
  return inside;
}

/**
 * The ring without the points that move its line by less than so many metres (Ramer, Douglas and Peucker). What is left of
 * two neighbours may overlap or part by as much.
 */
export function simplifyRing(ring: readonly Spot[], metres: number): Spot[] {
  const scale = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  const flat = ring.map(([lng, lat]) => [lng * METRES_PER_DEGREE * scale, lat * METRES_PER_DEGREE] as const);
  const kept = new Set([0, ring.length - 1]);
  const spans: (readonly [number, number])[] = [[0, ring.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [first, last] = span;
    const [ax, ay] = flat[first] ?? [0, 0];
    const [bx, by] = flat[last] ?? [0, 0];
    let farthest = -1;
    let most = metres;
    for (let rank = first + 1; rank < last; rank += 1) {
      const [x, y] = flat[rank] ?? [0, 0];
      const distance = distanceToSegment(ax - x, ay - y, bx - x, by - y);
      if (distance <= most) continue;
      most = distance;
      farthest = rank;
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    spans.push([first, farthest], [farthest, last]);
  }
  return ring.filter((_, rank) => kept.has(rank));
}

/** Of the origin. */
function distanceToSegment(x1: number, y1: number, x2: number, y2: number): number {
  const dx = x2 - x1;
  const dy = y2 - y1;
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length));
  return Math.hypot(x1 + along * dx, y1 + along * dy);
}
