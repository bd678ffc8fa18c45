// Area: where one looks beside the limits of a place: drawn zones, the box of the map, so many km around the place.

import type { AreaWords } from './area-words.ts';
import {
  type Box,
  boxOf,
  covers,
  kmToUnits,
  type Ring,
  readRing,
  toUnits,
  UNITS,
  writeRing,
} from './rings.ts';

export const ZONES_MAX = 8;
export const RADIUS_MAX_KM = 100;

/** At least one of the three says something. */
export interface Area {
  /** In any of them; empty: not said. */
  readonly zones: readonly Ring[];
  readonly box: Box | null;
  /** Kilometres, in a straight line from the centre of the place; the place itself is always in. */
  readonly radius: number | null;
}

/** The area that an address says. Null when it says none; malformed values are dropped, never thrown. */
export function readArea(params: URLSearchParams): Area | null {
  const area = {
    zones: readZones(params.get('zone')),
    box: readBox(params.get('bbox')),
    radius: readRadius(params.get('rayon')),
  };
  return area.zones.length > 0 || area.box || area.radius ? area : null;
}

/** Equal areas, equal words; `shown`: the map is open. */
export function writeArea(area: Area | null, shown = false): AreaWords {
  return {
    ...(area && area.zones.length > 0 ? { zone: area.zones.map(writeRing).join('.') } : {}),
    ...(area?.box ? { bbox: writeBox(area.box) } : {}),
    ...(area?.radius ? { rayon: String(area.radius) } : {}),
    ...(shown ? { carte: 'oui' } : {}),
  };
}

/** `zone`: the first ZONES_MAX outlines that are zones. */
export function readZones(text: string | null): Ring[] {
  if (!text) return [];
  const written = new Set(text.split('.', ZONES_MAX * 2));
  return [...written]
    .map(readRing)
    .filter((ring) => ring !== null)
    .slice(0, ZONES_MAX);
}

/** Degrees to the `bbox` word. */
export function writeBox(box: Box): string {
  return box.map((units) => String(units / UNITS)).join(',');
}

/** `west,south,east,north` in degrees, with a surface, on Earth; null otherwise. */
export function readBox(text: string | null): Box | null {
  const parts = text?.split(',', 5) ?? [];
  if (parts.length !== 4 || !parts.every((part) => /^-?\d{1,3}(\.\d{1,20})?$/.test(part))) return null;
  const [west = 0, south = 0, east = 0, north = 0] = parts.map((part) => toUnits(Number(part)));
  const onEarth = Math.abs(west) <= 180 * UNITS && Math.abs(east) <= 180 * UNITS;
  const upright = Math.abs(south) <= 90 * UNITS && Math.abs(north) <= 90 * UNITS;
  return onEarth && upright && west < east && south < north ? [west, south, east, north] : null;
}

function readRadius(text: string | null): number | null {
  const km = text && /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return km >= 1 && km <= RADIUS_MAX_KM ? km : null;
}

/** A circle as statements compare it: centre and reach in units, east-west distances squeezed by the latitude. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly squeeze: number;
  readonly reach: number;
}

/** The circles of a radius around the centres of places, WGS 84 degrees. */
export function circlesOf(
  area: Area,
  centres: readonly { readonly lng: number | null; readonly lat: number | null }[],
): Circle[] {
  const { radius } = area;
  if (radius === null) return [];
  return centres.flatMap(({ lng, lat }) =>
    lng === null || lat === null
      ? []
      : [
          {
            x: toUnits(lng),
            y: toUnits(lat),
            squeeze: Math.cos((lat * Math.PI) / 180),
            reach: kmToUnits(radius),
          },
        ],
  );
}

/** The box around a circle, in units. */
function boxOfCircle({ x, y, squeeze, reach }: Circle): Box {
  const wide = Math.ceil(reach / squeeze);
  const tall = Math.ceil(reach);
  return [x - wide, y - tall, x + wide, y + tall];
}

/**
 * Whether an area holds a listing, by its public point (interface.md, fine points 20). Without a point, a listing of the
 * place asked may be in the zone or the box: unknown; one of another place is outside.
 */
export function judgeArea(
  area: Area,
  listing: { readonly lng: number | null; readonly lat: number | null; readonly inPlace: boolean },
  circles: readonly Circle[],
): 'inside' | 'outside' | 'unknown' {
  const { lng, lat, inPlace } = listing;
  const bounded = area.box !== null || area.zones.length > 0;
  if (lng === null || lat === null) return !inPlace ? 'outside' : bounded ? 'unknown' : 'inside';
  const [x, y] = [toUnits(lng), toUnits(lat)];
  if (area.box) {
    const [west, south, east, north] = area.box;
    if (x < west || x > east || y < south || y > north) return 'outside';
  }
  if (area.zones.length > 0 && !area.zones.some((ring) => covers(ring, [x, y]))) return 'outside';
  if (area.radius === null || inPlace) return 'inside';
  const near = circles.some((circle) => {
    const dx = (x - circle.x) * circle.squeeze;
    const dy = y - circle.y;
    return dx * dx + dy * dy <= circle.reach * circle.reach;
  });
  return near ? 'inside' : 'outside';
}

/** Boxes that together hold every point of an area: its zones, its box, its circles. */
export function boxesOf(area: Area, circles: readonly Circle[]): Box[] {
  const bounded = area.zones.length > 0 ? area.zones.map(boxOf) : area.box ? [area.box] : null;
  return bounded ?? circles.map(boxOfCircle);
}
