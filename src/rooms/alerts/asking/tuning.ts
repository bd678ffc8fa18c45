/**
 * Tuning: what repeated rejections suggest to ask instead, one criterion at a time.
 */
import * as z from 'zod/mini';
import { formatCount, formatPrice, formatSurface, NBSP } from '#contract/fmt.ts';

/** What a rejection of this reason says of. */
export const tunedWords = ['prixMax', 'surfaceMin'] as const;
export type TunedWord = (typeof tunedWords)[number];

/** The word of a mail's link that shows the suggestion. */
export const TUNING_WORD = 'resserrer';

export const tuningSchema = z.object({
  word: z.enum(tunedWords),
  /** Euros, or m². */
  value: z.int(),
  /** Listings rejected for it that the alert still looks for. */
  count: z.int(),
  /** The form of the alert, so changed. */
  path: z.string(),
});
export type Tuning = z.output<typeof tuningSchema>;

const amount = ({ word, value }: Pick<Tuning, 'word' | 'value'>) =>
  word === 'prixMax' ? formatPrice(value * 100) : formatSurface(value);

/** « 3 annonces écartées : trop chères ». */
export function tuningTitle({ word, count }: Tuning): string {
  const why = word === 'prixMax' ? 'trop chères' : 'trop petites';
  return `${formatCount(count, 'annonce écartée', 'annonces écartées')}${NBSP}: ${why}`;
}

/** « Avec un maximum de 260 000,00 €, l’alerte ne vous en parlerait plus. » */
export function tuningText(tuning: Tuning): string {
  return tuning.word === 'prixMax'
    ? `Avec un maximum de ${amount(tuning)}, l’alerte ne vous en parlerait plus.`
    : `À partir de ${amount(tuning)}, l’alerte ne vous en parlerait plus.`;
}

/** « Passer à 260 000 € maximum ». */
export function tuningLabel(tuning: Tuning): string {
  return tuning.word === 'prixMax'
    ? `Passer à ${amount(tuning)} maximum`
    : `Demander au moins ${amount(tuning)}`;
}
