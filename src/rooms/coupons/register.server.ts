import { Readable } from 'node:stream';
import { fail, sharedErrors } from '#contract/errors.ts';
import { formatDate, formatTime } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { type CsvCell, csvDay, csvHead, csvLine } from '#platform/csv.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { configurationAt } from '#rooms/boosts/configuration.server.ts';
import { priceOf } from '#rooms/boosts/contract.ts';
import { couponChangeErrors, couponErrors, couponKinds, couponStates } from './contract.ts';
import { changedFacts, factsOf, giftOf, limitsOf, periodOf, stateOf } from './coupon-words.ts';
import { announceCoupon, namedAgencies } from './coupons.server.ts';
import {
  type CouponFilter,
  type ListedCoupon,
  lockCoupons,
  replaceCouponAgencies,
  selectListed,
  selectListedCoupon,
  selectUses,
  stopCoupon,
  type UsePlace,
  type UseRow,
  updateCoupon,
} from './coupons.sql.server.ts';
import { normalCode } from './coupons.ts';
import { type CouponChanges, daysOf, momentsOf } from './new-coupon.ts';
import {
  type CouponUse,
  type LimitFormula,
  REGISTER_PAGE,
  type RegisteredCoupon,
  USE_CURSOR,
  USES_PAGE,
} from './register.ts';

const IN_CSV = 1_000;
/** Lines that the command lists at most. */
const IN_TERMINAL = 500;

function registered(coupon: ListedCoupon, now: Date): RegisteredCoupon {
  const { id: _id, startsAt: _startsAt, endsAt: _endsAt, stoppedAt: _stoppedAt, ...said } = coupon;
  return {
    ...said,
    formulas: coupon.formulas && [...coupon.formulas],
    agencies: coupon.agencies && [...coupon.agencies],
    ...daysOf(coupon),
    state: stateOf(coupon, now),
    gift: giftOf(coupon),
    period: periodOf(coupon),
    limits: limitsOf(coupon),
    createdAt: coupon.createdAt.toISOString(),
  };
}

/** The formulas of today, sold or not. */
async function limitFormulas(db: Queryable, now: Date): Promise<LimitFormula[]> {
  const { formulas } = await configurationAt(db, now);
  return formulas.map((formula) => ({ key: formula.key, name: formula.name, net: priceOf(formula) }));
}

/** `code`: letters of a code as they were typed. */
function inNormalForm({ code, ...filter }: CouponFilter): CouponFilter {
  return { ...filter, ...(code ? { code: normalCode(code) } : {}) };
}

/** A page of the register, the newest first. `next` asks for the page after; null: it is the last. */
export async function registerPage(
  db: Queryable,
  filter: CouponFilter,
  apres: number | null,
): Promise<{ coupons: RegisteredCoupon[]; formulas: LimitFormula[]; next: number | null }> {
  const now = clock.now();
  const [rows, formulas] = await Promise.all([
    selectListed(db, inNormalForm(filter), { before: apres, limit: REGISTER_PAGE + 1, now }),
    limitFormulas(db, now),
  ]);
  const page = rows.slice(0, REGISTER_PAGE);
  return {
    coupons: page.map((coupon) => registered(coupon, now)),
    formulas,
    next: rows.length > REGISTER_PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

/** The newest coupons with their uses, 500 at most. */
export function listCoupons(db: Queryable): Promise<ListedCoupon[]> {
  return selectListed(db, {}, { before: null, limit: IN_TERMINAL, now: clock.now() });
}

/** The whole register as a CSV file, read a page at a time. */
export function registerCsv(db: Queryable, filter: CouponFilter): Readable {
  return Readable.from(registerLines(db, inNormalForm(filter), clock.now()));
}

/** Cents as a number of euros. */
const euros = (cents: number | null): CsvCell => (cents === null ? null : cents / 100);

async function* registerLines(db: Queryable, filter: CouponFilter, now: Date): AsyncGenerator<string> {
  yield csvHead([
    'Code',
    'Libellé',
    'État',
    'Nature',
    'Ce qu’il donne',
    'Premier jour',
    'Dernier jour',
    'Plafond (€ HT)',
    'Minimum (€ HT)',
    'Formules',
    'Agences',
    'Première commande',
    'Usages au plus',
    'Usages par agence',
    'Cumulable',
    'Usages',
    'Remise (€ HT)',
    'Créé par',
    'Créé le',
  ]);
  let before: number | null = null;
  for (;;) {
    const rows: ListedCoupon[] = await selectListed(db, filter, { before, limit: IN_CSV, now });
    for (const row of rows) {
      const { startsOn, endsOn } = daysOf(row);
      yield csvLine([
        row.code,
        row.label,
        couponStates[stateOf(row, now)],
        couponKinds[row.kind],
        giftOf(row),
        csvDay(startsOn),
        csvDay(endsOn),
        euros(row.ceiling),
        euros(row.minimumNet),
        row.formulas && row.formulas.join(', '),
        row.agencies && row.agencies.join(', '),
        row.firstOrder ? 'oui' : 'non',
        row.usesMax,
        row.usesPerAgency,
        row.stackable ? 'oui' : 'non',
        row.uses,
        euros(row.discount),
        row.createdBy,
        formatDate(row.createdAt),
      ]);
    }
    if (rows.length < IN_CSV) return;
    before = rows.at(-1)!.id;
  }
}

/** The coupon of a code as it was typed. Throws COUPON_UNKNOWN. */
async function couponNamed(db: Queryable, typed: string): Promise<ListedCoupon> {
  const coupon = await selectListedCoupon(db, normalCode(typed));
  if (!coupon) throw fail(couponErrors.COUPON_UNKNOWN, { code: typed });
  return coupon;
}

/** The same, as an administrator reads it. Throws COUPON_UNKNOWN. */
export async function registeredCoupon(db: Queryable, typed: string): Promise<RegisteredCoupon> {
  return registered(await couponNamed(db, typed), clock.now());
}

function useOf({ orderReference, takenAt, returnedAt, ...use }: UseRow): CouponUse {
  return {
    ...use,
    order: orderReference,
    takenAt: takenAt.toISOString(),
    returnedAt: returnedAt?.toISOString() ?? null,
  };
}

/** A malformed cursor was refused at the door: what is none here begins at the beginning. */
function placeOf(cursor: string | null): UsePlace | null {
  const [, time, orderReference] = USE_CURSOR.exec(cursor ?? '') ?? [];
  return time && orderReference ? { takenAt: new Date(Number(time)), orderReference } : null;
}

/** A coupon with a page of its uses, the last first. Throws COUPON_UNKNOWN. */
export async function couponPage(
  db: Queryable,
  typed: string,
  apres: string | null,
): Promise<{ coupon: RegisteredCoupon; uses: CouponUse[]; formulas: LimitFormula[]; next: string | null }> {
  const now = clock.now();
  const coupon = await couponNamed(db, typed);
  const [rows, formulas] = await Promise.all([
    selectUses(db, coupon.id, { after: placeOf(apres), limit: USES_PAGE + 1 }),
    limitFormulas(db, now),
  ]);
  const page = rows.slice(0, USES_PAGE);
  const last = rows.length > USES_PAGE ? page.at(-1) : undefined;
  return {
    coupon: registered(coupon, now),
    uses: page.map(useOf),
    formulas,
    next: last ? `${last.takenAt.getTime()}_${last.orderReference}` : null,
  };
}

/** All uses of a coupon as a CSV file. Throws COUPON_UNKNOWN. */
export async function usesCsv(db: Queryable, typed: string): Promise<Readable> {
  const { id } = await couponNamed(db, typed);
  return Readable.from(useLines(db, id));
}

async function* useLines(db: Queryable, couponId: number): AsyncGenerator<string> {
  yield csvHead([
    'Date',
    'Heure',
    'Commande',
    'Agence',
    'Référence de l’agence',
    'Remise (€ HT)',
    'Rendu le',
  ]);
  let after: UsePlace | null = null;
  for (;;) {
    const rows: UseRow[] = await selectUses(db, couponId, { after, limit: IN_CSV });
    for (const row of rows)
      yield csvLine([
        formatDate(row.takenAt),
        formatTime(row.takenAt),
        row.orderReference,
        row.agency,
        row.ownerReference,
        euros(row.discount),
        row.returnedAt && formatDate(row.returnedAt),
      ]);
    if (rows.length < IN_CSV) return;
    after = rows.at(-1)!;
  }
}

/**
 * Changes the label and the limits of a coupon; its kind and its value too, while no order ever took it. Agencies that it was not
 * reserved to before are told. The same again changes nothing. Throws COUPON_UNKNOWN, COUPON_STOPPED, COUPON_IN_USE with an issue
 * per field that stays, AGENCY_UNKNOWN, and CONFLICT when somebody changed it since `given.version`.
 */
export async function changeCoupon(
  db: Db,
  typed: string,
  given: CouponChanges,
  by: AdministratorName,
): Promise<void> {
  const { version, startsOn, endsOn, agencies, ...said } = given;
  await db.transaction().execute(async (tx) => {
    await lockCoupons(tx, [normalCode(typed)]);
    const before = await couponNamed(tx, typed);
    if (before.stoppedAt) throw fail(couponChangeErrors.COUPON_STOPPED);
    const named = await namedAgencies(tx, agencies);
    const days = daysOf(before);
    const moments = momentsOf({ startsOn, endsOn });
    const after = {
      ...said,
      // A coupon may begin or end within a day: the day that was read back changes nothing.
      startsAt: startsOn === days.startsOn ? before.startsAt : moments.startsAt,
      endsAt: endsOn === days.endsOn ? before.endsAt : moments.endsAt,
      agencies: agencies && named.map(({ ownerReference }) => ownerReference),
    };
    const facts = changedFacts(factsOf(before), factsOf(after));
    if (Object.keys(facts.after).length === 0) return;
    if (version !== before.version) throw fail(sharedErrors.CONFLICT);
    const kept = (['kind', 'value'] as const).filter((field) => after[field] !== before[field]);
    if (before.everUsed && kept.length > 0) {
      const { message } = couponChangeErrors.COUPON_IN_USE;
      throw fail(
        couponChangeErrors.COUPON_IN_USE,
        kept.map((field) => ({ field, message })),
      );
    }
    const { agencies: _names, ...columns } = after;
    await updateCoupon(tx, before.id, { ...columns, reserved: agencies !== null });
    const newcomers = await replaceCouponAgencies(
      tx,
      before.id,
      named.map(({ id }) => id),
    );
    await announceCoupon(tx, { ...after, id: before.id, code: before.code }, newcomers, clock.now());
    await recordAction(tx, {
      by,
      action: 'coupon.changed',
      subject: { kind: 'coupon', id: before.code, label: before.code },
      ...facts,
    });
  });
}

/**
 * Stops coupons for good, all or none; orders that used them keep their discount. Those that are stopped already stay as they
 * are. Answers their codes. Throws COUPON_UNKNOWN.
 */
export async function stopCoupons(
  db: Db,
  typed: readonly string[],
  { by, reason }: { readonly by: AdministratorName; readonly reason: string | null },
): Promise<string[]> {
  const codes = [...new Set(typed.map(normalCode))].toSorted();
  await db.transaction().execute(async (tx) => {
    await lockCoupons(tx, codes);
    const now = clock.now();
    for (const code of codes) {
      const coupon = await couponNamed(tx, code);
      if (coupon.stoppedAt) continue;
      await stopCoupon(tx, coupon.id, now);
      await recordAction(tx, {
        by,
        action: 'coupon.stopped',
        subject: { kind: 'coupon', id: code, label: code },
        before: { État: couponStates[stateOf(coupon, now)], Usages: coupon.uses },
        after: { État: couponStates.stopped },
        reason,
      });
    }
  });
  return codes;
}
