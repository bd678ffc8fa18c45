import type { PlaceKind } from '../contract.ts';

/** West, south, east, north. */
export type Box = readonly [number, number, number, number];
export type Spot = readonly [lng: number, lat: number];

// Centre, then box. Paris: median, then 0.1 % and 99.9 % quantiles, of the parcels sold from 2022 to 2025
// (DVF geolocated by Etalab, DGFiP, Licence Ouverte 2.0): where people live, so without the two woods.
// Lyon, Marseille: centroid and extent of the outlines of IGN (Admin Express, by geo.api.gouv.fr, Licence Ouverte 2.0), of
// the parts that are a twentieth of the district at least (the Frioul, not the islets), rounded to 100 m.
export const districtGeometry: Readonly<
  Record<string, readonly [number, number, number, number, number, number]>
> = {
  '75101': [2.341, 48.864, 2.325, 48.856, 2.35, 48.868],
  '75102': [2.347, 48.868, 2.329, 48.864, 2.353, 48.872],
  '75103': [2.36, 48.863, 2.351, 48.856, 2.368, 48.869],
  '75104': [2.358, 48.855, 2.346, 48.848, 2.368, 48.862],
  '75105': [2.349, 48.844, 2.338, 48.837, 2.363, 48.853],
  '75106': [2.333, 48.851, 2.318, 48.84, 2.343, 48.858],
  '75107': [2.311, 48.857, 2.292, 48.846, 2.332, 48.862],
  '75108': [2.315, 48.875, 2.296, 48.865, 2.327, 48.883],
  '75109': [2.34, 48.879, 2.327, 48.871, 2.35, 48.884],
  '75110': [2.36, 48.874, 2.348, 48.868, 2.376, 48.884],
  '75111': [2.379, 48.859, 2.366, 48.849, 2.399, 48.871],
  '75112': [2.394, 48.844, 2.368, 48.832, 2.411, 48.852],
  '75113': [2.355, 48.828, 2.342, 48.817, 2.384, 48.842],
  '75114': [2.325, 48.831, 2.307, 48.82, 2.343, 48.843],
  '75115': [2.297, 48.842, 2.274, 48.829, 2.322, 48.855],
  '75116': [2.276, 48.859, 2.256, 48.837, 2.3, 48.876],
  '75117': [2.312, 48.885, 2.284, 48.875, 2.328, 48.897],
  '75118': [2.342, 48.89, 2.326, 48.883, 2.367, 48.9],
  '75119': [2.383, 48.881, 2.365, 48.873, 2.407, 48.899],
  '75120': [2.399, 48.866, 2.378, 48.848, 2.415, 48.876],
  '13201': [5.383, 43.3, 5.371, 43.291, 5.394, 43.309],
  '13202': [5.361, 43.315, 5.318, 43.295, 5.375, 43.347],
  '13203': [5.379, 43.312, 5.368, 43.301, 5.393, 43.321],
  '13204': [5.401, 43.307, 5.389, 43.296, 5.411, 43.317],
  '13205': [5.398, 43.292, 5.386, 43.285, 5.416, 43.3],
  '13206': [5.381, 43.287, 5.37, 43.279, 5.393, 43.296],
  '13207': [5.343, 43.28, 5.286, 43.26, 5.375, 43.295],
  '13208': [5.375, 43.242, 5.336, 43.207, 5.402, 43.283],
  '13209': [5.453, 43.234, 5.378, 43.197, 5.526, 43.276],
  '13210': [5.428, 43.275, 5.389, 43.257, 5.46, 43.292],
  '13211': [5.484, 43.288, 5.425, 43.253, 5.533, 43.322],
  '13212': [5.44, 43.308, 5.406, 43.29, 5.477, 43.324],
  '13213': [5.434, 43.35, 5.394, 43.315, 5.467, 43.391],
  '13214': [5.393, 43.345, 5.366, 43.315, 5.417, 43.379],
  '13215': [5.363, 43.359, 5.332, 43.317, 5.398, 43.39],
  '13216': [5.313, 43.365, 5.278, 43.34, 5.354, 43.389],
  '69381': [4.828, 45.77, 4.813, 45.765, 4.84, 45.776],
  '69382': [4.826, 45.748, 4.813, 45.726, 4.84, 45.766],
  '69383': [4.869, 45.753, 4.839, 45.739, 4.898, 45.764],
  '69384': [4.824, 45.779, 4.809, 45.771, 4.843, 45.79],
  '69385': [4.803, 45.756, 4.772, 45.744, 4.83, 45.768],
  '69386': [4.852, 45.773, 4.84, 45.764, 4.87, 45.787],
  '69387': [4.837, 45.733, 4.819, 45.707, 4.86, 45.757],
  '69388': [4.869, 45.734, 4.847, 45.719, 4.892, 45.75],
  '69389': [4.809, 45.783, 4.784, 45.759, 4.841, 45.808],
};

// Communes that came back after 2018: their land is within the box of the commune they had been merged into.
export const restoredFrom: Readonly<Record<string, string>> = {
  '14666': '14712',
  '15031': '15141',
  '15035': '15141',
  '15047': '15141',
  '15171': '15141',
  '85165': '85084',
  '85212': '85084',
};

// The open data stops at the departments. Where homes are most often sold beyond: boxes typed by hand, to
// about a kilometre. The other communes of these territories have no centre.
export const overseasBoxes: Readonly<Record<string, Box>> = {
  '97501': [-56.42, 46.77, -56.2, 47.15],
  '97502': [-56.27, 46.74, -56.12, 46.84],
  '97701': [-62.92, 17.87, -62.78, 17.98],
  '97801': [-63.16, 18.04, -62.97, 18.13],
  '98735': [-149.59, -17.6, -149.53, -17.52],
  '98818': [166.38, -22.32, 166.53, -22.2],
};

/** The smallest box that holds them all; null when there is none. */
export function union(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  return [
    Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

export function centre(box: Box): Spot {
  return [round((box[0] + box[2]) / 2), round((box[1] + box[3]) / 2)];
}

function round(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

export interface Located {
  readonly code: string;
  readonly kind: PlaceKind;
  readonly cityCode: string | null;
  readonly spot: Spot | null;
}

const CELL = 0.1;
const RINGS = 6;

/**
 * The `count` nearest places of each place, nearest first, as the crow flies between centres and within
 * about 60 km. A commune has communes for neighbours; a district has districts of its own city, then
 * communes around, never its own city. A grid of 0.1 degree, looked at ring by ring: linear.
 */
export function nearest(places: readonly Located[], count: number): Map<string, string[]> {
  const grid = new Map<number, Located[]>();
  const cellOf = (lng: number, lat: number) => Math.floor(lat / CELL) * 10_000 + Math.floor(lng / CELL);
  for (const place of places) {
    if (!place.spot || place.kind === 'department') continue;
    const cell = cellOf(...place.spot);
    const inhabitants = grid.get(cell);
    if (inhabitants) inhabitants.push(place);
    else grid.set(cell, [place]);
  }
  const answer = new Map<string, string[]>();
  for (const place of places) {
    if (place.spot && place.kind !== 'department')
      answer.set(place.code, around(place, place.spot, grid, cellOf, count));
  }
  return answer;
}

function around(
  place: Located,
  [lng, lat]: Spot,
  grid: ReadonlyMap<number, readonly Located[]>,
  cellOf: (lng: number, lat: number) => number,
  count: number,
): string[] {
  // A degree of longitude shrinks with latitude; distances compare in degrees of latitude.
  const shrink = Math.cos((lat * Math.PI) / 180);
  const found: { code: string; distance: number }[] = [];
  for (let ring = 0; ring <= RINGS; ring += 1) {
    for (let y = -ring; y <= ring; y += 1) {
      const step = Math.abs(y) === ring ? 1 : 2 * ring;
      for (let x = -ring; x <= ring; x += step) {
        // Half a cell keeps the sum clear of rounding at the edges.
        const cell = cellOf(
          (Math.floor(lng / CELL) + x + 0.5) * CELL,
          (Math.floor(lat / CELL) + y + 0.5) * CELL,
        );
        for (const other of grid.get(cell) ?? []) {
          if (!other.spot || !isNeighbourly(place, other)) continue;
          const distance = Math.hypot((other.spot[0] - lng) * shrink, other.spot[1] - lat);
          found.push({ code: other.code, distance });
        }
      }
    }
    // Whatever lies in a further ring is at least this far.
    const safe = ring * CELL * shrink;
    if (found.filter(({ distance }) => distance <= safe).length >= count) break;
  }
  return found
    .toSorted((a, b) => a.distance - b.distance || (a.code < b.code ? -1 : 1))
    .slice(0, count)
    .map(({ code }) => code);
}

function isNeighbourly(place: Located, other: Located): boolean {
  if (other.code === place.code) return false;
  if (other.kind === 'commune') return other.code !== place.cityCode;
  return place.kind === 'district' && other.cityCode === place.cityCode;
}
