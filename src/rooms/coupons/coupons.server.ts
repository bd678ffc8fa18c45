import { type FieldIssue, fail, sharedErrors } from '#contract/errors.ts';
import { NBSP } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { agenciesByReferences, normalReference } from '#rooms/agencies/agencies.server.ts';
import { agencyErrors } from '#rooms/agencies/contract.ts';
import { recordNotifications } from '#rooms/notifications/notifications.server.ts';
import { type Coupon, couponCreationErrors } from './contract.ts';
import { announcementOf, factsOf } from './coupon-words.ts';
import {
  hasFirstOrderUse,
  insertCoupon,
  insertCouponAgencies,
  insertUse,
  lockCoupons,
  returnUses,
  selectCoupons,
} from './coupons.sql.server.ts';
import { applyCodes, type CodeEffect, type LineEffect, normalCode, type PricedBoost } from './coupons.ts';
import { type NewCouponGiven, newCouponSchema } from './new-coupon.ts';

/** Codes that an agency presents for a cart. */
export interface Presented {
  readonly agencyId: number;
  readonly ownerReference: string;
  /** As they were typed. */
  readonly codes: readonly string[];
  readonly boosts: readonly PricedBoost[];
  /** Whether the agency has paid an order before. */
  readonly paidBefore: boolean;
  /** Smallest amount that can be charged: codes that leave less leave nothing. */
  readonly leastDue: number;
}

interface Judged {
  readonly codes: CodeEffect[];
  readonly lines: LineEffect[];
}

/** What the codes would take off the cart of an agency now; nothing is used. */
export async function judgeCodes(db: Queryable, presented: Presented, now: Date): Promise<Judged> {
  const { judged } = await judge(db, presented, now);
  return judged;
}

async function judge(db: Queryable, presented: Presented, now: Date) {
  const { agencyId, ownerReference, boosts, paidBefore, leastDue } = presented;
  const typed = presented.codes.map(normalCode);
  const found = typed.length === 0 ? [] : await selectCoupons(db, typed, agencyId);
  const coupons = new Map(found.map((coupon) => [coupon.code, coupon]));
  const orderedBefore =
    paidBefore || (found.some(({ firstOrder }) => firstOrder) && (await hasFirstOrderUse(db, agencyId)));
  const judged = applyCodes(
    typed.map((code) => ({ code, coupon: coupons.get(code) ?? null })),
    boosts,
    { now, ownerReference, orderedBefore, leastDue },
  );
  return { judged, coupons };
}

/**
 * Uses the codes for an order, in the caller’s transaction: their rows are locked until it ends, so a code of one use gives one
 * discount however many order at the same time. A code without effect is not used. Throws the error of the first code that
 * cannot be used, with `{ code }`.
 */
export async function takeCoupons(
  tx: Tx,
  presented: Presented & { readonly orderReference: string },
  now: Date,
): Promise<Judged> {
  if (presented.codes.length > 0) await lockCoupons(tx, presented.codes.map(normalCode));
  const { judged, coupons } = await judge(tx, presented, now);
  const refused = judged.codes.find(({ error }) => error !== null);
  if (refused?.error) throw fail(refused.error, { code: refused.code });
  const { agencyId, orderReference } = presented;
  for (const { code, discount, freeDays } of judged.codes) {
    if (discount === 0 && freeDays === 0) continue;
    const couponId = coupons.get(code)!.id;
    await insertUse(tx, { couponId, orderReference, agencyId, discount, takenAt: now });
  }
  return judged;
}

/** Gives the codes of an order back: it came to nothing. Safe to call twice. */
export async function returnCoupons(tx: Tx, orderReference: string, now: Date): Promise<void> {
  await returnUses(tx, orderReference, now);
}

/**
 * Adds a coupon; answers its code. Throws VALIDATION_ERROR with one issue per wrong field, COUPON_TAKEN, and AGENCY_UNKNOWN for a
 * reference that names no agency. The agencies that it is reserved to are told.
 */
export async function addCoupon(db: Db, given: NewCouponGiven, by: AdministratorName): Promise<string> {
  const parsed = newCouponSchema.safeParse(given);
  if (!parsed.success) throw fail(sharedErrors.VALIDATION_ERROR, issuesOf(parsed.error));
  const { agencies, ...coupon } = parsed.data;
  return db.transaction().execute(async (tx) => {
    const named = await namedAgencies(tx, agencies);
    const now = clock.now();
    const id = await insertCoupon(tx, {
      ...coupon,
      reserved: agencies !== null,
      createdBy: by,
      createdAt: now,
    });
    if (id === null) throw fail(couponCreationErrors.COUPON_TAKEN);
    const agencyIds = named.map((agency) => agency.id);
    await insertCouponAgencies(tx, id, agencyIds);
    await announceCoupon(tx, { ...coupon, id }, agencyIds, now);
    await recordAction(tx, {
      by,
      action: 'coupon.created',
      subject: { kind: 'coupon', id: coupon.code, label: coupon.code },
      after: factsOf({
        ...coupon,
        agencies: agencies && named.map(({ ownerReference }) => ownerReference),
      }),
    });
    return coupon.code;
  });
}

/** The agencies of these references, each once. Throws AGENCY_UNKNOWN, with an issue that says which one is none. */
export async function namedAgencies(
  tx: Tx,
  references: readonly string[] | null,
): Promise<{ readonly id: number; readonly ownerReference: string }[]> {
  if (references === null) return [];
  const named = await agenciesByReferences(tx, references);
  const unknown = references.find((reference) => !named.has(normalReference(reference)));
  if (unknown !== undefined) {
    const message = `Aucune agence ne porte la référence «${NBSP}${unknown}${NBSP}».`;
    throw fail(agencyErrors.AGENCY_UNKNOWN, [{ field: 'agencies', message }]);
  }
  return [...named.values()].toSorted((one, other) => (one.ownerReference < other.ownerReference ? -1 : 1));
}

/** Tells agencies that a code is reserved to them, each once. */
export async function announceCoupon(
  tx: Tx,
  coupon: Pick<Coupon, 'code' | 'label' | 'startsAt' | 'endsAt'> & { readonly id: number },
  agencyIds: readonly number[],
  now: Date,
): Promise<void> {
  const said = { key: `coupon:${coupon.id}`, title: announcementOf(coupon, now), page: '/boost' };
  await recordNotifications(
    tx,
    'couponReceived',
    agencyIds.map((agencyId) => ({ agencyId, ...said })),
    now,
  );
}

function issuesOf(error: {
  readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[];
}): FieldIssue[] {
  return error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}
