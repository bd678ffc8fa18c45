import { fail, sharedErrors } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import { isCutCity, type Place } from '#rooms/places/contract.ts';
import { districtsOf, neighboursOf, placeBySlug } from '#rooms/places/places.server.ts';
import {
  type Area,
  type Brief,
  type Figure,
  type KindPrices,
  type LocalPrices,
  type LocalSales,
  type Nearby,
  type PriceKind,
  type Prices,
  type Rent,
  withoutSales,
} from './contract.ts';
import {
  type AskingRow,
  type FigureRow,
  type PointRow,
  type SourceRow,
  selectAreas,
  selectAsking,
  selectFigures,
  selectMedians,
  selectPoints,
  selectPricedCities,
  selectSource,
} from './prices.sql.server.ts';
import { briefOf, meanOf, type PublishedAround, publishedOf, readPublished } from './published.server.ts';
import {
  type FormerRow,
  type PublishedRow,
  selectFormer,
  selectMeans,
  selectPublished,
} from './published.sql.server.ts';
import { isRange, publication } from './published.ts';
import { type PlaceRent, selectRents } from './rents.sql.server.ts';
import { type RentKind, rentKinds } from './rents.ts';
import {
  changesOf,
  confidenceOf,
  confidenceWords,
  noticeOf,
  placeNotice,
  publishedNotice,
  sourcesOf,
  yieldOf,
} from './wording.server.ts';

const NEIGHBOURS = 8;

/**
 * The prices of the place that an address segment means; a writing that means a place is read as it (its own slug is in
 * the answer). Throws NOT_FOUND for a segment that is no place.
 */
export async function pricesBySlug(db: Queryable, slug: string): Promise<Prices> {
  const answer = await placeBySlug(db, slug);
  if (!answer) throw fail(sharedErrors.NOT_FOUND, undefined, 'Cette ville n’existe pas.');
  return pricesOf(db, answer.place);
}

/**
 * Everything known of the prices of a commune, a district or a department: aggregates of at least 11 sales, else the median
 * published over five years, else those of the nearest wider area, and what a reader must know about them.
 */
async function pricesOf(db: Queryable, place: Place): Promise<Prices> {
  return (await answerOf(db, place)).prices;
}

/** An answer, with what its map and its sources are made from. */
interface Answer {
  readonly prices: Prices;
  readonly around: readonly Place[];
  readonly source: SourceRow | null;
  readonly rents: readonly PlaceRent[];
}

/** The prices of a place, and what its map and its sources are made from. */
export async function answerOf(db: Queryable, place: Place): Promise<Answer> {
  const [areas, source, districts, neighbours] = await Promise.all([
    selectAreas(db, place.code),
    selectSource(db, place.departmentCode),
    place.kind === 'commune' ? districtsOf(db, place.code) : [],
    place.kind === 'department' ? [] : neighboursOf(db, place.code, NEIGHBOURS),
  ]);
  const codes = areas.map(({ code }) => code);
  const heads = [...districts, ...neighbours].map(({ code }) => code);
  const isUnpublished = withoutSales.includes(place.departmentCode);
  const [figures, points, asking, rents, shipped, former] = await Promise.all([
    selectFigures(
      db,
      codes,
      heads.filter((code) => !codes.includes(code)),
    ),
    selectPoints(db, codes),
    selectAsking(db, place.code),
    selectRents(db, [place.code]),
    readPublished(db, [place.code, ...heads], source || isUnpublished ? null : place.departmentCode),
    place.kind === 'commune' ? selectFormer(db, place.code) : [],
  ]);
  // With sales of its own, a department is rarely without a figure: its mean is asked only then.
  const isBare = ownKinds.some(
    (kind) =>
      !figures.some((one) => codes.includes(one.areaCode) && one.kind === kind && one.slice === 'all') &&
      !shipped.lines.some((one) => one.code === place.code && one.kind === kind),
  );
  const means = source && isBare ? await selectMeans(db, place.departmentCode) : shipped.means;
  const around: PublishedAround = {
    area: areaOf(place),
    districts: districts.map(({ code }) => code),
    department: areas.find(({ code, level }) => level === 'department' && code !== place.code) ?? null,
    lines: shipped.lines,
    means,
  };
  const inside = districts.map((one) => nearby(one, figures, shipped.lines));
  const beside = neighbours.map((one) => nearby(one, figures, shipped.lines));
  const known = { place, areas, figures, points, asking, rents, around, former, beside };
  const unloaded = means.length > 0 ? 'published' : 'missing';
  const coverage = isUnpublished ? 'unpublished' : source ? 'sales' : unloaded;
  const covered = coverage === 'sales' || coverage === 'published';
  const apartment = kindPrices('apartment', known, covered);
  const house = kindPrices('house', known, covered);
  const isPublishedShown =
    apartment.published !== null || house.published !== null || isPublishedAmong([...inside, ...beside]);
  const prices: Prices = {
    place: {
      code: place.code,
      level: place.kind,
      name: place.name,
      slug: place.slug,
      departmentCode: place.departmentCode,
      departmentName: place.departmentName,
    },
    coverage,
    notice: placeNotice(coverage, place),
    release: source && {
      month: source.release,
      from: source.firstOn,
      to: source.lastOn,
      embedded: source.origin === 'embedded',
    },
    apartment,
    house,
    all: kindPrices('all', known, covered),
    districts: inside,
    neighbours: beside,
    sources: sourcesOf(source, rents, isPublishedShown),
  };
  return { prices, around: districts.length > 0 ? districts : [place, ...neighbours], source, rents };
}

/** `all` mixes both, and is never published. */
const ownKinds = ['apartment', 'house'] as const;

export const isPublishedAmong = (places: readonly Nearby[]) =>
  places.some((one) => ownKinds.some((kind) => one[kind]?.published));

function areaOf({ code, kind, name, slug }: Place): Area {
  return { code, level: kind, name, slug };
}

interface Known {
  readonly place: Place;
  readonly areas: readonly Area[];
  readonly figures: readonly FigureRow[];
  readonly points: readonly PointRow[];
  readonly asking: readonly AskingRow[];
  readonly rents: readonly PlaceRent[];
  readonly around: PublishedAround;
  readonly former: readonly FormerRow[];
  /** Its neighbours. */
  readonly beside: readonly Nearby[];
}

function kindPrices(kind: PriceKind, known: Known, covered: boolean): KindPrices {
  const own = known.figures.filter((one) => one.kind === kind);
  const nearest = known.areas.find(({ code }) =>
    own.some((one) => one.areaCode === code && one.slice === 'all'),
  );
  const found = kind === 'all' ? null : publishedOf(kind, known.around);
  // Its own sales, then what is published of it, then a wider area: ours before a mean of medians.
  const published = nearest?.code === known.place.code || (nearest && found?.widened) ? null : found;
  const area = published ? undefined : nearest;
  const slices = own.filter(({ areaCode }) => areaCode === area?.code);
  const whole = slices.find(({ slice }) => slice === 'all') ?? null;
  const widened = area !== undefined && area.code !== known.place.code;
  const points = known.points
    .filter((one) => one.areaCode === area?.code && one.kind === kind)
    .map(({ to, n, median: sold, q1, q3 }) => ({ to, n, median: sold, q1, q3 }));
  const confidence = published
    ? confidenceOf(
        { n: published.n, months: publication.months },
        published.measure === 'mean' && !isRange(published),
      )
    : whole
      ? confidenceOf(whole, widened)
      : 0;
  const asked = known.asking.find((one) => one.kind === kind);
  const rent = kind === 'all' ? null : rentOf(kind, known.rents);
  const sized = (size: RentKind) => (kind === 'apartment' ? rentOf(size, known.rents) : null);
  const median = widened ? null : (whole?.median ?? null);
  return {
    kind,
    figure: whole && figureOf(whole),
    published,
    area: area ?? null,
    widened,
    notice: !covered
      ? null
      : published
        ? publishedNotice(
            kind,
            known.place,
            published,
            known.former.filter((one) => one.kind === kind),
            kind !== 'all' && known.beside.some((one) => one[kind] !== null),
          )
        : noticeOf(kind, known.place, whole, widened ? (area ?? null) : null),
    confidence,
    confidenceWords: confidenceWords(confidence),
    trimmed: whole?.trimmed ?? null,
    bins: whole?.bins ?? [],
    byRooms: sliced(slices, 'rooms-'),
    bySurface: sliced(slices, 'surface-'),
    changes: whole ? changesOf(whole, points) : [],
    points,
    asking: asked
      ? {
          n: asked.n,
          median: asked.median,
          q1: asked.q1,
          q3: asked.q3,
          at: asked.at.toISOString(),
          gap: median === null ? null : Math.round((asked.median / median - 1) * 1_000) / 10,
        }
      : null,
    rent,
    smallRent: sized('apartment-small'),
    largeRent: sized('apartment-large'),
    grossYield: rent && median !== null ? yieldOf(rent.rent, median) : null,
  };
}

function figureOf({ slice, months, from, to, n, median, q1, q3, mean }: FigureRow): Figure {
  return { slice, months, from, to, n, median, q1, q3, mean };
}

function sliced(slices: readonly FigureRow[], prefix: string) {
  return slices
    .filter(({ slice }) => slice.startsWith(prefix))
    .toSorted((a, b) => a.slice.localeCompare(b.slice))
    .map(figureOf);
}

/** A place among others, with its own medians or why it has none. */
export function nearby(place: Place, figures: readonly FigureRow[], lines: readonly PublishedRow[]): Nearby {
  const head = (kind: 'apartment' | 'house'): Brief | null => {
    const own = figures.find(
      (one) => one.areaCode === place.code && one.kind === kind && one.slice === 'all',
    );
    if (own) return soldBrief(own);
    const line = lines.find((one) => one.code === place.code && one.kind === kind);
    return line ? briefOf(line) : null;
  };
  const [apartment, house] = [head('apartment'), head('house')];
  const { code, name, slug, departmentCode } = place;
  const why = withoutSales.includes(departmentCode) ? 'unpublished' : isCutCity(code) ? 'districts' : 'few';
  return { code, name, slug, apartment, house, missing: apartment && house ? null : why };
}

function soldBrief({ n, median, months, from, to }: Omit<Brief, 'published'>): Brief {
  return { n, median, months, from, to, published: false };
}

const OBSERVATIONS_MIN = 30;
const R2_MIN = 0.5;

function rentOf(kind: RentKind, rents: readonly PlaceRent[]): Rent | null {
  const found = rents.find((one) => one.kind === kind);
  if (!found) return null;
  const { rent, low, high, year, basis, observations, r2 } = found;
  return {
    rent,
    low,
    high,
    year,
    basis,
    observations,
    // ANIL: with caution below 30 observations or R² 0.5; the derived file says neither.
    indicative:
      basis === 'group' ||
      basis === 'epci' ||
      (observations ?? 0) < OBSERVATIONS_MIN ||
      (r2 !== null && r2 < R2_MIN),
  };
}

/** Rents of a place by reference dwelling (all flats, 1-2 rooms, 3 and more, houses); null where none is known. */
export async function rentsOf(db: Queryable, placeCode: string): Promise<Record<RentKind, Rent | null>> {
  const rents = await selectRents(db, [placeCode]);
  return Object.fromEntries(rentKinds.map((kind) => [kind, rentOf(kind, rents)])) as Record<
    RentKind,
    Rent | null
  >;
}

/**
 * The places' own medians, ours or else the published ones, never widened, by INSEE code, in one batch of statements. Places
 * without one are absent.
 */
export async function mediansOf(
  db: Queryable,
  codes: readonly string[],
): Promise<Map<string, { apartment: Brief | null; house: Brief | null }>> {
  if (codes.length === 0) return new Map();
  const asked = [...new Set(codes)];
  const [figures, lines] = await Promise.all([selectMedians(db, asked), selectPublished(db, asked)]);
  const found = asked.map((code) => {
    const of = (kind: 'apartment' | 'house'): Brief | null => {
      const own = figures.find((one) => one.areaCode === code && one.kind === kind);
      const line = lines.find((one) => one.code === code && one.kind === kind);
      return own ? soldBrief(own) : line ? briefOf(line) : null;
    };
    return [code, { apartment: of('apartment'), house: of('house') }] as const;
  });
  return new Map(found.filter(([, { apartment, house }]) => apartment !== null || house !== null));
}

/**
 * What the price of one flat or house is held against: the signed sales of its place, else the median published of it, else
 * the sales of a wider area, else the mean of its department's medians.
 */
export async function localPrices(
  db: Queryable,
  placeCode: string,
  kind: 'apartment' | 'house',
): Promise<LocalPrices> {
  const areas = await selectAreas(db, placeCode);
  const [place] = areas;
  if (!place) return { sold: null, published: null };
  const [heads, districts] = await Promise.all([
    selectFigures(
      db,
      [],
      areas.map(({ code }) => code),
    ),
    isCutCity(placeCode) ? districtsOf(db, placeCode) : [],
  ]);
  const sold = nearestSales(areas, heads, kind);
  if (sold && !sold.widened) return { sold, published: null };
  const department = areas.find(({ code, level }) => level === 'department' && code !== placeCode) ?? null;
  const inside = districts.map(({ code }) => code);
  const { lines, means } = await readPublished(
    db,
    [placeCode, ...inside],
    sold ? null : (department?.code ?? null),
  );
  const published = publishedOf(kind, { area: place, districts: inside, department, lines, means });
  return published ? { sold: null, published } : { sold, published: null };
}

function nearestSales(
  areas: readonly Area[],
  heads: readonly FigureRow[],
  kind: 'apartment' | 'house',
): LocalSales | null {
  for (const [rank, area] of areas.entries()) {
    const found = heads.find((one) => one.areaCode === area.code && one.kind === kind);
    if (!found) continue;
    const { low, high } = found.trimmed ?? { low: found.q1, high: found.q3 };
    return { figure: figureOf(found), area, widened: rank > 0, low, high };
  }
  return null;
}

/** Cities with a price page of their own, most inhabitants first. */
export async function pricedCities(
  db: Queryable,
  limit = 20,
): Promise<{ code: string; name: string; slug: string }[]> {
  return selectPricedCities(db, limit);
}

interface DistrictRange {
  readonly n: number;
  readonly low: number;
  readonly high: number;
  /** How many districts have a median. */
  readonly count: number;
}

/** How far apart the published medians of a city's districts are: what is said of it where it has no median. */
export async function districtRanges(
  db: Queryable,
  cityCode: string,
): Promise<{ apartment: DistrictRange | null; house: DistrictRange | null }> {
  const districts = await districtsOf(db, cityCode);
  const codes = districts.map(({ code }) => code);
  const lines = await selectPublished(db, codes);
  const of = (kind: 'apartment' | 'house'): DistrictRange | null => {
    const inside = lines.filter((one) => one.kind === kind);
    return inside.length > 0 ? meanOf(kind, inside) : null;
  };
  return { apartment: of('apartment'), house: of('house') };
}
