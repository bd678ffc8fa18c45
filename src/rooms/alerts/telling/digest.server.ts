import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import { inLanes } from '#platform/concurrency.server.ts';
import type { Services } from '#platform/context.server.ts';
import { type Db, isConnectionLost, type Tx } from '#platform/db.server.ts';
import { areaWordsIn, hasArea } from '#rooms/criteria/area-words.ts';
import { comparePending } from '#rooms/listings/home-matching.server.ts';
import { queueToWrite } from '#rooms/mail/writing.server.ts';
import { lockDueAlerts } from '../alerts.sql.server.ts';
import { criteriaIn, placesOf, rhythmOf, soughtIn } from '../asking/described-search.server.ts';
import { streamOf } from '../owner/activation.server.ts';
import { chooseListings } from './choosing.server.ts';
import { remarksOn } from './choosing.ts';
import { lockDepartures, updateFollowing } from './departures.server.ts';
import { notifyDevices } from './devices.server.ts';
import {
  type ClaimedHits,
  claimDays,
  closeEmptyDays,
  closeHits,
  postponeAlert,
  selectDueDailies,
  selectDueHits,
  selectPendingHits,
  sweepRuns,
} from './digest.sql.server.ts';
import { recordNotified, selectUncompared } from './notified-listings.sql.server.ts';
import { matchesWriter } from './writing.server.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;
type DueAlert = Awaited<ReturnType<typeof lockDueAlerts>>[number];

/** Due alerts read by one query. */
const ROUND = 10_000;
/** Facts in the hits of one transaction. */
const SHARE = 12_000;
/** Concurrent transactions, each for other alerts: one chooses while the database writes what another chose. */
const AT_ONCE = 2;
const PUT_OFF_MS = 300_000;

/**
 * Notifies due alerts: released hits of immediate alerts, and daily alerts whose hour has come in Paris. Hits of many
 * alerts are claimed, chosen and queued in one transaction; their mails are written as they leave. Answers whether
 * there may be more.
 */
export async function notifyDueAlerts(services: Open, signal: AbortSignal): Promise<boolean> {
  const { db } = services;
  const now = clock.now();
  const { day, hour } = parisDay(now);
  const hits = await selectDueHits(db, { now, hour }, ROUND);
  await matchHomesFirst(db, hits);
  await notifyAll(services, signal, hits, (some) => notifyHits(services, some));
  if (signal.aborted) return false;
  if (hits.length === 0) await sweepRuns(db, now);
  const dailies = await selectDueDailies(db, { day, hour, now }, ROUND);
  await matchHomesFirst(db, dailies);
  await notifyAll(services, signal, dailies, (some) => notifyDay(services, some, { day, hour }));
  if (signal.aborted) return false;
  if (dailies.length === 0) await closeEmptyDays(db, { day, hour });
  return hits.length === ROUND || dailies.length === ROUND;
}

interface DueHits {
  readonly alertId: number;
  readonly finds: number;
}

/** Notifies the alerts, a few batches at a time, until `signal` aborts. */
async function notifyAll<T extends DueHits>(
  open: Open,
  signal: AbortSignal,
  due: readonly T[],
  tell: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  for (const shares of roundsOf(due)) {
    const left = shares.values();
    const work = async () => {
      for (const share of left) {
        if (signal.aborted) return;
        await safely(open, share, tell);
      }
    };
    await inLanes(AT_ONCE, work);
    if (signal.aborted) return;
  }
}

/** Batches by round: an alert occurs once in a round, in its order, and a batch has about `SHARE` facts. */
function roundsOf<T extends DueHits>(due: readonly T[]): T[][][] {
  const before = new Map<number, number>();
  const rounds = Map.groupBy(due, ({ alertId }) => {
    const nth = before.get(alertId) ?? 0;
    before.set(alertId, nth + 1);
    return nth;
  });
  return [...rounds.values()].map((round) => {
    const shares: T[][] = [];
    let left = 0;
    for (const one of round) {
      if (shares.length === 0 || one.finds > left) {
        shares.push([]);
        left = SHARE;
      }
      shares.at(-1)?.push(one);
      left -= one.finds;
    }
    return shares;
  });
}

/** Match pending listings to homes now, so that no mail presents one home twice. */
async function matchHomesFirst(db: Db, alerts: readonly DueHits[]): Promise<void> {
  const waiting = await selectUncompared(db, [...new Set(alerts.map(({ alertId }) => alertId))]);
  if (waiting.length > 0) await comparePending(db, waiting);
}

/** An alert that fails never blocks the others: its batch is split in halves until it is alone. */
async function safely<T extends DueHits>(
  open: Open,
  share: readonly T[],
  tell: (some: readonly T[]) => Promise<void>,
): Promise<void> {
  try {
    await tell(share);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    const [only] = share;
    if (share.length > 1) {
      const half = share.length >> 1;
      await safely(open, share.slice(0, half), tell);
      await safely(open, share.slice(half), tell);
    } else if (only) {
      await postponeAlert(open.db, only.alertId, new Date(clock.now().getTime() + PUT_OFF_MS));
      open.log.error({ err: error, alertId: only.alertId }, 'alerte non dite, reprise plus tard');
    }
  }
}

/** Tells immediate alerts what one run found for each. */
async function notifyHits({ db }: Open, hits: readonly (DueHits & { run: string })[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Lock alerts before their hits: stopping an alert locks in the same order.
    const alerts = await lockDueAlerts(
      tx,
      hits.map(({ alertId }) => alertId),
    );
    const runs = new Map(hits.map(({ alertId, run }) => [alertId, run]));
    const asked = alerts.flatMap(({ id, deletedAt, quietFrom }) =>
      // What waited for the end of quiet hours is one mail.
      deletedAt ? [] : { alertId: id, run: quietFrom === null ? (runs.get(id) ?? null) : null },
    );
    const windowOf = (alertId: number) => runs.get(alertId) ?? '';
    await queueMails(tx, { alerts, claimed: await selectPendingHits(tx, asked), windowOf });
  });
}

/** Tells alerts of a day or of a week all that was found since their last mail. */
async function notifyDay(
  { db }: Open,
  due: readonly DueHits[],
  at: { day: string; hour: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const alerts = await lockDueAlerts(
      tx,
      due.map(({ alertId }) => alertId),
    );
    const ids = await claimDays(
      tx,
      alerts.map(({ id }) => id),
      at,
    );
    const claimed = await selectPendingHits(
      tx,
      ids.map((alertId) => ({ alertId, run: null })),
    );
    await queueMails(tx, { alerts, claimed, windowOf: () => `day:${at.day}` });
  });
}

/** Reads everything again, then queues one mail for each alert, or none when nothing is left to tell it. */
async function queueMails(
  tx: Tx,
  given: {
    alerts: readonly DueAlert[];
    claimed: readonly ClaimedHits[];
    windowOf: (alertId: number) => string;
  },
): Promise<void> {
  const now = clock.now();
  const byAlert = Map.groupBy(given.claimed, ({ alertId }) => alertId);
  const alerts = given.alerts.filter(({ id, status }) => status === 'active' && byAlert.has(id));
  await lockDepartures(tx, alerts);
  const choices = await chooseListings(tx, await findsOf(tx, alerts, byAlert));
  const mails = alerts.map((alert) => ({
    alert,
    window: given.windowOf(alert.id),
    ...(choices.get(alert.id) ?? { told: [], aside: [] }),
  }));
  await recordNotified(
    tx,
    mails.map(({ alert, window, told, aside }) => ({ alertId: alert.id, occasion: window, told, aside })),
    now,
  );
  await updateFollowing(tx, mails);
  const full = mails.filter(({ told }) => told.length > 0);
  await queueToWrite(
    tx,
    matchesWriter,
    full.map(({ alert: { id, email }, window, told }) => ({
      dedupeKey: `alert:${id}:${window}`,
      stream: streamOf(id),
      to: email,
      said: { alert: id, window, count: told.length, remarks: remarksOn(told) },
    })),
  );
  await notifyDevices(tx, full, now);
  await closeHits(
    tx,
    given.claimed.map(({ alertId, run }) => ({ alertId, run, told: choices.get(alertId)?.told.length ?? 0 })),
    { sent: full.map(({ alert }) => alert.id), now },
  );
}

/** What was found for each alert beside what it asks. */
async function findsOf(
  tx: Tx,
  alerts: readonly DueAlert[],
  byAlert: ReadonlyMap<number, readonly ClaimedHits[]>,
) {
  const asked = alerts.map((alert) => ({ alert, criteria: criteriaIn(alert) }));
  const within = asked.filter(({ criteria }) => hasArea(areaWordsIn(criteria)));
  const places = await placesOf(tx, { places: within.flatMap(({ criteria }) => criteria.places) });
  return asked.map(({ alert, criteria }) => ({
    id: alert.id,
    since: alert.since,
    sought: hasArea(areaWordsIn(criteria)) ? soughtIn(criteria, places) : criteria,
    rhythm: rhythmOf(alert),
    claimed: byAlert.get(alert.id) ?? [],
  }));
}
