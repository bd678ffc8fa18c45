import { streetCellsOf } from '#rooms/criteria/area.server.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { type Box, type Cells, coverOf } from '#rooms/criteria/rings.ts';
import { outermost, requestedValueOf } from '#rooms/criteria/verdict.ts';
import type { UnknownWord } from '../contract.ts';
import { mayMissPoint, type Sought } from '../found.sql.server.ts';
import {
  squareColumn as columnOf,
  type ListingMemory,
  type MemoryFact,
  memoryFacts,
  squareRow as rowOf,
  UNKNOWN as SILENT,
  SQUARES_AROUND,
  WORD,
  STRIDE as WORDS,
  wide,
  zonesOfRecord,
} from './memory.ts';

// Named here because they are read at each record: an imported name is looked up each time where modules stand apart.
const { x: X, y: Y, market: MARKET } = WORD;
const STRIDE = WORDS;
const UNSAID = SILENT;
const AROUND = SQUARES_AROUND;
const squareColumn = columnOf;
const squareRow = rowOf;
const twoWords = wide;

interface Test {
  readonly word: UnknownWord;
  readonly at: number;
  readonly wide: boolean;
  /** What the number held is divided by before it is compared. */
  readonly scale: number;
  readonly low: number;
  readonly high: number;
  /** One bit for each value asked. */
  readonly values: number | null;
  readonly known: boolean;
}

interface Zone {
  readonly cells: Cells;
  readonly covers: (x: number, y: number) => boolean;
}

/** A search that records alone answer. */
export interface Question {
  readonly transaction: 1 | 2;
  readonly isNew: boolean;
  readonly tests: readonly Test[];
  readonly zones: readonly Zone[];
  readonly box: Box | null;
  /** Of these places, listings without a point may be in the area; empty: none. */
  readonly places: readonly string[];
}

const facts: Readonly<Record<string, MemoryFact | undefined>> = Object.fromEntries(
  memoryFacts.map((fact) => [fact.column, fact]),
);

/** Null when it asks for what is not held, or elsewhere than in zones of the size of a city or in what a map shows. */
export function questionOf(sought: Sought): Question | null {
  const { within, transaction, places } = sought;
  if (!within || within.radius !== null || (within.zones.length === 0 && within.box === null)) return null;
  const tests: Test[] = [];
  for (const criterion of criteriaTable as readonly Criterion[]) {
    const asked = requestedValueOf(sought, criterion);
    if (asked === null) continue;
    const test = testOf(criterion, asked);
    if (!test) return null;
    tests.push(test);
  }
  const zones: Zone[] = [];
  for (const ring of within.zones) {
    const cells = streetCellsOf(ring);
    if (!cells) return null;
    zones.push({ cells, covers: coverOf(ring) });
  }
  return {
    transaction: transaction === 'location' ? 2 : 1,
    isNew: transaction === 'neuf',
    tests,
    zones,
    box: within.box,
    places: mayMissPoint(sought) ? outermost(places) : [],
  };
}

function testOf(criterion: Criterion, asked: unknown): Test | null {
  const fact = facts[criterion.column];
  if (!fact) return null;
  const { at, scale = 1, values } = fact;
  const test = {
    word: criterion.word as UnknownWord,
    at,
    wide: fact.wide === true,
    scale,
    low: Number.NEGATIVE_INFINITY,
    high: Number.POSITIVE_INFINITY,
    values: null,
    known: criterion.known === true,
  };
  if (criterion.kind === 'atLeast') return { ...test, low: asked as number };
  if (criterion.kind === 'atMost' && !criterion.least) return { ...test, high: asked as number };
  if (criterion.kind !== 'oneOf' || !values) return null;
  const bits = (asked as readonly string[]).reduce((sum, value) => sum | (1 << values.indexOf(value)), 0);
  return (asked as readonly string[]).every((value) => values.includes(value))
    ? { ...test, values: bits }
    : null;
}

const NO = 0;
export const MAYBE = 1;
export const YES = 2;

/** Records that may stand in a box alone: the process answers nobody else while it looks through them. */
const BOXED_MOST = 500_000;

/** Where the records of `base` that a box alone may hold stand: from, up to before, row by row; null when they are too many. */
export function spansOf(
  held: ListingMemory,
  { box, zones }: Question,
  most = BOXED_MOST,
): readonly number[] | null {
  if (!box || zones.length > 0) return [];
  const [west, south, east, north] = box;
  const spans: number[] = [];
  let records = 0;
  for (let [row, end] = [squareRow(south), 0]; row <= squareRow(north) && end < held.placed; row += 1) {
    const start = firstAt(held, row * AROUND + squareColumn(west), end);
    end = firstAt(held, row * AROUND + squareColumn(east) + 1, start);
    if (end === start) continue;
    spans.push(start, end);
    records += end - start;
    if (records > most) return null;
  }
  return spans;
}

/** Calls `meet` for each record that the question does not refuse, in no order, with MAYBE or YES. */
export function scanRecords(
  held: ListingMemory,
  question: Question,
  spans: readonly number[],
  meet: (words: Int32Array, at: number, verdict: number) => void,
): void {
  const { base, late, touched } = held;
  const { zones, places } = question;
  const see = (at: number) => {
    const verdict = judgeRecord(base, at, question);
    if (verdict !== NO && !touched.has(base[at]!)) meet(base, at, verdict);
  };
  for (const [rank, zone] of zones.entries()) {
    const before = zones.slice(0, rank);
    eachIn(held, zone, (at, x, y) => {
      if (rank > 0 && before.some((one) => isIn(one, x, y))) return;
      if (inBox(question.box, x, y)) see(at);
    });
  }
  for (let span = 0; span < spans.length; span += 2) {
    const end = spans[span + 1]! * STRIDE;
    for (let at = spans[span]! * STRIDE; at < end; at += STRIDE) {
      if (inBox(question.box, base[at + X]!, base[at + Y]!)) see(at);
    }
  }
  for (const code of places) {
    for (const row of held.unplaced.get(code) ?? []) {
      const at = row * STRIDE;
      const verdict = judgeRecord(base, at, question);
      if (verdict !== NO && !touched.has(base[at]!)) meet(base, at, MAYBE);
    }
  }
  for (let at = 0; at < held.lateLength; at += STRIDE) {
    // One that was written twice left its first record behind.
    if (touched.get(late[at]!) !== at) continue;
    const verdict = judgeRecord(late, at, question);
    if (verdict === NO) continue;
    const x = late[at + X]!;
    const y = late[at + Y]!;
    if (x === UNSAID) {
      if (places.length > 0 && zonesOfRecord(late, at).some((zone) => places.includes(zone))) {
        meet(late, at, MAYBE);
      }
    } else if (inBox(question.box, x, y) && (zones.length === 0 || zones.some((zone) => isIn(zone, x, y)))) {
      meet(late, at, verdict);
    }
  }
}

/** Whether a record meets the question, wherever it is. */
function judgeRecord(words: Int32Array, at: number, { transaction, isNew, tests }: Question): number {
  const market = words[at + MARKET]!;
  if ((market & 3) !== transaction || (isNew && market < 4)) return NO;
  let verdict = YES;
  for (const test of tests) {
    const said = test.wide ? twoWords(words, at + test.at) : words[at + test.at]!;
    if (said === UNSAID) {
      verdict = MAYBE;
    } else if (test.values === null) {
      const value = said / test.scale;
      if (value < test.low || value > test.high) return NO;
    } else if (((test.values >>> said) & 1) === 0) return NO;
  }
  return verdict;
}

/** The words that a record says nothing about; `place` of one without a point. */
export function unknownWordsOf(words: Int32Array, at: number, { tests }: Question): UnknownWord[] {
  const silent = tests.filter((test) => !test.known && !test.wide && words[at + test.at] === UNSAID);
  return [...silent.map(({ word }) => word), ...(words[at + X] === UNSAID ? (['place'] as const) : [])];
}

const inBox = (box: Box | null, x: number, y: number) =>
  box === null || (x >= box[0] && y >= box[1] && x <= box[2] && y <= box[3]);

function isIn({ cells, covers }: Zone, x: number, y: number): boolean {
  const { left, bottom, columns, squares } = cells;
  const column = squareColumn(x) - left;
  const place = (squareRow(y) - bottom) * columns + column;
  if (column < 0 || column >= columns || place < 0 || place >= squares.length) return false;
  return squares[place] === 1 || (squares[place] === 2 && covers(x, y));
}

/** Every record of `base` that a zone covers: row by row of its squares, whose records stand side by side. */
function eachIn(
  held: ListingMemory,
  { cells, covers }: Zone,
  meet: (at: number, x: number, y: number) => void,
): void {
  const { left, bottom, columns, squares } = cells;
  const { base } = held;
  for (let row = 0; row * columns < squares.length; row += 1) {
    const here = squares.subarray(row * columns, (row + 1) * columns);
    const first = here.findIndex((square) => square !== 0);
    if (first < 0) continue;
    const start = (bottom + row) * AROUND + left;
    const end = firstAt(held, start + here.findLastIndex((square) => square !== 0) + 1);
    for (let at = firstAt(held, start + first) * STRIDE; at < end * STRIDE; at += STRIDE) {
      const x = base[at + X]!;
      const square = here[squareColumn(x) - left]!;
      if (square === 0) continue;
      const y = base[at + Y]!;
      if (square === 1 || covers(x, y)) meet(at, x, y);
    }
  }
}

/** The first record of `base` in this square or after it; none before `from` is. */
function firstAt({ base, placed }: ListingMemory, square: number, from = 0): number {
  let low = from;
  let high = placed;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = middle * STRIDE;
    const its = squareRow(base[at + Y]!) * AROUND + squareColumn(base[at + X]!);
    if (its < square) low = middle + 1;
    else high = middle;
  }
  return low;
}
