// Grouping: which pins of a map are too near to be read, and are shown as one.
import type { MapFeature } from './map.ts';

/** The widest pin, « 12 dès 119 k€ », is so many pixels wide and tall, with the air around it. */
const WIDE = 116;
const TALL = 33;
/** The whole world at zoom 0, in pixels. */
export const TILE = 512;

/** What is drawn at one point: a listing, or several. */
export interface Mark {
  readonly key: string;
  readonly lng: number;
  readonly lat: number;
  /** Listings, those of clusters of the server included. */
  readonly count: number;
  /** The lowest, in cents. */
  readonly price: number;
  /** Known listings, none for what the server gathered. */
  readonly ids: readonly number[];
  readonly fresh: boolean;
  readonly sure: boolean;
  /** West, south, east, north of what is gathered. */
  readonly box: readonly [number, number, number, number];
}

/** Pixels of the map of the whole world at a zoom (Mercator), from its north-west corner. */
export function project(lng: number, lat: number, zoom: number): [x: number, y: number] {
  const scale = TILE * 2 ** zoom;
  const sine = Math.sin((lat * Math.PI) / 180);
  return [((lng + 180) / 360) * scale, (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * scale];
}

/** Gathers what would overlap at a zoom. Nothing is lost: the counts add up, and each lowest price is exact. */
export function groupPins(features: readonly MapFeature[], zoom: number): Mark[] {
  const groups: { x: number; y: number; members: MapFeature[] }[] = [];
  const grid = new Map<string, number[]>();
  for (const feature of features) {
    const [lng, lat] = feature.geometry.coordinates;
    const [x, y] = project(lng, lat, zoom);
    const [column, row] = [Math.floor(x / WIDE), Math.floor(y / TALL)];
    const near = [-1, 0, 1]
      .flatMap((dx) => [-1, 0, 1].flatMap((dy) => grid.get(`${column + dx}/${row + dy}`) ?? []))
      .find((index) => {
        const group = groups[index];
        return group && Math.abs(group.x - x) < WIDE && Math.abs(group.y - y) < TALL;
      });
    if (near !== undefined) groups[near]?.members.push(feature);
    else {
      const key = `${column}/${row}`;
      grid.set(key, [...(grid.get(key) ?? []), groups.length]);
      groups.push({ x, y, members: [feature] });
    }
  }
  return groups.map(({ members }) => markOf(members));
}

function markOf(members: readonly MapFeature[]): Mark {
  const pins = members.map(({ geometry, properties }) => ({
    lng: geometry.coordinates[0],
    lat: geometry.coordinates[1],
    price: properties.price,
    count: properties.kind === 'cluster' ? properties.count : 1,
    id: properties.kind === 'listing' ? properties.id : null,
    fresh: properties.kind === 'listing' && properties.fresh,
    sure: properties.kind === 'cluster' || properties.sure,
  }));
  const count = pins.reduce((total, pin) => total + pin.count, 0);
  const [lngs, lats] = [pins.map(({ lng }) => lng), pins.map(({ lat }) => lat)];
  const ids = pins.map(({ id }) => id).filter((id) => id !== null);
  return {
    key: count === 1 && ids[0] ? String(ids[0]) : `${count}:${lngs[0]}:${lats[0]}:${pins.length}`,
    // Where its first one is: groups are as far apart as their first ones.
    lng: lngs[0] ?? 0,
    lat: lats[0] ?? 0,
    count,
    price: Math.min(...pins.map(({ price }) => price)),
    ids,
    fresh: pins.some(({ fresh }) => fresh),
    sure: pins.every(({ sure }) => sure),
    box: [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)],
  };
}
