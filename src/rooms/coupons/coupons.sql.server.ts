import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Coupon, CouponKind, CouponState } from './contract.ts';
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
  readonly id: number;
  /** Counts its changes. */
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  /** Uses that count, and what they took off together. */
  readonly uses: number;
  readonly discount: number;
  /** Whether an order ever took it, even one that came to nothing. */
  readonly everUsed: boolean;
}

const listed = (where: RawBuilder<unknown>, limit: number) => sql<ListedCoupon>`
  select coupon.id, coupon.version, ${columns}, coupon.created_by, coupon.created_at, uses.count as uses, uses.discount,
    uses.ever_used
  from coupon cross join lateral (
    select count(*) filter (where returned_at is null)::int as count,
      coalesce(sum(discount) filter (where returned_at is null), 0)::int as discount,
      count(*) > 0 as ever_used
    from coupon_use where coupon_id = coupon.id) uses
  where ${where}
  order by coupon.id desc limit ${limit}
`;

export interface CouponFilter {
  readonly state?: CouponState | undefined;
  readonly kind?: CouponKind | undefined;
  /** Letters that follow each other in a code, in its normal form. */
  readonly code?: string | undefined;
}

function inState(state: CouponState, now: Date): RawBuilder<unknown> {
  if (state === 'stopped') return sql`coupon.stopped_at is not null`;
  const ended = sql`coalesce(coupon.ends_at <= ${now}, false)`;
  const upcoming = sql`coalesce(coupon.starts_at > ${now}, false)`;
  const states = {
    ended,
    upcoming: sql`${upcoming} and not ${ended}`,
    active: sql`not ${upcoming} and not ${ended}`,
  };
  return sql`coupon.stopped_at is null and ${states[state]}`;
}

/** The newest first, older than the coupon `before` when it is given. */
export async function selectListed(
  db: Queryable,
  { state, kind, code }: CouponFilter,
  { before, limit, now }: { before: number | null; limit: number; now: Date },
): Promise<ListedCoupon[]> {
  const conditions = [
    sql`true`,
    ...(before === null ? [] : [sql`coupon.id < ${before}`]),
    ...(kind === undefined ? [] : [sql`coupon.kind = ${kind}`]),
    ...(code === undefined ? [] : [sql`strpos(coupon.code, ${code}) > 0`]),
    ...(state === undefined ? [] : [inState(state, now)]),
  ];
  const { rows } = await listed(sql.join(conditions, sql` and `), limit).execute(db);
  return rows;
}

/** One of them by its code in normal form. */
export async function selectListedCoupon(db: Queryable, code: string): Promise<ListedCoupon | null> {
  const { rows } = await listed(sql`coupon.code = ${code}`, 1).execute(db);
  return rows[0] ?? null;
}

/** Writes everything that may change of a coupon, and counts the change. */
export async function updateCoupon(
  tx: Tx,
  id: number,
  { formulas, ...coupon }: Omit<NewCoupon, 'code'>,
): Promise<void> {
  await tx
    .updateTable('coupon')
    .set((eb) => ({
      ...coupon,
      formulas: formulas === null ? null : [...formulas],
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Those that are no longer named lose it; answers those that did not have it before. */
export async function replaceCouponAgencies(
  tx: Tx,
  couponId: number,
  agencyIds: readonly number[],
): Promise<number[]> {
  await sql`
    delete from coupon_agency where coupon_id = ${couponId} and not agency_id = any(${agencyIds}::bigint[])
  `.execute(tx);
  const { rows } = await sql<{ agencyId: number }>`
    insert into coupon_agency (coupon_id, agency_id) select ${couponId}::bigint, unnest(${agencyIds}::bigint[])
    on conflict do nothing returning agency_id
  `.execute(tx);
  return rows.map(({ agencyId }) => agencyId);
}

/** Ends a coupon that is not stopped yet. */
export async function stopCoupon(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update coupon set stopped_at = ${now}, version = version + 1 where id = ${id} and stopped_at is null
  `.execute(tx);
}

export interface UseRow {
  readonly orderReference: string;
  readonly agencyId: number;
  readonly agency: string;
  readonly ownerReference: string;
  readonly discount: number;
  readonly takenAt: Date;
  /** Its order came to nothing: the use counts no more. */
  readonly returnedAt: Date | null;
}

/** Where a page of uses ends. */
export type UsePlace = Pick<UseRow, 'takenAt' | 'orderReference'>;

/** Uses of a coupon, the last first, before the one of `after` when it is given. */
export async function selectUses(
  db: Queryable,
  couponId: number,
  { after, limit }: { after: UsePlace | null; limit: number },
): Promise<UseRow[]> {
  const place = after
    ? sql`and (coupon_use.taken_at, coupon_use.order_reference) < (${after.takenAt}::timestamptz, ${after.orderReference})`
    : sql``;
  const { rows } = await sql<UseRow>`
    select coupon_use.order_reference, agency.id as agency_id, agency.name as agency, agency.owner_reference,
      coupon_use.discount, coupon_use.taken_at, coupon_use.returned_at
    from coupon_use join agency on agency.id = coupon_use.agency_id
    where coupon_use.coupon_id = ${couponId} ${place}
    order by coupon_use.taken_at desc, coupon_use.order_reference desc limit ${limit}
  `.execute(db);
  return rows;
}
