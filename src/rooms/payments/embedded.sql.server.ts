import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

export interface EmbeddedSession {
  readonly id: string;
  readonly orderReference: string;
  /** Cents, with VAT. */
  readonly amount: number;
  readonly status: 'open' | 'paid' | 'expired';
  readonly paymentId: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

/** The session of an order; the same again is the one that is there. */
export async function insertSession(
  db: Queryable,
  session: Omit<EmbeddedSession, 'status' | 'paymentId'> & { createdAt: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into embedded_session (id, order_reference, amount, status, success_url, cancel_url, created_at, expires_at)
    values (${session.id}, ${session.orderReference}, ${session.amount}, 'open', ${session.successUrl}, ${session.cancelUrl},
      ${session.createdAt}, ${session.expiresAt})
    on conflict (order_reference) do update set order_reference = excluded.order_reference
    returning id
  `.execute(db);
  return rows[0]!.id;
}

export async function selectSession(db: Queryable, id: string): Promise<EmbeddedSession | undefined> {
  const { rows } = await sql<EmbeddedSession>`
    select id, order_reference, amount, status, payment_id, success_url, cancel_url, expires_at
    from embedded_session where id = ${id}
  `.execute(db);
  return rows[0];
}

/** Ends a session that is open; one that is not stays as it is. */
export async function endSession(
  db: Queryable,
  id: string,
  end: { status: 'paid'; paymentId: string } | { status: 'expired' },
): Promise<void> {
  const paymentId = end.status === 'paid' ? end.paymentId : null;
  await sql`
    update embedded_session set status = ${end.status}, payment_id = ${paymentId} where id = ${id} and status = 'open'
  `.execute(db);
}
