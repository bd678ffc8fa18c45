// What codes take off a priced cart (domain.md 3.5). Amounts are cents without VAT.
import type { ErrorSpec } from '#contract/errors.ts';
import { spreadCents } from '#contract/money.ts';
import { type Coupon, couponErrors } from './contract.ts';

/** Days that a boost may be given, all codes together: the table `boost` holds no more. */
export const FREE_DAYS_MAX = 90;
/** Hundredths of a percent in the whole. */
const WHOLE = 10_000;

/** A boost of a cart: the key of its formula and its price. */
export interface PricedBoost {
  readonly formula: string;
  readonly net: number;
}

/** A coupon, and what is known of its uses when it is judged. */
export interface KnownCoupon extends Coupon {
  /** Uses that count, of everybody and of the agency. */
  readonly uses: number;
  readonly usesOfAgency: number;
}

/** Who presents codes, and when. */
export interface Holder {
  readonly now: Date;
  readonly ownerReference: string;
  /** Whether the agency has paid an order, or used a code for first orders in one that is pending. */
  readonly orderedBefore: boolean;
  /** Smallest amount that can be charged. */
  readonly leastDue: number;
}

/** A code as it was presented, and its coupon; null: there is none. */
export interface PresentedCode {
  readonly code: string;
  readonly coupon: KnownCoupon | null;
}

/** What one code does. `error`: why it does nothing. */
export interface CodeEffect {
  readonly code: string;
  readonly label: string;
  readonly discount: number;
  readonly freeDays: number;
  readonly error: ErrorSpec | null;
}

/** What all codes do to one boost. */
export interface LineEffect {
  readonly discount: number;
  readonly freeDays: number;
}

/** The form under which codes are stored and compared. */
export function normalCode(typed: string): string {
  return typed.replaceAll(/[\s\u00a0\u202f]/g, '').toUpperCase();
}

/**
 * Applies codes to a cart in their order, each to what those before it left. The total never falls below zero. A code that
 * cannot be used changes nothing and says why.
 */
export function applyCodes(
  presented: readonly PresentedCode[],
  boosts: readonly PricedBoost[],
  holder: Holder,
): { codes: CodeEffect[]; lines: LineEffect[] } {
  const lines = boosts.map(() => ({ discount: 0, freeDays: 0 }));
  const accepted: KnownCoupon[] = [];
  const codes = presented.map(({ code, coupon }): CodeEffect => {
    const error = coupon ? refusalOf(coupon, boosts, holder, accepted) : couponErrors.COUPON_UNKNOWN;
    if (error || !coupon) return { code, label: '', discount: 0, freeDays: 0, error };
    accepted.push(coupon);
    const left = boosts.map(({ formula, net }, line) =>
      allows(coupon, formula) ? net - lines[line]!.discount : 0,
    );
    const taken = discountsOf(coupon, boosts, left);
    let freeDays = 0;
    for (const [line, { formula }] of boosts.entries()) {
      lines[line]!.discount += taken[line]!;
      if (coupon.kind !== 'free_days' || !allows(coupon, formula)) continue;
      const given = Math.min(coupon.value, FREE_DAYS_MAX - lines[line]!.freeDays);
      lines[line]!.freeDays += given;
      freeDays += given;
    }
    return { code, label: coupon.label, discount: sum(taken), freeDays, error: null };
  });
  return waiveTrifle(codes, lines, boosts, holder.leastDue);
}

/** What is left after a discount and is too little to be charged is given as well, by the last code that gave something. */
function waiveTrifle(
  codes: readonly CodeEffect[],
  lines: readonly LineEffect[],
  boosts: readonly PricedBoost[],
  leastDue: number,
): { codes: CodeEffect[]; lines: LineEffect[] } {
  const due = sum(boosts.map(({ net }, line) => net - lines[line]!.discount));
  const last = codes.findLastIndex(({ discount }) => discount > 0);
  if (due === 0 || due >= leastDue || last === -1) return { codes: [...codes], lines: [...lines] };
  return {
    codes: codes.map((code, rank) => (rank === last ? { ...code, discount: code.discount + due } : code)),
    lines: lines.map(({ freeDays }, line) => ({ discount: boosts[line]!.net, freeDays })),
  };
}

/** What a coupon takes off each boost; `left`: what is still due of it, zero where the coupon does not count. */
function discountsOf(
  { kind, value, ceiling }: Coupon,
  boosts: readonly PricedBoost[],
  left: readonly number[],
): number[] {
  if (kind === 'free_days') return left.map(() => 0);
  const due = sum(left);
  const most = Math.min(due, ceiling ?? due);
  if (kind === 'percent') return spreadCents(Math.min(Math.round((due * value) / WHOLE), most), left);
  if (kind === 'amount') return spreadCents(Math.min(value, most), left);
  const cheapest = [...boosts.keys()]
    .filter((line) => left[line]! > 0)
    .toSorted((a, b) => boosts[a]!.net - boosts[b]!.net || a - b)
    .slice(0, value);
  const free = left.map((amount, line) => (cheapest.includes(line) ? amount : 0));
  return spreadCents(Math.min(sum(free), most), free);
}

function refusalOf(
  coupon: KnownCoupon,
  boosts: readonly PricedBoost[],
  { now, ownerReference, orderedBefore }: Holder,
  accepted: readonly KnownCoupon[],
): ErrorSpec | null {
  // Of a code that is not for this agency, or not yet, nothing is said.
  if (coupon.agencies && !coupon.agencies.includes(ownerReference)) return couponErrors.COUPON_UNKNOWN;
  if (coupon.startsAt && coupon.startsAt > now) return couponErrors.COUPON_UNKNOWN;
  if (coupon.stoppedAt || (coupon.endsAt && coupon.endsAt <= now)) return couponErrors.COUPON_EXPIRED;
  if (accepted.some(({ code }) => code === coupon.code) || usedUp(coupon)) return couponErrors.COUPON_USED;
  if (coupon.firstOrder && orderedBefore) return couponErrors.COUPON_FIRST_ORDER;
  if (accepted.length > 0 && ![coupon, ...accepted].every(({ stackable }) => stackable))
    return couponErrors.COUPON_ALONE;
  if (!boosts.some(({ formula }) => allows(coupon, formula))) return couponErrors.COUPON_FORMULA;
  if (sum(boosts.map(({ net }) => net)) < (coupon.minimumNet ?? 0)) return couponErrors.COUPON_MINIMUM;
  return null;
}

/** Whether nobody, or this agency, may use a coupon once more. */
function usedUp({ uses, usesMax, usesOfAgency, usesPerAgency }: KnownCoupon): boolean {
  return uses >= (usesMax ?? Infinity) || usesOfAgency >= (usesPerAgency ?? Infinity);
}

function allows({ formulas }: Coupon, formula: string): boolean {
  return formulas === null || formulas.includes(formula);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((whole, amount) => whole + amount, 0);
}
