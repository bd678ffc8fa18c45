/**
 * Facts: what an agency may type of its own listing, each with the values that it may take.
 * The rows are those of listings.
 */
import * as z from 'zod/mini';
import { shown, shownLine } from '#contract/fields.ts';
import { type FactValues, propertyTypes, wordsOf } from '#rooms/listings/contract.ts';
import { knownIn, type PlainKind, wordSchema } from '#rooms/listings/fact-schemas.ts';
import { type FactName, type FactRow, type FactsWith, factNames, factRows } from '#rooms/listings/facts.ts';
import { unitStatuses } from '#rooms/listings/words.ts';

export const REFERENCE_MAX = 20;
/** Lots of one programme. */
export const UNITS_MAX = 400;

/** A number between two others, both allowed. */
const number = <Schema extends z.ZodMiniType<number, number>>(schema: Schema, from: number, to: number) =>
  schema.check(z.minimum(from), z.maximum(to));
const keysOf = <Key extends string>(words: Readonly<Record<Key, unknown>>) => Object.keys(words) as Key[];

/** What a lot of a programme may be. */
export const unitTypes = ['apartment', 'house', 'loft', 'parking', 'office', 'shop'] as const;

/** Percent. */
export const vatRates = [20, 10, 5.5] as const;

/** Cents, VAT included. */
const unit = {
  reference: z
    .string({ error: 'La référence du lot est requise' })
    .check(
      shownLine,
      z.minLength(1, 'La référence du lot est requise'),
      z.maxLength(REFERENCE_MAX, `La référence d’un lot compte au plus ${REFERENCE_MAX} caractères`),
    ),
  propertyType: z.enum(unitTypes),
  rooms: z.nullable(number(z.int(), 0, 10_000)),
  surface: z.nullable(number(z.number(), 0, 1_000_000)),
  floor: z.nullable(number(z.int(), -5, 200)),
  price: z
    .int({ error: 'Le prix du lot est requis' })
    .check(z.positive('Le prix du lot est requis'), z.maximum(100_000_000_000, 'Ce prix est trop grand')),
  vat: z.union([z.literal(20), z.literal(10), z.literal(5.5)]),
  status: z.enum(keysOf(unitStatuses)),
} as const;

type Kind = Exclude<PlainKind, 'translations'>;

/** What may be typed of each kind, where its row says no less and no more. */
const typed: Readonly<Record<Kind, (row: FactRow) => z.ZodMiniType>> = {
  text: ({ pattern, to = 200 }) =>
    pattern ? z.string().check(z.regex(pattern)) : z.string().check(shown, z.maxLength(to)),
  long: ({ to = 4_000 }) => z.string().check(shown, z.maxLength(to)),
  url: () => z.string().check(z.maxLength(500), z.regex(/^https?:\/\/\S+$/i)),
  yesNo: () => z.boolean(),
  // A sum that every listing has is not nothing.
  money: ({ always }) => z.int().check(always ? z.positive() : z.minimum(0), z.maximum(100_000_000_000)),
  surface: () => number(z.number(), 0, 1_000_000),
  count: ({ from = 0, to = 10_000 }) => number(z.int(), from, to),
  level: () => number(z.int(), -5, 200),
  year: () => number(z.int(), 1000, 2200),
  share: () => number(z.number(), 0, 100),
  degree: ({ from = -180, to = 180 }) => number(z.number(), from, to),
  day: () => z.iso.date(),
  quarter: () => z.string().check(z.regex(/^\d{4}-T[1-4]$/)),
  ages: () => z.array(number(z.int(), 0, 130)).check(z.maxLength(4)),
  units: () =>
    z.array(z.object(unit)).check(z.maxLength(UNITS_MAX, `Un programme compte au plus ${UNITS_MAX} lots`)),
};

function schemaOf(row: FactRow): z.ZodMiniType {
  const words = wordsOf(row);
  if (!words) return knownIn(row, typed[row.kind as Kind](row));
  const word = wordSchema(words);
  return knownIn(row, row.kind === 'several' ? z.array(word).check(z.maxLength(20)) : word);
}

export type TypedFactName = Exclude<FactName, FactsWith<{ typed: false }>>;
export type Facts = Pick<FactValues, TypedFactName>;
export const typedFactNames = factNames.filter(
  (name): name is TypedFactName => factRows[name].typed !== false,
);

const schemas = Object.fromEntries(typedFactNames.map((name) => [name, schemaOf(factRows[name])])) as {
  [Name in TypedFactName]: z.ZodMiniType<FactValues[Name], FactValues[Name]>;
};

/** What is typed now: facts that are absent stay as they are, null is unknown. Cents, m², `YYYY-MM-DD`. */
export const typedFactsSchema = z.partial(z.object(schemas));
export type TypedFacts = z.output<typeof typedFactsSchema>;

/** What is kept may be of more types than can be typed, and of a postal code that nobody chose yet (empty). */
export const factsSchema = z.object({
  ...schemas,
  postalCode: z.string(),
  units: z.nullable(z.array(z.object({ ...unit, propertyType: z.enum(keysOf(propertyTypes)) }))),
});
