/**
 * Budget: how the listings of a search are spread by price, and the two ends that one chooses among them.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { formatCount, formatPrice, formatRent } from '#contract/fmt.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { searchQuery } from './contract.ts';

/** At most so many bars between the ends that matter, and one for what is left of the last. */
export const BARS_MOST = 24;

const cents = z.int();
const spreadSchema = z.object({
  /** Where the first bar begins; it holds the lower prices too, as the last holds the higher ones. */
  from: cents,
  /** Width of a bar: one, two or five times a power of ten euros. */
  step: cents,
  /** Homes in each bar. */
  bars: z.array(z.int()),
  homes: z.int(),
  /** Half of them lie between these. */
  low: cents,
  high: cents,
});
/** Prices asked by what surely matches a search, whatever prices it asks itself. Cents. */
export type PriceSpread = z.output<typeof spreadSchema>;

export const pricesOfSearchCall = defineCall({
  method: 'GET',
  path: '/listings/prices',
  access: 'all',
  summary: 'Répartition des prix des annonces d’une recherche, prix demandés mis à part',
  query: searchQuery,
  /** Null when there is nothing to spread. */
  answer: z.object({ prices: z.nullable(spreadSchema) }),
});

export interface Ends {
  /** Euros; null is no limit. */
  readonly min: number | null;
  readonly max: number | null;
}

/** Euros at a place between two bars: 0 is before the first, as many as there are bars is after the last; null at both. */
export function priceAt({ from, step, bars }: PriceSpread, place: number): number | null {
  return place <= 0 || place >= bars.length ? null : (from + place * step) / 100;
}

/** The places of both ends: a limit inside a bar keeps the bar. */
export function placesOf(
  { from, step, bars }: PriceSpread,
  { min, max }: Ends,
): { low: number; high: number } {
  const last = bars.length;
  const within = (place: number, least: number, most: number) => Math.min(most, Math.max(least, place));
  const low = min === null ? 0 : within(Math.floor((min * 100 - from) / step), 0, last - 1);
  const high = max === null ? last : within(Math.ceil((max * 100 - from) / step), low + 1, last);
  return { low, high };
}

const money = (transaction: TransactionWord) => (transaction === 'location' ? formatRent : formatPrice);

/** « 128 annonces, la moitié entre 180 000,00 € et 320 000,00 €. » */
export function spreadSentence({ homes, low, high }: PriceSpread, transaction: TransactionWord): string {
  const said = money(transaction);
  const count = formatCount(homes, 'annonce', 'annonces');
  if (low === high)
    return homes === 1 ? `${count}, à ${said(low)}.` : `${count}, le plus souvent à ${said(low)}.`;
  return `${count}, la moitié entre ${said(low)} et ${said(high)}.`;
}

/** What an end of the slider says of its place. */
export function endWords(end: 'min' | 'max', euros: number | null, transaction: TransactionWord): string {
  if (euros === null) return end === 'min' ? 'Sans minimum' : 'Sans maximum';
  const price = money(transaction)(Math.round(euros * 100));
  return end === 'min' ? `À partir de ${price}` : `Jusqu'à ${price}`;
}
