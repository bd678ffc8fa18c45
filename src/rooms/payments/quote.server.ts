import type { AnswerOf } from '#contract/call.ts';
import { parisDay } from '#contract/day.ts';
import type { AgencyId, OwnerReference } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { closedWords, requireOpen } from '#rooms/administrators/switches.server.ts';
import { billingOf } from '#rooms/agencies/billing.server.ts';
import type { BillingIdentity, BillingLack } from '#rooms/agencies/billing.ts';
import { configurationAt } from '#rooms/boosts/configuration.server.ts';
import {
  type Formula,
  formulaOn,
  type PreflightFailure,
  priceOf,
  type WantedBoost,
} from '#rooms/boosts/contract.ts';
import { type Preflight, preflight } from '#rooms/boosts/preflight.server.ts';
import { judgeCodes, type Presented } from '#rooms/coupons/coupons.server.ts';
import type { CodeEffect, LineEffect } from '#rooms/coupons/coupons.ts';
import { leastDue, totalsOf } from './amounts.ts';
import type { quoteCall, Totals } from './contract.ts';
import { hasPaid } from './orders.sql.server.ts';
import { currentProvider } from './provider.server.ts';
import { sellerOf } from './seller.ts';
import { SALES_TERMS } from './terms.ts';

type Open = Pick<Services, 'db' | 'env'>;

/** Who asks for a price, and for what. */
export interface Cart {
  readonly agencyId: AgencyId;
  readonly ownerReference: OwnerReference;
  readonly boosts: readonly WantedBoost[];
  readonly coupons: readonly string[];
}

export interface PricedLine extends LineEffect {
  /** The boost that was asked for, with the listings that can still be boosted. */
  readonly wanted: WantedBoost;
  /** Null: it is not sold any more. */
  readonly formula: Formula | null;
  readonly net: number;
  readonly check: Preflight;
  /** Every reason not to sell it. */
  readonly failures: readonly PreflightFailure[];
}

export interface PricedCart {
  readonly open: boolean;
  readonly lines: readonly PricedLine[];
  readonly codes: readonly CodeEffect[];
  readonly totals: Totals;
  readonly billing: { readonly identity: BillingIdentity; readonly lacks: readonly BillingLack[] };
}

const formulaGone: PreflightFailure = {
  listingId: null,
  code: 'formula',
  message: 'Cette formule n’est plus proposée\u00a0: choisissez-en une autre.',
  path: null,
  field: null,
};

/**
 * The price of a cart as the server knows it now, and what keeps it from being ordered. `db` may be a transaction, in which
 * `useCodes` takes the codes instead of judging them.
 */
export async function priceCart(
  { db, services }: { readonly db: Queryable; readonly services: Open },
  { agencyId, ownerReference, boosts, coupons }: Cart,
  now: Date,
  useCodes: (presented: Presented) => Promise<{ codes: CodeEffect[]; lines: LineEffect[] }> = (presented) =>
    judgeCodes(db, presented, now),
): Promise<PricedCart> {
  const { day } = parisDay(now);
  const configuration = await configurationAt(db, now);
  const { vatRate } = configuration;
  const checks = await preflight(db, agencyId, boosts, configuration, now);
  const formulas = boosts.map(({ formula }) => formulaOn(configuration, formula, day));
  const prices = formulas.map((formula) => (formula ? priceOf(formula) : 0));
  const { codes, lines: effects } = await useCodes({
    agencyId,
    ownerReference,
    codes: coupons,
    boosts: boosts.map(({ formula }, line) => ({ formula, net: prices[line]! })),
    paidBefore: await hasPaid(db, agencyId),
    leastDue: leastDue(vatRate),
  });
  const lines = boosts.map((wanted, line): PricedLine => {
    const [formula, check] = [formulas[line]!, checks[line]!];
    return {
      ...effects[line]!,
      wanted: { ...wanted, listingIds: [...check.listingIds] },
      formula,
      net: prices[line]!,
      check,
      failures: [...(formula ? [] : [formulaGone]), ...check.failures],
    };
  });
  const { identity, lacks } = await billingOf(db, agencyId);
  return {
    open: configuration.open && mayCharge(services),
    lines,
    codes,
    totals: totalsOf(lines, vatRate),
    billing: { identity, lacks },
  };
}

/**
 * Whether anything can be ordered now: the general switch, and what taking money needs. `closed`: what agencies read while
 * administrators keep orders closed; null: they do not.
 */
export async function takesOrders(services: Open): Promise<{ open: boolean; closed: string | null }> {
  const [closed, configuration] = await Promise.all([
    closedWords(services.db, 'boosts'),
    configurationAt(services.db, clock.now()),
  ]);
  return { open: closed === null && configuration.open && mayCharge(services), closed };
}

/** Whether money can be taken and invoiced with the settings of today. */
function mayCharge(services: Open): boolean {
  return currentProvider(services) !== null && sellerOf(services.env) !== null;
}

/** The same, as the call answers it. Throws SERVICE_CLOSED. */
export async function quoteCart(services: Open, cart: Cart): Promise<AnswerOf<typeof quoteCall>> {
  await requireOpen(services.db, 'boosts');
  const { open, lines, codes, totals, billing } = await priceCart(
    { db: services.db, services },
    cart,
    clock.now(),
  );
  return {
    open,
    boosts: lines.map(({ formula, freeDays, discount, check, failures }) => ({
      listingIds: [...check.listingIds],
      dropped: [...check.dropped],
      formula: formula?.name ?? null,
      days: formula?.days ?? 0,
      freeDays,
      mediaBudget: formula?.mediaBudget ?? 0,
      fee: formula?.fee ?? 0,
      discount,
      failures: [...failures],
      reach: check.reach,
    })),
    coupons: codes.map(({ code, label, discount, error }) => ({
      code,
      label,
      discount,
      error: error?.message ?? null,
    })),
    totals,
    terms: SALES_TERMS,
    billingLacks: billing.lacks.map(({ field, message }) => ({ field, message })),
  };
}
