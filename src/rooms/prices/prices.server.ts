import { fail, sharedErrors } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { Place } from '#rooms/places/contract.ts';
import { communesOf, districtsOf, neighboursOf, placeBySlug } from '#rooms/places/places.server.ts';
import {
  type Area,
  type Figure,
  type KindPrices,
  type LocalSales,
  type Nearby,
  type PriceKind,
  type Prices,
  type Rent,
  withoutSales,
} from './contract.ts';
import { priceMap } from './price-map.server.ts';
import type { PriceMap } from './price-map.ts';
import {
  type AskingRow,
  type FigureRow,
  type PointRow,
  selectAnswersEdition,
  selectAreas,
  selectAsking,
  selectFigures,
  selectMedians,
  selectPoints,
  selectPricedCities,
  selectSource,
} from './prices.sql.server.ts';
import { type PlaceRent, selectRents } from './rents.sql.server.ts';
import { type RentKind, rentKinds } from './rents.ts';
import {
  changesOf,
  confidenceOf,
  confidenceWords,
  noticeOf,
  placeNotice,
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
 * Everything known of the prices of a commune, a district or a department: aggregates of at least 11 sales, those of the
 * nearest wider area where the place has fewer, and what a reader must know about them.
 */
async function pricesOf(db: Queryable, place: Place): Promise<Prices> {
  return (await answerOf(db, place)).prices;
}

/** The same, with the communes of a department and where the places around or within lie. */
interface PriceAnswer {
  readonly prices: Prices;
  readonly communes: readonly Nearby[];
  readonly map: PriceMap | null;
}

/** What `edition` names, and a database has one of, changes with every import and nothing else. */
interface Kept {
  edition: string;
  readonly answers: Map<string, Promise<PriceAnswer>>;
}

const keptOf = new WeakMap<Queryable, Kept>();
const ANSWERS_KEPT = 100;

/**
 * The answer on a place, kept in memory until an import changes the figures, the rents, the asking prices, the places or
 * their outlines: the database itself says so in the transaction that changes them (0025_prices.sql), and it is asked
 * every time. The last hundred places asked for are kept.
 */
export async function cachedAnswer(db: Queryable, place: Place): Promise<PriceAnswer> {
  const edition = await selectAnswersEdition(db);
  let kept = keptOf.get(db);
  if (kept?.edition !== edition) {
    kept = { edition, answers: new Map() };
    keptOf.set(db, kept);
  }
  const { answers } = kept;
  const answer = answers.get(place.code) ?? withMap(db, place);
  // Asked for last, forgotten last; an answer that failed is not one.
  answers.delete(place.code);
  answers.set(place.code, answer);
  answer.catch(() => answers.delete(place.code));
  const oldest = answers.keys().next().value;
  if (answers.size > ANSWERS_KEPT && oldest !== undefined) answers.delete(oldest);
  return answer;
}

async function withMap(db: Queryable, place: Place): Promise<PriceAnswer> {
  const [{ prices, around }, communes] = await Promise.all([
    answerOf(db, place),
    place.kind === 'department' ? communesOf(db, place.code) : [],
  ]);
  const inside = communes.length > 0 ? communes : around;
  const [map, figures] = await Promise.all([
    priceMap(db, inside),
    selectFigures(
      db,
      [],
      communes.map(({ code }) => code),
    ),
  ]);
  const byArea = Map.groupBy(figures, ({ areaCode }) => areaCode);
  return { prices, communes: communes.map((one) => nearby(one, byArea.get(one.code) ?? [])), map };
}

async function answerOf(db: Queryable, place: Place): Promise<{ prices: Prices; around: readonly Place[] }> {
  const [areas, source, districts, neighbours] = await Promise.all([
    selectAreas(db, place.code),
    selectSource(db, place.departmentCode),
    place.kind === 'commune' ? districtsOf(db, place.code) : [],
    place.kind === 'department' ? [] : neighboursOf(db, place.code, NEIGHBOURS),
  ]);
  const codes = areas.map(({ code }) => code);
  const heads = [...districts, ...neighbours].map(({ code }) => code);
  const [figures, points, asking, rents] = await Promise.all([
    selectFigures(
      db,
      codes,
      heads.filter((code) => !codes.includes(code)),
    ),
    selectPoints(db, codes),
    selectAsking(db, place.code),
    selectRents(db, [place.code]),
  ]);
  const known = { place, areas, figures, points, asking, rents };
  const coverage = withoutSales.includes(place.departmentCode) ? 'unpublished' : source ? 'sales' : 'missing';
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
    apartment: kindPrices('apartment', known, coverage === 'sales'),
    house: kindPrices('house', known, coverage === 'sales'),
    all: kindPrices('all', known, coverage === 'sales'),
    districts: districts.map((one) => nearby(one, figures)),
    neighbours: neighbours.map((one) => nearby(one, figures)),
    sources: sourcesOf(source, rents),
  };
  return { prices, around: districts.length > 0 ? districts : [place, ...neighbours] };
}

interface Known {
  readonly place: Place;
  readonly areas: readonly Area[];
  readonly figures: readonly FigureRow[];
  readonly points: readonly PointRow[];
  readonly asking: readonly AskingRow[];
  readonly rents: readonly PlaceRent[];
}

function kindPrices(kind: PriceKind, known: Known, covered: boolean): KindPrices {
  const own = known.figures.filter((one) => one.kind === kind);
  const area = known.areas.find(({ code }) =>
    own.some((one) => one.areaCode === code && one.slice === 'all'),
  );
  const slices = own.filter(({ areaCode }) => areaCode === area?.code);
  const whole = slices.find(({ slice }) => slice === 'all') ?? null;
  const widened = area !== undefined && area.code !== known.place.code;
  const points = known.points
    .filter((one) => one.areaCode === area?.code && one.kind === kind)
    .map(({ to, n, median: sold, q1, q3 }) => ({ to, n, median: sold, q1, q3 }));
  const confidence = whole ? confidenceOf(whole, widened) : 0;
  const asked = known.asking.find((one) => one.kind === kind);
  const rent = kind === 'all' ? null : rentOf(kind, known.rents);
  const median = widened ? null : (whole?.median ?? null);
  return {
    kind,
    figure: whole && figureOf(whole),
    area: area ?? null,
    widened,
    notice: covered ? noticeOf(kind, known.place, whole, widened ? (area ?? null) : null) : null,
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

function nearby(place: Place, figures: readonly FigureRow[]): Nearby {
  const head = (kind: PriceKind) => {
    const found = figures.find(
      (one) => one.areaCode === place.code && one.kind === kind && one.slice === 'all',
    );
    return found ? figureOf(found) : null;
  };
  return {
    code: place.code,
    name: place.name,
    slug: place.slug,
    apartment: head('apartment'),
    house: head('house'),
  };
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
    indicative: basis === 'group' || (observations ?? 0) < OBSERVATIONS_MIN || (r2 !== null && r2 < R2_MIN),
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

/** A median of sold homes, in cents per m². */
interface MedianSold {
  readonly n: number;
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
  /** Last day of its period. */
  readonly to: string;
}

/**
 * The places' own medians, never widened, by INSEE code, in one statement. Places without one are
 * absent.
 */
export async function mediansOf(
  db: Queryable,
  codes: readonly string[],
): Promise<Map<string, { apartment: MedianSold | null; house: MedianSold | null }>> {
  if (codes.length === 0) return new Map();
  const rows = await selectMedians(db, [...new Set(codes)]);
  return new Map(
    [...Map.groupBy(rows, ({ areaCode }) => areaCode)].map(([code, found]) => {
      const of = (kind: PriceKind): MedianSold | null => {
        const row = found.find((one) => one.kind === kind);
        return row ? { n: row.n, median: row.median, q1: row.q1, q3: row.q3, to: row.to } : null;
      };
      return [code, { apartment: of('apartment'), house: of('house') }];
    }),
  );
}

/** The signed sales to hold the price of one flat or house against; null where nothing is known. */
export async function localSales(
  db: Queryable,
  placeCode: string,
  kind: 'apartment' | 'house',
): Promise<LocalSales | null> {
  const areas = await selectAreas(db, placeCode);
  const heads = await selectFigures(
    db,
    [],
    areas.map(({ code }) => code),
  );
  for (const area of areas) {
    const found = heads.find((one) => one.areaCode === area.code && one.kind === kind);
    if (!found) continue;
    const { low, high } = found.trimmed ?? { low: found.q1, high: found.q3 };
    return { figure: figureOf(found), area, widened: area.code !== placeCode, low, high };
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
