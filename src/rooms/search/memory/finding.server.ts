import { parisMidnight } from '#contract/day.ts';
import type { Sort } from '../contract.ts';
import type { Counted, Since } from '../counting.sql.server.ts';
import type { PageRow, Position } from '../search.sql.server.ts';
import { type ListingMemory, PRICE, SURFACE, TYPE, UNKNOWN, WORD, wide } from './memory.ts';
import { MAYBE, type Question, scanRecords, unknownWordsOf, YES } from './seeking.server.ts';

// Named here because they are read at each record: an imported name is looked up each time where modules stand apart.
const { id: ID, published: PUBLISHED, since: SINCE, home: HOME, property: PROPERTY, rank: RANK } = WORD;
const { at: PRICE_AT } = PRICE;
const { at: TYPE_AT } = TYPE;
const SURE = YES;
const twoWords = wide;

/** Homes: those that one listing shows, and those that several do. */
class Homes {
  #alone = 0;
  readonly #several = new Set<number>();

  add(home: number): void {
    if (home === 0) this.#alone += 1;
    else this.#several.add(home);
  }

  get count(): number {
    return this.#alone + this.#several.size;
  }
}

/** The listings in memory, the question, and where to scan when only a box is asked (`spansOf`). */
export interface MemoryQuery {
  readonly held: ListingMemory;
  readonly question: Question;
  readonly spans: readonly number[];
}

/** Counts as `countLive` of ../../counting: `question` is asked without types, `types` are those that are asked. */
export function countRecords(
  { held, question, spans }: MemoryQuery,
  types: readonly string[] | null,
  days: Since,
): Counted {
  const [freshFrom, recentFrom] = [days.fresh, days.recent].map((day) => parisMidnight(day).getTime() / 1000);
  const byType = TYPE.values.map((): Homes | null => null);
  const asked = TYPE.values.map((type) => types === null || types.includes(type));
  const [yes, found, fresh, recent] = [new Homes(), new Homes(), new Homes(), new Homes()];
  let [cheapest, dearest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  scanRecords(held, question, spans, (words, at, verdict) => {
    const home = words[at + HOME]!;
    const type = words[at + TYPE_AT]!;
    const ofType = (byType[type] ??= new Homes());
    if (verdict === SURE) ofType.add(home);
    if (!asked[type]) return;
    found.add(home);
    if (verdict !== SURE) return;
    yes.add(home);
    const since = words[at + SINCE]!;
    if (since >= recentFrom!) recent.add(home);
    if (since >= freshFrom!) fresh.add(home);
    const price = twoWords(words, at + PRICE_AT);
    if (price < cheapest) cheapest = price;
    if (price > dearest) dearest = price;
  });
  return {
    types: byType.flatMap((homes, type) =>
      homes ? [{ propertyType: TYPE.values[type]!, found: homes.count }] : [],
    ),
    yes: yes.count,
    maybe: found.count - yes.count,
    fresh: fresh.count,
    recent: recent.count,
    cheapest: Number.isFinite(cheapest) ? cheapest : null,
    dearest: Number.isFinite(dearest) ? dearest : null,
  };
}

interface Order {
  readonly descends: boolean;
  readonly key: (words: Int32Array, at: number) => number;
  /** As statements write it in a position. */
  readonly write: (key: number) => string;
}

const price = (words: Int32Array, at: number) => twoWords(words, at + PRICE_AT);
const surface = (unsaid: number) => (words: Int32Array, at: number) => {
  const said = words[at + SURFACE.at]!;
  return said === UNKNOWN ? unsaid : said / SURFACE.scale;
};
const squareMetres = (key: number) => (key === 1e9 || key === -1 ? String(key) : key.toFixed(2));

const orders: Readonly<Partial<Record<Sort, Order>>> = {
  date: { descends: true, key: (words, at) => twoWords(words, at + PUBLISHED), write: String },
  prix: { descends: false, key: price, write: String },
  '-prix': { descends: true, key: price, write: String },
  // Unknown surfaces come last.
  surface: { descends: false, key: surface(1e9), write: squareMetres },
  '-surface': { descends: true, key: surface(-1), write: squareMetres },
};

/** Whether the records in memory can be sorted by it. */
export const isMemoryOrder = (sort: Sort) => orders[sort] !== undefined;

export interface MemoryPageQuery {
  readonly verdict: 'yes' | 'maybe';
  readonly sort: Sort;
  readonly limit: number;
  readonly offset?: number;
  readonly position?: Position | null;
  readonly backwards?: boolean;
}

/** A page as `pageOfListings` of ../../sql: one listing of each home, in order. For orders that the memory holds. */
export function pageOfRecords({ held, question, spans }: MemoryQuery, asked: MemoryPageQuery): PageRow[] {
  const { limit, offset = 0, position = null, backwards = false } = asked;
  const order = orders[asked.sort]!;
  // Everything is put in rising order.
  const way = order.descends === backwards ? 1 : -1;
  const wanted = asked.verdict === 'yes' ? YES : MAYBE;
  const found: Found[] = [];
  const standing = new Standing();
  const [fromKey, fromId] = position ? [Number(position.key) * way, position.id * way] : [0, 0];
  scanRecords(held, question, spans, (words, at, verdict) => {
    const property = words[at + PROPERTY]!;
    if (verdict !== wanted) {
      if (wanted === MAYBE) standing.surelyFound(property);
      return;
    }
    standing.found(property, words[at + RANK]!);
    const key = order.key(words, at) * way;
    const id = words[at + ID]! * way;
    if (position && (key < fromKey || (key === fromKey && id <= fromId))) return;
    found.push({ key, id, words, at });
  });
  const rows: PageRow[] = [];
  let passed = 0;
  for (const { key, id, words, at } of inOrder(found)) {
    if (rows.length === limit) break;
    const hidden = words[at + HOME] !== 0 && standing.isHidden(words[at + PROPERTY]!, words[at + RANK]!);
    if (hidden) continue;
    passed += 1;
    if (passed <= offset) continue;
    const unknown = wanted === MAYBE ? unknownWordsOf(words, at, question) : [];
    rows.push({ id: id * way, key: order.write(key * way), unknown });
  }
  return backwards ? rows.toReversed() : rows;
}

/** Which listing of a property that several show is the one shown: as `representatives` of listings/properties. */
class Standing {
  readonly #best = new Map<number, number>();
  readonly #sure = new Set<number>();

  found(property: number, rank: number): void {
    if (rank !== UNKNOWN && rank < (this.#best.get(property) ?? Number.POSITIVE_INFINITY)) {
      this.#best.set(property, rank);
    }
  }

  /** In the list of what is sure, which goes before. */
  surelyFound(property: number): void {
    if (property !== 0) this.#sure.add(property);
  }

  isHidden(property: number, rank: number): boolean {
    return rank !== UNKNOWN && (this.#sure.has(property) || this.#best.get(property)! < rank);
  }
}

interface Found {
  readonly key: number;
  readonly id: number;
  readonly words: Int32Array;
  readonly at: number;
}

const isBefore = (a: Found, b: Found) => a.key < b.key || (a.key === b.key && a.id < b.id);

/** The lowest first, as many as are asked for: a heap, of which a page takes the top. */
function* inOrder(heap: Found[]): Generator<Found> {
  for (let from = (heap.length >> 1) - 1; from >= 0; from -= 1) sink(heap, from);
  while (heap.length > 0) {
    yield heap[0]!;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    heap[0] = last;
    sink(heap, 0);
  }
}

function sink(heap: Found[], from: number): void {
  const moved = heap[from]!;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
    if (!isBefore(heap[child]!, moved)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = moved;
}
