import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { type Destination, type Letter, queueMail } from '#rooms/mail/outbox.server.ts';
import { renderMail } from '#rooms/mail/rendering.server.ts';
import {
  type AskedSettings,
  channelsOf,
  DIGEST_HOUR,
  eventNames,
  NOTIFICATION_CHANNEL,
  type NotificationEvent,
  type NotificationSettings,
  type Recipient,
  usualSettings,
} from './contract.ts';
import type { NotificationLine } from './notifications.mails.server.tsx';
import * as statements from './notifications.sql.server.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SHOWN = 30;
/** The badge says 9+ and, to who cannot see it, how many. */
const COUNTED = 1000;
const KEPT_DAYS = 180;
const AT_ONCE = 100;

/** For the statements of rooms that look for events of their own. */
export { isUnrecorded } from './notifications.sql.server.ts';

/** What an agency chose, what it did not choose being as usual. */
function settingsOf(row: statements.SettingRow | undefined): NotificationSettings {
  if (!row?.channels) return usualSettings;
  const chosen = row.channels;
  return {
    channels: Object.fromEntries(
      eventNames.map((event) => {
        const channel = chosen[event];
        const offered = channel !== undefined && channelsOf(event).includes(channel);
        return [event, offered ? channel : usualSettings.channels[event]];
      }),
    ) as NotificationSettings['channels'],
    recipients: row.recipients ?? usualSettings.recipients,
    quiet:
      row.quietFrom === null || row.quietUntil === null
        ? null
        : { from: row.quietFrom, until: row.quietUntil },
    days: row.days ?? usualSettings.days,
  };
}

/** Notification settings of an agency: which events, how and when. */
export async function notificationSettings(db: Queryable, agencyId: AgencyId): Promise<NotificationSettings> {
  const [row] = await statements.selectSettings(db, [agencyId]);
  return settingsOf(row);
}

/** Saves them for every mail decided from now on; an event that is not named stays as it is. Idempotent. */
export async function changeNotificationSettings(
  db: Db,
  agencyId: AgencyId,
  { channels, recipients, quiet, days }: AskedSettings,
): Promise<NotificationSettings> {
  const before = await notificationSettings(db, agencyId);
  await db.transaction().execute((tx) =>
    statements.upsertSettings(tx, {
      agencyId,
      channels: JSON.stringify({ ...before.channels, ...channels }),
      recipients: [...new Set(recipients)],
      quietFrom: quiet?.from ?? null,
      quietUntil: quiet?.until ?? null,
      days: [...new Set(days)].toSorted((a, b) => a - b),
      updatedAt: clock.now(),
    }),
  );
  return notificationSettings(db, agencyId);
}

type When = Pick<NotificationSettings, 'quiet' | 'days'>;

/** Whether mails may leave at this moment: its hour and its day in Paris, whatever the clock changes. */
function isOpen(moment: Date, { quiet, days }: When): boolean {
  const { day, hour } = parisDay(moment);
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
  if (!days.includes(weekday)) return false;
  if (!quiet) return true;
  const { from, until } = quiet;
  return from < until ? hour < from || hour >= until : hour < from && hour >= until;
}

/** When a mail decided now may leave: at once, or with the first hour that is neither quiet nor of another day. */
export function sendTimeOf(now: Date, when: When): Date {
  if (isOpen(now, when)) return now;
  let moment = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS;
  // Hours of Paris begin with those of the world; a week and a change of clock hold every case.
  for (let hours = 0; hours < 8 * 24; hours += 1, moment += HOUR_MS)
    if (isOpen(new Date(moment), when)) return new Date(moment);
  return now;
}

/** How a mail of an event goes to its agency now. */
export interface Route {
  /** Whom; never empty. */
  readonly to: readonly string[];
  /** Null: at once. */
  readonly notBefore: Date | null;
}

/**
 * Notes an event of an agency in the caller's transaction and says how its mail goes: null when the agency chose a digest
 * or no mail, has no address, or was told of this `key` before. The title names nobody: it outlives what it is about.
 */
export async function routeNotification(
  tx: Tx,
  told: {
    readonly agencyId: number;
    readonly event: NotificationEvent;
    readonly key: string;
    readonly title: string;
    /** Below the agency's own pages: `/leads?prospect=12`. */
    readonly page: string;
  },
): Promise<Route | null> {
  const [row] = await statements.selectSettings(tx, [told.agencyId]);
  if (!row) return null;
  const settings = settingsOf(row);
  const now = clock.now();
  const route = routeOf(row, now);
  const channel = route ? settings.channels[told.event] : 'none';
  const { agencyId, event, key, title } = told;
  const isNew = await statements.insertNotification(tx, {
    agencyId,
    event,
    key,
    title,
    path: `/agence/${row.ownerReference}${told.page}`,
    at: now,
    mail: channel === 'immediate' ? 'told' : channel === 'digest' ? 'digest' : 'silent',
  });
  return isNew && channel === 'immediate' ? route : null;
}

/**
 * Renders a letter once and queues it, in the caller's transaction, for each address of a route and no sooner than it says. The
 * first copy has the key itself, the others also their rank (`lead:12:agency:1`).
 */
export async function sendAlong(
  tx: Tx,
  { to, notBefore }: Route,
  { subject, element }: Letter,
  { key, ...destination }: Omit<Destination, 'to' | 'notBefore'>,
): Promise<void> {
  const parts = await renderMail(element);
  for (const [rank, address] of to.entries()) {
    await queueMail(tx, {
      ...destination,
      dedupeKey: rank === 0 ? key : `${key}:${rank}`,
      to: address,
      subject,
      ...(notBefore ? { notBefore } : {}),
      ...parts,
    });
  }
}

/** How a mail goes to an agency now; null when it has none of the addresses it chose. */
function routeOf(row: statements.SettingRow, now: Date): Route | null {
  const settings = settingsOf(row);
  const to = addressesOf(row, settings);
  if (to.length === 0) return null;
  const at = sendTimeOf(now, settings);
  return { to, notBefore: at > now ? at : null };
}

function addressesOf(row: statements.SettingRow, { recipients }: NotificationSettings): readonly string[] {
  const { contact, login } = row;
  const chosen = recipients.map((recipient) => ({ contact, login })[recipient]);
  return [...new Set(chosen.filter((address) => address !== null))];
}

/** How what somebody writes to an agency goes to it by mail now; null when it has none of the addresses it chose. */
export async function routeReply(db: Queryable, agencyId: number): Promise<Route | null> {
  const [row] = await statements.selectSettings(db, [agencyId]);
  return row ? routeOf(row, clock.now()) : null;
}

/** The addresses that a new lead is mailed to as soon as it arrives; none when the agency chose to read it later. */
export async function leadRecipients(db: Queryable, agencyId: number): Promise<readonly string[]> {
  const [row] = await statements.selectSettings(db, [agencyId]);
  if (!row) return [];
  const settings = settingsOf(row);
  return settings.channels.newLead === 'immediate' ? addressesOf(row, settings) : [];
}

/** The addresses that mails to an agency go to, whatever they tell; none when it has none of those it chose. */
export async function mailRecipients(db: Queryable, agencyId: number): Promise<readonly string[]> {
  const [row] = await statements.selectSettings(db, [agencyId]);
  return row ? addressesOf(row, settingsOf(row)) : [];
}

/** What is shown beside the settings: the addresses that can be chosen. */
export async function ownAddresses(
  db: Queryable,
  agencyId: AgencyId,
): Promise<Record<Recipient, string | null>> {
  const [row] = await statements.selectSettings(db, [agencyId]);
  return { contact: row?.contact ?? null, login: row?.login ?? null };
}

type Open = Pick<Services, 'db' | 'env'>;

/**
 * Records events of one kind in the caller's transaction, each `key` of an agency once; agencies without a space have none.
 * Those that an agency wants at once are mailed by `notifyAgencies`, several in one mail.
 */
export async function recordNotifications(
  tx: Tx,
  event: NotificationEvent,
  found: readonly statements.AgencyEvent[],
  now: Date,
): Promise<void> {
  if (found.length > 0)
    await statements.insertEvents(tx, event, found, { now, channel: NOTIFICATION_CHANNEL });
}

/** The links that a mail adds to the line of an event; null when nothing is left to do there. */
type ReadLinks = (
  tx: Tx,
  env: Open['env'],
  event: { readonly agencyId: number; readonly key: string },
) => Promise<NotificationLine['confirm'] | null>;

/** By event, given by the rooms above this one when their module is loaded. */
const linkReaders = new Map<NotificationEvent, ReadLinks>();

/** Gives the lines of an event their links, read when the mail is written. */
export function defineNotificationLinks(event: NotificationEvent, read: ReadLinks): void {
  linkReaders.set(event, read);
}

/** Leaves to its page what an agency was not mailed yet: of the past that the demonstration lays, no mail is due. */
export async function silenceNotifications(db: Db, agencyId: number): Promise<void> {
  await db.transaction().execute((tx) => statements.takePending(tx, agencyId, 'due', 'silent'));
}

/** Sends the events that agencies want at once, one mail per agency. True: there may be more. */
export async function notifyAgencies({ db, env }: Open): Promise<boolean> {
  const now = clock.now();
  const waiting = await statements.selectPendingAgencies(db, 'due', {
    day: parisDay(now).day,
    after: 0,
    limit: AT_ONCE,
  });
  for (const row of await statements.selectSettings(db, waiting)) {
    await db.transaction().execute((tx) => writeMail(tx, env, row, 'due', now));
  }
  return waiting.length === AT_ONCE;
}

/**
 * Writes the digests of the day: one per agency and day in Paris, from eight o'clock and outside its quiet hours; none when
 * there is nothing to tell.
 */
export async function sendDigests({ db, env }: Open): Promise<void> {
  const now = clock.now();
  const { day, hour } = parisDay(now);
  if (hour < DIGEST_HOUR) return;
  let after = 0;
  for (;;) {
    const waiting = await statements.selectPendingAgencies(db, 'digest', { day, after, limit: AT_ONCE });
    for (const row of await statements.selectSettings(db, waiting)) {
      // Looked at again in a minute; those after it do not wait for it.
      if (!isOpen(now, settingsOf(row))) continue;
      await db.transaction().execute(async (tx) => {
        if (await statements.claimDigest(tx, row.agencyId, day)) await writeMail(tx, env, row, 'digest', now);
      });
    }
    const last = waiting.at(-1);
    if (last === undefined || waiting.length < AT_ONCE) return;
    after = last;
  }
}

async function writeMail(
  tx: Tx,
  env: Open['env'],
  row: statements.SettingRow,
  kind: 'due' | 'digest',
  now: Date,
): Promise<void> {
  const route = routeOf(row, now);
  const told = await statements.takePending(tx, row.agencyId, kind, route ? 'told' : 'silent');
  const last = told.at(-1);
  if (!last || !route) return;
  const { notificationMail } = await import('./notifications.mails.server.tsx');
  const letter = notificationMail({
    origin: env.publicUrl,
    agency: row.name,
    ownerReference: row.ownerReference,
    told: await linesOf(tx, env, row.agencyId, told),
    digest: kind === 'digest',
  });
  await sendAlong(tx, route, letter, {
    key: `notification:${row.agencyId}:${last.id}`,
    stream: `notification:${row.agencyId}`,
  });
}

/** The line of each event, with its links where its room gives some. */
async function linesOf(
  tx: Tx,
  env: Open['env'],
  agencyId: number,
  told: readonly statements.PendingNotification[],
): Promise<NotificationLine[]> {
  const lines: NotificationLine[] = [];
  for (const { event, title, path, key } of told) {
    // One transaction has one connection.
    const links = await linkReaders.get(event)?.(tx, env, { agencyId, key });
    lines.push({ event, title, path, ...(links ? { confirm: links } : {}) });
  }
  return lines;
}

/** Notifications of an agency before this number; the newest first. */
export async function notificationsOf(db: Queryable, agencyId: AgencyId, after: string | undefined) {
  const before = /^[1-9]\d{0,14}$/.test(after ?? '') ? Number(after) : null;
  const [rows, unread] = await Promise.all([
    statements.selectHistory(db, { agencyId, before, limit: SHOWN + 1 }),
    unreadOf(db, agencyId),
  ]);
  const page = rows.slice(0, SHOWN);
  return {
    notifications: page.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    unread,
    next: rows.length > SHOWN ? String(page.at(-1)!.id) : null,
  };
}

/** How many it has not read, a thousand at most. */
export function unreadOf(db: Queryable, agencyId: number): Promise<number> {
  return statements.countUnread(db, agencyId, COUNTED);
}

/**
 * Marks the notifications of this agency as read, up to this one. Throws VALIDATION_ERROR when `upTo` is no whole
 * number.
 */
export async function readNotifications(
  db: Db,
  agencyId: AgencyId,
  upTo: number,
): Promise<{ unread: number }> {
  if (!Number.isSafeInteger(upTo)) throw fail(sharedErrors.VALIDATION_ERROR);
  await db.transaction().execute((tx) => statements.markRead(tx, agencyId, upTo, clock.now()));
  return { unread: await unreadOf(db, agencyId) };
}

/** Forgets what is older than half a year. */
export async function forgetNotifications(db: Db): Promise<void> {
  await statements.forgetBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
}
