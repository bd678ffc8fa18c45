/**
 * Schemas of facts, by what they are: those of answers, and of the words that a fact is chosen from.
 */
import * as z from 'zod/mini';
import { type FactValues, type PropertyType, propertyTypes, wordsOf } from './contract.ts';
import {
  type FactKind,
  type FactRow,
  type FactsWith,
  type FactWords,
  factNames,
  factRows,
  type facts,
} from './facts.ts';
import { type UnitStatus, unitStatuses } from './words.ts';

/** The kinds that are not chosen from words. */
export type PlainKind = Exclude<FactKind, 'propertyType' | 'one' | 'several'>;

/** A key of the words; numbers where all keys are. */
export function wordSchema(words: FactWords): z.ZodMiniType {
  const keys = Object.keys(words);
  return keys.every((key) => /^\d+$/.test(key))
    ? z.union(keys.map((key) => z.literal(Number(key))))
    : z.enum(keys);
}

/** The schema of a fact that may be unknown, or the schema as it stands of one that is always known. */
export function knownIn({ always, unsaid }: FactRow, schema: z.ZodMiniType): z.ZodMiniType {
  return always || unsaid === false ? schema : z.nullable(schema);
}

/** One home of a programme. Cents, VAT included. */
const unitSchema = z.object({
  reference: z.string(),
  propertyType: z.enum(Object.keys(propertyTypes) as PropertyType[]),
  rooms: z.nullable(z.int()),
  surface: z.nullable(z.number()),
  floor: z.nullable(z.int()),
  price: z.int(),
  vat: z.union([z.literal(20), z.literal(10), z.literal(5.5)]),
  status: z.enum(Object.keys(unitStatuses) as UnitStatus[]),
});

const answers: Readonly<Record<PlainKind, z.ZodMiniType>> = {
  text: z.string(),
  long: z.string(),
  url: z.string(),
  yesNo: z.boolean(),
  money: z.int(),
  surface: z.number(),
  count: z.int(),
  level: z.int(),
  year: z.int(),
  share: z.number(),
  degree: z.number(),
  day: z.string(),
  quarter: z.string(),
  ages: z.array(z.int()),
  units: z.array(unitSchema),
  translations: z.record(z.string(), z.object({ title: z.string(), description: z.string() })),
};

function answerOf(row: FactRow): z.ZodMiniType {
  const words = wordsOf(row);
  // Lists are answered as they stand, whatever words an older listing holds.
  if (words) return knownIn(row, row.kind === 'several' ? z.array(z.string()) : wordSchema(words));
  return knownIn(row, answers[row.kind as PlainKind]);
}

type Answer<Name extends keyof FactValues> = (typeof facts)[Name]['kind'] extends 'several'
  ? string[] | null
  : FactValues[Name];

type Answers<Seen extends FactRow['seen']> = {
  [Name in FactsWith<{ seen: Seen }>]: z.ZodMiniType<Answer<Name>, Answer<Name>>;
};

/** The schemas of the facts that whoever sees a card, or the page of a listing, reads besides; null is unknown. */
export function answersSeenOn<Seen extends 'card' | 'page'>(seen: Seen): Answers<Seen> {
  const names = factNames.filter((name) => factRows[name].seen === seen);
  return Object.fromEntries(names.map((name) => [name, answerOf(factRows[name])])) as Answers<Seen>;
}
