import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Coupon } from './contract.ts';
import type { KnownCoupon } from './coupons.ts';

const columns = sql`coupon.code, coupon.label, coupon.kind, coupon.value, coupon.ceiling, coupon.minimum_net, coupon.formulas,
  coupon.first_order, coupon.uses_max, coupon.uses_per_agency, coupon.starts_at, coupon.ends_at, coupon.stackable,
  coupon.stopped_at, case when coupon.reserved then array(
    select agency.owner_reference from coupon_agency join agency on agency.id = coupon_agency.agency_id
    where coupon_agency.coupon_id = coupon.id order by agency.owner_reference) end as agencies`;

interface CouponRow extends KnownCoupon {
  readonly id: number;
}

/** Locks these coupons until the transaction ends, always in the same order. */
export async function lockCoupons(tx: Tx, codes: readonly string[]): Promise<void> {
  await sql`select from coupon where code = any(${codes}::text[]) order by id for update`.execute(tx);
}

/** Coupons by their codes, with the uses that count. */
export async function selectCoupons(
  db: Queryable,
  codes: readonly string[],
  agencyId: number,
): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select coupon.id, ${columns}, uses.of_all as uses, uses.of_agency as uses_of_agency
    from coupon cross join lateral (
      select count(*)::int as of_all, count(*) filter (where agency_id = ${agencyId})::int as of_agency
      from coupon_use where coupon_id = coupon.id and returned_at is null) uses
    where coupon.code = any(${codes}::text[])
  `.execute(db);
  return rows;
}

/** Whether a code for first orders counts among the uses of the agency. */
export async function hasFirstOrderUse(db: Queryable, agencyId: number): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from coupon_use join coupon on coupon.id = coupon_use.coupon_id
      where coupon_use.agency_id = ${agencyId} and returned_at is null and coupon.first_order) as used
  `.execute(db);
  return rows[0]!.used;
}

export async function insertUse(
  tx: Tx,
  use: { couponId: number; orderReference: string; agencyId: number; discount: number; takenAt: Date },
): Promise<void> {
  await tx.insertInto('couponUse').values(use).execute();
}

export async function returnUses(tx: Tx, orderReference: string, now: Date): Promise<void> {
  await sql`
    update coupon_use set returned_at = ${now} where order_reference = ${orderReference} and returned_at is null
  `.execute(tx);
}

export interface NewCoupon extends Omit<Coupon, 'stoppedAt' | 'agencies'> {
  /** For some agencies alone, which are named beside. */
  readonly reserved: boolean;
}

/** Answers its number; null when its code is taken. */
export async function insertCoupon(
  tx: Tx,
  { formulas, ...coupon }: NewCoupon & { createdBy: string; createdAt: Date },
): Promise<number | null> {
  const row = await tx
    .insertInto('coupon')
    .values({ ...coupon, formulas: formulas === null ? null : [...formulas] })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function insertCouponAgencies(
  tx: Tx,
  couponId: number,
  agencyIds: readonly number[],
): Promise<void> {
  await sql`
    insert into coupon_agency (coupon_id, agency_id) select ${couponId}::bigint, unnest(${agencyIds}::bigint[])
  `.execute(tx);
}

export interface ListedCoupon extends Coupon {
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Uses that count, and what they took off together. */
  readonly uses: number;
  readonly discount: number;
}

/** The newest first, 500 at most. */
export async function selectAllCoupons(db: Queryable): Promise<ListedCoupon[]> {
  const { rows } = await sql<ListedCoupon>`
    select ${columns}, coupon.created_by, coupon.created_at, uses.count as uses, uses.discount
    from coupon cross join lateral (
      select count(*)::int as count, coalesce(sum(discount), 0)::int as discount
      from coupon_use where coupon_id = coupon.id and returned_at is null) uses
    order by coupon.id desc limit 500
  `.execute(db);
  return rows;
}

/** False when there is no such code; one that was stopped before stays as it was. */
export async function stopCoupon(tx: Tx, code: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update coupon set stopped_at = coalesce(stopped_at, ${now}) where code = ${code}
  `.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}
