import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { keyColumns } from '#rooms/criteria/verdict.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { energyClasses } from '#rooms/listings/energy-classes.ts';
import { flagWords } from '../matcher.ts';
import type { FactLine, KeyLine } from './columns.ts';

/** Something that columns cannot hold: the statements go on alone. */
class Unfit extends Error {}

const table: readonly Criterion[] = criteriaTable;

/** The first values of a line, before those of `keyColumns` and of `lineFacts`. */
const KEY_HEAD = 7;
const FACT_HEAD = 12;

/** The facts that a line holds one by one, in order: flags are in two masks, and words of the text apart. */
export const lineFacts: readonly string[] = [
  ...new Set(
    table.flatMap((criterion) =>
      criterion.kind === 'flag' || criterion.column === 'searchWords'
        ? []
        : [
            criterion.column,
            ...('least' in criterion && criterion.least ? [criterion.least] : []),
            ...('unsaid' in criterion ? [criterion.unsaid] : []),
          ],
    ),
  ),
];

const rankOf = (word: string) => {
  const rank = table.findIndex((criterion) => criterion.word === word);
  if (rank < 0) throw new TypeError(`${word}: no such word`);
  return rank;
};

// A row holds two masks. `first`: the yes that are asked, then which of the facts below are asked, then whether more is
// asked. `second`: what a listing may not be, one bit per type, number of rooms and energy class.
const FLAG_BITS = 25;
const ASKED_SURFACE = 1 << 25;
const ASKED_ROOMS = 1 << 26;
const ASKED_ENERGY = 1 << 27;
export const MORE = 1 << 28;
const ASKED = ASKED_SURFACE | ASKED_ROOMS | ASKED_ENERGY;
const FLAGS = (1 << FLAG_BITS) - 1;

const types = Object.keys(propertyTypes);
const TYPE_BITS = 14;
const ROOM_CLASSES = 8;
const ROOM_SHIFT = TYPE_BITS;
const ENERGY_SHIFT = ROOM_SHIFT + ROOM_CLASSES;
/** A class, or the one of what has none. */
const energies: readonly string[] = [...energyClasses, '-'];
if (flagWords.length > FLAG_BITS || types.length > TYPE_BITS || ENERGY_SHIFT + energies.length > 31) {
  throw new TypeError('the masks of alert columns are too small');
}

const TYPE = rankOf('type');
const MAX_PRICE = rankOf('prixMax');
const SURFACE = rankOf('surfaceMin');
const ROOMS = rankOf('pieces');
const ENERGY = rankOf('dpe');
/** What is asked not to be, after the words of the table. */
const NOT_FLAGS = table.length;

/** The values that a criterion may ask for, one bit each. */
const vocabularies = table.map((criterion) =>
  'values' in criterion
    ? new Map(
        [...new Set(Object.values(criterion.values).map(({ value }) => value))].map((value, bit) => [
          value,
          1 << bit,
        ]),
      )
    : null,
);
if (vocabularies.some((values) => values && values.size > 31))
  throw new TypeError('a criterion has too many values');

/** What an alert asks, as its rows hold it; `more`: ranks of the table and what is asked, for what the masks do not say. */
interface CompiledAlert {
  readonly first: number;
  readonly second: number;
  readonly maxPrice: number;
  readonly minSurface: number;
  readonly more: readonly number[];
}

let own = KEY_HEAD;
/** Where a line of an alert holds each of `keyColumns`: flags are in the masks, and `others` stand together. */
const keyPlaces = keyColumns.map(({ other, type }) => (other || type === 'boolean' ? -1 : own++));

const list = (said: unknown): string[] =>
  Array.isArray(said) ? (said as string[]) : String(said).slice(1, -1).split(',').filter(Boolean);
const dayNumber = (day: unknown) => Number(String(day).slice(0, 10).replaceAll('-', ''));

/** Compiles the criteria of an alert. `name` gives a number to a text. Throws `Unfit`. */
export function compileAlert(line: KeyLine, name: (text: string) => number): CompiledAlert {
  const [, , , , flagsOn, flagsOff, others] = line;
  let first = flagsOn & FLAGS;
  let second = 0;
  let maxPrice = Number.POSITIVE_INFINITY;
  let minSurface = 0;
  const more: number[] = [];
  for (const [rank, { name: column, other, type }] of keyColumns.entries()) {
    if (type === 'boolean') continue;
    const said = other ? (others?.[column] ?? null) : (line[keyPlaces[rank]!] ?? null);
    if (said === null) continue;
    const criterion = table[rank]!;
    if (rank === MAX_PRICE) maxPrice = said as number;
    else if (rank === SURFACE) {
      minSurface = said as number;
      first |= ASKED_SURFACE;
    } else if (rank === TYPE) second |= refused(types, list(said));
    else if (rank === ENERGY) {
      second |= refused(energies, list(said)) << ENERGY_SHIFT;
      first |= ASKED_ENERGY;
    } else if (rank === ROOMS) {
      const least = said as number;
      second |= ((1 << Math.min(least, ROOM_CLASSES - 1)) - 1) << ROOM_SHIFT;
      first |= ASKED_ROOMS;
      if (least >= ROOM_CLASSES) more.push(rank, least);
    } else if ('always' in criterion && criterion.always && said === 0) {
      // An open bound: prices and counts are never less.
    } else more.push(rank, storedAs(criterion, rank, said, name));
  }
  if (flagsOff !== 0) more.push(NOT_FLAGS, flagsOff);
  if (more.length > 0) first |= MORE;
  return { first, second, maxPrice, minSurface, more };
}

/** The bits of what is not among the values asked. */
function refused(all: readonly string[], asked: readonly string[]): number {
  if (asked.some((value) => !all.includes(value))) throw new Unfit(`unknown value among ${asked.join()}`);
  return all.reduce((bits, value, bit) => (asked.includes(value) ? bits : bits | (1 << bit)), 0);
}

function storedAs(criterion: Criterion, rank: number, said: unknown, name: (text: string) => number): number {
  switch (criterion.kind) {
    case 'oneOf':
    case 'anyOf': {
      const values = list(said).map((value) => vocabularies[rank]?.get(value));
      if (values.includes(undefined)) throw new Unfit(`${criterion.word}: ${String(said)}`);
      return values.reduce<number>((bits, bit) => bits | (bit ?? 0), 0);
    }
    case 'allOf':
    case 'noneOf':
    case 'named':
      return name(String(said));
    case 'byDay':
      return dayNumber(said);
    default:
      return Number(said);
  }
}

/** What a listing says, as rows are compared with it. */
export interface CompiledListing {
  /** The bits of `first` that rule an alert out, and those that leave it in doubt. */
  readonly refusesFirst: number;
  readonly doubts: number;
  readonly refusesSecond: number;
  readonly price: number;
  /** Never below what is asked when it is not known. */
  readonly surface: number;
  readonly flagsTrue: number;
  readonly flagsFalse: number;
  /** By rank of the table: a number, or bits; NaN is unknown. */
  readonly facts: Float64Array;
  /** Of `atMost`: what it is at least; of `anyOf`: the bits it neither says nor rules out. */
  readonly beside: Float64Array;
  readonly owner: string;
  readonly searchWords: string;
  /** Which texts those words answer, by their numbers: many alerts ask the same. */
  readonly heard: Map<number, boolean>;
}

const place = (name: string) => FACT_HEAD + lineFacts.indexOf(name);
const reading = table.map((criterion, rank) => ({
  kind: criterion.kind,
  at: lineFacts.includes(criterion.column) ? place(criterion.column) : -1,
  beside:
    'least' in criterion && criterion.least
      ? place(criterion.least)
      : 'unsaid' in criterion
        ? place(criterion.unsaid)
        : -1,
  bits: vocabularies[rank] ?? null,
}));

/** Reads a line of a fact. */
export function compileListing(line: FactLine): CompiledListing {
  const [, , , , , flagsTrue, flagsFalse] = line;
  const facts = new Float64Array(table.length).fill(Number.NaN);
  const beside = new Float64Array(table.length).fill(Number.NaN);
  const bitsOf = (said: unknown, bits: ReadonlyMap<string, number>): number =>
    Array.isArray(said)
      ? (said as string[]).reduce((all, value) => all | (bits.get(value) ?? 0), 0)
      : (bits.get(said as string) ?? 0);
  for (const [rank, { kind, at, beside: second, bits }] of reading.entries()) {
    if (at < 0 || kind === 'named') continue;
    const said = line[at] ?? null;
    // An empty list is known: nothing of it is asked for.
    if (kind === 'anyOf' && bits) {
      facts[rank] = said === null ? 0 : bitsOf(said, bits);
      beside[rank] = bitsOf(line[second] ?? [], bits);
      continue;
    }
    if (second >= 0) beside[rank] = (line[second] as number | null) ?? Number.NaN;
    if (said === null) continue;
    facts[rank] = bits ? bitsOf(said, bits) : kind === 'byDay' ? dayNumber(said) : Number(said);
  }
  const rooms = facts[ROOMS]!;
  const surface = facts[SURFACE]!;
  const energy = line[reading[ENERGY]!.at] as string | null;
  const type = types.indexOf(line[reading[TYPE]!.at] as string);
  if (type < 0) throw new Unfit(`unknown type ${String(line[reading[TYPE]!.at])}`);
  const energyBit = energy === null ? 0 : 1 << Math.max(energies.indexOf(energy), 0);
  if (energy !== null && !energies.includes(energy)) throw new Unfit(`unknown class ${energy}`);
  return {
    refusesFirst: flagsFalse & FLAGS,
    doubts:
      (~flagsTrue & FLAGS) |
      (Number.isNaN(surface) ? ASKED_SURFACE : 0) |
      (Number.isNaN(rooms) ? ASKED_ROOMS : 0) |
      (energy === null ? ASKED_ENERGY : 0),
    refusesSecond:
      (1 << type) |
      (Number.isNaN(rooms) ? 0 : 1 << (ROOM_SHIFT + Math.min(Math.max(rooms, 0), ROOM_CLASSES - 1))) |
      (energyBit << ENERGY_SHIFT),
    price: facts[MAX_PRICE]!,
    surface: Number.isNaN(surface) ? Number.POSITIVE_INFINITY : surface,
    flagsTrue,
    flagsFalse,
    facts,
    beside,
    owner: String(line[reading[rankOf('agence')]!.at] ?? ''),
    searchWords: line[11] ?? '',
    heard: new Map(),
  };
}

export const isDoubtful = (first: number, said: CompiledListing): boolean =>
  (first & said.doubts & (FLAGS | ASKED)) !== 0;

type Answer = 'yes' | 'maybe' | 'no';

/** Compares what the masks do not say. `texts`: what numbers were given to (`compileAlert`). */
export function compareMore(
  more: Float64Array,
  from: number,
  said: CompiledListing,
  texts: readonly string[],
): Answer {
  let doubtful = false;
  const end = from + 1 + more[from]!;
  for (let at = from + 1; at < end; at += 2) {
    const rank = more[at]!;
    const asked = more[at + 1]!;
    if (rank === NOT_FLAGS) {
      if ((asked & said.flagsTrue) !== 0) return 'no';
      doubtful ||= (asked & ~said.flagsFalse) !== 0;
      continue;
    }
    const fact = said.facts[rank]!;
    switch (reading[rank]!.kind) {
      case 'atMost':
      case 'byDay':
        if (fact > asked || said.beside[rank]! > asked) return 'no';
        doubtful ||= Number.isNaN(fact);
        break;
      case 'atLeast':
        if (fact < asked) return 'no';
        doubtful ||= Number.isNaN(fact);
        break;
      case 'oneOf':
        if (Number.isNaN(fact)) doubtful = true;
        else if ((fact & asked) === 0) return 'no';
        break;
      case 'anyOf':
        if ((fact & asked) === 0) {
          if ((said.beside[rank]! & asked) === 0) return 'no';
          doubtful = true;
        }
        break;
      case 'named':
        if (said.owner !== texts[asked]) return 'no';
        break;
      case 'allOf':
        if (!hears(said, asked, texts)) return 'no';
        break;
      case 'noneOf':
        if (hears(said, asked, texts)) return 'no';
        break;
      default:
        throw new Unfit(`nothing compares ${reading[rank]!.kind}`);
    }
  }
  return doubtful ? 'maybe' : 'yes';
}

/** Whether some criterion of `more` looks at the words of the text. */
export function asksWords(more: readonly number[]): boolean {
  return more.some(
    (rank, at) => at % 2 === 0 && (table[rank]?.kind === 'allOf' || table[rank]?.kind === 'noneOf'),
  );
}

// Questions are those of `tsqueryOf`; the words are a tsvector as PostgreSQL writes it: 'wbalcon':3,7 'wvue':4

function hears({ searchWords, heard }: CompiledListing, question: number, texts: readonly string[]): boolean {
  let answer = heard.get(question);
  if (answer === undefined) {
    const holdsAll = (all: string) => all.split('&').every((one) => holds(searchWords, one));
    answer = texts[question]!.split('|').some(holdsAll);
    heard.set(question, answer);
  }
  return answer;
}

function holds(words: string, phrase: string): boolean {
  const terms = phrase.split('<->');
  if (terms.length === 1) return isIn(words, terms[0]!);
  let ends: Set<number> | null = null;
  for (const term of terms) {
    const places = placesIn(words, term);
    ends = new Set(ends === null ? places : places.filter((one) => ends!.has(one - 1)));
    if (ends.size === 0) return false;
  }
  return true;
}

const startOf = (term: string) => (term.endsWith(':*') ? `'${term.slice(0, -2)}` : `'${term}'`);

/** Words are letters and digits: a quote opens or closes one, and what follows an opening one is its beginning. */
function isIn(words: string, term: string): boolean {
  return words.includes(startOf(term));
}

function placesIn(words: string, term: string): number[] {
  const start = startOf(term);
  const places: number[] = [];
  for (let at = words.indexOf(start); at >= 0; at = words.indexOf(start, at + 1)) {
    const colon = words.indexOf(':', at);
    const space = words.indexOf(' ', at);
    places.push(
      ...words
        .slice(colon + 1, space < 0 ? undefined : space)
        .split(',')
        .map(Number),
    );
  }
  return places;
}
