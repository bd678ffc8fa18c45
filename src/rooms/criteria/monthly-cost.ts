/**
 * Cost: what a home costs each month, everything counted (domain.md F8).
 */
import { FEES_SELLER, type PropertyType, RENTAL } from '#rooms/listings/contract.ts';
import { type Dated, rowsOn } from '#rooms/listings/dated-rows.ts';

/** What a monthly cost supposes of the person who pays. Shares are of 1: 0.1 is 10 %. */
export interface Assumptions {
  /** Of the price: what one brings. The rest, and the notary, are borrowed. */
  readonly depositShare: number;
  /** Of the loan, a year, insurance apart. */
  readonly yearlyRate: number;
  readonly months: number;
  /** Insurance of the loan: of what is borrowed, a year. */
  readonly loanInsuranceRate: number;
  /** Taxes and fees of the deed: of the price without the agency's fees that the buyer pays. */
  readonly notaryOld: number;
  readonly notaryNew: number;
  /** Insurance of the home, cents a month. */
  readonly homeInsurance: number;
}

/** Dated, each with where it comes from; what has no official source is said to be an assumption. */
export const assumptionRows: readonly (Assumptions &
  Dated & { readonly sources: Readonly<Record<keyof Assumptions, string>> })[] = [
  {
    validFrom: '2026-01-01',
    validTo: null,
    depositShare: 0.1,
    yearlyRate: 0.034,
    months: 240,
    loanInsuranceRate: 0.003,
    notaryOld: 0.075,
    notaryNew: 0.025,
    homeInsurance: 2_000,
    sources: {
      depositShare: 'Hypothèse : 10 % du prix',
      yearlyRate: 'Hypothèse : 3,40 % par an, hors assurance',
      months: 'Hypothèse : 20 ans',
      loanInsuranceRate: 'Hypothèse : 0,30 % par an du capital emprunté',
      notaryOld: 'Ordre de grandeur usuel dans l’ancien : 7 à 8 %',
      notaryNew: 'Ordre de grandeur usuel dans le neuf : 2 à 3 %',
      homeInsurance: 'Hypothèse : 20,00 € par mois',
    },
  },
];

/** The assumptions of a day (`YYYY-MM-DD`); the earliest ones before their time. */
export function assumptionsOn(day: string): Assumptions {
  return rowsOn(assumptionRows, day).at(-1) ?? assumptionRows[0]!;
}

/** These have no running costs of their own: no energy, no co-ownership, unless they say so. */
export const quietTypes = ['land', 'parking'] as const satisfies readonly PropertyType[];
/** These are seldom co-owned: without a word on it they are not. */
export const wholeTypes = [
  'house',
  'land',
  'building',
  'castle',
  'mansion',
] as const satisfies readonly PropertyType[];

/** What the cost is made of. Money in cents; null is unknown. Prices as listings say them: fees or charges included. */
export interface CostFacts {
  readonly transaction: number;
  readonly propertyType: string;
  readonly isNew: boolean;
  readonly lifeAnnuity: boolean;
  readonly price: number;
  readonly priceWithoutFees: number | null;
  readonly feesPayer: number | null;
  readonly reducedNotaryFees: boolean | null;
  readonly tenantFees: number | null;
  readonly coOwned: boolean | null;
  readonly yearlyCharges: number | null;
  readonly propertyTax: number | null;
  readonly energyCostMin: number | null;
  readonly energyCostMax: number | null;
}

/** Cents; null is unknown. The monthly terms add up to `total`; the fees are paid once, and borrowed by a buyer. */
export interface MonthlyCost {
  /** Charges included; 0 for a purchase. */
  readonly rent: number;
  /** 0 for a rental; null for a life annuity, whose price is not that of a loan. */
  readonly loan: number | null;
  readonly loanInsurance: number | null;
  /** Of the co-ownership; in the rent of a rental. */
  readonly charges: number | null;
  /** « taxe foncière »; its owner pays it. */
  readonly propertyTax: number | null;
  /** Middle of the range of the energy certificate. */
  readonly energy: number | null;
  readonly homeInsurance: number;
  /** Null when a term is unknown. */
  readonly total: number | null;
  /** The known terms together: the total is never less. */
  readonly least: number;
  /** Once: the agency's, when the buyer or the tenant pays them. */
  readonly agencyFees: number | null;
  /** Once: taxes and fees of the deed. */
  readonly notaryFees: number;
  readonly deposit: number;
  readonly borrowed: number | null;
}

/** Halves go up, as the statement in ../facts does: both add the very same doubles. */
const rounded = (amount: number) => Math.floor(amount + 0.5);

/** Monthly payment of one borrowed euro, insurance apart. */
export function paymentShare({ yearlyRate, months }: Assumptions): number {
  const rate = yearlyRate / 12;
  return rate === 0 ? 1 / months : rate / (1 - (1 + rate) ** -months);
}

/** The fees that the person who moves in pays the agency: included in a sale's price, beside a rent. Null: not said. */
export function feesPaid(
  facts: Pick<CostFacts, 'transaction' | 'price' | 'priceWithoutFees' | 'feesPayer' | 'tenantFees'>,
): number | null {
  const { transaction, price, priceWithoutFees, feesPayer, tenantFees } = facts;
  if (transaction === RENTAL) return tenantFees;
  if (feesPayer === FEES_SELLER) return 0;
  return priceWithoutFees !== null && priceWithoutFees <= price ? price - priceWithoutFees : null;
}

/**
 * What a home costs each month: its rent, or its loan (price, agency and notary, less the deposit) with its insurance,
 * plus co-ownership charges, property tax, energy and insurance. Unknown agency fees count as none in the notary's base:
 * that only makes it dearer. The energy of a rental may be partly in its charges: it is counted whole.
 */
export function monthlyCost(facts: CostFacts, assumptions: Assumptions): MonthlyCost {
  const { price } = facts;
  const rental = facts.transaction === RENTAL;
  const agencyFees = feesPaid(facts);
  const quiet = quietTypes.some((type) => type === facts.propertyType);
  const whole = wholeTypes.some((type) => type === facts.propertyType);
  const isNew = facts.isNew || facts.reducedNotaryFees === true;
  const notaryFees = rental
    ? 0
    : rounded((price - (agencyFees ?? 0)) * (isNew ? assumptions.notaryNew : assumptions.notaryOld));
  const deposit = rental ? 0 : rounded(price * assumptions.depositShare);
  const borrowed = rental ? 0 : facts.lifeAnnuity ? null : price + notaryFees - deposit;
  const loan = borrowed === null ? null : rounded(borrowed * paymentShare(assumptions));
  const loanInsurance = borrowed === null ? null : rounded((borrowed * assumptions.loanInsuranceRate) / 12);
  const yearly = (cents: number | null) => (cents === null ? null : rounded(cents / 12));
  const notCoOwned = facts.coOwned === false || (facts.coOwned === null && (whole || quiet));
  const charges = rental ? 0 : yearly(facts.yearlyCharges ?? (notCoOwned ? 0 : null));
  const propertyTax = rental ? 0 : yearly(facts.propertyTax);
  const { energyCostMin: low, energyCostMax: high } = facts;
  const energy = low !== null && high !== null ? rounded((low + high) / 24) : quiet ? 0 : null;
  const rent = rental ? price : 0;
  const terms = [rent, loan, loanInsurance, charges, propertyTax, energy, assumptions.homeInsurance];
  const known = terms.filter((term) => term !== null);
  const least = known.reduce((sum, term) => sum + term, 0);
  return {
    rent,
    loan,
    loanInsurance,
    charges,
    propertyTax,
    energy,
    homeInsurance: assumptions.homeInsurance,
    total: known.length === terms.length ? least : null,
    least,
    agencyFees,
    notaryFees,
    deposit,
    borrowed,
  };
}
