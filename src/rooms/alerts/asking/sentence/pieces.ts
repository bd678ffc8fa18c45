// Reading: where phrases stand among tokens, and what a reader of the grammar answers.
import type { Filters, TransactionWord } from '#rooms/criteria/contract.ts';
import type { Token } from './tokens.ts';
import { fillers, least, leastAfter, most, mostAfter, type Phrase } from './vocabulary.ts';

/** The tokens, those of place names left out. */
export type Free = readonly (Token | undefined)[];

/** Tokens `from` to `to` (not included) and what they ask for. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly filters: Filters;
  readonly transaction: TransactionWord | null;
  /** A kind of property, if no other is asked for in the sentence. */
  readonly alone: string | null;
}

/** Null: nothing of the kind begins here. */
export type ParsedPiece = Omit<Piece, 'from'> | null;
/** What the tokens up to `to` ask for; nothing at all is shown as not understood. */
export const asks = (
  to: number,
  filters: Filters,
  transaction: TransactionWord | null = null,
): ParsedPiece => ({
  to,
  filters,
  transaction,
  alone: null,
});

/** Where the first phrase that stands here ends; `at` when none does. Phrases are in order, longest first. */
export function after(free: Free, at: number, list: readonly Phrase[]): number {
  const found = list.find((words) => words.every((word, rank) => free[at + rank]?.key === word));
  return at + (found?.length ?? 0);
}

/** The first phrase of a list that stands here, where it ends and what it means. */
export function matchPhrase<Value>(
  free: Free,
  at: number,
  list: readonly (readonly [Phrase, Value])[],
): { to: number; value: Value } | null {
  const found = list.find(([words]) => words.every((word, rank) => free[at + rank]?.key === word));
  return found ? { to: at + found[0].length, value: found[1] } : null;
}

/** Whether the token is one of these words or signs. */
export const isWord = (token: Token | undefined, ...keys: string[]) => keys.includes(token?.key ?? '');

/** Past at most three words that ask for nothing. */
export function pastFillers(free: Free, at: number): number {
  let to = at;
  while (to < at + 3 && free[to]?.kind === 'word' && fillers.has(free[to]?.key ?? '')) to += 1;
  return to;
}

export type Way = 'least' | 'most';
/** « max », « au moins » before a number. */
export function bound(free: Free, at: number): { to: number; way: Way | null } {
  const low = after(free, at, least);
  if (low > at) return { to: low, way: 'least' };
  const high = after(free, at, most);
  return { to: high, way: high > at ? 'most' : null };
}

/** « T3 max 320 000 € »: the bound is of the number that follows it. */
export function boundAfter(free: Free, at: number): { to: number; way: Way | null } {
  const low = after(free, at, leastAfter);
  const high = after(free, at, mostAfter);
  if (free[Math.max(low, high)]?.kind === 'number' && after(free, at, bounds) > at)
    return { to: at, way: null };
  return low > at ? { to: low, way: 'least' } : { to: high, way: high > at ? 'most' : null };
}
const bounds = [...least, ...most];
