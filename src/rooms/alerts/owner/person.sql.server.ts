import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';

/** The subscribers that are somebody: their account's, and those of their addresses. */
export function subscribersOf(db: Queryable, { accountId, emails }: Person) {
  return db
    .selectFrom('subscriber')
    .selectAll()
    .where((where) =>
      where.or([
        where('accountId', '=', accountId),
        where('email', '=', where.fn.any(where.val([...emails]))),
      ]),
    )
    .orderBy('id')
    .execute();
}

/** The same, held: no alert is made for them meanwhile. */
export async function lockSubscribers(tx: Tx, { accountId, emails }: Person): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from subscriber where account_id = ${accountId} or email = any(${[...emails]}::text[])
    order by id for update
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** Alerts, deleted ones included. */
export function alertsOfSubscribers(db: Queryable, subscriberIds: readonly number[]) {
  return db
    .selectFrom('alert')
    .selectAll()
    .where('subscriberId', 'in', [-1, ...subscriberIds])
    .orderBy('id')
    .execute();
}

export function confirmationsOf(db: Queryable, alertId: number) {
  return db
    .selectFrom('alertConfirmation')
    .select(['createdAt', 'expiresAt', 'usedAt'])
    .where('alertId', '=', alertId)
    .orderBy('createdAt')
    .execute();
}

export function verdictsOf(db: Queryable, alertId: number) {
  return db
    .selectFrom('alertVerdict')
    .select(['listingId', 'verdict', 'reason', 'at'])
    .where('alertId', '=', alertId)
    .orderBy('at')
    .execute();
}

export async function selectHitsOf(
  db: Queryable,
  alertId: number,
): Promise<{ at: Date; toldAt: Date | null; listings: number[] }[]> {
  const { rows } = await sql<{ at: Date; toldAt: Date | null; listings: number[] }>`
    select h.at, case when h.told > 0 then h.told_at end as told_at, array_agg(distinct c.ref) as listings
    from alert_hit h join change c on c.seq = any(h.sure || h.unsure)
    where h.alert_id = ${alertId}
    group by h.run, h.batch, h.at, h.told, h.told_at
    order by h.at
  `.execute(db);
  return rows;
}

export async function deleteSubscriber(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('subscriber').where('id', '=', id).execute();
}

export function subscriberOfAccount(tx: Tx, accountId: number) {
  return tx
    .selectFrom('subscriber')
    .selectAll()
    .where('accountId', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

export function subscriberOfAddress(tx: Tx, email: string) {
  return tx.selectFrom('subscriber').selectAll().where('email', '=', email).forUpdate().executeTakeFirst();
}

export async function readdress(tx: Tx, id: number, email: string, now: Date): Promise<void> {
  await tx.updateTable('subscriber').set({ email, verifiedAt: now }).where('id', '=', id).execute();
}

export async function moveAlerts(tx: Tx, from: number, to: number): Promise<void> {
  await tx.updateTable('alert').set({ subscriberId: to }).where('subscriberId', '=', from).execute();
}
