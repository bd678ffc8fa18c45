import { parisDay } from '#contract/day.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { beginBoost, endBoost, isRunning, mayBegin, PUBLISHING_CHANNEL, SYSTEM } from './boosts.server.ts';
import {
  type BoostListing,
  type BoostRow,
  dropListing,
  lockBoost,
  selectBoostListings,
  selectBoostsToCheck,
  selectDays,
  selectDue,
  selectPauses,
  selectUnsettled,
  updateBoost,
  wakePublishing,
} from './boosts.sql.server.ts';
import type { DropReason } from './contract.ts';
import { shownDays } from './unspent.ts';

const HOUR_MS = 3_600_000;
/** Figures that have not come this long after the end are waited for no more (docs/decisions/0075). */
const LONGEST_WAIT_MS = 48 * HOUR_MS;
/** Meta goes on counting the views of a day this long after it. */
const LATE_FIGURES_MS = 24 * HOUR_MS;

/** Why a listing can no longer be shown; null while it can. */
function reasonToDrop({ status, held }: Pick<BoostListing, 'status' | 'held'>): DropReason | null {
  if (status === 'online') return null;
  if (status === 'sold' || status === 'rented' || status === 'under_offer') return 'sold';
  return status === 'refused' || held ? 'unlawful' : 'withdrawn';
}

/**
 * Takes out of the boosts at work what can no longer be shown: a boost goes on with its other listings, and ends with the
 * last one. Looks at the listings themselves rather than at what happened to them, so that nothing is missed.
 */
export async function stopUnshowable(db: Db, now: Date): Promise<void> {
  for (const id of await selectBoostsToCheck(db)) await db.transaction().execute((tx) => check(tx, id, now));
}

async function check(tx: Tx, id: number, now: Date): Promise<void> {
  const boost = await lockBoost(tx, id);
  if (!boost || !isRunning(boost.status)) return;
  const listings = (await selectBoostListings(tx, [id])).filter(({ droppedAt }) => droppedAt === null);
  const leaving = listings.flatMap((listing) => {
    const because = reasonToDrop(listing);
    return because === null ? [] : [{ listing, because }];
  });
  const [first] = leaving;
  if (!first) return;
  for (const { listing, because } of leaving) await dropListing(tx, listing, because, now);
  if (leaving.length === listings.length) {
    await endBoost(tx, boost, first.because, { author: SYSTEM }, now);
    return;
  }
  if (boost.publisher !== 'meta') return;
  await updateBoost(tx, id, { nextAttemptAt: now }, now);
  await wakePublishing(tx, PUBLISHING_CHANNEL);
}

/** Begins what its network accepted and whose first day has come, and ends what has been shown for all of its days. */
export async function followCourse(db: Db, now: Date): Promise<void> {
  for (const { id } of await selectDue(db, now, parisDay(now).day))
    await db.transaction().execute(async (tx) => {
      const boost = await lockBoost(tx, id);
      if (boost?.status === 'synced' && mayBegin(boost, now))
        await beginBoost(tx, boost, { author: SYSTEM }, now);
      else if (boost && isOver(boost, now)) await endBoost(tx, boost, 'over', { author: SYSTEM }, now);
    });
}

function isOver({ status, startedAt, endsAt }: BoostRow, now: Date): boolean {
  if (status !== 'active' && status !== 'sync_error') return false;
  return startedAt !== null && endsAt !== null && endsAt <= now;
}

/**
 * Closes the account of boosts that ended: once the figures of each of their days are in, or after 48 hours without them.
 * What was not spent can be given back from then on.
 */
export async function settleBoosts(db: Db, now: Date): Promise<void> {
  for (const id of await selectUnsettled(db))
    await db.transaction().execute(async (tx) => {
      const boost = await lockBoost(tx, id);
      if (!boost?.endedAt || boost.settledAt) return;
      const waited = now.getTime() - boost.endedAt.getTime() >= LONGEST_WAIT_MS;
      if (waited || (await hasLastFigures(tx, boost, boost.endedAt)))
        await updateBoost(tx, id, { settledAt: now }, now);
    });
}

/** Whether nothing more is to be expected of the ledger: every day is there, and the last one was reported after the end. */
async function hasLastFigures(tx: Tx, boost: BoostRow, endedAt: Date): Promise<boolean> {
  const pauses = await selectPauses(tx, boost.id);
  const days = shownDays({ startedAt: boost.startedAt, endedAt, pauses });
  const reported = new Map((await selectDays(tx, boost.id)).map(({ day, updatedAt }) => [day, updatedAt]));
  const last = reported.get(days.at(-1) ?? '');
  const whole = endedAt.getTime() + (boost.publisher === 'meta' ? LATE_FIGURES_MS : 0);
  return days.every((day) => reported.has(day)) && last !== undefined && last.getTime() >= whole;
}
