// Register: every code with its uses, as administrators read it, add to it, change it and stop what is in it.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { reasonSchema } from '#rooms/administrators/contract.ts';
import { agencyErrors } from '#rooms/agencies/contract.ts';
import {
  type CouponKind,
  type CouponState,
  couponChangeErrors,
  couponCreationErrors,
  couponErrors,
  couponKinds,
  couponStates,
} from './contract.ts';
import { couponBody, couponChanges } from './new-coupon.ts';

export const REGISTER_PAGE = 50;
export const USES_PAGE = 50;

const kind = z.enum(Object.keys(couponKinds) as [CouponKind, ...CouponKind[]]);
const state = z.enum(Object.keys(couponStates) as [CouponState, ...CouponState[]]);

const registeredSchema = z.object({
  code: z.string(),
  label: z.string(),
  kind,
  value: z.int(),
  ceiling: z.nullable(z.int()),
  minimumNet: z.nullable(z.int()),
  formulas: z.nullable(z.array(z.string())),
  agencies: z.nullable(z.array(z.string())),
  firstOrder: z.boolean(),
  usesMax: z.nullable(z.int()),
  usesPerAgency: z.nullable(z.int()),
  /** `YYYY-MM-DD` in Paris, both included. */
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  stackable: z.boolean(),
  version: z.int(),
  state,
  /** In words: what it gives, when it counts, each of its limits. */
  gift: z.string(),
  period: z.nullable(z.string()),
  limits: z.array(z.string()),
  /** Uses that count, and what they took off together, in cents without VAT. */
  uses: z.int(),
  discount: z.int(),
  /** Whether an order ever took it: then its kind and its value stay. */
  everUsed: z.boolean(),
  createdBy: z.string(),
  /** ISO. */
  createdAt: z.string(),
});
export type RegisteredCoupon = z.output<typeof registeredSchema>;

/** What a code may be limited to, in the order of the price page; prices in cents without VAT. */
const formulasSchema = z.array(z.object({ key: z.string(), name: z.string(), net: z.int() }));
export type LimitFormula = z.output<typeof formulasSchema>[number];

const words = {
  state: z.optional(state),
  kind: z.optional(kind),
  code: z.optional(z.string().check(z.maxLength(40))),
};

export const couponsCall = defineCall({
  method: 'GET',
  path: '/admin/coupons',
  access: 'admin',
  summary: 'Les codes promo, leurs limites et leurs usages, le plus récent d’abord',
  query: z.object({
    ...words,
    /** `next` of the page before. */
    apres: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  answer: z.object({
    coupons: z.array(registeredSchema),
    formulas: formulasSchema,
    next: z.nullable(z.int()),
  }),
});

export const couponsCsvCall = defineCall({
  method: 'GET',
  path: '/admin/coupons.csv',
  access: 'admin',
  summary: 'Les mêmes codes, tous, pour un tableur',
  query: z.object(words),
  file: 'text/csv; charset=utf-8',
});

export const createCouponCall = defineCall({
  method: 'POST',
  path: '/admin/coupons',
  access: 'admin',
  summary: 'Crée un code promo\u00a0; les agences auxquelles il est réservé en sont averties',
  body: couponBody,
  answer: z.object({ coupon: registeredSchema }),
  errors: [couponCreationErrors.COUPON_TAKEN, agencyErrors.AGENCY_UNKNOWN],
});

const useSchema = z.object({
  /** Reference of its order. */
  order: z.string(),
  agencyId: z.int(),
  agency: z.string(),
  ownerReference: z.string(),
  /** Cents without VAT. */
  discount: z.int(),
  /** ISO. */
  takenAt: z.string(),
  /** Its order came to nothing: the use counts no more. */
  returnedAt: z.nullable(z.string()),
});
export type CouponUse = z.output<typeof useSchema>;

/** Where a page of uses ends: milliseconds, then the reference of an order. */
export const USE_CURSOR = /^(\d{1,15})_([\w-]{1,40})$/;

const oneCoupon = z.object({ code: z.string() });

export const couponCall = defineCall({
  method: 'GET',
  path: '/admin/coupons/:code',
  access: 'admin',
  summary: 'Un code promo et ses usages, commande par commande, le dernier d’abord',
  params: oneCoupon,
  query: z.object({ apres: z.optional(z.string().check(z.regex(USE_CURSOR))) }),
  answer: z.object({
    coupon: registeredSchema,
    uses: z.array(useSchema),
    formulas: formulasSchema,
    next: z.nullable(z.string()),
  }),
  errors: [couponErrors.COUPON_UNKNOWN],
});

export const usesCsvCall = defineCall({
  method: 'GET',
  path: '/admin/coupons/:code/uses.csv',
  access: 'admin',
  summary: 'Tous les usages d’un code, pour un tableur',
  params: oneCoupon,
  file: 'text/csv; charset=utf-8',
  errors: [couponErrors.COUPON_UNKNOWN],
});

export const changeCouponCall = defineCall({
  method: 'PUT',
  path: '/admin/coupons/:code',
  access: 'admin',
  summary:
    'Change le libellé et les limites d’un code\u00a0; sa nature et sa valeur tant qu’il n’a pas servi',
  params: oneCoupon,
  body: couponChanges,
  answer: z.object({ coupon: registeredSchema }),
  errors: [
    couponErrors.COUPON_UNKNOWN,
    couponChangeErrors.COUPON_IN_USE,
    couponChangeErrors.COUPON_STOPPED,
    agencyErrors.AGENCY_UNKNOWN,
    sharedErrors.CONFLICT,
  ],
});

export const stopCouponCall = defineCall({
  method: 'DELETE',
  path: '/admin/coupons/:code',
  access: 'admin',
  summary: 'Arrête un code pour de bon\u00a0; les commandes qui l’ont pris gardent leur remise',
  params: oneCoupon,
  body: z.object({ reason: reasonSchema }),
  answer: z.object({ coupon: registeredSchema }),
  errors: [couponErrors.COUPON_UNKNOWN],
});

export const stopCouponsCall = defineCall({
  method: 'POST',
  path: '/admin/coupons/stop',
  access: 'admin',
  summary: 'Arrête plusieurs codes pour de bon, tous ou aucun',
  body: z.object({
    codes: z
      .array(z.string())
      .check(
        z.minLength(1, { error: 'Choisissez un code au moins.' }),
        z.maxLength(REGISTER_PAGE, { error: `Choisissez ${REGISTER_PAGE} codes au plus.` }),
      ),
    reason: reasonSchema,
  }),
  answer: z.object({ codes: z.array(z.string()) }),
  errors: [couponErrors.COUPON_UNKNOWN],
});
