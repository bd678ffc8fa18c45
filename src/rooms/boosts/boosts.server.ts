import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { formatDate, NBSP } from '#contract/fmt.ts';
import { type AgencyId, asAdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { newReference } from '#platform/senders.server.ts';
import type { NotificationEvent } from '#rooms/notifications/contract.ts';
import { recordNotifications } from '#rooms/notifications/notifications.server.ts';
import { placeLabel } from '#rooms/places/contract.ts';
import { placesByCode } from '#rooms/places/places.server.ts';
import {
  type BoostChange,
  type BoostRow,
  insertBoost,
  insertEvent,
  lockBoost,
  selectDays,
  selectPauses,
  updateBoost,
  wakePublishing,
} from './boosts.sql.server.ts';
import {
  type BoostEnd,
  type BoostStatus,
  boostEnds,
  boostErrors,
  boostTransitions,
  type Formula,
  runningStatuses,
  type WantedBoost,
} from './contract.ts';
import { unspentBudget } from './unspent.ts';

const DAY_MS = 86_400_000;

/** Woken when a network is to be spoken to. */
export const PUBLISHING_CHANNEL = 'vigie_boost';
/** Who moves a boost when nobody asks. */
export const SYSTEM = 'Vigie';
/** Who acts by a command that is told no name. */
export const OPERATOR = asAdministratorName('opérateur');

/** What one wanted campaign was sold as. */
export interface PricedBoost {
  readonly formula: Formula;
  /** Given by a coupon: shown besides the days of the formula. */
  readonly freeDays: number;
  /** Of the demonstration. */
  readonly demo?: boolean;
}

/**
 * Writes the boosts of an order, each waiting for its payment, as they are sold that day. `wanted` has the listings that
 * remain after the pre-flight; `priced` goes with it one by one. Returns their numbers in that order. Throws a RangeError
 * for a place that is none or a boost without listings: the pre-flight has refused them.
 */
export async function createBoosts(
  tx: Tx,
  agencyId: number,
  wanted: readonly WantedBoost[],
  priced: readonly PricedBoost[],
  now: Date,
): Promise<number[]> {
  const places = await placesByCode(
    tx,
    wanted.map(({ place }) => place),
  );
  const ids: number[] = [];
  for (const [rank, one] of wanted.entries()) {
    const place = places.get(one.place);
    const price = priced[rank];
    if (!place || !price || one.listingIds.length === 0) throw new RangeError(`boost ${rank + 1} incomplet`);
    const { formula, freeDays, demo = false } = price;
    const id = await insertBoost(
      tx,
      {
        // « BST-7K3MQ9TX ».
        reference: newReference('BST').replace(/-(?=\w+$)/, ''),
        agencyId,
        formula: formula.key,
        formulaName: formula.name,
        networks: formula.networks,
        objective: one.objective,
        days: formula.days,
        freeDays,
        mediaBudget: formula.mediaBudget,
        fee: formula.fee,
        placeCode: place.code,
        placeName: placeLabel(place),
        radiusKm: one.radiusKm,
        title: one.title,
        text: one.text,
        callToAction: one.callToAction,
        startOn: one.startOn,
        demo,
        listingIds: [...new Set(one.listingIds)],
      },
      now,
    );
    await insertEvent(tx, {
      boostId: id,
      fromStatus: null,
      toStatus: 'pending',
      author: SYSTEM,
      reason: null,
      at: now,
    });
    ids.push(id);
  }
  return ids;
}

/** Why and by whom a boost changes, and what changes with its status. */
export interface Move extends BoostChange {
  readonly author: string;
  readonly reason?: string | null;
}

/**
 * Gives a locked boost another status, as `boostTransitions` allows, and notes who did it, when and why. Returns it as it
 * is now. Throws BOOST_STATUS.
 */
export async function moveBoost(
  tx: Tx,
  boost: BoostRow,
  to: BoostStatus,
  { author, reason = null, ...change }: Move,
  now: Date,
): Promise<BoostRow> {
  if (!boostTransitions[boost.status].includes(to))
    throw fail(boostErrors.BOOST_STATUS, { from: boost.status, to });
  await updateBoost(tx, boost.id, { ...change, status: to }, now);
  await insertEvent(tx, {
    boostId: boost.id,
    fromStatus: boost.status,
    toStatus: to,
    author,
    reason,
    at: now,
  });
  return { ...boost, ...change, status: to, version: boost.version + 1 };
}

/**
 * Starts boosts whose order is paid: they are sent to their network. Returns the numbers of those that start now; one that
 * is missing has started before, or has ended while it waited and can only be refunded. Idempotent.
 */
export async function startBoosts(tx: Tx, ids: readonly number[], now: Date): Promise<number[]> {
  const started: number[] = [];
  for (const id of ids.toSorted((one, other) => one - other)) {
    const boost = await lockBoost(tx, id);
    if (boost?.status !== 'pending') continue;
    await moveBoost(tx, boost, 'new', { author: SYSTEM, nextAttemptAt: now }, now);
    started.push(id);
  }
  if (started.length > 0) await wakePublishing(tx, PUBLISHING_CHANNEL);
  return started;
}

/** Ends boosts that wait for a payment that will not come; others are left as they are. */
export async function cancelBoosts(
  tx: Tx,
  ids: readonly number[],
  because: Extract<BoostEnd, 'unpaid' | 'cancelled'>,
  now: Date,
): Promise<void> {
  for (const id of ids.toSorted((one, other) => one - other)) {
    const boost = await lockBoost(tx, id);
    if (boost?.status === 'pending') await endBoost(tx, boost, because, { author: SYSTEM }, now);
  }
}

/** Ends that the agency asked for, or knows of: nobody tells it. */
const knownEnds: ReadonlySet<BoostEnd> = new Set<BoostEnd>(['unpaid', 'cancelled', 'stopped']);

/**
 * Ends a locked boost for good: « Annulé » before its first day, « Terminé » after. What its network cannot have shown is
 * settled at once: nothing of it was spent. Tells the agency what it did not ask for. Throws BOOST_STATUS for one that has ended.
 */
export async function endBoost(
  tx: Tx,
  boost: BoostRow,
  because: BoostEnd,
  move: Pick<Move, 'author' | 'reason'>,
  now: Date,
): Promise<BoostRow> {
  const began = boost.startedAt !== null;
  const mayHaveSpent = began || (boost.externalId !== null && mayBegin(boost, now));
  const ended = await moveBoost(
    tx,
    boost,
    began ? 'completed' : 'inactive',
    {
      ...move,
      reason: move.reason ?? boostEnds[because],
      endedAt: now,
      endedBecause: because,
      settledAt: mayHaveSpent ? null : now,
      // Its network has to be told; of a boost published by hand the queue says it.
      nextAttemptAt: boost.publisher === 'meta' ? now : null,
      attempts: 0,
    },
    now,
  );
  if (boost.publisher === 'meta') await wakePublishing(tx, PUBLISHING_CHANNEL);
  if (!knownEnds.has(because)) {
    const failed = because === 'refused';
    await notifyBoost(tx, boost, failed ? 'boostFailed' : 'boostEnded', {
      key: 'ended',
      title: `Boost ${boost.reference} ${failed ? 'abandonné' : 'terminé'}${NBSP}: ${boostEnds[because]}`,
    });
  }
  return ended;
}

/** Tells the agency of a boost of something, once per `key`. */
export async function notifyBoost(
  tx: Tx,
  boost: Pick<BoostRow, 'id' | 'reference' | 'agencyId'>,
  event: NotificationEvent,
  { key, title }: { readonly key: string; readonly title: string },
): Promise<void> {
  const page = `/boosts?boost=${boost.reference}`;
  const found = [{ agencyId: boost.agencyId, key: `boost:${boost.id}:${key}`, title, page }];
  await recordNotifications(tx, event, found, clock.now());
}

/** How the audit of administrators names a boost. */
export function subjectOf({ reference, agency }: Pick<BoostRow, 'reference' | 'agency'>) {
  return { kind: 'boost', id: reference, label: `${reference}, ${agency}` } as const;
}

/** Total of the days that a boost is shown. */
export const totalDays = ({ days, freeDays }: Pick<BoostRow, 'days' | 'freeDays'>): number => days + freeDays;

/** The network shows a locked boost from now on: its days are counted from here. Throws BOOST_STATUS. */
export async function beginBoost(
  tx: Tx,
  boost: BoostRow,
  move: Pick<Move, 'author' | 'reason'>,
  now: Date,
): Promise<BoostRow> {
  const first = boost.startedAt === null;
  const endsAt = boost.endsAt ?? new Date(now.getTime() + totalDays(boost) * DAY_MS);
  const begun = await moveBoost(
    tx,
    boost,
    'active',
    {
      ...move,
      startedAt: boost.startedAt ?? now,
      endsAt,
      // The network is told the end that counts.
      ...(boost.publisher === 'meta' ? { nextAttemptAt: now } : {}),
    },
    now,
  );
  if (first)
    await notifyBoost(tx, boost, 'boostStarted', {
      key: 'started',
      title: `Boost ${boost.reference} démarré, jusqu’au ${formatDate(endsAt)}`,
    });
  return begun;
}

/** Whether the first day that was asked for has come. */
export function mayBegin({ startOn }: Pick<BoostRow, 'startOn'>, now: Date): boolean {
  return startOn === null || startOn <= parisDay(now).day;
}

/** Who asks, as its session says. */
export interface BoostActor {
  readonly agencyId: AgencyId;
  readonly name: string;
}

/** Runs `work` on a boost of the agency, locked. Throws BOOST_UNKNOWN for what is not its own. */
async function onOwn(
  db: Db,
  { agencyId }: BoostActor,
  word: string,
  work: (tx: Tx, boost: BoostRow, now: Date) => Promise<unknown>,
): Promise<number> {
  const id = /^[1-9]\d{0,14}$/.test(word) ? Number(word) : null;
  return db.transaction().execute(async (tx) => {
    const boost = id === null ? null : await lockBoost(tx, id);
    if (!boost || boost.agencyId !== agencyId) throw fail(boostErrors.BOOST_UNKNOWN);
    await work(tx, boost, clock.now());
    return boost.id;
  });
}

/** Pauses a boost of the agency. Returns its number. Throws BOOST_UNKNOWN, BOOST_STATUS. */
export function pauseBoost(db: Db, actor: BoostActor, word: string): Promise<number> {
  return onOwn(db, actor, word, async (tx, boost, now) => {
    await moveBoost(
      tx,
      boost,
      'paused',
      { author: actor.name, pausedAt: now, ...askNetwork(boost, now) },
      now,
    );
    await wakePublishing(tx, PUBLISHING_CHANNEL);
  });
}

/** Resumes a paused boost of the agency: its end moves by as long as it was paused. Throws BOOST_UNKNOWN, BOOST_STATUS. */
export function resumeBoost(db: Db, actor: BoostActor, word: string): Promise<number> {
  return onOwn(db, actor, word, async (tx, boost, now) => {
    if (boost.status !== 'paused') throw fail(boostErrors.BOOST_STATUS);
    const paused = boost.pausedAt ? now.getTime() - boost.pausedAt.getTime() : 0;
    const endsAt = boost.endsAt && new Date(boost.endsAt.getTime() + paused);
    await moveBoost(
      tx,
      boost,
      'active',
      { author: actor.name, pausedAt: null, endsAt, ...askNetwork(boost, now) },
      now,
    );
    await wakePublishing(tx, PUBLISHING_CHANNEL);
  });
}

/** Of a boost published by hand nobody but a person speaks to the network. */
function askNetwork({ publisher }: BoostRow, now: Date): BoostChange {
  return publisher === 'meta' ? { nextAttemptAt: now, attempts: 0 } : {};
}

/** Stops a boost of the agency for good. Throws BOOST_UNKNOWN, and BOOST_STATUS for one that waits for its payment or has ended. */
export function stopBoost(db: Db, actor: BoostActor, word: string): Promise<number> {
  return onOwn(db, actor, word, async (tx, boost, now) => {
    if (!isRunning(boost.status)) throw fail(boostErrors.BOOST_STATUS);
    const because = boost.startedAt === null ? 'cancelled' : 'stopped';
    await endBoost(tx, boost, because, { author: actor.name }, now);
  });
}

/** Whether a campaign spends, or is about to. */
export function isRunning(status: BoostStatus): boolean {
  return (runningStatuses as readonly BoostStatus[]).includes(status);
}

/**
 * What a boost that ended did not spend of its media budget, in cents, and whether it ever began, which spending shows too:
 * before its first day everything is given back, after it this share alone. Null for one that has not ended.
 */
export async function unspentOf(
  tx: Tx,
  boostId: number,
): Promise<{ readonly unspent: number; readonly began: boolean } | null> {
  const boost = await lockBoost(tx, boostId);
  if (!boost?.endedAt) return null;
  const { mediaBudget, days, freeDays, startedAt, endedAt, endsAt, pausedAt } = boost;
  const ledger = await selectDays(tx, boostId);
  const unspent = unspentBudget({
    mediaBudget,
    days,
    freeDays,
    startedAt,
    endsAt,
    pausedAt,
    endedAt,
    pauses: await selectPauses(tx, boostId),
    ledger,
  });
  return { unspent, began: startedAt !== null || ledger.some(({ spend }) => spend > 0) };
}
