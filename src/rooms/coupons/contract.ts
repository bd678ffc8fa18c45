/**
 * Coupons: codes that lower the price of boosts (domain.md 3.5).
 * Owns the tables coupon, coupon_agency and coupon_use.
 */
import { defineErrors } from '#contract/errors.ts';

export const couponKinds = {
  percent: 'Pourcentage',
  amount: 'Montant HT',
  free_boost: 'Boost offert',
  free_days: 'Jours offerts',
} as const;
export type CouponKind = keyof typeof couponKinds;

/** Where a coupon is in its life. One that is used up stays active: an order that comes to nothing gives its use back. */
export const couponStates = {
  active: 'Actif',
  upcoming: 'À venir',
  ended: 'Fini',
  stopped: 'Arrêté',
} as const;
export type CouponState = keyof typeof couponStates;

/** Codes that an order may carry, when each may be combined. */
export const COUPONS_MAX = 3;

export interface Coupon {
  /** Upper case, unique. */
  readonly code: string;
  readonly label: string;
  readonly kind: CouponKind;
  /** Hundredths of a percent, cents without VAT, boosts, or days. */
  readonly value: number;
  /** Largest discount in cents; null: none. */
  readonly ceiling: number | null;
  /** Smallest total in cents without VAT; null: none. */
  readonly minimumNet: number | null;
  /** Keys of formulas; null: all. */
  readonly formulas: readonly string[] | null;
  /** References of agencies that it is for; null: all, none: those that it was for are gone. */
  readonly agencies: readonly string[] | null;
  /** For an agency that has paid no order yet. */
  readonly firstOrder: boolean;
  readonly usesMax: number | null;
  readonly usesPerAgency: number | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  /** May be combined with others that may be, too. */
  readonly stackable: boolean;
  readonly stoppedAt: Date | null;
}

/** The sentences of domain.md 3.5, and two that it leaves open. */
export const couponErrors = defineErrors({
  COUPON_UNKNOWN: [404, 'Code inconnu.'],
  COUPON_EXPIRED: [409, 'Code expiré.'],
  COUPON_USED: [409, 'Code déjà utilisé.'],
  COUPON_MINIMUM: [409, 'Montant minimum non atteint.'],
  COUPON_FORMULA: [409, 'Code non valable pour cette formule.'],
  COUPON_FIRST_ORDER: [409, 'Code réservé à une première commande.'],
  COUPON_ALONE: [409, 'Ce code ne se cumule pas avec un autre.'],
});

export const couponCreationErrors = defineErrors({
  COUPON_TAKEN: [409, 'Un code promo s’écrit déjà ainsi.'],
});

export const couponChangeErrors = defineErrors({
  COUPON_IN_USE: [
    409,
    'Ce code a déjà servi\u00a0: sa nature et sa valeur ne changent plus. Arrêtez-le et créez-en un autre.',
  ],
  COUPON_STOPPED: [409, 'Ce code est arrêté pour de bon\u00a0: créez-en un autre.'],
});
