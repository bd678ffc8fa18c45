import { type RawBuilder, sql } from 'kysely';
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

/** Those who can read it: agencies with a space. */
const spaces = sql`join agency on agency.id = told.agency_id and exists (select from agency_account where agency_id = agency.id)
  left join agency_notification_setting chosen on chosen.agency_id = agency.id`;

/** Notes what `told` finds (agency_id, key, title, page) as one event; what was noted stays as it was. */
async function note(
  db: Queryable,
  event: NotificationEvent,
  now: Date,
  told: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into agency_notification (agency_id, event, key, title, path, at, mail)
    select told.agency_id, ${event}, told.key, told.title, '/agence/' || agency.owner_reference || told.page,
      ${now}::timestamptz, ${mailOf(event)}
    from (${told}) told ${spaces}
    where not exists (select from agency_notification known where known.agency_id = told.agency_id and known.key = told.key)
    on conflict (agency_id, key) do nothing
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

const paris = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Europe/Paris')::date`;

const ofOwn = (list: string) => sql`jsonb_array_length(coalesce(said->'diff'->${sql.lit(list)}, '[]'))`;

/** What of an import of the agency was refused, and how much of it stays on line as it was; nothing when all was read. */
const refusedOfImport = sql`coalesce((
  select ' (' || case refused when 1 then '1 annonce refusée' else refused || ' annonces refusées' end || case
      when kept = 0 then ''
      when kept = refused and kept = 1 then ', laissée telle quelle en ligne'
      when kept = refused then ', laissées telles quelles en ligne'
      when kept = 1 then ', dont 1 laissée telle quelle en ligne'
      else ', dont ' || kept || ' laissées telles quelles en ligne' end || ')'
  from jsonb_array_elements(feed_import.report->'agencies') as own(said),
    lateral (select ${ofOwn('refused')} as refused, ${ofOwn('kept')} as kept) as counted
  where said->>'agency' = (select owner_reference from agency where agency.id = feed_agency.agency_id) and refused > 0
  limit 1), '')`;

/** Records the events that were not recorded yet, of a few days at most: a worker that was down catches up. */
export async function recordEvents(db: Queryable, now: Date): Promise<number> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const today = paris(sql`${now}::timestamptz`);
  const late = await note(
    db,
    'lateLead',
    now,
    sql`select agency_id, 'late:' || id as key, '/leads?prospect=' || id as page,
      'Message sans suite depuis 24 heures' || coalesce(', à propos de ' || listing_reference, '') as title
    from lead where status = 'new' and erased_at is null
      and created_at between ${ago(96)} and ${ago(24)}`,
  );
  const aside = await note(
    db,
    'lateLead',
    now,
    sql`select agency_id, 'aside:' || max(${paris(sql`created_at`)}) as key, '/leads?indesirable=oui' as page,
      case when count(*) = 1 then '1 demande attend sous « Indésirable »'
        else count(*) || ' demandes attendent sous « Indésirable »' end as title
    from lead where disqualified_because = 'spam' and read_at is null and erased_at is null
    group by agency_id
    having max(created_at) > ${ago(96)} and max(${paris(sql`created_at`)}) < ${today}`,
  );
  const reminders = await note(
    db,
    'plannedReminder',
    now,
    sql`select agency_id, 'remind:' || id || ':' || remind_on as key, '/leads?prospect=' || id as page,
      'Rappel prévu' || coalesce(', à propos de ' || listing_reference, '') as title
    from lead where remind_on between ${today} - 2 and ${today} and erased_at is null and status <> 'disqualified'`,
  );
  const imports = (statuses: readonly string[], title: RawBuilder<unknown>) =>
    sql`select feed_agency.agency_id, 'import:' || feed_agency.import_id as key, '/annonces/import?envoi=' || feed_agency.import_id as page, ${title} as title
    from feed_agency join feed_import on feed_import.id = feed_agency.import_id
    where feed_import.received_at > ${ago(48)} and feed_agency.status = any(${statuses}::text[])`;
  const troubles = await note(
    db,
    'importTrouble',
    now,
    imports(
      ['held', 'refused'],
      sql`case feed_agency.status when 'held' then 'Import retenu : ' else 'Import refusé : ' end || left(feed_import.file_name, 80)`,
    ),
  );
  const done = await note(
    db,
    'importDone',
    now,
    imports(['done'], sql`'Import terminé : ' || left(feed_import.file_name, 80) || ${refusedOfImport}`),
  );
  return late + aside + reminders + troubles + done;
}

/** The listings on line that nobody confirmed for seven days today, as one event of their agency and of the day. */
export async function recordConfirmations(db: Queryable, now: Date): Promise<number> {
  const today = paris(sql`${now}::timestamptz`);
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  return note(
    db,
    'listingToConfirm',
    now,
    sql`select listing.agency_id, 'confirm:' || ${today} as key, '/annonces?vue=a-confirmer' as page,
      case when count(*) = 1 then '1 annonce à confirmer : elle quitte la ligne dans une semaine'
        else count(*) || ' annonces à confirmer : elles quittent la ligne dans une semaine' end as title
    from listing join listing_confirmation confirmation on confirmation.listing_id = listing.id
    where listing.status in ('online', 'under_offer') and ${paris(sql`confirmation.at`)} = ${today} - 7
      and confirmation.at between ${ago(9)} and ${ago(6)}
    group by listing.agency_id`,
  );
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
