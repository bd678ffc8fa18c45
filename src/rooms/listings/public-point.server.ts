import { createHash } from 'node:crypto';

/** Metres around the public point when none are declared, and the bounds of what may be declared. */
const DEFAULT_RADIUS = 300;
const MIN_RADIUS = 150;
const MAX_RADIUS = 5_000;

const METRES_PER_DEGREE = 111_320;
/** Parts of the radius: half a cell's diagonal (0.636) plus the shift (0.3) stays below 1, rounding included. */
const CELL_PART = 0.9;
const SHIFT_MIN_PART = 0.15;
const SHIFT_MAX_PART = 0.3;
/** The public point never falls on the exact one by chance. */
const APART_METRES = 20;

interface PublicPoint {
  readonly lat: number;
  readonly lng: number;
  /** Metres; the exact point is no farther than this. */
  readonly radius: number;
}

/**
 * The one point of a listing that searches, maps, alerts and pages see (interface.md, fine points 20).
 * The exact point is replaced by the centre of a grid cell as wide as its declared precision, so that it
 * cannot be found again even by who knows this code; the centre is then shifted by an amount drawn from the
 * technical id, so that neighbours do not pile up. Same input, same point. Null without a usable exact point.
 */
export function publicPoint(exact: {
  lat: number | null;
  lng: number | null;
  radius: number | null;
  technicalId: string;
}): PublicPoint | null {
  const { lat, lng, technicalId } = exact;
  if (lat === null || lng === null || !(Math.abs(lat) < 85) || !(Math.abs(lng) <= 180)) return null;
  // Some exporters write zeros for « unknown ».
  if (lat === 0 && lng === 0) return null;
  const radius = Math.round(Math.min(Math.max(exact.radius ?? DEFAULT_RADIUS, MIN_RADIUS), MAX_RADIUS));
  const side = radius * CELL_PART;
  const centreLat = centreOf(lat, side / METRES_PER_DEGREE);
  const metresPerLng = METRES_PER_DEGREE * Math.cos((centreLat * Math.PI) / 180);
  const centreLng = centreOf(lng, side / metresPerLng);
  for (let attempt = 0; ; attempt += 1) {
    const draw = createHash('sha256').update(`${technicalId}\n${attempt}`).digest();
    const angle = (draw.readUInt32BE(0) / 2 ** 32) * 2 * Math.PI;
    const share = SHIFT_MIN_PART + (draw.readUInt32BE(4) / 2 ** 32) * (SHIFT_MAX_PART - SHIFT_MIN_PART);
    const point = {
      lat: rounded(centreLat + (Math.sin(angle) * share * radius) / METRES_PER_DEGREE),
      lng: rounded(centreLng + (Math.cos(angle) * share * radius) / metresPerLng),
      radius,
    };
    const apart = Math.hypot((point.lat - lat) * METRES_PER_DEGREE, (point.lng - lng) * metresPerLng);
    if (apart >= APART_METRES || attempt === 15) return point;
  }
}

function centreOf(degrees: number, step: number): number {
  return (Math.floor(degrees / step) + 0.5) * step;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
