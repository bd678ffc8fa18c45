/**
 * Audience: how many people wait for a listing that an agency is typing. A number, and none when it is small.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { formatNumber } from '#contract/fmt.ts';
import { type FactValues, wordsOf } from '#rooms/listings/contract.ts';
import { type PlainKind, wordSchema } from '#rooms/listings/fact-schemas.ts';
import { type FactRow, type FactsWith, factNames, factRows, type facts } from '#rooms/listings/facts.ts';

/** Fewer are not said: a small number could be somebody. */
export const AUDIENCE_LEAST = 5;

const count = z.int().check(z.minimum(0), z.maximum(10_000));
const most = 100_000_000_000;

const typed: Readonly<Partial<Record<PlainKind, (row: FactRow) => z.ZodMiniType>>> = {
  text: ({ pattern }) => z.string().check(pattern ? z.regex(pattern) : z.maxLength(200)),
  yesNo: () => z.boolean(),
  money: ({ always }) => z.int().check(always ? z.positive() : z.minimum(0), z.maximum(most)),
  surface: () => z.number().check(z.positive(), z.maximum(1_000_000)),
  count: () => count,
  level: () => z.int().check(z.minimum(-5), z.maximum(100)),
  year: () => count,
};

/** Throws a RangeError for a kind that alerts do not ask for. */
function schemaOf(row: FactRow): z.ZodMiniType {
  const words = wordsOf(row);
  const schema = words ? wordSchema(words) : typed[row.kind as PlainKind]?.(row);
  if (!schema || row.kind === 'several')
    throw new RangeError(`No alert is counted by facts of kind ${row.kind}`);
  if (row.always) return schema;
  return z.optional(row.unsaid === false ? schema : z.nullable(schema));
}

type AudienceFact = FactsWith<{ audience: true }>;
type Schema<Name extends AudienceFact> = z.ZodMiniType<FactValues[Name], FactValues[Name]>;

const schemas = Object.fromEntries(
  factNames.filter((name) => factRows[name].audience).map((name) => [name, schemaOf(factRows[name])]),
) as {
  [Name in AudienceFact]: (typeof facts)[Name] extends { always: true }
    ? Schema<Name>
    : z.ZodMiniOptional<Schema<Name>>;
};

/** What has been typed so far, named as listings name it; money in cents. What is absent is unknown. */
const typedListingSchema = z.object({
  ...schemas,
  photoCount: z.optional(z.int().check(z.minimum(0), z.maximum(100))),
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
