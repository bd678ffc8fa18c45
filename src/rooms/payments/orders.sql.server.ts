import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { BillingIdentity } from '#rooms/agencies/billing.ts';
import type { OrderStatus, Totals } from './contract.ts';
import type { ProviderName } from './provider.ts';

export interface OrderRow extends Totals {
  readonly id: number;
  readonly reference: string;
  /** Null: the agency is gone. */
  readonly agencyId: number | null;
  readonly status: OrderStatus;
  /** `none`: nothing was due. */
  readonly provider: ProviderName | 'none';
  readonly key: string;
  readonly termsVersion: string;
  readonly buyer: BillingIdentity;
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  readonly checkoutUrl: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly paidAt: Date | null;
  readonly closedAt: Date | null;
  readonly checkedAt: Date | null;
  /** Closed before its provider confirmed that nobody paid it. */
  readonly endingUnproven: boolean;
  readonly alarm: string | null;
}

const columns = sql`id, reference, agency_id, status, provider, key, net, discount, vat_rate, vat, gross, terms_version,
  buyer, session_id, payment_id, checkout_url, created_at, expires_at, paid_at, closed_at, checked_at,
  ending_unproven, alarm`;

/** One checkout of an agency at a time: its caps, its keys and its first order are counted meanwhile. */
export async function lockAgency(tx: Tx, agencyId: number): Promise<void> {
  // Foreign keys to it stay free, unlike under « for update ».
  await sql`select from agency where id = ${agencyId} for no key update`.execute(tx);
}

export async function selectOrderOfKey(
  db: Queryable,
  agencyId: number,
  key: string,
): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from payment_order where agency_id = ${agencyId} and key = ${key}
  `.execute(db);
  return rows[0];
}

/** Whether the agency paid an order, be it refunded since. */
export async function hasPaid(db: Queryable, agencyId: number): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    select exists (select from payment_order where agency_id = ${agencyId} and paid_at is not null) as paid
  `.execute(db);
  return rows[0]!.paid;
}

export type NewOrder = Totals &
  Pick<OrderRow, 'reference' | 'provider' | 'key' | 'termsVersion' | 'buyer' | 'createdAt' | 'expiresAt'> & {
    readonly agencyId: number;
    /** Of the demonstration. */
    readonly demo: boolean;
  };

export async function insertOrder(
  tx: Tx,
  order: NewOrder,
  lines: readonly { boostId: number; label: string; net: number; discount: number }[],
): Promise<OrderRow> {
  const { buyer, ...values } = order;
  const { id } = await tx
    .insertInto('paymentOrder')
    .values({ ...values, buyer: JSON.stringify(buyer), status: 'pending' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('paymentLine')
    .values(lines.map((line, position) => ({ ...line, position, orderId: id })))
    .execute();
  return (await lockOrder(tx, order.reference))!;
}

/** An order, locked until the transaction ends. */
export async function lockOrder(tx: Tx, reference: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from payment_order where reference = ${reference} for no key update
  `.execute(tx);
  return rows[0];
}

export interface OrderLine {
  readonly boostId: number;
  readonly net: number;
  readonly discount: number;
}

export async function selectLines(db: Queryable, orderId: number): Promise<OrderLine[]> {
  const { rows } = await sql<OrderLine>`
    select boost_id, net, discount from payment_line where order_id = ${orderId} order by position
  `.execute(db);
  return rows;
}

/** Keeps the page of a pending order, that of the first that opened it; false: the order is no longer pending. */
export async function recordSession(
  db: Queryable,
  orderId: number,
  { id, url }: { id: string; url: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payment_order set session_id = coalesce(session_id, ${id}), checkout_url = coalesce(checkout_url, ${url})
    where id = ${orderId} and status = 'pending'
  `.execute(db);
  return numAffectedRows === 1n;
}

export async function updatePaid(
  tx: Tx,
  orderId: number,
  { paymentId, paidAt }: { paymentId: string | null; paidAt: Date },
): Promise<void> {
  await tx
    .updateTable('paymentOrder')
    .set({ status: 'paid', paymentId, paidAt, closedAt: null, endingUnproven: false })
    .where('id', '=', orderId)
    .execute();
}

export async function updateStatus(
  tx: Tx,
  orderId: number,
  status: 'failed' | 'cancelled' | 'refunded',
  now: Date,
): Promise<void> {
  await tx.updateTable('paymentOrder').set({ status, closedAt: now }).where('id', '=', orderId).execute();
}

/** Says whether the provider still has to confirm that nobody paid an order that came to nothing. */
export async function markUnproven(tx: Tx, orderId: number, endingUnproven: boolean): Promise<void> {
  await tx.updateTable('paymentOrder').set({ endingUnproven }).where('id', '=', orderId).execute();
}

/** The order that this payment paid. */
export async function selectOrderOfPayment(db: Queryable, paymentId: string): Promise<OrderRow | undefined> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from payment_order where payment_id = ${paymentId}
  `.execute(db);
  return rows[0];
}

/** One boost of an order, as its receipt names it. Cents without VAT. */
export interface ShownLine {
  readonly boost: string;
  readonly label: string;
  readonly days: number;
  readonly freeDays: number;
  /** Titles of its listings, or their references. */
  readonly listings: string[];
  readonly net: number;
  readonly discount: number;
}

export interface ShownOrder extends OrderRow {
  /** References of its boosts, in their order. */
  readonly boosts: string[];
  readonly lines: ShownLine[];
  readonly documents: { number: string; issuedOn: string; gross: number }[];
  /** Whether money that came for it is given back, or owed back. */
  readonly givenBack: boolean;
}

/** The orders of an agency, the newest first, or the one of a reference. */
export async function selectOrders(
  db: Queryable,
  agencyId: number,
  reference: string | null,
): Promise<ShownOrder[]> {
  const { rows } = await sql<ShownOrder>`
    select ${columns},
      array(select boost.reference from payment_line join boost on boost.id = payment_line.boost_id
        where payment_line.order_id = payment_order.id order by payment_line.position) as boosts,
      coalesce((
        select jsonb_agg(jsonb_build_object('boost', boost.reference, 'label', label, 'days', days, 'freeDays', free_days,
            'net', payment_line.net, 'discount', payment_line.discount, 'listings', (
              select coalesce(jsonb_agg(coalesce(nullif(listing.title, ''), listing.reference)
                order by boost_listing.position), '[]')
              from boost_listing join listing on listing.id = boost_listing.listing_id
              where boost_listing.boost_id = boost.id)) order by payment_line.position)
        from payment_line join boost on boost.id = payment_line.boost_id
        where payment_line.order_id = payment_order.id), '[]') as lines,
      coalesce((
        select jsonb_agg(jsonb_build_object('number', number, 'issuedOn', issued_on, 'gross', gross) order by id)
        from invoice where invoice.order_id = payment_order.id), '[]') as documents,
      exists (select from payment_refund where payment_refund.order_id = payment_order.id) as given_back
    from payment_order
    where agency_id = ${agencyId} and (${reference}::text is null or reference = ${reference})
    order by id desc limit 200
  `.execute(db);
  return rows;
}

/**
 * Orders whose provider is to be asked what became of them: five minutes after they were made, then each hour, and once their page
 * has closed; those whose end it did not confirm, each hour until one time after `askedForMs`, last.
 */
export async function selectToReconcile(
  db: Queryable,
  { first, again, now, askedForMs }: { first: Date; again: Date; now: Date; askedForMs: number },
): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${columns} from payment_order
    where (status = 'pending' and (
        (checked_at is null and created_at <= ${first}) or checked_at <= ${again}
        or (expires_at <= ${now} and checked_at < expires_at)))
      or (ending_unproven and coalesce(checked_at, closed_at) <= ${again}
        and coalesce(checked_at, closed_at) < closed_at + ${askedForMs}::float8 * interval '1 millisecond')
    order by ending_unproven, created_at limit 50
  `.execute(db);
  return rows;
}

export async function recordCheck(db: Queryable, orderId: number, now: Date): Promise<void> {
  await sql`update payment_order set checked_at = ${now} where id = ${orderId}`.execute(db);
}

/** False: this event was taken in before; another transaction that is taking it in is waited for. */
export async function insertEvent(
  tx: Tx,
  event: { id: string; provider: ProviderName; type: string; receivedAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('paymentEvent')
    .values({ ...event, outcome: 'received' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function recordOutcome(tx: Tx, eventId: string, outcome: string): Promise<void> {
  await tx.updateTable('paymentEvent').set({ outcome }).where('id', '=', eventId).execute();
}
