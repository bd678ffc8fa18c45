import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { type Channel, type NotificationEvent, notificationEvents, type Recipient } from './contract.ts';

export interface SettingRow {
  readonly agencyId: number;
  /** What its profile gives, and what opens its space. */
  readonly contact: string | null;
  readonly login: string | null;
  readonly name: string;
  readonly ownerReference: string;
  /** Null: nothing was chosen. */
  readonly channels: Partial<Record<NotificationEvent, Channel>> | null;
  readonly recipients: Recipient[] | null;
  readonly quietFrom: number | null;
  readonly quietUntil: number | null;
  readonly days: number[] | null;
}

/** What these agencies chose, by agency; one statement. */
export async function selectSettings(db: Queryable, agencyIds: readonly number[]): Promise<SettingRow[]> {
  const { rows } = await sql<SettingRow>`
    select agency.id as agency_id, agency.email as contact, account.email as login, agency.name, agency.owner_reference, chosen.channels,
      chosen.recipients, chosen.quiet_from, chosen.quiet_until, chosen.days
    from agency left join agency_notification_setting chosen on chosen.agency_id = agency.id
      left join agency_account account on account.agency_id = agency.id
    where agency.id = any(${agencyIds}::bigint[])
  `.execute(db);
  return rows;
}

export async function upsertSettings(
  tx: Tx,
  row: {
    agencyId: number;
    channels: string;
    recipients: string[];
    quietFrom: number | null;
    quietUntil: number | null;
    days: number[];
    updatedAt: Date;
  },
): Promise<void> {
  const { agencyId: _, ...changes } = row;
  await tx
    .insertInto('agencyNotificationSetting')
    .values(row)
    .onConflict((conflict) => conflict.column('agencyId').doUpdateSet(changes))
    .execute();
}

export interface NewNotification {
  readonly agencyId: number;
  readonly event: NotificationEvent;
  readonly key: string;
  readonly title: string;
  readonly path: string;
  readonly at: Date;
  readonly mail: 'digest' | 'told' | 'silent';
}

/** False when it is already recorded. */
export async function insertNotification(tx: Tx, row: NewNotification): Promise<boolean> {
  const inserted = await tx
    .insertInto('agencyNotification')
    .values(row)
    .onConflict((conflict) => conflict.columns(['agencyId', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** How the mail of an event goes for the agency of a row, as it chose or as usual. */
const mailOf = (
  event: NotificationEvent,
) => sql`case coalesce(chosen.channels->>${sql.lit(event)}, ${sql.lit(notificationEvents[event].usual)})
  when 'immediate' then 'due' when 'digest' then 'digest' else 'silent' end`;

/** An event of an agency that another room found. */
export interface AgencyEvent {
  readonly agencyId: number;
  /** What it tells, once for its agency: `late:12`. */
  readonly key: string;
  /** Names nobody: it outlives what it is about. */
  readonly title: string;
  /** Below the agency’s own pages: `/leads?prospect=12`. */
  readonly page: string;
}

/**
 * Whether an event is still to be recorded, for the statement of the room that finds it: `alias` has its columns
 * agency_id and key. False for an agency without a space, which has no page to read it.
 */
export function isUnrecorded(alias: string): RawBuilder<SqlBool> {
  const agencyId = sql.ref(`${alias}.agencyId`);
  return sql`(exists (select from agency_account where agency_account.agency_id = ${agencyId})
    and not exists (select from agency_notification recorded
      where recorded.agency_id = ${agencyId} and recorded.key = ${sql.ref(`${alias}.key`)}))`;
}

/** Records events of agencies that have a space, those recorded before left as they were, and wakes who mails them at once. */
export async function insertEvents(
  tx: Tx,
  event: NotificationEvent,
  found: readonly AgencyEvent[],
  { now, channel }: { now: Date; channel: string },
): Promise<void> {
  await sql`
    with inserted as (
      insert into agency_notification (agency_id, event, key, title, path, at, mail)
      select found.agency_id, ${event}, found.key, found.title, '/agence/' || agency.owner_reference || found.page,
        ${now}::timestamptz, ${mailOf(event)}
      from unnest(${found.map(({ agencyId }) => agencyId)}::bigint[], ${found.map(({ key }) => key)}::text[],
          ${found.map(({ title }) => title)}::text[], ${found.map(({ page }) => page)}::text[])
        as found(agency_id, key, title, page)
      join agency on agency.id = found.agency_id
        and exists (select from agency_account where agency_account.agency_id = agency.id)
      left join agency_notification_setting chosen on chosen.agency_id = agency.id
      order by found.agency_id, found.key
      on conflict (agency_id, key) do nothing
      returning mail)
    select pg_notify(${channel}, '') from inserted where mail = 'due' limit 1
  `.execute(tx);
}

/**
 * Agencies with pending notifications, of a number above `after`, in the order of their numbers; for `digest`, those
 * that had none yet on that day in Paris.
 */
export async function selectPendingAgencies(
  db: Queryable,
  mail: 'due' | 'digest',
  { day, after, limit }: { day: string; after: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ agencyId: number }>`
    select distinct waiting.agency_id from agency_notification waiting
    where waiting.mail = ${mail} and waiting.agency_id > ${after} and ${
      mail === 'due'
        ? sql`true`
        : sql`not exists (select from agency_digest sent where sent.agency_id = waiting.agency_id and sent.day = ${day}::date)`
    }
    order by waiting.agency_id limit ${limit}
  `.execute(db);
  return rows.map(({ agencyId }) => agencyId);
}

/** False when the digest of that day has been claimed. */
export async function claimDigest(tx: Tx, agencyId: number, day: string): Promise<boolean> {
  const { rows } = await sql`
    insert into agency_digest (agency_id, day) values (${agencyId}, ${day}) on conflict do nothing returning agency_id
  `.execute(tx);
  return rows.length > 0;
}

export interface StoredNotification {
  readonly id: number;
  readonly event: NotificationEvent;
  readonly title: string;
  readonly path: string;
}

/** What waits for a mail, with what names it among those of its agency. */
export interface PendingNotification extends StoredNotification {
  readonly key: string;
}

/** Claims the pending notifications of an agency; the claim holds once the transaction commits. */
export async function takePending(
  tx: Tx,
  agencyId: number,
  mail: 'due' | 'digest',
  to: 'told' | 'silent',
): Promise<PendingNotification[]> {
  const { rows } = await sql<PendingNotification>`
    update agency_notification set mail = ${to} where agency_id = ${agencyId} and mail = ${mail}
    returning id, event, key, title, path
  `.execute(tx);
  return rows.toSorted((a, b) => a.id - b.id);
}

export async function selectHistory(
  db: Queryable,
  { agencyId, before, limit }: { agencyId: number; before: number | null; limit: number },
) {
  const { rows } = await sql<StoredNotification & { at: Date; read: boolean }>`
    select id, event, title, path, at, read_at is not null as read from agency_notification
    where agency_id = ${agencyId} and ${before === null ? sql`true` : sql`id < ${before}`}
    order by id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Counted up to `most`. */
export async function countUnread(db: Queryable, agencyId: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from agency_notification where agency_id = ${agencyId} and read_at is null limit ${most}) one
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function markRead(tx: Tx, agencyId: number, upTo: number, now: Date): Promise<void> {
  await tx
    .updateTable('agencyNotification')
    .set({ readAt: now })
    .where('agencyId', '=', agencyId)
    .where('readAt', 'is', null)
    .where('id', '<=', upTo)
    .execute();
}

export async function forgetBefore(db: Queryable, before: Date): Promise<void> {
  await sql`delete from agency_notification where at < ${before}`.execute(db);
  await sql`delete from agency_digest where day < ${before}::date`.execute(db);
}
