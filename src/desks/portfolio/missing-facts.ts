/**
 * Unsaid: what the law asks and feeds leave unsaid, typed for many listings at once.
 * What is typed is kept by feeds, the rows are those of listings.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { unsaidNames, unsaidSubjects } from '#rooms/feeds/completing.ts';
import { type PropertyType, propertyTypes } from '#rooms/listings/contract.ts';
import { type TypedFactName, typedFactsSchema } from './facts.ts';

/** What is typed together, by the word of its address. */
export const subjects = {
  depenses: {
    label: 'Dépenses d’énergie',
    lead: 'Elles sont sur chaque diagnostic (DPE), avec l’année de leurs prix. Elles sont propres à chaque logement.',
    fields: unsaidSubjects.depenses,
  },
  copropriete: {
    label: 'Copropriété',
    lead: 'Pour une vente, l’annonce dit si le bien est en copropriété et, si oui, le nombre de lots, les charges courantes par an et s’il y a une procédure contre le syndicat.',
    fields: unsaidSubjects.copropriete,
  },
  honoraires: {
    label: 'Honoraires',
    lead: 'L’annonce d’une vente dit qui paie les honoraires et, si c’est l’acquéreur, leur taux TTC et le prix sans eux.',
    fields: unsaidSubjects.honoraires,
  },
  location: {
    label: 'Dépôt et honoraires de location',
    lead: 'Pour une location, l’annonce dit si le logement est meublé, le dépôt de garantie, les honoraires du locataire et ce qu’y compte l’état des lieux. Indiquez 0 là où rien n’est demandé.',
    fields: unsaidSubjects.location,
  },
  loyer: {
    label: 'Loyer et charges',
    lead: 'Pour une location, l’annonce dit comment les charges sont payées et, là où les loyers sont encadrés, le loyer de base et le loyer de référence majoré. Le loyer de base, le complément et les charges du mois font ensemble le loyer que transmet votre logiciel.',
    fields: unsaidSubjects.loyer,
  },
  dpe: {
    label: 'DPE',
    lead: 'Le diagnostic est propre à chaque logement.',
    fields: unsaidSubjects.dpe,
  },
} as const satisfies Record<string, { label: string; lead: string; fields: readonly TypedFactName[] }>;
export type Subject = keyof typeof subjects;
export const subjectNames = unsaidNames;

/** What may be the same for many homes, and is typed once for them; the rest is of each home. */
export const sharedFacts = [
  'coOwned',
  'lots',
  'procedure',
  'feesPayer',
  'energyCostYear',
  'chargesMode',
] as const satisfies readonly TypedFactName[];

/** Listings in one answer, the first ones by their reference. */
export const UNSAID_AT_ONCE = 100;
/** Listings of one call that are named in it. */
const NAMED_MAX = 500;

const sharedSchema = z.strictObject(
  z.pick(typedFactsSchema, {
    coOwned: true,
    lots: true,
    procedure: true,
    feesPayer: true,
    energyCostYear: true,
    chargesMode: true,
  }).shape,
);
const ownSchema = z.strictObject(
  z.pick(typedFactsSchema, {
    energyCostMin: true,
    energyCostMax: true,
    energyCostYear: true,
    coOwned: true,
    lots: true,
    yearlyCharges: true,
    procedure: true,
    feesPayer: true,
    feesPercent: true,
    priceWithoutFees: true,
    deposit: true,
    tenantFees: true,
    inventoryFees: true,
    furnished: true,
    baseRent: true,
    rentSupplement: true,
    referenceRent: true,
    charges: true,
    chargesMode: true,
    energyStatus: true,
    energyDate: true,
    energyClass: true,
    energyValue: true,
    climateClass: true,
    climateValue: true,
  }).shape,
);
export type OwnFacts = z.output<typeof ownSchema>;

const countsSchema = z.record(z.enum(unsaidNames), z.int());

const unsaidSchema = z.object({
  /** Listings from feeds that the law keeps off line for want of something of each subject. */
  counts: countsSchema,
  /** Those that wait for what the agency says of itself in its profile. */
  ofAgency: z.int(),
  /** Those that something else keeps off line: their own pages say what. */
  others: z.int(),
  /** The one that is shown: that which was asked, else the first that has any. */
  subject: z.enum(subjectNames),
  rows: z.array(
    z.object({
      id: z.int(),
      reference: z.string(),
      title: z.string(),
      postalCode: z.string(),
      transaction: z.union([z.literal(1), z.literal(2)]),
      propertyType: z.enum(Object.keys(propertyTypes) as PropertyType[]),
      /** Cents. */
      price: z.int(),
      /** Facts of the subject as they stand; null is unknown. */
      facts: ownSchema,
      /** Those that the feed leaves unsaid. */
      open: z.array(z.string()),
    }),
  ),
});
export type MissingFacts = z.output<typeof unsaidSchema>;
export type UnsaidRow = MissingFacts['rows'][number];

export const unsaidCall = defineCall({
  method: 'GET',
  path: '/agence/listings/unsaid',
  access: 'agency',
  summary: 'Ce qui manque aux annonces venues d’un flux pour paraître, par sujet, et celles d’un sujet',
  query: z.object({ sujet: z.optional(z.string()) }),
  answer: unsaidSchema,
});

const completionSchema = z.object({
  subject: z.enum(subjectNames),
  /** Typed once for these listings, or for all those of the subject, where nothing is known yet. */
  shared: z.optional(
    z.object({
      ids: z.union([z.literal('toutes'), z.array(z.int()).check(z.maxLength(NAMED_MAX))]),
      facts: sharedSchema,
    }),
  ),
  /** Typed for one listing; goes before what is shared. */
  each: z.optional(z.array(z.object({ id: z.int(), facts: ownSchema })).check(z.maxLength(NAMED_MAX))),
});
export type Typing = z.output<typeof completionSchema>;

export const completeUnsaidCall = defineCall({
  method: 'POST',
  path: '/agence/listings/unsaid',
  access: 'agency',
  summary:
    'Complète plusieurs annonces venues d’un flux ; celles à qui rien ne manque plus paraissent aussitôt',
  body: completionSchema,
  answer: z.object({
    /** Listings of which something was written. */
    completed: z.int(),
    /** Among them, on line now. */
    online: z.int(),
    /** Left as they were, each with the reason in French; null: there is no such listing here. */
    skipped: z.array(z.object({ id: z.int(), reference: z.nullable(z.string()), message: z.string() })),
  }),
  errors: [sharedErrors.VALIDATION_ERROR],
});
