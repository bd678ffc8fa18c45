/**
 * Payments: orders of boosts, the provider that is paid, invoices and credit notes (domain.md 3.5, security.md L11).
 * Owns the tables payment_order, payment_line, payment_event, payment_refund, invoice, invoice_counter and embedded_session.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { defineErrors, sharedErrors } from '#contract/errors.ts';
import { shownLine } from '#contract/fields.ts';
import { serviceErrors } from '#rooms/administrators/switches.ts';
import { preflightFailureSchema, reachSchema, wantedBoostSchema } from '#rooms/boosts/contract.ts';
import { COUPONS_MAX, couponErrors } from '#rooms/coupons/contract.ts';

export const orderStatuses = {
  pending: 'En attente de paiement',
  paid: 'Payée',
  failed: 'Paiement refusé',
  cancelled: 'Annulée',
  refunded: 'Remboursée',
} as const;
export type OrderStatus = keyof typeof orderStatuses;

/** What may follow a status: money that came is never ignored, nothing undoes `paid` but a refund. */
export const orderTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ['paid', 'failed', 'cancelled'],
  failed: ['paid'],
  cancelled: ['paid'],
  paid: ['refunded'],
  refunded: [],
};

/** Boosts that one order may hold. */
export const BOOSTS_MAX = 20;
/** Minutes that a hosted page of payment stays open: Stripe asks for 30 from the moment it opens, which may be some after the order. */
export const SESSION_MINUTES = 45;
/** Cents: a smaller payment is taken by no card (Stripe, minimum charge amounts). */
export const LEAST_CHARGE = 50;

/** Cents. Without VAT: `net`, before the discount, and `discount`. `gross` = `net` - `discount` + `vat`. */
export const totalsSchema = z.object({
  net: z.int(),
  discount: z.int(),
  /** Hundredths of a percent. */
  vatRate: z.int(),
  vat: z.int(),
  gross: z.int(),
});
export type Totals = z.output<typeof totalsSchema>;

const wanted = z.array(wantedBoostSchema).check(z.minLength(1), z.maxLength(BOOSTS_MAX));
const codes = z
  .array(z.string().check(shownLine, z.maxLength(40)))
  .check(z.maxLength(COUPONS_MAX, { error: `Une commande prend ${COUPONS_MAX} codes au plus.` }));

export const quoteCall = defineCall({
  method: 'POST',
  path: '/agence/boosts/quote',
  access: 'agency',
  // After each change of a cart, by everybody of an agency from one address; it writes nothing.
  tier: 'often',
  summary: 'Le prix d’un panier de boosts, calculé par le serveur, et ce qui empêche de le commander',
  body: z.object({ boosts: wanted, coupons: codes }),
  answer: z.object({
    /** False: nothing can be ordered at the moment, whatever the cart. */
    open: z.boolean(),
    /** One per boost of the request, in its order. */
    boosts: z.array(
      z.object({
        /** Listings of the request that can still be boosted. */
        listingIds: z.array(z.int()),
        /** Those that cannot, with why: sold, let, withdrawn. */
        dropped: z.array(z.object({ listingId: z.int(), title: z.string(), reason: z.string() })),
        formula: z.nullable(z.string()),
        days: z.int(),
        freeDays: z.int(),
        mediaBudget: z.int(),
        fee: z.int(),
        discount: z.int(),
        failures: z.array(preflightFailureSchema),
        reach: z.nullable(reachSchema),
      }),
    ),
    /** One per code of the request: what it takes off, in cents, or why it does not count. */
    coupons: z.array(
      z.object({ code: z.string(), label: z.string(), discount: z.int(), error: z.nullable(z.string()) }),
    ),
    totals: totalsSchema,
    /** Version of the terms of sale in force, `YYYY-MM-DD`. */
    terms: z.string(),
    /** What the invoice will lack, each with its field in the profile. */
    billingLacks: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
  errors: [serviceErrors.SERVICE_CLOSED],
});

export const paymentErrors = defineErrors({
  BOOSTS_CLOSED: [503, 'Les boosts ne peuvent pas être commandés pour l’instant.'],
  BOOST_PRICE_CHANGED: [409, 'Le prix a changé\u00a0: relisez le récapitulatif avant de payer.'],
  BOOST_PREFLIGHT: [409, 'Un point reste à corriger avant de payer.'],
  TERMS_CHANGED: [409, 'Les conditions de vente ont changé\u00a0: relisez-les et acceptez-les.'],
  BILLING_INCOMPLETE: [409, 'Complétez l’adresse de facturation et le SIREN de l’agence avant de commander.'],
  ORDER_UNKNOWN: [404, 'Cette commande n’existe pas.'],
  PAYMENT_UNAVAILABLE: [
    502,
    'Le service de paiement ne répond pas. Rien n’a été payé\u00a0: réessayez dans un instant.',
  ],
  INVOICE_UNKNOWN: [404, 'Cette facture n’existe pas.'],
  WEBHOOK_SIGNATURE: [400, 'La signature de cet événement n’est pas valable.'],
});

export const checkoutCall = defineCall({
  method: 'POST',
  path: '/agence/boosts/checkout',
  access: 'agency',
  summary: 'Commande un panier au prix qui a été lu, et donne l’adresse où le payer',
  body: z.object({
    boosts: wanted,
    coupons: codes,
    /** Total that was read, in cents with VAT: another one is refused, nothing is charged. */
    gross: z.int(),
    /** Version of the terms of sale that was accepted. */
    terms: z.string({ error: 'Acceptez les conditions générales de vente.' }),
    /** One per press of « Payer », kept with the cart until it is answered: the same again is the same order. */
    key: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  }),
  answer: z.object({
    order: z.string(),
    /** Where to pay; null: nothing is due, the order is paid. */
    url: z.nullable(z.string()),
  }),
  errors: [
    serviceErrors.SERVICE_CLOSED,
    paymentErrors.BOOSTS_CLOSED,
    paymentErrors.BOOST_PRICE_CHANGED,
    paymentErrors.BOOST_PREFLIGHT,
    paymentErrors.TERMS_CHANGED,
    paymentErrors.BILLING_INCOMPLETE,
    paymentErrors.PAYMENT_UNAVAILABLE,
    ...Object.values(couponErrors),
    sharedErrors.CONFLICT,
    sharedErrors.RATE_LIMIT_EXCEEDED,
  ],
});

export const orderSchema = z.object({
  reference: z.string(),
  status: z.enum(Object.keys(orderStatuses) as [OrderStatus, ...OrderStatus[]]),
  totals: totalsSchema,
  /** References of its boosts. */
  boosts: z.array(z.string()),
  /** The same as its receipt names them, in their order; cents without VAT. */
  lines: z.array(
    z.object({
      boost: z.string(),
      label: z.string(),
      days: z.int(),
      /** Besides those that were bought. */
      freeDays: z.int(),
      /** Titles of its listings, or their references. */
      listings: z.array(z.string()),
      net: z.int(),
      discount: z.int(),
    }),
  ),
  /** Numbers of its invoice and credit notes, the first one first. */
  documents: z.array(z.object({ number: z.string(), issuedOn: z.string(), gross: z.int() })),
  /** Where it can be paid; null: it cannot any more, or need not. */
  url: z.nullable(z.string()),
  /** Money came for it, and is given back or owed back, in whole or in part. */
  givenBack: z.boolean(),
  /** It came to nothing, and the provider has not confirmed yet that nobody paid it. */
  unproven: z.boolean(),
  createdAt: z.string(),
  paidAt: z.nullable(z.string()),
});
export type Order = z.output<typeof orderSchema>;

export const ordersCall = defineCall({
  method: 'GET',
  path: '/agence/orders',
  access: 'agency',
  summary: 'Les commandes de l’agence, avec leurs factures et avoirs, la plus récente d’abord',
  answer: z.object({ orders: z.array(orderSchema) }),
});

export const orderCall = defineCall({
  method: 'GET',
  path: '/agence/orders/:reference',
  access: 'agency',
  tier: 'often',
  summary: 'Où en est une commande\u00a0: la page de retour du paiement le demande',
  params: z.object({ reference: z.string() }),
  answer: z.object({ order: orderSchema }),
  errors: [paymentErrors.ORDER_UNKNOWN],
});

export const cancelOrderCall = defineCall({
  method: 'POST',
  path: '/agence/orders/:reference/cancel',
  access: 'agency',
  summary: 'Renonce à une commande qui n’est pas payée\u00a0; les codes promo redeviennent libres',
  params: z.object({ reference: z.string() }),
  answer: z.object({ order: orderSchema }),
  errors: [paymentErrors.ORDER_UNKNOWN],
});

export const invoiceCall = defineCall({
  method: 'GET',
  path: '/agence/invoices/:number.pdf',
  access: 'agency',
  summary: 'Une facture ou un avoir de l’agence, en PDF Factur-X',
  params: z.object({ number: z.string() }),
  file: 'application/pdf',
  errors: [paymentErrors.INVOICE_UNKNOWN],
});

export const stripeWebhookCall = defineCall({
  method: 'POST',
  path: '/payments/stripe/webhook',
  access: 'token',
  tier: 'often',
  signed: true,
  summary: 'Ce que Stripe annonce, signé\u00a0; un événement ne compte qu’une fois',
  body: z.unknown(),
  answer: z.object({ received: z.boolean() }),
  errors: [paymentErrors.WEBHOOK_SIGNATURE],
});
