import { describe, expect, test } from 'vitest';
import type { ListingDraft, UnitDraft } from '#rooms/listings/contract.ts';
import {
  type AgencyFacts,
  checkListing,
  type LegalContext,
  type RuleId,
  type Severity,
} from '#rooms/listings/legal-engine.ts';
import { exampleAgency, exampleRental, exampleSale, legalContext } from './legal-examples.ts';

/** One listing, and what one rule says of it. */
interface Row {
  readonly rule: RuleId;
  readonly that: string;
  readonly draft: ListingDraft;
  readonly context?: Partial<LegalContext>;
  /** What the rule finds, and how grave; nothing: the rule is satisfied. */
  readonly finds?: readonly [code: string, severity: Severity][];
}

/** Holds each row against its rule; each of the rules has a row that it finds fault with, and one that it does not. */
export function testRules(rules: readonly { readonly id: RuleId }[], rows: readonly Row[]): void {
  describe('each rule alone', () => {
    test.each(rows)('$rule: $that', ({ rule, draft, context, finds = [] }) => {
      const { findings } = checkListing(draft, legalContext(context));
      expect(
        findings.filter((finding) => finding.rule === rule).map(({ code, severity }) => [code, severity]),
      ).toEqual(finds);
    });

    test('every rule has a case that passes and one that fails', () => {
      const sorted = (ids: readonly RuleId[]) => [...new Set(ids)].toSorted();
      const all = sorted(rules.map(({ id }) => id));
      expect(sorted(rows.filter(({ finds }) => finds).map(({ rule }) => rule))).toEqual(all);
      expect(sorted(rows.filter(({ finds }) => !finds).map(({ rule }) => rule))).toEqual(all);
    });
  });
}

/** Outside the areas where rents are controlled, in a commune whose zone of fees is unknown. */
const elsewhere = {
  placeCode: '37261',
  cityCode: '37261',
  departmentCode: '37',
  postalCode: '37000',
} as const;
/** A studio to let where rents are free. */
export const freeRental = (said: Partial<ListingDraft> = {}) =>
  exampleRental({ ...elsewhere, rentControlled: null, referenceRent: null, ...said });
/** A house of one owner, class F. */
export const house = (said: Partial<ListingDraft> = {}) =>
  exampleSale({
    propertyType: 'house',
    coOwned: false,
    lots: null,
    yearlyCharges: null,
    carrezSurface: null,
    ...said,
  });
/** A lot of a programme that is for sale. */
export const unit = (said: Partial<UnitDraft> = {}): UnitDraft => ({
  reference: 'A1',
  propertyType: 'apartment',
  rooms: 3,
  surface: 60,
  floor: 1,
  price: 28_000_000,
  vat: 20,
  status: 'available',
  ...said,
});
/** What a listing says of its energy before it has a certificate. */
export const energyUnknown = {
  energyStatus: null,
  energyClass: null,
  energyValue: null,
  climateClass: null,
  climateValue: null,
  energyCostMin: null,
  energyCostMax: null,
  energyCostYear: null,
  energyDate: null,
  energyVersion: null,
} as const;
/** A programme that is not built yet, one lot of three sold. */
export const offPlan = (said: Partial<ListingDraft> = {}) =>
  exampleSale({
    propertyType: 'programme',
    isNew: true,
    ...energyUnknown,
    coOwned: null,
    lots: null,
    yearlyCharges: null,
    procedure: null,
    price: 28_000_000,
    priceWithoutFees: null,
    feesPayer: 2,
    feesPercent: null,
    mandateNumber: null,
    delivery: '2028-T2',
    units: [
      unit(),
      unit({ reference: 'A2', price: 31_000_000 }),
      unit({ reference: 'A3', price: 25_000_000, status: 'sold' }),
    ],
    ...said,
  });
/** The agency of the examples, but for this. */
export const agencySaying = (said: Partial<AgencyFacts>): Partial<LegalContext> => ({
  agency: { ...exampleAgency, ...said },
});
/** Who has no agency. */
export const individual = { advertiser: 'private', agency: null } as const;
