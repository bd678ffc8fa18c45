// Published medians: the figure of five years that the State gives of every commune, beside our own of twelve months.
import { cutCities } from '#rooms/places/contract.ts';
import type { Area, Published } from './contract.ts';

/** « Statistiques DVF » as shipped in data/prices; the dates are in the name of its file too (docs/decisions/0080). */
export const publication = {
  name: 'Statistiques DVF',
  /** First and last day of the sales, YYYY-MM-DD. */
  from: '2021-01-01',
  to: '2025-12-31',
  months: 60,
  /** As a line of a table has room for. */
  years: '2021 à 2025',
  words: 'de 2021 à 2025',
  licence: 'Licence Ouverte 2.0',
  /** data.gouv.fr says no closer day. */
  issued: 'au printemps 2026',
} as const;

/** Whether a published figure is the spread of districts rather than one number: a cut city has no median. */
export const isRange = ({ measure, area }: Pick<Published, 'measure' | 'area'>): boolean =>
  measure === 'mean' && area.level === 'commune';

/** Whose medians a mean is made of: « 9 médianes d’arrondissements ». */
export function meanParts({ level, code }: Pick<Area, 'level' | 'code'>): string {
  if (level === 'commune') return 'd’arrondissements';
  return cutCities.some((city) => city.code.startsWith(code))
    ? 'de communes et d’arrondissements'
    : 'communales';
}

/** How medians side by side were made; null when all are ours. */
export function methodWords(medians: readonly { readonly published: boolean }[]): string | null {
  if (!medians.some(({ published }) => published)) return null;
  return medians.every(({ published }) => published)
    ? `médianes publiées, ${publication.years}`
    : 'deux méthodes';
}
