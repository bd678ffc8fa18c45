/**
 * Around: the small map of a listing's page, drawn on the server: the circle that holds the home, and names to find it by.
 * The outlines and the names are those of places.
 */
import { formatNumber, NBSP } from '#contract/fmt.ts';

export const MAP_WIDTH = 640;
export const MAP_HEIGHT = 300;

export interface Landmark {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** The commune of the listing. */
  readonly own: boolean;
}

export interface AroundView {
  /** In the units of the drawing. */
  readonly circle: { readonly x: number; readonly y: number; readonly r: number };
  /** Path data of the commune's limits, even-odd; null when they are not loaded. */
  readonly outline: string | null;
  readonly landmarks: readonly Landmark[];
  /** Length of the scale, and what it stands for. */
  readonly scale: { readonly length: number; readonly words: string };
  /** « à 1,2 km au nord-est du centre de Nîmes »; null at its centre or without one. */
  readonly away: string | null;
  /** West, south, east, north: what is drawn, for the large map. */
  readonly bbox: readonly [number, number, number, number];
  readonly attribution: string | null;
  /** Between two lines of the paper, in the units of the drawing. */
  readonly grid: number;
}

const METRES_PER_DEGREE = 111_320;
const WINDS = ['nord', 'nord-est', 'est', 'sud-est', 'sud', 'sud-ouest', 'ouest', 'nord-ouest'] as const;

export interface Spot {
  readonly lat: number;
  readonly lng: number;
}

/** Metres as the crow flies, near enough for a few kilometres, and the wind towards which one goes. */
export function wayBetween(from: Spot, to: Spot): { metres: number; wind: (typeof WINDS)[number] } {
  const north = (to.lat - from.lat) * METRES_PER_DEGREE;
  const east = (to.lng - from.lng) * METRES_PER_DEGREE * Math.cos((from.lat * Math.PI) / 180);
  const eighth = Math.round((Math.atan2(east, north) / (2 * Math.PI)) * 8);
  return { metres: Math.hypot(north, east), wind: WINDS[(eighth + 8) % 8] ?? 'nord' };
}

/** « 850 m », « 1,2 km ». */
export function distanceText(metres: number): string {
  if (metres < 950) return `${formatNumber(Math.round(metres / 50) * 50)}${NBSP}m`;
  return `${formatNumber(Math.round(metres / 100) / 10)}${NBSP}km`;
}

/** What the drawing covers around a point, and how degrees fall on it. */
export function frameOf(point: Spot, radius: number, centre: Spot | null) {
  const away = centre ? wayBetween(point, centre).metres : 0;
  // The circle and, when it is not far, the middle of the commune: that is how people find their way.
  const half = Math.min(6_000, Math.max(radius * 3, away < 4_500 ? away * 1.3 : 0, 2_200));
  const perMetre = MAP_HEIGHT / 2 / half;
  const squeeze = Math.cos((point.lat * Math.PI) / 180);
  const place = ({ lat, lng }: Spot) => ({
    x: round(MAP_WIDTH / 2 + (lng - point.lng) * METRES_PER_DEGREE * squeeze * perMetre),
    y: round(MAP_HEIGHT / 2 - (lat - point.lat) * METRES_PER_DEGREE * perMetre),
  });
  const halfLat = half / METRES_PER_DEGREE;
  const halfLng = (half * (MAP_WIDTH / MAP_HEIGHT)) / METRES_PER_DEGREE / squeeze;
  const bbox = [
    fine(point.lng - halfLng),
    fine(point.lat - halfLat),
    fine(point.lng + halfLng),
    fine(point.lat + halfLat),
  ] as const;
  return { perMetre, place, bbox };
}

/** The longest round distance that takes about a quarter of the width. */
export function scaleOf(perMetre: number): { length: number; words: string } {
  const room = MAP_WIDTH / 4 / perMetre;
  const metres = [200, 500, 1_000, 2_000, 5_000].findLast((each) => each <= room) ?? 200;
  return { length: round(metres * perMetre), words: distanceText(metres) };
}

const round = (value: number) => Math.round(value * 10) / 10;
const fine = (degrees: number) => Math.round(degrees * 100_000) / 100_000;
