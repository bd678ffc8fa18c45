/**
 * Audience: how many people wait for a listing that an agency is typing. A number, and none when it is small.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { formatNumber } from '#contract/fmt.ts';
import { type PropertyType, propertyTypes } from '#rooms/listings/contract.ts';

/** Fewer are not said: a small number could be somebody. */
export const AUDIENCE_LEAST = 5;

const count = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(10_000))));
const area = z.optional(z.nullable(z.number().check(z.positive(), z.maximum(1_000_000))));
const cents = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000_000))));
const said = z.optional(z.nullable(z.boolean()));
const letter = z.optional(z.nullable(z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G'])));

/** What has been typed so far, named as listings name it; money in cents. What is absent is unknown. */
export const typedListingSchema = z.object({
  transaction: z.union([z.literal(1), z.literal(2)]),
  isNew: z.optional(z.boolean()),
  propertyType: z.enum(Object.keys(propertyTypes) as PropertyType[]),
  /** INSEE code of the commune or of the district. */
  placeCode: z.string().check(z.regex(/^[0-9AB]{5}$/)),
  price: z.int().check(z.positive(), z.maximum(100_000_000_000)),
  surface: area,
  landSurface: area,
  rooms: count,
  bedrooms: count,
  bathrooms: count,
  floor: z.optional(z.nullable(z.int().check(z.minimum(-5), z.maximum(100)))),
  floors: count,
  topFloor: said,
  builtYear: count,
  photoCount: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
  energyClass: letter,
  climateClass: letter,
  energyCostMin: cents,
  energyCostMax: cents,
  yearlyCharges: cents,
  propertyTax: cents,
  furnished: said,
  elevator: said,
  balcony: said,
  terrace: said,
  garden: said,
  parking: said,
  cellar: said,
  pool: said,
  caretaker: said,
  openView: said,
  overlooked: said,
  quiet: said,
  accessible: said,
  petsAllowed: said,
  exclusive: said,
});
export type TypedListing = z.output<typeof typedListingSchema>;

export const audienceCall = defineCall({
  method: 'POST',
  path: '/agence/listings/audience',
  access: 'agency',
  tier: 'write',
  summary: 'Combien de personnes attendent le bien que l’on saisit ; un nombre seul, aucun sous 5',
  body: typedListingSchema,
  answer: z.object({
    /** People, each once; null under `AUDIENCE_LEAST`, none included. */
    people: z.nullable(z.int()),
    /** « 3 412 personnes attendent ce bien »; null with `people`. */
    sentence: z.nullable(z.string()),
  }),
});

/** « 3 412 personnes attendent ce bien ». */
export function audienceSentence(people: number): string {
  return `${formatNumber(people)} personnes attendent ce bien`;
}
