import { PAGE_ROWS_MAX, PAGE_SIZE, TIME_ZONE } from '#contract/constants.ts';
import { dayBefore, parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import type { Within } from '#rooms/criteria/area.server.ts';
import { circlesOf, readArea } from '#rooms/criteria/area.ts';
import {
  type Criteria,
  isSlug,
  placeCodeOf,
  readFilters,
  readPlaceSlugs,
  readTransaction,
} from '#rooms/criteria/contract.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { chipsOf } from '#rooms/criteria/wording.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import type { Place } from '#rooms/places/contract.ts';
import { placeBySlug } from '#rooms/places/places.server.ts';
import {
  type Counts,
  type Loosening,
  type PlaceCount,
  type SearchResult,
  type SearchWords,
  type Sort,
  type UnknownWord,
} from './contract.ts';
import { type Counted, countAround, countEach, countLive, countPlain } from './counting.sql.server.ts';
import { hidingReader, mayMissPoint, plainSearch, type Reader, type Sought } from './found.sql.server.ts';
import { countInMemory, pageInMemory } from './memory/memory.server.ts';
import { fits, type PageRow, type Position, pageOfListings, selectPlaces } from './search.sql.server.ts';

const DAY_MS = 86_400_000;
const WEEKS_OBSERVED = 4;
const NEIGHBOURS_SHOWN = 8;
const LAST_NUMBERED = Math.floor(PAGE_ROWS_MAX / PAGE_SIZE);
/** One more than a page: whether there is another one. */
const READ = PAGE_SIZE + 1;

export interface FoundRow {
  readonly id: number;
  readonly verdict: 'yes' | 'maybe';
  readonly unknown: readonly UnknownWord[];
}

export interface Results {
  readonly rows: readonly FoundRow[];
  readonly counts: Counts;
  readonly page: number;
  readonly pages: number;
  /** The last page that a bare `page=` reaches. */
  readonly lastNumbered: number;
  /** Values of `apres`; null at the ends. */
  readonly next: string | null;
  readonly previous: string | null;
}

const wordOfType: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(propertyTypes).map(([type, { word }]) => [type, word]),
);
const typeOfWord: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(propertyTypes).map(([type, { word }]) => [word, type]),
);

/**
 * Exact counts of a search, in homes (interface.md, fine points 19), without what `reader` hid. The search of a place, and
 * of one type there, is kept counted; the prices of the whole country are not said.
 */
export async function countListings(db: Db, criteria: Sought, reader: Reader = null): Promise<Counts> {
  const today = parisDay(clock.now()).day;
  const days = { fresh: dayBefore(today, 1), recent: dayBefore(today, WEEKS_OBSERVED * 7) };
  const plain = reader === null ? plainSearch(criteria) : null;
  const { type, ...others } = criteria;
  const asked = type?.flatMap((word) => typeOfWord[word] ?? []) ?? null;
  const counted: Counted = plain
    ? await countPlain(db, plain, days)
    : ((await countInMemory(db, others, asked, days, reader)) ??
      (await countLive(db, others, asked, days, reader)));
  const { types, recent, ...counts } = counted;
  return {
    ...counts,
    // Something is older: we have watched for long enough.
    weekly: counts.yes > recent ? Math.round(recent / WEEKS_OBSERVED) : null,
    types: Object.fromEntries(
      types.map(({ propertyType, found }) => [wordOfType[propertyType] ?? propertyType, found]),
    ),
  };
}

const clockInParis = new Intl.DateTimeFormat('fr-FR', {
  timeZone: TIME_ZONE,
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
});

/** Midnight in Paris, the day before. */
export function yesterdayInParis(now: Date): Date {
  const parts = clockInParis.formatToParts(now);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const sinceMidnight = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
  return new Date(now.getTime() - sinceMidnight - DAY_MS);
}

interface Spot {
  /** `yes` listings come first, then the `maybe` ones, each in the order asked. */
  readonly zone: 'yes' | 'maybe';
  readonly position: Position;
  readonly backwards: boolean;
}

/** `m` for the maybe part, `r` when the page ends there: `rm31500000_42`. */
function writePosition({ zone, position, backwards }: Spot): string {
  return `${backwards ? 'r' : ''}${zone === 'maybe' ? 'm' : ''}${position.key}_${position.id}`;
}

function readPosition(text: string | null, sort: Sort): Spot | null {
  const parts = text === null ? null : /^(r?)(m?)(-?[\d.]+)_(\d{1,15})$/.exec(text);
  if (!parts) return null;
  const [, reversed, maybe, key = '', id] = parts;
  const position = { key, id: Number(id) };
  return fits(sort, position)
    ? { zone: maybe ? 'maybe' : 'yes', position, backwards: Boolean(reversed) }
    : null;
}

/**
 * One page of a search, 24 listings: those that surely match, then those that may. `after` is a value of `next` or
 * `previous`; one that belongs to another order is ignored. A page past the end gives the last one. What `reader` hid is
 * left out.
 */
export async function searchListings(
  db: Db,
  criteria: Sought,
  at: { sort: Sort; page: number; after: string | null },
  reader: Reader = null,
): Promise<Results> {
  const walk = { db, criteria, sort: at.sort, now: clock.now(), reader };
  const counting = countListings(db, criteria, reader);
  const spot = readPosition(at.after, at.sort);
  const wished = spot ? at.page : Math.min(at.page, LAST_NUMBERED);
  const early = spot ? readAround(walk, spot) : wished === 1 ? readFrom(walk, 0, counting) : null;
  const [counts, near] = await Promise.all([counting, early]);
  const pages = Math.max(1, Math.ceil((counts.yes + counts.maybe) / PAGE_SIZE));
  const page = Math.min(wished, pages);
  const offset = (Math.min(page, LAST_NUMBERED) - 1) * PAGE_SIZE;
  // Where the place one held is gone, the page of that number still says something.
  const lost = near?.length === 0 && at.page > 1;
  const held = near !== null && !lost ? spot : null;
  const read = near === null || lost ? await readFrom(walk, offset, counting) : near;
  const more = read.length > PAGE_SIZE;
  const rows = held?.backwards ? read.slice(-PAGE_SIZE) : read.slice(0, PAGE_SIZE);
  const [first, last] = [rows[0], rows.at(-1)];
  const after = held?.backwards ? true : more;
  const before = held ? !held.backwards || more : offset > 0;
  return {
    rows: rows.map(({ id, zone, unknown }) => ({ id, verdict: zone, unknown })),
    counts,
    page,
    pages,
    lastNumbered: Math.min(pages, LAST_NUMBERED),
    next: last && after ? writePosition({ zone: last.zone, position: last, backwards: false }) : null,
    previous: first && before ? writePosition({ zone: first.zone, position: first, backwards: true }) : null,
  };
}

interface Walk {
  readonly db: Db;
  readonly criteria: Sought;
  readonly sort: Sort;
  readonly now: Date;
  readonly reader: Reader;
}

interface Row extends PageRow {
  readonly zone: 'yes' | 'maybe';
}

/** Whether a silent listing could come up at all. */
function mayDoubt(criteria: Sought): boolean {
  if (mayMissPoint(criteria)) return true;
  return criteriaTable.some((criterion) => !('known' in criterion) && criteria[criterion.word] !== undefined);
}

async function read(
  { db, criteria, sort, now, reader }: Walk,
  zone: Row['zone'],
  limit: number,
  from: { offset?: number; position?: Position | null; backwards?: boolean },
): Promise<Row[]> {
  if (limit <= 0 || (zone === 'maybe' && !mayDoubt(criteria))) return [];
  const asked = { criteria, verdict: zone, sort, limit, reader, ...from };
  const rows = (await pageInMemory(db, asked)) ?? (await pageOfListings(db, { ...asked, now }));
  return rows.map((row) => ({ ...row, zone }));
}

async function readFrom(walk: Walk, offset: number, counting: Promise<Counts>): Promise<Row[]> {
  const sure = await read(walk, 'yes', READ, { offset });
  if (sure.length === READ || !mayDoubt(walk.criteria)) return sure;
  const { yes } = await counting;
  const doubted = await read(walk, 'maybe', READ - sure.length, { offset: Math.max(0, offset - yes) });
  return [...sure, ...doubted];
}

async function readAround(walk: Walk, { zone, position, backwards }: Spot): Promise<Row[]> {
  const near = await read(walk, zone, READ, { position, backwards });
  const left = READ - near.length;
  if (zone === 'yes') return backwards ? near : [...near, ...(await read(walk, 'maybe', left, {}))];
  return backwards ? [...(await read(walk, 'yes', left, { backwards })), ...near] : near;
}

/** What to do when nothing matches: the cheapest listing above the budget, and each criterion whose absence helps. */
export async function waysOut(
  db: Db,
  criteria: Sought,
  reader: Reader = null,
): Promise<{ cheapestAbove: number | null; looser: Loosening[] }> {
  const { transaction, places, within, small: _, stands: _stands, ...filters } = criteria;
  const where = { transaction, places, within };
  const chips = chipsOf(transaction, filters);
  const { prixMin, prixMax, ...unpriced } = filters;
  const [counts, above] = await Promise.all([
    countEach(
      db,
      chips.map(({ rest }) => ({ ...where, ...rest })),
      reader,
    ),
    prixMax === undefined
      ? null
      : countListings(db, { ...where, ...unpriced, prixMin: Math.max(prixMin ?? 0, prixMax) }, reader),
  ]);
  const looser = chips.map(({ text, rest }, index) => ({ text, rest, count: counts[index] ?? 0 }));
  return {
    cheapestAbove: above?.cheapest ?? null,
    looser: looser.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
  };
}

/** Districts of the city and neighbouring communes that have listings, with their number. */
export async function placesAround(
  db: Db,
  transaction: Criteria['transaction'],
  place: { readonly cityCode: string },
  reader: Reader = null,
): Promise<{ districts: PlaceCount[]; neighbours: PlaceCount[] }> {
  const rows = await countAround(db, transaction, place, NEIGHBOURS_SHOWN, reader);
  return {
    districts: rows.filter(({ kind }) => kind === 'district'),
    neighbours: rows.filter(({ kind }) => kind === 'commune'),
  };
}

/** The places that slugs mean, in their order; old and short writings too. Unknown ones are left out. */
export async function placesOfSlugs(db: Db, asked: readonly string[]): Promise<Place[]> {
  const slugs = asked.filter(isSlug);
  const exact = new Map((await selectPlaces(db, slugs)).map((place) => [place.slug, place]));
  const found = await Promise.all(
    slugs.map(async (slug) => exact.get(slug) ?? (await placeBySlug(db, slug))?.place),
  );
  const places = found.filter((place) => place !== undefined);
  return [...new Map(places.map((place) => [place.code, place])).values()];
}

export { countEach, isObservedFor } from './counting.sql.server.ts';
export type { Sought } from './found.sql.server.ts';
export { openSearchMemory } from './memory/memory.server.ts';

/** Where an address looks beside the limits of its places; undefined when it says nothing of it. */
export function withinOf(params: URLSearchParams, places: readonly Place[]): Within | undefined {
  const area = readArea(params);
  if (!area) return undefined;
  const within = { ...area, circles: circlesOf(area, places) };
  const bounded = within.zones.length > 0 || within.box !== null;
  // So many kilometres around nowhere in particular limits nothing.
  return bounded || places.length > 0 ? within : undefined;
}

/** The search that an address of the API says; null when it names only unknown places. */
export async function criteriaOf(db: Db, params: URLSearchParams): Promise<Sought | null> {
  const slugs = readPlaceSlugs(params);
  const places = await placesOfSlugs(db, slugs);
  if (slugs.length > 0 && places.length === 0) return null;
  return {
    transaction: readTransaction(params) ?? 'achat',
    places: places.map(placeCodeOf),
    within: withinOf(params, places),
    ...readFilters(params),
  };
}

/** The cards of a page of results, in its order. One statement. */
export async function cardsOf(db: Db, rows: readonly FoundRow[]): Promise<SearchResult[]> {
  const cards = new Map(
    (
      await listingsByIds(
        db,
        rows.map(({ id }) => id),
      )
    ).map((card) => [card.id, card]),
  );
  return rows.flatMap(({ id, verdict, unknown }) => {
    const card = cards.get(id);
    return card ? [{ ...card, verdict, unknown: [...unknown] }] : [];
  });
}

/** One page of the search that an address says. Unknown places find nothing. */
export async function listingsOfSearch(
  db: Db,
  params: URLSearchParams,
  at: Pick<SearchWords, 'sort' | 'page' | 'after'>,
  reader: Reader = null,
): Promise<{
  found: SearchResult[];
  count: { yes: number; maybe: number };
  page: number;
  pages: number;
  next: string | null;
  previous: string | null;
}> {
  const [criteria, hiding] = await Promise.all([criteriaOf(db, params), hidingReader(db, reader)]);
  if (!criteria) {
    return { found: [], count: { yes: 0, maybe: 0 }, page: 1, pages: 1, next: null, previous: null };
  }
  const { rows, counts, page, pages, next, previous } = await searchListings(db, criteria, at, hiding);
  const found = await cardsOf(db, rows);
  return { found, count: { yes: counts.yes, maybe: counts.maybe }, page, pages, next, previous };
}

/** How many homes the search that an address says has. */
export async function countOfSearch(
  db: Db,
  params: URLSearchParams,
  reader: Reader = null,
): Promise<{ yes: number; maybe: number }> {
  const [criteria, hiding] = await Promise.all([criteriaOf(db, params), hidingReader(db, reader)]);
  if (!criteria) return { yes: 0, maybe: 0 };
  const { yes, maybe } = await countListings(db, criteria, hiding);
  return { yes, maybe };
}
