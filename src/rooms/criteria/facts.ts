/**
 * Facts: what the predicate reads of a listing, some of it made of several columns or of the time it is.
 */
import { PRICE_DROP_SHOWN_MS, RENTAL } from '#rooms/listings/contract.ts';
import { energyClasses, homeClassOf, lettingBanRows, territoryOf } from '#rooms/listings/energy-classes.ts';
import { exposures, heatings } from '#rooms/listings/words.ts';
import { criteriaTable } from './criteria-table.ts';
import { assumptionsOn, type CostFacts, feesPaid, monthlyCost } from './monthly-cost.ts';

export type Fact = number | string | boolean | readonly string[] | null;

/** These have no rooms and no energy class: nothing is unknown there, so the answer is no rather than maybe. */
export const bareTypes = ['land', 'parking'] as const;

/** What a column says of a bare type that leaves it empty. */
export const bareValues: Readonly<Record<string, number | string | boolean>> = {
  rooms: 0,
  bedrooms: 0,
  bathrooms: 0,
  energyClass: '-',
  climateClass: '-',
  furnished: false,
  balcony: false,
  terrace: false,
};

/** What is said of heating, apart: who is heated together, with what energy, through what. */
export const heatingKinds: readonly (readonly (keyof typeof heatings)[])[] = [
  ['individual', 'collective'],
  ['gas', 'oil', 'electric', 'wood', 'heat_pump', 'district'],
  ['radiator', 'floor', 'reversible_air'],
];
export const allExposures = Object.keys(exposures);

/** A class that may always be let: later than any year. */
const FOREVER = 9999;

/**
 * The last year in which a class may be let as a main home, whole years only (domain.md R17): 2024 for G, banned since
 * 1 January 2025. Bans of a part of a class are older than any year one can ask for.
 */
export const lettableYears = (['mainland', 'overseas'] as const).map((territory) => ({
  territory,
  years: energyClasses.map((energyClass) => {
    const ban = lettingBanRows.find(
      (row) => row.territory === territory && row.class === energyClass && row.finalAbove === null,
    );
    return { energyClass, year: ban ? Number(ban.validFrom.slice(0, 4)) - 1 : FOREVER };
  }),
}));

/** Columns of `listing` (camelCase) that facts are made of and that no criterion names. */
const sources = [
  'transaction',
  'isNew',
  'placeCode',
  'cityCode',
  'departmentCode',
  'floors',
  'topFloor',
  'lifeAnnuity',
  'priceWithoutFees',
  'feesPayer',
  'reducedNotaryFees',
  'tenantFees',
  'coOwned',
  'yearlyCharges',
  'propertyTax',
  'energyCostMin',
  'energyCostMax',
  'publishedAt',
  'firstSeenAt',
  'rentControlled',
  'baseRent',
  'referenceRent',
  'rentSupplement',
  'previousPrice',
  'priceChangedAt',
  'visitUrl',
  'condition',
  'workNeeded',
  'renovated',
  'title',
  'description',
] as const;

/** Facts that are no column of their own. `searchWords` is one, but its words are read in the texts. */
export const derived = [
  'groundFloor',
  'onTopFloor',
  'monthlyCost',
  'leastMonthlyCost',
  'buyerFees',
  'lettableYear',
  'daysOnLine',
  'rentCompliant',
  'priceFell',
  'virtualVisit',
  'state',
  'heatingUnsaid',
  'exposuresUnsaid',
  'ownerReference',
] as const;
export type Derived = (typeof derived)[number];
const isDerived = (column: string) => (derived as readonly string[]).includes(column);

type Column = Exclude<(typeof criteriaTable)[number]['column'], Derived | 'searchWords'>;

/** Columns of `listing` that the predicate reads (camelCase). */
export const factColumns: readonly ((typeof sources)[number] | Column)[] = [
  ...sources,
  ...new Set(
    criteriaTable
      .map(({ column }) => column)
      .filter((column): column is Column => !isDerived(column) && column !== 'searchWords'),
  ),
];

interface TypedFacts extends CostFacts {
  readonly placeCode: string;
  readonly cityCode: string;
  readonly departmentCode: string;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: Date | null;
  readonly firstSeenAt: Date;
  readonly priceChangedAt: Date | null;
  /** Of its agency. */
  readonly ownerReference: string;
  /** What the order that controls its rent says of it (rooms/prices); null where none does, or not yet. */
  readonly rentVerdict: 'compliant' | 'exceeds' | 'supplement' | 'insufficient' | null;
}

/** A listing as the predicate reads it: its columns and the reference of its agency. Money in cents; null is unknown. */
export type ListingFacts = TypedFacts & {
  readonly [Name in Exclude<(typeof sources)[number] | Column, keyof TypedFacts>]: Fact;
};

const DAY_MS = 86_400_000;

const makers: Record<Derived, (facts: ListingFacts, now: Date) => Fact> = {
  groundFloor: ({ floor }) => (floor === null ? null : floor === 0),
  onTopFloor: ({ topFloor, floor, floors }) =>
    topFloor === null ? (floor === null || floors === null ? null : floor === floors) : topFloor,
  monthlyCost: (facts, now) => monthlyCost(facts, assumptionsOn(dayOf(now))).total,
  leastMonthlyCost: (facts, now) => monthlyCost(facts, assumptionsOn(dayOf(now))).least,
  buyerFees: feesPaid,
  lettableYear: (facts) => {
    const { propertyType, departmentCode } = facts;
    if (bareTypes.some((type) => type === propertyType)) return 0;
    const letter = classOf(facts);
    const { years } = lettableYears.find((row) => row.territory === territoryOf(departmentCode))!;
    return years.find((row) => row.energyClass === letter)?.year ?? null;
  },
  // A day begun counts: what was published this instant is 0 days old, and 1 a minute later.
  daysOnLine: ({ publishedAt, firstSeenAt }, now) =>
    Math.ceil((now.getTime() - (publishedAt ?? firstSeenAt).getTime()) / DAY_MS),
  rentCompliant: ({ transaction, rentVerdict, rentControlled, baseRent, referenceRent, rentSupplement }) => {
    if (transaction !== RENTAL) return false;
    if (rentVerdict !== null)
      return rentVerdict === 'compliant' || (rentVerdict === 'exceeds' ? false : null);
    // Not judged: what the listing says of itself.
    if (rentControlled === false) return true;
    if (baseRent === null || referenceRent === null) return null;
    if (baseRent > referenceRent) return false;
    // A supplement has to be justified: the listing alone does not say whether it is.
    return (rentSupplement ?? 0) === 0 ? true : null;
  },
  priceFell: ({ previousPrice, price, priceChangedAt }, now) =>
    previousPrice !== null &&
    (previousPrice as number) > price &&
    priceChangedAt !== null &&
    now.getTime() - priceChangedAt.getTime() < PRICE_DROP_SHOWN_MS,
  virtualVisit: ({ visitUrl }) => visitUrl !== null,
  state: ({ condition, workNeeded, renovated, isNew }) => {
    if (condition !== null) return condition;
    if (workNeeded === true) return 'works';
    if (renovated === true) return 'renovated';
    return isNew ? 'new' : null;
  },
  heatingUnsaid: ({ heating, propertyType }) => {
    if (bareTypes.some((type) => type === propertyType)) return [];
    const said = (heating ?? []) as readonly string[];
    return heatingKinds.flatMap((kind) => (kind.some((value) => said.includes(value)) ? [] : kind));
  },
  exposuresUnsaid: (facts) => ((facts.exposures as readonly string[] | null)?.length ? [] : allExposures),
  ownerReference: ({ ownerReference }) => ownerReference,
};

/** The letters of a listing are its two columns; its energy class, as people look for it, is the worse of them. */
function classOf({ energyClass, climateClass }: ListingFacts): string | null {
  return homeClassOf({
    energyClass: energyClass as string | null,
    climateClass: climateClass as string | null,
  });
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** A fact of a listing at a time; null is unknown. The statements of ./facts.sql.server.ts say the same. */
export function factOf(facts: ListingFacts, column: string, now: Date): Fact {
  if (isDerived(column)) return makers[column as Derived](facts, now);
  const said =
    column === 'energyClass'
      ? classOf(facts)
      : ((facts as unknown as Readonly<Record<string, Fact | undefined>>)[column] ?? null);
  if (said !== null || !bareTypes.some((type) => type === facts.propertyType)) return said;
  return bareValues[column] ?? null;
}
