/**
 * Facts: what an agency may type of its own listing, each with the values that it may take.
 * The rows are those of listings.
 */
import * as z from 'zod/mini';
import { shown, shownLine } from '#contract/fields.ts';
import { type ListingDraft, propertyTypes } from '#rooms/listings/contract.ts';
import {
  conditions,
  energyExemptions,
  exposures,
  heatings,
  kitchens,
  leases,
  mandateTypes,
  progresses,
  tenantFeeZones,
  unitStatuses,
} from '#rooms/listings/words.ts';

export const TITLE_MAX = 64;
export const DESCRIPTION_MAX = 4_000;
export const REFERENCE_MAX = 20;
/** Lots of one programme. */
export const UNITS_MAX = 400;

const keysOf = <Key extends string>(words: Readonly<Record<Key, unknown>>) => Object.keys(words) as Key[];
const text = (most: number) => z.nullable(z.string().check(shown, z.maxLength(most)));
const cents = z.nullable(z.int().check(z.minimum(0), z.maximum(100_000_000_000)));
const squareMetres = z.nullable(z.number().check(z.minimum(0), z.maximum(1_000_000)));
const count = z.nullable(z.int().check(z.minimum(0), z.maximum(10_000)));
const level = z.nullable(z.int().check(z.minimum(-5), z.maximum(200)));
const year = z.nullable(z.int().check(z.minimum(1000), z.maximum(2200)));
const said = z.nullable(z.boolean());
const letter = z.nullable(z.enum(['A', 'B', 'C', 'D', 'E', 'F', 'G']));
const oneOf = <Key extends string>(words: Readonly<Record<Key, unknown>>) =>
  z.nullable(z.enum(keysOf(words)));
const someOf = <Key extends string>(words: Readonly<Record<Key, unknown>>) =>
  z.nullable(z.array(z.enum(keysOf(words))).check(z.maxLength(20)));
const threefold = z.nullable(z.union([z.literal(1), z.literal(2), z.literal(3)]));
const day = z.nullable(z.iso.date());
const address = z.nullable(z.string().check(z.maxLength(500), z.regex(/^https?:\/\/\S+$/i)));

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
  rooms: count,
  surface: squareMetres,
  floor: level,
  price: z
    .int({ error: 'Le prix du lot est requis' })
    .check(z.positive('Le prix du lot est requis'), z.maximum(100_000_000_000, 'Ce prix est trop grand')),
  vat: z.union([z.literal(20), z.literal(10), z.literal(5.5)]),
  status: z.enum(keysOf(unitStatuses)),
} as const;

const facts = {
  transaction: z.union([z.literal(1), z.literal(2)]),
  isNew: z.boolean(),
  lifeAnnuity: z.boolean(),
  propertyType: z.enum(keysOf(propertyTypes)),
  subType: text(60),
  title: z.string().check(shown, z.maxLength(TITLE_MAX)),
  description: z.string().check(shown, z.maxLength(DESCRIPTION_MAX)),

  /** INSEE: commune, or district of Paris, Lyon or Marseille. */
  placeCode: z.string().check(z.regex(/^[0-9AB]{5}$/)),
  postalCode: z.string().check(z.regex(/^\d{5}$/)),
  quarter: text(80),
  address: text(200),
  exactLat: z.nullable(z.number().check(z.minimum(-85), z.maximum(85))),
  exactLng: z.nullable(z.number().check(z.minimum(-180), z.maximum(180))),
  addressDisplay: oneOf({ exact: 1, street: 1, quarter: 1, commune: 1 }),
  transportLine: text(60),
  transportStation: text(80),

  price: z.int().check(z.positive(), z.maximum(100_000_000_000)),
  priceWithoutFees: cents,
  feesPayer: threefold,
  feesPercent: z.nullable(z.number().check(z.minimum(0), z.maximum(100))),
  feeScheduleUrl: address,
  propertyTax: cents,
  charges: cents,
  chargesMode: threefold,
  rentSupplement: cents,
  rentSupplementReason: text(500),
  baseRent: cents,
  referenceRent: cents,
  medianRent: cents,
  rentControlled: said,
  deposit: cents,
  tenantFees: cents,
  inventoryFees: cents,
  landlordFees: cents,
  landlordInventoryFees: cents,
  tenantFeeZone: oneOf(tenantFeeZones),
  lease: oneOf(leases),
  leaseMonths: z.nullable(z.int().check(z.minimum(1), z.maximum(120))),
  flatShare: said,
  annuityBouquet: cents,
  annuityMonthly: cents,
  annuityOccupied: said,
  annuityAges: z.nullable(z.array(z.int().check(z.minimum(0), z.maximum(130))).check(z.maxLength(4))),

  surface: squareMetres,
  carrezSurface: squareMetres,
  landSurface: squareMetres,
  livingRoomSurface: squareMetres,
  terraceSurface: squareMetres,
  balconySurface: squareMetres,
  cellarSurface: squareMetres,
  rooms: count,
  bedrooms: count,
  bathrooms: count,
  showerRooms: count,
  toilets: count,
  separateToilets: said,
  floor: level,
  floors: count,
  topFloor: said,
  builtYear: year,
  condition: oneOf(conditions),

  elevator: said,
  balcony: said,
  terrace: said,
  garden: said,
  parking: said,
  parkings: count,
  boxes: count,
  balconies: count,
  terraces: count,
  cellar: said,
  pool: said,
  furnished: said,
  caretaker: said,
  openView: said,
  overlooked: said,
  quiet: said,
  accessible: said,
  petsAllowed: said,
  airConditioning: said,
  fireplace: said,
  parquet: said,
  intercom: said,
  doorCode: said,
  alarm: said,
  fibre: said,
  cupboards: said,
  exclusive: said,
  renovated: said,
  workNeeded: said,
  exposures: someOf(exposures),
  heating: someOf(heatings),
  kitchen: oneOf(kitchens),

  energyStatus: oneOf({ rated: 1, blank: 1, exempt: 1, ongoing: 1 }),
  energyExemption: oneOf(energyExemptions),
  energyNumber: text(20),
  energyClass: letter,
  energyValue: count,
  climateClass: letter,
  climateValue: count,
  energyFinal: count,
  energyDate: day,
  energyVersion: text(40),
  energyCostMin: cents,
  energyCostMax: cents,
  energyCostYear: year,
  energyCertificate: said,
  energyAuditOn: day,

  coOwned: said,
  lots: count,
  yearlyCharges: cents,
  procedure: said,
  procedureDetail: text(128),
  risksConcerned: said,
  risksReportOn: day,
  brushClearing: said,

  mandateNumber: text(40),
  mandateType: oneOf(mandateTypes),
  mandateOn: day,
  mandateUntil: day,
  availableOn: day,
  visitUrl: address,
  videoUrl: address,
  contactName: text(100),
  contactStatus: oneOf({ employee: 1, commercial_agent: 1 }),
  contactRsac: text(40),
  contactRsacCity: text(80),
  contactSoleTrader: said,

  programmeName: text(80),
  developer: text(100),
  /** `2028-T2` */
  delivery: z.nullable(z.string().check(z.regex(/^\d{4}-T[1-4]$/))),
  progress: oneOf(progresses),
  re2020: said,
  reducedNotaryFees: said,
  zeroRateLoan: said,
  completionGuarantee: text(200),
  /** Lots of a programme; its price is then the lowest of those available. */
  units: z.nullable(
    z.array(z.object(unit)).check(z.maxLength(UNITS_MAX, `Un programme compte au plus ${UNITS_MAX} lots`)),
  ),
} as const;

export type FactName = keyof typeof facts;
export type Facts = Pick<ListingDraft, FactName>;

/** What is typed now: facts that are absent stay as they are, null is unknown. Cents, m², `YYYY-MM-DD`. */
export const typedFactsSchema = z.partial(z.object(facts));
export type TypedFacts = z.output<typeof typedFactsSchema>;

export const factNames = Object.keys(facts) as FactName[];
/** What is kept may be of more types than can be typed, and of a postal code that nobody chose yet (empty). */
export const factsSchema = z.object({
  ...facts,
  postalCode: z.string(),
  units: z.nullable(z.array(z.object({ ...unit, propertyType: z.enum(keysOf(propertyTypes)) }))),
});
