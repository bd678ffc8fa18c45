import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ProviderName } from './provider.ts';

export interface NewRefund {
  readonly orderId: number;
  /** Null: of money that no order asked for. */
  readonly boostId: number | null;
  readonly paymentId: string;
  /** Cents, with VAT. */
  readonly amount: number;
  readonly reason: string;
  readonly key: string;
  readonly createdAt: Date;
}

/** Owes money back; false: it was owed under this key before. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const row = await tx
    .insertInto('paymentRefund')
    .values(refund)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** What was given back of a payment so far, or is about to be. */
export async function sumRefunds(db: Queryable, paymentId: string, kind: 'owed' | 'done'): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::int as amount from payment_refund
    where payment_id = ${paymentId} and (${kind} = 'owed' or status = 'done')
  `.execute(db);
  return rows[0]!.amount;
}

export interface ClaimedRefund extends NewRefund {
  readonly id: number;
  readonly attempts: number;
  readonly reference: string;
  readonly provider: ProviderName | 'none';
}

/** Claims the next refund that is due until `until`: who dies meanwhile leaves it to another. */
export async function claimRefund(
  db: Queryable,
  { now, until }: { now: Date; until: Date },
): Promise<ClaimedRefund | undefined> {
  const { rows } = await sql<ClaimedRefund>`
    update payment_refund refund set next_attempt_at = ${until}, attempts = refund.attempts + 1
    from payment_order where payment_order.id = refund.order_id and refund.id = (
      select id from payment_refund where status = 'pending' and coalesce(next_attempt_at, created_at) <= ${now}
      order by id limit 1 for update skip locked)
    returning refund.id, refund.order_id, refund.boost_id, refund.payment_id, refund.amount, refund.reason, refund.key,
      refund.created_at, refund.attempts, payment_order.reference, payment_order.provider
  `.execute(db);
  return rows[0];
}

export async function closeRefund(
  db: Queryable,
  { id, attempts }: Pick<ClaimedRefund, 'id' | 'attempts'>,
  end:
    | { status: 'done'; externalId: string; failure: null; doneAt: Date }
    | { status: 'failed'; failure: string }
    | { status: 'pending'; failure: string; nextAttemptAt: Date },
): Promise<void> {
  await db
    .updateTable('paymentRefund')
    .set(end)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Puts the refunds of an order that failed back among those that are due, under their keys; answers how many. They count as asked
 * before: the provider is searched for them first.
 */
export async function retryFailed(tx: Tx, orderId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update payment_refund set status = 'pending', attempts = 1, next_attempt_at = null
    where order_id = ${orderId} and status = 'failed'
  `.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/**
 * The refund that the provider knows under this number failed after all; answers its order. One whose number was not heard yet is
 * found by its key.
 */
export async function failRefund(
  tx: Tx,
  { refundId, key, reason }: { refundId: string; key: string | null; reason: string },
): Promise<{ orderId: number; reference: string } | undefined> {
  const { rows } = await sql<{ orderId: number; reference: string }>`
    update payment_refund refund set status = 'failed', failure = ${reason}, external_id = ${refundId}
    from payment_order where payment_order.id = refund.order_id
      and (refund.external_id = ${refundId} or (refund.external_id is null and refund.key = ${key}))
    returning refund.order_id, payment_order.reference
  `.execute(tx);
  return rows[0];
}
