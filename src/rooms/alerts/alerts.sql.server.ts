import { type Insertable, sql, type Updateable } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AlertTable } from '#platform/db.types.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';

/** The subscriber of an address, made when new, locked until the transaction ends: limits are counted one at a time. */
export async function lockSubscriber(
  tx: Tx,
  email: string,
  now: Date,
): Promise<{ id: number; accountId: number | null; verifiedAt: Date | null; askedAt: Date[] }> {
  await tx
    .insertInto('subscriber')
    .values({ email, createdAt: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  return tx
    .selectFrom('subscriber')
    .select(['id', 'accountId', 'verifiedAt', 'askedAt'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The subscriber as it is, locked until the transaction ends; undefined once its person was erased. */
export function lockSubscriberById(tx: Tx, id: number) {
  return tx
    .selectFrom('subscriber')
    .select(['id', 'email', 'askedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSubscriber(
  tx: Tx,
  id: number,
  change: { verifiedAt?: Date; accountId?: number; askedAt?: Date[] },
): Promise<void> {
  await tx.updateTable('subscriber').set(change).where('id', '=', id).execute();
}

/** Locks the account (key share); false when it is gone. Its erasure waits, then sees the rows added meanwhile. */
export async function lockAccount(tx: Tx, accountId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/** The account's address when it is proven. */
export async function provenAddress(db: Queryable, accountId: number): Promise<string | null> {
  const account = await db
    .selectFrom('account')
    .select('email')
    .where('id', '=', accountId)
    .where('emailVerifiedAt', 'is not', null)
    .executeTakeFirst();
  return account?.email ?? null;
}

/** Stopped and deleted ones do not count. */
export async function countAlerts(db: Queryable, subscriberId: number): Promise<number> {
  const { count } = await db
    .selectFrom('alert')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('subscriberId', '=', subscriberId)
    .where('deletedAt', 'is', null)
    .where('status', '!=', 'stopped')
    .executeTakeFirstOrThrow();
  return count;
}

/** Stopped ones count. */
export async function hasAlerts(db: Queryable, subscriberId: number): Promise<boolean> {
  const found = await db
    .selectFrom('alert')
    .select('id')
    .where('subscriberId', '=', subscriberId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** An alert of the same address that waits for its confirmation and asks for the same thing. */
export function unconfirmedTwin(db: Queryable, subscriberId: number, criteria: Criteria) {
  return db
    .selectFrom('alert')
    .selectAll()
    .where('subscriberId', '=', subscriberId)
    .where('status', '=', 'unconfirmed')
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`criteria = ${JSON.stringify(criteria)}::jsonb`)
    .executeTakeFirst();
}

export async function insertAlert(tx: Tx, alert: Insertable<AlertTable>) {
  return tx.insertInto('alert').values(alert).returningAll().executeTakeFirstOrThrow();
}

export async function updateAlert(tx: Tx, id: number, change: Updateable<AlertTable>) {
  return tx.updateTable('alert').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteAlert(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('alertHit').where('alertId', '=', id).execute();
  await tx.deleteFrom('alert').where('id', '=', id).execute();
}

/** Undefined once the owner deleted the alert. */
export function alertById(db: Queryable, id: number) {
  return db
    .selectFrom('alert')
    .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
    .selectAll('alert')
    .select('subscriber.email')
    .where('alert.id', '=', id)
    .where('alert.deletedAt', 'is', null)
    .executeTakeFirst();
}

/** Locks one alert, deleted or not: stopping it waits until what is being written about it is committed. */
export function lockAlert(tx: Tx, id: number) {
  return tx.selectFrom('alert').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks several alerts in id order, with their address, and its account once the address is proven. */
export function lockAlerts(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('alert')
    .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
    .selectAll('alert')
    .select(['subscriber.email', 'subscriber.accountId'])
    .where(sql<boolean>`alert.id = any(${ids}::bigint[])`)
    .orderBy('alert.id')
    .forNoKeyUpdate('alert')
    .execute();
}

/** Locks due alerts, with only the columns that a notification needs: thousands are locked at once. */
export function lockDueAlerts(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('alert')
    .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
    .select([
      'alert.id',
      'alert.status',
      'alert.deletedAt',
      'alert.since',
      'alert.name',
      'alert.criteria',
      'alert.frequency',
      'alert.hour',
      'alert.weekday',
      'alert.quietFrom',
      'alert.quietTo',
      'alert.events',
      'alert.minDrop',
      'alert.push',
      'subscriber.email',
      'subscriber.accountId',
    ])
    .where(sql<boolean>`alert.id = any(${ids}::bigint[])`)
    .orderBy('alert.id')
    .forNoKeyUpdate('alert')
    .execute();
}

export function alertsOfAccount(db: Queryable, accountId: number) {
  return db
    .selectFrom('alert')
    .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
    .selectAll('alert')
    .where('subscriber.accountId', '=', accountId)
    .where('alert.deletedAt', 'is', null)
    .orderBy('alert.createdAt', 'desc')
    .orderBy('alert.id', 'desc')
    .execute();
}

/** Deleted ones too: their owner may bring them back. */
export async function isOwnedBy(db: Queryable, alertId: number, accountId: number): Promise<boolean> {
  const owned = await db
    .selectFrom('alert')
    .innerJoin('subscriber', 'subscriber.id', 'alert.subscriberId')
    .select('alert.id')
    .where('alert.id', '=', alertId)
    .where('subscriber.accountId', '=', accountId)
    .executeTakeFirst();
  return owned !== undefined;
}

/** Ids of the alerts whose pause is over. */
export async function selectEndedPauses(db: Queryable, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('alert')
    .select('id')
    .where('status', '=', 'paused')
    .where('pausedUntil', '<=', now)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deletedBefore(db: Queryable, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('alert')
    .select('id')
    .where('deletedAt', '<', before)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks all alerts of a subscriber, deleted ones included, in id order. */
export function lockAlertsOfSubscriber(tx: Tx, subscriberId: number) {
  return tx
    .selectFrom('alert')
    .selectAll()
    .where('subscriberId', '=', subscriberId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Gives an account the alerts made before with its address. */
export async function attachSubscriber(db: Queryable, email: string, accountId: number): Promise<void> {
  await sql`
    update subscriber set account_id = ${accountId}
    where email = ${email} and account_id is null
      and not exists (select from subscriber other where other.account_id = ${accountId})
  `.execute(db);
}

export async function insertConfirmation(
  tx: Tx,
  confirmation: { tokenHash: Buffer; alertId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.insertInto('alertConfirmation').values(confirmation).execute();
}

/** Links sent before for the same alert no longer work: the newest one does. */
export async function expireConfirmations(tx: Tx, alertId: number, now: Date): Promise<void> {
  await tx
    .updateTable('alertConfirmation')
    .set({ expiresAt: now })
    .where('alertId', '=', alertId)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute();
}

/** Consumes a confirmation token. Answers its alert's id the first time, then null. */
export async function useConfirmation(tx: Tx, tokenHash: Buffer, now: Date): Promise<number | null> {
  const used = await tx
    .updateTable('alertConfirmation')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('alertId')
    .executeTakeFirst();
  return used?.alertId ?? null;
}

export function confirmationByHash(db: Queryable, tokenHash: Buffer) {
  return db.selectFrom('alertConfirmation').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

/** The number of this transaction in the change log. */
export async function currentXid(tx: Tx): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx);
  return rows[0]!.xid;
}

/** Drops the pending hits of an alert: they are marked as notified with no listing (`told` is 0). */
export async function dropPendingHits(tx: Tx, alertId: number, now: Date): Promise<void> {
  await tx
    .updateTable('alertHit')
    .set({ toldAt: now, told: 0 })
    .where('alertId', '=', alertId)
    .where('toldAt', 'is', null)
    .execute();
}

/** Reopens swept runs with pending hits of this alert: it no longer waits for its hour. */
export async function reopenRuns(tx: Tx, alertId: number): Promise<void> {
  await sql`
    update alert_run set swept_at = null
    where swept_at is not null
      and run in (select run from alert_hit where alert_id = ${alertId} and told_at is null)
  `.execute(tx);
}

/** Deletes alerts left unconfirmed since `before`, and subscribers without any. */
export async function forgetUnconfirmed(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('alert').where('status', '=', 'unconfirmed').where('createdAt', '<', before).execute();
  await sql`
    delete from subscriber
    where account_id is null and verified_at is null and created_at < ${before}
      and not exists (select from alert where alert.subscriber_id = subscriber.id)
  `.execute(db);
}
