import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { type AlarmKind, alarms } from './alarms.ts';
import type { OrderStatus } from './contract.ts';
import type { ProviderName } from './provider.ts';

/** Adds a line to what a person is to look at: it is in the log, and in the list of the operator, again. */
export async function addAlarm(
  tx: Queryable,
  orderId: number,
  kind: AlarmKind,
  detail: string,
): Promise<void> {
  const line = `${alarms[kind].says}\u00a0: ${detail}`;
  await sql`
    update payment_order set alarm = concat_ws(e'\n', alarm, ${line}::text), alarm_logged_at = null, alarm_seen_at = null
    where id = ${orderId}
  `.execute(tx);
}

/** Orders whose alarm is not in the log yet, locked until the transaction ends; those that another process logs are left out. */
export async function lockUnlogged(
  tx: Tx,
  limit: number,
): Promise<{ id: number; reference: string; alarm: string }[]> {
  const { rows } = await sql<{ id: number; reference: string; alarm: string }>`
    select id, reference, alarm from payment_order where alarm is not null and alarm_logged_at is null
    order by id limit ${limit} for no key update skip locked
  `.execute(tx);
  return rows;
}

export async function markLogged(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await sql`update payment_order set alarm_logged_at = ${now} where id = any(${ids}::bigint[])`.execute(tx);
}

export interface AlarmRow {
  readonly reference: string;
  /** Null: it is gone. */
  readonly agency: string | null;
  readonly status: OrderStatus;
  readonly provider: ProviderName | 'none';
  readonly paymentId: string | null;
  /** Cents, with VAT. */
  readonly gross: number;
  /** One line each. */
  readonly alarm: string;
  /** What is owed back and not given yet, in cents. */
  readonly owed: number;
  readonly createdAt: Date;
  /** Null: nobody has looked at it. */
  readonly seenAt: Date | null;
}

/** Orders with an alarm, the oldest first; `all`: those that a person has looked at too. 500 at most. */
export async function selectAlarms(db: Queryable, all: boolean): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select o.reference, agency.name as agency, o.status, o.provider, o.payment_id, o.gross, o.alarm, o.created_at,
      o.alarm_seen_at as seen_at,
      (select coalesce(sum(amount), 0)::int from payment_refund where order_id = o.id and status <> 'done') as owed
    from payment_order o left join agency on agency.id = o.agency_id
    where o.alarm is not null and (${all} or o.alarm_seen_at is null) order by o.id limit 500
  `.execute(db);
  return rows;
}

/** What was raised about an order, before it is marked: null when there is no such order with an alarm. */
export async function lockAlarm(
  tx: Tx,
  reference: string,
): Promise<{ alarm: string; seenAt: Date | null } | null> {
  const { rows } = await sql<{ alarm: string; seenAt: Date | null }>`
    select alarm, alarm_seen_at as seen_at from payment_order where reference = ${reference} and alarm is not null
    for no key update
  `.execute(tx);
  return rows[0] ?? null;
}

export async function markSeen(tx: Tx, reference: string, now: Date): Promise<void> {
  await sql`update payment_order set alarm_seen_at = ${now} where reference = ${reference}`.execute(tx);
}
