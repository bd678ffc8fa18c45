import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { readBox } from '#rooms/criteria/area.ts';
import { NEW_FOR_MS } from '#rooms/listings/contract.ts';
import { hidingReader, type Reader } from './found.sql.server.ts';
import { clustersOf, type Extent, extentOf, namesIn, pinsOf, summarise } from './map.sql.server.ts';
import { CLUSTERS_MAX, type MapAnswer, POINTS_MAX } from './map.ts';
import { criteriaOf } from './search.server.ts';

const NAMES_MAX = 60;
/** A tile of the map is so many pixels wide; a cluster takes an eighth of it. */
const CLUSTERS_PER_TILE = 8;
/** Squares along each side of the view, so that their number stays under CLUSTERS_MAX with those cut by its edges. */
const ALONG_MAX = Math.floor(Math.sqrt(CLUSTERS_MAX)) - 1;

const empty: MapAnswer = {
  type: 'FeatureCollection',
  features: [],
  bbox: null,
  placed: 0,
  unplaced: 0,
  names: [],
};

/**
 * The search that an address says, on a map: the same listings as its list, in sight of `vue` when it is said. Points up
 * to POINTS_MAX, else at most CLUSTERS_MAX clusters whose counts add up exactly. Malformed words are dropped.
 */
export async function mapOfSearch(db: Db, params: URLSearchParams, asking: Reader): Promise<MapAnswer> {
  const [sought, reader] = await Promise.all([criteriaOf(db, params), hidingReader(db, asking)]);
  const view = readBox(params.get('vue'));
  if (!sought) return empty;
  const { placed, unplaced, seen, ...bounds } = await summarise(db, sought, view, reader);
  const { west, south, east, north } = bounds;
  const whole =
    west != null && south != null && east != null && north != null ? { west, south, east, north } : null;
  const sight = view ? extentOf(view) : whole;
  const features =
    seen === 0 || !sight
      ? []
      : seen <= POINTS_MAX
        ? await points(db, sought, view, reader)
        : await clusters(db, sought, view, reader, stepOf(overlap(sight, whole), readZoom(params)));
  return {
    type: 'FeatureCollection',
    features,
    bbox: whole && [whole.west, whole.south, whole.east, whole.north],
    placed,
    unplaced,
    names: sight ? await namesIn(db, sight, NAMES_MAX) : [],
  };
}

type Features = MapAnswer['features'];
type Args = Parameters<typeof summarise>;

async function points(db: Db, sought: Args[1], view: Args[2], reader: Reader): Promise<Features> {
  const rows = await pinsOf(db, sought, view, reader, new Date(clock.now().getTime() - NEW_FOR_MS));
  return rows.map(({ lng, lat, ...pin }) => feature(lng, lat, { kind: 'listing' as const, ...pin }));
}

async function clusters(
  db: Db,
  sought: Args[1],
  view: Args[2],
  reader: Reader,
  step: { lng: number; lat: number },
): Promise<Features> {
  const rows = await clustersOf(db, sought, view, reader, step);
  return rows.map(({ lng, lat, ...cluster }) => feature(lng, lat, { kind: 'cluster' as const, ...cluster }));
}

function feature(lng: number, lat: number, properties: Features[number]['properties']): Features[number] {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [lng, lat] }, properties };
}

/** Null when not said, or not a zoom. */
function readZoom(params: URLSearchParams): number | null {
  const text = params.get('zoom') ?? '';
  return /^\d{1,2}(\.\d{1,10})?$/.test(text) && Number(text) <= 24 ? Number(text) : null;
}

function overlap(sight: Extent, whole: Extent | null): Extent {
  if (!whole) return sight;
  return {
    west: Math.max(sight.west, whole.west),
    south: Math.max(sight.south, whole.south),
    east: Math.min(sight.east, whole.east),
    north: Math.min(sight.north, whole.north),
  };
}

/** The squares of a grid: as wide as a cluster at this zoom, wider where that makes too many. */
function stepOf({ west, south, east, north }: Extent, zoom: number | null): { lng: number; lat: number } {
  const wide = 360 / 2 ** (zoom ?? 24) / CLUSTERS_PER_TILE;
  // A degree of latitude is longer on the map: about 1.4 times in France.
  return {
    lng: Math.max(wide, (east - west) / ALONG_MAX),
    lat: Math.max(wide * Math.cos(((south + north) / 2) * (Math.PI / 180)), (north - south) / ALONG_MAX),
  };
}
