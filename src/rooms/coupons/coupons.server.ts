import * as z from 'zod';
import { type FieldIssue, fail, sharedErrors } from '#contract/errors.ts';
import { formatDate, formatNumber, formatPrice, NBSP } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { agenciesByReferences, normalReference } from '#rooms/agencies/agencies.server.ts';
import { agencyErrors } from '#rooms/agencies/contract.ts';
import { recordNotifications } from '#rooms/notifications/notifications.server.ts';
import { type Coupon, couponCreationErrors, couponErrors, couponKinds } from './contract.ts';
import {
  hasFirstOrderUse,
  insertCoupon,
  insertCouponAgencies,
  insertUse,
  type ListedCoupon,
  lockCoupons,
  returnUses,
  selectAllCoupons,
  selectCoupons,
  stopCoupon as stop,
} from './coupons.sql.server.ts';
import { applyCodes, type CodeEffect, type LineEffect, normalCode, type PricedBoost } from './coupons.ts';

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

/** The columns of the table hold no more. */
const MOST = 2_147_483_647;
const natural = (what: string) =>
  z
    .int({ error: `${what} est un nombre entier.` })
    .positive(`${what} est plus grand que zéro.`)
    .max(MOST, `${what} va jusqu’à ${formatNumber(MOST)}, soit ${formatPrice(MOST)} pour un montant.`);

const newCouponSchema = z
  .object({
    code: z
      .string()
      .transform(normalCode)
      .refine((code) => /^[0-9A-Z-]{3,32}$/.test(code), {
        error: 'Un code compte de 3 à 32 lettres sans accent, chiffres ou tirets.',
      }),
    label: z.string().trim().min(1, 'Le libellé manque.').max(80, 'Le libellé compte 80 caractères au plus.'),
    kind: z.enum(Object.keys(couponKinds) as [keyof typeof couponKinds], {
      error: `La nature est ${Object.keys(couponKinds).join(', ')}.`,
    }),
    value: natural('La valeur'),
    ceiling: natural('Le plafond').nullable(),
    minimumNet: natural('Le minimum').nullable(),
    formulas: z.array(z.string()).min(1, 'Nommez une formule au moins.').nullable(),
    agencies: z.array(z.string()).min(1, 'Nommez une agence au moins.').nullable(),
    firstOrder: z.boolean(),
    usesMax: natural('Le nombre d’usages').nullable(),
    usesPerAgency: natural('Le nombre d’usages par agence').nullable(),
    startsAt: z.date().nullable(),
    endsAt: z.date().nullable(),
    stackable: z.boolean(),
  })
  .refine(({ kind, value }) => kind !== 'percent' || value <= 10_000, {
    path: ['value'],
    error: 'Un pourcentage va jusqu’à 100.',
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt, {
    path: ['endsAt'],
    error: 'La fin vient après le début.',
  });
export type NewCouponGiven = z.input<typeof newCouponSchema>;

/**
 * Adds a coupon; answers its code. `by`: who does it. Throws VALIDATION_ERROR with one issue per wrong field, COUPON_TAKEN, and
 * AGENCY_UNKNOWN for a reference that names no agency.
 */
export async function addCoupon(db: Db, given: NewCouponGiven, by: string): Promise<string> {
  const parsed = newCouponSchema.safeParse(given);
  if (!parsed.success) throw fail(sharedErrors.VALIDATION_ERROR, issuesOf(parsed.error));
  const { agencies, ...coupon } = parsed.data;
  return db.transaction().execute(async (tx) => {
    const named = await agenciesByReferences(tx, agencies ?? []);
    const unknown = agencies?.find((reference) => !named.has(normalReference(reference)));
    if (unknown !== undefined) throw fail(agencyErrors.AGENCY_UNKNOWN, { reference: unknown });
    const now = clock.now();
    const id = await insertCoupon(tx, {
      ...coupon,
      reserved: agencies !== null,
      createdBy: by,
      createdAt: now,
    });
    if (id === null) throw fail(couponCreationErrors.COUPON_TAKEN);
    const agencyIds = [...new Set([...named.values()].map((agency) => agency.id))];
    await insertCouponAgencies(tx, id, agencyIds);
    const told = { key: `coupon:${id}`, title: announcement(coupon, now), page: '/boost' };
    await recordNotifications(
      tx,
      'couponReceived',
      agencyIds.map((agencyId) => ({ agencyId, ...told })),
      now,
    );
    return coupon.code;
  });
}

/** What the agencies are told that a code is reserved to. */
function announcement(
  { code, label, startsAt, endsAt }: Pick<Coupon, 'code' | 'label' | 'startsAt' | 'endsAt'>,
  now: Date,
): string {
  const from = startsAt && startsAt > now ? `, à partir du ${formatDate(startsAt)}` : '';
  // A coupon ends with the midnight after its last day.
  const until = endsAt ? `, jusqu’au ${formatDate(new Date(endsAt.getTime() - 1))} inclus` : '';
  return `Code promo ${code}${NBSP}: ${label}${from}${until}`;
}

function issuesOf(error: z.ZodError): FieldIssue[] {
  return error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

/** Every coupon with its uses, the newest first, 500 at most. */
export function listCoupons(db: Queryable): Promise<ListedCoupon[]> {
  return selectAllCoupons(db);
}

/** Stops a coupon for good; orders that used it keep their discount. Throws COUPON_UNKNOWN. */
export async function stopCoupon(db: Db, typed: string): Promise<string> {
  const code = normalCode(typed);
  const known = await db.transaction().execute((tx) => stop(tx, code, clock.now()));
  if (!known) throw fail(couponErrors.COUPON_UNKNOWN);
  return code;
}
