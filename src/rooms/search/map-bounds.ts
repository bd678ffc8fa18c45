// Sight: what the map of a search opens on.

import { readArea } from '#rooms/criteria/area.ts';
import type { AreaWords } from '#rooms/criteria/area-words.ts';
import { UNITS } from '#rooms/criteria/rings.ts';
import type { Place } from '#rooms/places/contract.ts';
import type { MapAnswer } from './map.ts';

/** West, south, east, north, in degrees. */
export type Bounds = readonly [number, number, number, number];

/** About ten kilometres, in degrees: what is shown around a place without listings. */
const AROUND = 0.09;

/** What the map opens on: the box or the zones asked, else the listings, else the place. */
export function boundsOf(
  answer: Pick<MapAnswer, 'bbox'>,
  place: Pick<Place, 'lng' | 'lat' | 'bbox'>,
  area: AreaWords,
): Bounds {
  const said = readArea(new URLSearchParams(area));
  if (said?.box) {
    const [west, south, east, north] = said.box;
    return [west / UNITS, south / UNITS, east / UNITS, north / UNITS];
  }
  const corners = (said?.zones ?? []).flat();
  if (corners.length > 0) {
    const [xs, ys] = [corners.map(([x]) => x / UNITS), corners.map(([, y]) => y / UNITS)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  }
  if (answer.bbox) return answer.bbox;
  if (place.bbox) return place.bbox;
  const [lng, lat] = [place.lng ?? 2.5, place.lat ?? 46.6];
  const around = place.lng === null ? 5 : AROUND;
  return [lng - around, lat - around, lng + around, lat + around];
}
