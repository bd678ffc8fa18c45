/**
 * Boostable: the listings that an agency may boost, those on line that are under no offer, as they are picked from.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { type BoostConfiguration, LISTINGS_MAX } from '#rooms/boosts/contract.ts';
import { type PropertyType, propertyTypes } from '#rooms/listings/contract.ts';
import { photoSchema } from '#rooms/listings/photos.ts';
import { readListingId } from '#rooms/listings/reading.ts';
import { BOOSTS_MAX } from '#rooms/payments/contract.ts';

/** Listings that are shown at a time to pick from. */
export const PICKED_FROM = 12;
/** Longer words find nothing. */
export const SOUGHT_MAX = 80;

export const boostableSchema = z.object({
  id: z.int(),
  reference: z.string(),
  /** Its title, or its main facts. */
  title: z.string(),
  whereabouts: z.string(),
  /** « 250 000,00 € », « 850,00 €/mois ». */
  price: z.string(),
  propertyType: z.enum(Object.keys(propertyTypes) as [PropertyType, ...PropertyType[]]),
  photo: z.nullable(photoSchema),
  photoCount: z.int(),
  /** Where its boost is centred at first: its commune or district, by INSEE code. */
  place: z.nullable(z.object({ code: z.string(), label: z.string() })),
});
export type Boostable = z.output<typeof boostableSchema>;

export const boostableCall = defineCall({
  method: 'GET',
  path: '/agence/boosts/listings',
  access: 'agency',
  summary:
    'Les annonces de l’agence qui peuvent être boostées\u00a0: celles que des mots désignent, ou des numéros',
  query: z.object({
    /** Words of a title, a reference, a town. */
    q: z._default(z.string(), ''),
    /** `12,13`: these alone, whatever the words. */
    ids: z._default(z.string(), ''),
  }),
  answer: z.object({
    listings: z.array(boostableSchema),
    /** How many there are in all; more than are listed when words find many. */
    found: z.int(),
  }),
});

/** What the page of an order lets choose, as it is sold today. */
export interface OrderSettings
  extends Pick<
    BoostConfiguration,
    'formulas' | 'radiusMinKm' | 'radiusMaxKm' | 'defaults' | 'requiredScore' | 'requiredPhotos'
  > {
  /** `YYYY-MM-DD` in Paris: a boost begins between them. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Reads `12,13`: each once, in their order; what is no number is left out, and what no cart would hold. */
export function readIds(words: string | null): number[] {
  const ids = (words ?? '').split(',').flatMap((word) => readListingId(word.trim()) ?? []);
  return [...new Set(ids)].slice(0, LISTINGS_MAX * BOOSTS_MAX);
}
