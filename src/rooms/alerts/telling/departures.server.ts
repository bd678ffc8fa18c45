import type { Change } from '#platform/changes.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { listingEvents } from '#rooms/listings/contract.ts';
import type { AlertEvent } from '../asking/rhythm.ts';
import type { Occasion } from '../digest.ts';
import {
  follow,
  followedAmong,
  followNotified,
  insertDepartureHits,
  lockFollowing,
  unfollow,
  unfollowAll,
  unfollowUnmailed,
} from './departures.sql.server.ts';
import { departureStatuses } from './departures.ts';
import type { SkipReason } from './notified-listings.ts';

const leaving: ReadonlySet<unknown> = new Set(departureStatuses);

/** Whether a fact is a departure that alerts may be told. */
export function isDeparture({ kind, payload }: Pick<Change, 'kind' | 'payload'>): boolean {
  return kind === listingEvents.left && leaving.has(payload.status);
}

/** Finds the alerts that told the listings of these departures, in the transaction of the matcher. */
export async function matchDepartures(
  tx: Tx,
  facts: Parameters<typeof insertDepartureHits>[1],
  at: { batch: number; now: Date },
): Promise<void> {
  if (facts.length === 0) return;
  await lockFollowing(tx, true);
  await insertDepartureHits(tx, facts, at);
}

/**
 * Off-line listings that alerts follow, by alert, with the outcome: notified, or skipped because another agency shows
 * the home (`beside`) or because the reason of the departure may not be disclosed.
 */
export async function departuresAmong(
  db: Queryable,
  found: readonly { readonly alertId: number; readonly id: number; readonly beside: boolean }[],
): Promise<Map<number, Map<number, 'told' | Extract<SkipReason, 'elsewhere' | 'withheld'>>>> {
  if (found.length === 0) return new Map();
  const followed = await followedAmong(
    db,
    found.map(({ alertId, id }) => ({ alertId, listingId: id })),
  );
  const departures = new Map<number, Map<number, 'told' | 'elsewhere' | 'withheld'>>();
  for (const { alertId, id, beside } of found) {
    const shown = followed.get(`${alertId} ${id}`);
    if (shown === undefined) continue;
    const own = departures.get(alertId) ?? new Map();
    departures.set(alertId, own.set(id, beside ? 'elsewhere' : shown ? 'told' : 'withheld'));
  }
  return departures;
}

interface Follower {
  readonly id: number;
  readonly events: readonly string[];
}

/** Takes the shared lock on departures before notified listings are read: until the transaction ends none is missed. */
export async function lockDepartures(tx: Tx, alerts: readonly Pick<Follower, 'events'>[]): Promise<void> {
  if (alerts.some(({ events }) => events.includes('gone'))) await lockFollowing(tx, false);
}

/** After mails: follows each notified listing until it departs, and a home that one agency left, at the others. */
export async function updateFollowing(
  tx: Tx,
  mails: readonly {
    readonly alert: Follower;
    readonly told: readonly { readonly id: number; readonly occasion: Occasion }[];
    readonly aside: readonly { readonly id: number; readonly why: SkipReason }[];
  }[],
): Promise<void> {
  const followers = mails.filter(({ alert }) => alert.events.includes('gone'));
  if (followers.length === 0) return;
  const over = new Set<SkipReason>(['withheld', 'rejected', 'elsewhere']);
  const pairs = (read: (mail: (typeof mails)[number]) => number[]) =>
    followers.flatMap((mail) => read(mail).map((listingId) => ({ alertId: mail.alert.id, listingId })));
  const toldAs = (gone: boolean) =>
    pairs(({ told }) => told.flatMap(({ id, occasion }) => ((occasion === 'gone') === gone ? id : [])));
  const asideAs = (wanted: (why: SkipReason) => boolean) =>
    pairs(({ aside }) => aside.flatMap(({ id, why }) => (wanted(why) ? id : [])));
  await unfollow(tx, [...toldAs(true), ...asideAs((why) => over.has(why))]);
  await follow(tx, { told: toldAs(false), elsewhere: asideAs((why) => why === 'elsewhere') });
}

/**
 * Unfollows listings that the written mail left out, unless another mail notified them; follows again those that came
 * back.
 */
export async function correctFollowing(
  tx: Tx,
  alertId: number,
  aside: readonly { readonly id: number; readonly why: SkipReason }[],
): Promise<void> {
  const pairs = (wanted: (why: SkipReason) => boolean) =>
    aside.flatMap(({ id, why }) => (wanted(why) ? { alertId, listingId: id } : []));
  await unfollow(
    tx,
    pairs((why) => why === 'rejected'),
  );
  await unfollowUnmailed(
    tx,
    pairs((why) => why !== 'rejected'),
  );
  await follow(tx, { told: pairs((why) => why === 'back'), elsewhere: [] });
}

/** An alert that starts to ask for departures follows the listings it notified; one that stops follows none. */
export async function changeFollowing(
  tx: Tx,
  alertId: number,
  { before, after }: { before: readonly AlertEvent[]; after: readonly AlertEvent[] },
): Promise<void> {
  if (before.includes('gone') === after.includes('gone')) return;
  if (!after.includes('gone')) return unfollowAll(tx, alertId);
  await lockFollowing(tx, false);
  await followNotified(tx, alertId);
}
