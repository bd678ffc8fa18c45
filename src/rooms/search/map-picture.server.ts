import { formatPriceShort } from '#contract/fmt.ts';
import { xmlText } from '#contract/xml.ts';
import type { Db } from '#platform/db.server.ts';
import { type Area, circlesOf, readArea } from '#rooms/criteria/area.ts';
import { areaWordsOf } from '#rooms/criteria/area-words.ts';
import { readPlaceSlugs } from '#rooms/criteria/contract.ts';
import { type Box, circleAround, type Ring, UNITS } from '#rooms/criteria/rings.ts';
import { contoursOf } from '#rooms/places/contours.server.ts';
import { holdsAt, METRES_PER_DEGREE } from '#rooms/places/contours.ts';
import { LANDMARKS } from './base-map.ts';
import { mapOfSearch } from './map.server.ts';
import { namesIn } from './map.sql.server.ts';
import { type Bounds, boundsOf } from './map-bounds.ts';
import { groupPins, type Mark, project, TILE } from './map-grouping.ts';
import { drawnLandmarks } from './map-landmarks.server.ts';
import { placesOfSlugs } from './search.server.ts';

/** What is always whole, in pixels of the drawing; a frame of another shape shows more of the country around. */
const WIDTH = 480;
const HEIGHT = 720;
const MARGIN = 64;
/** How far around it things are drawn: the tallest and the widest frame of such a column show no more. */
const BEYOND = 480;
const ZOOM_MIN = 3;
const ZOOM_MAX = 14.5;
/** Mercator ends there. */
const LAT_MAX = 85;
const NAMES_READ = 80;
const NAMES_DRAWN = 24;

/** The design language (ui/theme.css), for a file that reads no class. */
const land = '#e6ebf0';
const inside = '#fbfaf6';
const line = '#a9b6c4';
const grey = '#41597a';
const slate = '#2b4560';
const ink = '#0d1b2a';
const white = '#ffffff';
const sea = '#0b5e63';

type Spot = readonly [x: number, y: number];
type Place = (point: readonly [lng: number, lat: number]) => Spot;
/** Middle, half width and half height of what is written somewhere. */
type Slot = readonly [x: number, y: number, halfWide: number, halfTall: number];

/**
 * The map of a search as SVG: the outline of its places where one holds at its scale, towns, waters and roads, the zones
 * asked, names, and pins gathered where they would overlap (at most a hundred or so, whatever is found). It fills any frame, and what was sought is
 * always whole in it. The same for every reader: what one of them hid is left out of the list and of the open map only. Null
 * when no known place is asked.
 */
export async function mapPicture(db: Db, params: URLSearchParams): Promise<string | null> {
  const places = await placesOfSlugs(db, readPlaceSlugs(params));
  const [first] = places;
  if (!first) return null;
  const [answer, contours] = await Promise.all([
    mapOfSearch(db, params, null),
    contoursOf(
      db,
      places.map(({ code }) => code),
    ),
  ]);
  const area = readArea(params);
  const { place, zoom, origin, extent, metresPerPixel } = frameOf(
    boundsOf(answer, first, areaWordsOf(params)),
  );
  const names = await namesIn(db, extent, NAMES_READ);
  const landmarks = await drawnLandmarks({
    zoom,
    origin,
    box: [-BEYOND, -BEYOND, WIDTH + BEYOND, HEIGHT + BEYOND],
  });
  const marks = groupPins(answer.features, zoom);
  const outlines = [...contours.values()].filter((one) => holdsAt(one, metresPerPixel));
  const credits = [
    'Noms\u00a0: INSEE',
    ...new Set(outlines.map(({ attribution }) => attribution)),
    ...(landmarks ? [LANDMARKS.credit] : []),
  ];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" font-family="Figtree,system-ui,sans-serif">',
    `<rect width="100%" height="100%" fill="${land}"/>`,
    // No viewBox outside: the frame decides of the shape, and the drawing goes on to its edges.
    `<svg width="100%" height="100%" viewBox="0 0 ${WIDTH} ${HEIGHT}" overflow="visible">`,
    ...outlines.map(
      ({ rings }) =>
        `<path d="${pathOf(rings, place)}" fill="${inside}" fill-rule="evenodd" stroke="${line}" stroke-width="1.5"/>`,
    ),
    landmarks,
    area ? drawnArea(area, places, place) : '',
    ...drawnNames(
      names,
      marks.map((mark) => slotOf(mark, place)),
      place,
    ),
    ...marks.map((mark) => drawnMark(mark, place)),
    '</svg>',
    `<text x="100%" y="100%" dx="-8" dy="-8" text-anchor="end" font-size="11" fill="${grey}" stroke="${land}" stroke-width="3" paint-order="stroke">${xmlText(credits.join(' · '))}</text>`,
    '</svg>',
  ].join('');
}

function frameOf([west, south, east, north]: Bounds) {
  const hold = (lat: number) => Math.max(-LAT_MAX, Math.min(LAT_MAX, lat));
  const [left, top] = project(west, hold(north), 0);
  const [right, bottom] = project(east, hold(south), 0);
  const fits = Math.min(
    (WIDTH - 2 * MARGIN) / Math.max(right - left, 1e-9),
    (HEIGHT - 2 * MARGIN) / Math.max(bottom - top, 1e-9),
  );
  const zoom = Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, Math.log2(fits)));
  const scale = 2 ** zoom;
  const origin: Spot = [((left + right) / 2) * scale - WIDTH / 2, ((top + bottom) / 2) * scale - HEIGHT / 2];
  const place: Place = ([lng, lat]) => {
    const [x, y] = project(lng, hold(lat), zoom);
    return [round(x - origin[0]), round(y - origin[1])];
  };
  // Degrees per pixel, those of the middle: names ask for no better.
  const lng = 360 / (TILE * scale);
  const lat = lng * Math.cos((hold((south + north) / 2) * Math.PI) / 180);
  const [halfWide, halfTall] = [WIDTH / 2 + BEYOND, HEIGHT / 2 + BEYOND];
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const extent = {
    west: x - halfWide * lng,
    east: x + halfWide * lng,
    south: y - halfTall * lat,
    north: y + halfTall * lat,
  };
  return { place, zoom, origin, extent, metresPerPixel: lat * METRES_PER_DEGREE };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function pathOf(rings: readonly (readonly (readonly [number, number])[])[], place: Place): string {
  return rings.map((ring) => `M${ring.map((point) => place(point).join(' ')).join('L')}Z`).join('');
}

function drawnArea(
  area: Area,
  centres: readonly { readonly lng: number | null; readonly lat: number | null }[],
  place: Place,
): string {
  const box: Ring[] = area.box ? [cornersOf(area.box)] : [];
  const circles = circlesOf(area, centres).map(({ x, y }) => circleAround([x, y], area.radius ?? 0));
  const degrees = (ring: Ring) => ring.map(([x, y]): Spot => [x / UNITS, y / UNITS]);
  const drawn = pathOf([...area.zones, ...box, ...circles].map(degrees), place);
  return `<path d="${drawn}" fill="${sea}" fill-opacity="0.1" stroke="${sea}" stroke-width="2" stroke-dasharray="6 4"/>`;
}

function cornersOf([west, south, east, north]: Box): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
}

/** About what it is wide, in the letters of any machine. */
function widthOf(text: string, size: number): number {
  return text.length * size * 0.56;
}

const saidOf = ({ count, price }: Mark) =>
  count === 1 ? formatPriceShort(price) : `${count} dès ${formatPriceShort(price)}`;

function slotOf(mark: Mark, place: Place): Slot {
  const [x, y] = place([mark.lng, mark.lat]);
  return [x, y, widthOf(saidOf(mark), 13) / 2 + 10, 14];
}

function drawnMark(mark: Mark, place: Place): string {
  const [x, y, half] = slotOf(mark, place);
  const [fill, text, edge] = mark.count === 1 ? [white, ink, line] : [slate, inside, white];
  const pill = `<rect x="${round(x - half)}" y="${round(y - 14)}" width="${round(half * 2)}" height="28" rx="14" fill="${fill}" stroke="${edge}"/>`;
  const words = `<text x="${x}" y="${round(y + 4.5)}" text-anchor="middle" font-size="13" font-weight="700" fill="${text}">${xmlText(saidOf(mark))}</text>`;
  return pill + words;
}

/** Names of communes, the biggest first, where there is room for them. */
function drawnNames(
  names: readonly { readonly name: string; readonly lng: number; readonly lat: number }[],
  pins: readonly Slot[],
  place: Place,
): string[] {
  const taken = [...pins];
  const drawn: string[] = [];
  for (const { name, lng, lat } of names) {
    if (drawn.length >= NAMES_DRAWN) break;
    const [x, middle] = place([lng, lat]);
    const half = widthOf(name, 14) / 2 + 4;
    const y = [0, -26, 26, -46, 46]
      .map((aside) => middle + aside)
      .find((y) => isFree([x, y, half, 10], taken));
    if (y === undefined) continue;
    taken.push([x, y, half, 10]);
    drawn.push(
      `<text x="${x}" y="${round(y + 5)}" text-anchor="middle" font-size="14" font-weight="500" fill="${slate}" stroke="${white}" stroke-width="3" paint-order="stroke">${xmlText(name)}</text>`,
    );
  }
  return drawn;
}

function isFree([x, y, halfWide, halfTall]: Slot, taken: readonly Slot[]): boolean {
  return taken.every(
    ([otherX, otherY, wide, tall]) =>
      Math.abs(x - otherX) > halfWide + wide || Math.abs(y - otherY) > halfTall + tall,
  );
}
