// What a listing of the demonstration costs: amounts in euros that the law lets stand together.

/** Sold for a sum now and a sum each month as long as the seller lives. */
export interface Annuity {
  readonly bouquet: number;
  readonly monthly: number;
  /** Of the sellers. */
  readonly ages: readonly number[];
  /** Whether they go on living there. */
  readonly occupied: boolean;
}

export interface SaleMoney {
  readonly kind: 'sale';
  /** Buyer's fees included. */
  readonly price: number;
  /** 1 buyer, 2 seller, 3 both. */
  readonly payer: 1 | 2 | 3;
  /** Points of the price without fees; null when the seller pays. */
  readonly percent: number | null;
  readonly net: number | null;
  /** A year; null outside a co-ownership. */
  readonly charges: number | null;
  readonly lots: number | null;
  /** What the syndicate is in the middle of, when it is. */
  readonly procedure: string | null;
  readonly propertyTax: number | null;
  readonly annuity: Annuity | null;
}

export interface RentMoney {
  readonly kind: 'rent';
  /** A month, everything included. */
  readonly price: number;
  readonly base: number;
  readonly supplement: number | null;
  readonly charges: number;
  /** 1 flat, 2 provisions, 3 yearly refund. */
  readonly chargesMode: 1 | 2 | 3;
  readonly deposit: number;
  /** The part of the inventory of fixtures included; null for what is no dwelling. */
  readonly tenantFees: number | null;
  readonly inventoryFees: number | null;
  /** « loyer de référence majoré », a month; null outside a rent-control zone. */
  readonly reference: number | null;
}

export type Money = SaleMoney | RentMoney;

/** What one agency asks its clients. */
export interface Terms {
  /** Who pays the fees of a sale, as often as it appears. */
  readonly payers: readonly (1 | 2 | 3)[];
  /** Points of the price without fees. */
  readonly percents: readonly number[];
  /** Share of the legal caps that tenants pay. */
  readonly tenantShare: number;
}
