import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Lead } from './contract.ts';
import { WEBHOOK_CHANNEL, type Webhook } from './webhook.ts';

export interface Hook {
  readonly url: string;
  readonly salt: Buffer;
}

export async function selectHook(db: Queryable, agencyId: number): Promise<Hook | null> {
  const { rows } = await sql<Hook>`select url, salt from lead_webhook where agency_id = ${agencyId}`.execute(
    db,
  );
  return rows[0] ?? null;
}

export async function selectState(
  db: Queryable,
  agencyId: number,
): Promise<(Omit<Webhook, 'stale'> & Pick<Hook, 'salt'>) | null> {
  const { rows } = await sql<
    Omit<Webhook, 'deliveredAt' | 'stale'> & Pick<Hook, 'salt'> & { deliveredAt: Date | null }
  >`
    select url, salt, coalesce(told.waiting, 0)::int as waiting, coalesce(told.failed, 0)::int as failed, told.delivered_at,
      (select reason from lead_delivery where agency_id = hook.agency_id and status <> 'delivered' and reason is not null
       order by id desc limit 1) as reason
    from lead_webhook hook left join lateral (
      select count(*) filter (where status = 'pending') as waiting, count(*) filter (where status = 'failed') as failed,
        max(settled_at) filter (where status = 'delivered') as delivered_at
      from lead_delivery where agency_id = hook.agency_id) told on true
    where agency_id = ${agencyId}
  `.execute(db);
  const [row] = rows;
  return row ? { ...row, deliveredAt: row.deliveredAt?.toISOString() ?? null } : null;
}

/** True when there was none. */
export async function upsertHook(
  tx: Tx,
  hook: { agencyId: number; url: string; salt: Buffer; changedAt: Date },
): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    insert into lead_webhook (agency_id, url, salt, changed_at)
    values (${hook.agencyId}, ${hook.url}, ${hook.salt}, ${hook.changedAt})
    on conflict (agency_id) do update set url = excluded.url, changed_at = excluded.changed_at
    returning xmax = 0 as made
  `.execute(tx);
  return rows[0]!.made;
}

export async function renewSalt(db: Queryable, agencyId: number, salt: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leadWebhook')
    .set({ salt })
    .where('agencyId', '=', agencyId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function dropHook(db: Queryable, agencyId: number): Promise<void> {
  await db.deleteFrom('leadWebhook').where('agencyId', '=', agencyId).execute();
}

/**
 * Queues one delivery for all changes of a lead before its first attempt, if the agency has a webhook. Locks a pending
 * delivery until the change commits: sent earlier, it would miss the change.
 */
export async function queueDelivery(
  tx: Tx,
  leadIds: readonly number[],
  event: ClaimedDelivery['event'],
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into lead_delivery (agency_id, lead_id, event, message_id, next_at, created_at)
    select hook.agency_id, lead.id, ${event}, 'msg_' || replace(gen_random_uuid()::text, '-', ''), now(), now()
    from lead join lead_webhook hook on hook.agency_id = lead.agency_id
    where lead.id = any(${leadIds}::bigint[]) and lead.erased_at is null
    on conflict (lead_id) where status = 'pending' and attempts = 0 do update set event = lead_delivery.event
  `.execute(tx);
  if (numAffectedRows) await sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`.execute(tx);
}

export interface ClaimedDelivery extends Hook {
  readonly id: number;
  readonly agencyId: number;
  readonly leadId: number;
  readonly event: 'lead.created' | 'lead.updated';
  readonly messageId: string;
  readonly attempts: number;
  readonly payload: string | null;
}

/** Claims the next delivery until `until`, of an agency that is not `busy`. Deliveries of one lead keep their order. */
export async function claimDelivery(
  db: Queryable,
  { now, until, busy }: { now: Date; until: Date; busy: readonly number[] },
): Promise<ClaimedDelivery | null> {
  const { rows } = await sql<ClaimedDelivery>`
    update lead_delivery d set next_at = ${until}, attempts = d.attempts + 1
    from lead_webhook hook
    where hook.agency_id = d.agency_id and d.id = (
      select id from lead_delivery o
      where status = 'pending' and next_at <= ${now} and agency_id <> all(${busy}::bigint[])
        and not exists (select from lead_delivery earlier
          where earlier.lead_id = o.lead_id and earlier.status = 'pending' and earlier.id < o.id)
      order by next_at, id limit 1 for update skip locked)
    returning d.id, d.agency_id, d.lead_id, d.event, d.message_id, d.attempts, d.payload, hook.url, hook.salt
  `.execute(db);
  return rows[0] ?? null;
}

/** A lead as it is now; null when nothing is left of its person. */
export async function selectLeadToDeliver(db: Queryable, leadId: number): Promise<Lead | null> {
  const { rows } = await sql<Lead>`
    select lead.*, agency.owner_reference as agency from lead join agency on agency.id = lead.agency_id
    where lead.id = ${leadId} and lead.erased_at is null
  `.execute(db);
  return rows[0] ?? null;
}

export async function keepPayload(db: Queryable, id: number, payload: string): Promise<void> {
  await db
    .updateTable('leadDelivery')
    .set({ payload })
    .where('id', '=', id)
    .where('payload', 'is', null)
    .execute();
}

export async function deleteDelivery(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('leadDelivery').where('id', '=', id).execute();
}

/** Closes a claimed delivery; a no-op when another process claimed it meanwhile. */
export async function closeDelivery(
  db: Queryable,
  { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
  end:
    | { status: 'delivered'; payload: null; reason: null; settledAt: Date }
    | { status: 'failed'; reason: string; settledAt: Date }
    | { status: 'pending'; reason: string; nextAt: Date },
): Promise<void> {
  await db
    .updateTable('leadDelivery')
    .set(end)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute();
}

/** Requeues failed deliveries unchanged: same payload, same identifier. Answers the ids of their leads. */
export async function reviveDeliveries(
  tx: Tx,
  agencyId: number,
  { leadId, now }: { leadId: number | null; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ leadId: number }>`
    update lead_delivery set status = 'pending', attempts = 1, next_at = ${now}, settled_at = null
    where agency_id = ${agencyId} and status = 'failed' and (${leadId}::bigint is null or lead_id = ${leadId})
    returning lead_id
  `.execute(tx);
  if (rows.length > 0) await sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`.execute(tx);
  return [...new Set(rows.map((row) => row.leadId))];
}

interface Delivery {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly reason: string | null;
  readonly nextAt: Date;
  readonly settledAt: Date | null;
}

/** How far a lead went to the software of its agency: what failed before what waits, else the last; null: nowhere. */
export async function selectDelivery(db: Queryable, leadId: number): Promise<Delivery | null> {
  const { rows } = await sql<Delivery>`
    select status, attempts, reason, next_at, settled_at from lead_delivery where lead_id = ${leadId}
    order by case status when 'failed' then 0 when 'pending' then 1 else 2 end, id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

export async function forgetDeliveries(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('leadDelivery').where('settledAt', '<', before).execute();
}
