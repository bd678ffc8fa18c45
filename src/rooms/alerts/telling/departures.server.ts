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
 * Of listings found that are off line now, those that their alert follows, by alert, with what that is worth: told, or set
 * aside because another agency shows the home (`beside`), or because why they left may not be said.
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

/** From here to the end of the transaction no departure is missed: taken before what is told is read. */
export async function lockDepartures(tx: Tx, alerts: readonly Pick<Follower, 'events'>[]): Promise<void> {
  if (alerts.some(({ events }) => events.includes('gone'))) await lockFollowing(tx, false);
}

/** After mails: what each told is followed until it leaves, and a home that one agency left, at the others. */
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

/** What was not told in the end is followed only if another mail told it; what came back instead of leaving, again. */
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

/** An alert that asks for departures from now on follows what it told; one that no longer does follows nothing. */
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
