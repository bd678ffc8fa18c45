import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { PUSH_CHANNEL, type PushMessage } from './contract.ts';

/** Of a device `d`: it was not put there by a stranger, before the owner of the account's address took the account. */
const isOwn = sql<boolean>`not exists (select from account a where a.id = d.account_id and d.created_at < a.owned_since)`;

export function devicesOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('pushDevice as d')
    .select(['d.id', 'd.endpoint', 'd.name', 'd.createdAt', 'd.sentAt'])
    .where('d.accountId', '=', accountId)
    .where(isOwn)
    .orderBy('d.createdAt')
    .orderBy('d.id')
    .execute();
}

/** Devices that a stranger had put on an account: the browser may be its owner's by now. */
export async function dropStrangers(tx: Tx, accountId: number): Promise<void> {
  await sql`delete from push_device d where account_id = ${accountId} and not ${isOwn}`.execute(tx);
}

/** Which of these accounts have a device. */
export async function selectEquipped(db: Queryable, accountIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ accountId: number }>`
    select distinct account_id from push_device d where account_id = any(${accountIds}::bigint[]) and ${isOwn}
  `.execute(db);
  return new Set(rows.map(({ accountId }) => accountId));
}

/** Locks the account so that its devices are counted one at a time; false when it is gone. */
export async function lockAccount(tx: Tx, accountId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/** Detaches a browser from other accounts, with their pending messages: its user changed. */
export async function detachFromOthers(tx: Tx, endpoint: string, accountId: number): Promise<void> {
  await tx
    .deleteFrom('pushDevice')
    .where('endpoint', '=', endpoint)
    .where('accountId', '!=', accountId)
    .execute();
}

export async function upsertDevice(
  tx: Tx,
  device: {
    accountId: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    name: string;
    createdAt: Date;
  },
): Promise<void> {
  const { p256dh, auth, name } = device;
  await tx
    .insertInto('pushDevice')
    .values(device)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ p256dh, auth, name }))
    .execute();
}

/** Null: of every account; what waits for it goes with it. */
export async function dropDevice(db: Queryable, id: number, accountId: number | null): Promise<void> {
  await db
    .deleteFrom('pushDevice')
    .where('id', '=', id)
    .$if(accountId !== null, (query) => query.where('accountId', '=', accountId))
    .execute();
}

export async function dropDevicesOf(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('pushDevice').where('accountId', '=', accountId).execute();
}

/** One row per device of the account; a device that has it already keeps the first. */
export async function insertMessages(
  tx: Tx,
  given: {
    accountId: number;
    occasion: string;
    stream: string;
    message: PushMessage;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { accountId, occasion, stream, message, now, expiresAt } = given;
  const { numAffectedRows } = await sql`
    insert into push_outbox (device_id, occasion, stream, payload, next_at, expires_at, created_at)
    select id, ${occasion}, ${stream}, ${JSON.stringify(message)}::jsonb, ${now}, ${expiresAt}, ${now}
    from push_device d where account_id = ${accountId} and ${isOwn}
    on conflict (device_id, occasion) do nothing
  `.execute(tx);
  if (numAffectedRows) await sql`select pg_notify(${PUSH_CHANNEL}, '')`.execute(tx);
}

export async function withdrawStream(tx: Tx, stream: string): Promise<void> {
  await tx
    .updateTable('pushOutbox')
    .set({ status: 'withdrawn', payload: null })
    .where('stream', '=', stream)
    .where('status', '=', 'pending')
    .execute();
}

export interface ClaimedPush {
  id: number;
  deviceId: number;
  payload: PushMessage;
  attempts: number;
  expiresAt: Date;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The next message to carry, nobody else's until `until`; a process that dies with it leaves it to the others then. */
export async function claimPush(db: Queryable, now: Date, until: Date): Promise<ClaimedPush | null> {
  const { rows } = await sql<ClaimedPush>`
    update push_outbox o set next_at = ${until}, attempts = o.attempts + 1
    from push_device d
    where d.id = o.device_id and o.id = (
      select id from push_outbox where status = 'pending' and next_at <= ${now}
      order by next_at, id limit 1 for update skip locked)
    returning o.id, o.device_id, o.payload, o.attempts, o.expires_at, d.endpoint, d.p256dh, d.auth
  `.execute(db);
  return rows[0] ?? null;
}

/** Closes a claimed message; a no-op when another process claimed it meanwhile. */
export async function closePush(
  db: Queryable,
  { id, attempts }: Pick<ClaimedPush, 'id' | 'attempts'>,
  end: { status: 'sent' | 'failed' | 'late' } | { status: 'pending'; nextAt: Date },
): Promise<void> {
  await db
    .updateTable('pushOutbox')
    .set(end.status === 'pending' ? end : { ...end, payload: null })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'pending')
    .execute();
}

export async function recordSent(db: Queryable, deviceId: number, now: Date): Promise<void> {
  await db.updateTable('pushDevice').set({ sentAt: now }).where('id', '=', deviceId).execute();
}

export async function forgetClosed(db: Queryable, before: Date): Promise<void> {
  await db
    .deleteFrom('pushOutbox')
    .where('createdAt', '<', before)
    .where('status', '!=', 'pending')
    .execute();
}
