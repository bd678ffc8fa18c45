/**
 * Choosing: what of all that was found is still worth telling, and why the rest is not.
 * Owns nothing: its tables are those of its parents.
 * Announces nothing.
 */
import type { ToldListing } from '../contract.ts';

/** A listing that is told, the price it is told at, in cents, and its last fact then: all that came before is told with it. */
export type Chosen = Omit<ToldListing, 'card'> & {
  readonly id: number;
  readonly price: number;
  readonly upto: number;
};

/** The same as a mail that waits holds it: a new listing that surely matches, like most, is three numbers. */
export type ChosenLine =
  | readonly [id: number, price: number, upto: number]
  | readonly [
      id: number,
      price: number,
      upto: number,
      rest: Pick<Chosen, 'occasion' | 'previousPrice' | 'unknown'>,
    ];

export function lineOf({ id, price, upto, occasion, previousPrice, unknown }: Chosen): ChosenLine {
  if (occasion === 'appeared' && previousPrice === null && unknown.length === 0) return [id, price, upto];
  return [id, price, upto, { occasion, previousPrice, unknown }];
}

/** A mail queued by an earlier version holds it whole. */
export function chosenIn(line: ChosenLine | Chosen): Chosen {
  if (!Array.isArray(line)) return line as Chosen;
  const [id, price, upto, rest] = line as ChosenLine;
  return { id, price, upto, ...(rest ?? { occasion: 'appeared', previousPrice: null, unknown: [] }) };
}
