import { parisMidnight } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { NBSP } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { type Db, isConnectionLost, type Tx } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { boostUrl } from '#rooms/leads/boost-links.server.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import {
  beginBoost,
  isRunning,
  mayBegin,
  moveBoost,
  notifyBoost,
  OPERATOR,
  SYSTEM,
  subjectOf,
  totalDays,
} from './boosts.server.ts';
import {
  type BoostListing,
  type BoostRow,
  lockBoost,
  markRemoved,
  selectBoost,
  selectBoostListings,
  updateBoost,
} from './boosts.sql.server.ts';
import { boostErrors } from './contract.ts';
import { captionOf, pictureOf, versionOf } from './creatives.server.ts';
import { homeListingOf } from './home-listing.ts';
import { metaPublisher } from './meta.server.ts';
import { type Ad, type Campaign, NetworkTrouble, type Published, type Publisher } from './network.server.ts';
import { claimToSend } from './publishing.sql.server.ts';
import { networkBudget } from './unspent.ts';

export type Open = Pick<Services, 'db' | 'readDb' | 'env' | 'log' | 'storage'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Longer than speaking of one boost lasts. */
const LEASE_MS = 15 * MINUTE_MS;
/** Between an attempt and the next; after the last one a person looks. */
const DELAYS_MS = [1, 5, 30, 120, 480].map((minutes) => minutes * MINUTE_MS);
/** What must not go on being shown is asked for again and again. */
const INSIST_MS = 30 * MINUTE_MS;
/** Between two looks at what the reviewers of the network say. */
const REVIEW_MS = 10 * MINUTE_MS;
/** Between two looks at what is shown: reviewers may change their mind. */
const LOOK_MS = 4 * 60 * MINUTE_MS;

/**
 * Speaks of one boost with its network: makes the network show what the boost says, and no more. Answers whether there
 * was one. Without a network that programs may speak to, boosts are published by hand (by-hand.server.ts).
 */
export async function publishNext(services: Open): Promise<boolean> {
  const { db, env } = services;
  const now = clock.now();
  const id = await claimToSend(db, now, new Date(now.getTime() + LEASE_MS));
  if (id === null) return false;
  const publisher = metaPublisher(env);
  const boost = await db.transaction().execute((tx) => prepare(tx, id, publisher !== null, now));
  if (!boost || !publisher) return true;
  try {
    const told = await tell(services, publisher, boost);
    await db.transaction().execute((tx) => keepAnswer(tx, boost, told, clock.now()));
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    const trouble = troubleOf(error, boost, services);
    await db.transaction().execute((tx) => keepTrouble(tx, boost, trouble, clock.now()));
  }
  return true;
}

/** Why a boost could not be spoken of, once logged. What fails here is tried again too, and then looked at by a person. */
function troubleOf(error: unknown, { reference }: BoostRow, { log }: Open): NetworkTrouble {
  if (!(error instanceof NetworkTrouble)) {
    log.error({ err: error, boost: reference }, 'boost non préparé');
    return new NetworkTrouble('La publicité n’a pas pu être préparée.', false);
  }
  const { message: reason, detail } = error;
  log.warn({ boost: reference, reason, detail }, 'boost refusé par le réseau');
  return error;
}

/** What is to be spoken of, and how it is now; null when there is nothing to say by program. */
async function prepare(tx: Tx, id: number, byProgram: boolean, now: Date): Promise<BoostRow | null> {
  const boost = await lockBoost(tx, id);
  if (!boost) return null;
  const waits = boost.status === 'new';
  if (!byProgram || (boost.publisher === 'manual' && !waits)) {
    // A person publishes it, and goes on doing so. What the network holds waits until it can be spoken to again.
    const waitsForKeys = boost.publisher === 'meta';
    await updateBoost(
      tx,
      id,
      { nextAttemptAt: waitsForKeys ? new Date(now.getTime() + INSIST_MS) : null },
      now,
    );
    return null;
  }
  return waits ? moveBoost(tx, boost, 'syncing', { author: SYSTEM, publisher: 'meta' }, now) : boost;
}

/** Null: nothing is shown any more. */
type Told =
  | { readonly state: 'paused' | 'stopped' }
  | { readonly state: 'running'; readonly published: Published };

async function tell(services: Open, publisher: Publisher, boost: BoostRow): Promise<Told> {
  if (!isRunning(boost.status)) {
    await publisher.stop(boost);
    return { state: 'stopped' };
  }
  if (boost.status === 'paused') {
    await publisher.pause(boost);
    return { state: 'paused' };
  }
  return { state: 'running', published: await publisher.run(await campaignOf(services, boost)) };
}

/** A boost as its network is to know it. Throws NetworkTrouble where the place has no centre. */
export async function campaignOf(services: Open, boost: BoostRow): Promise<Campaign> {
  const { db } = services;
  const now = clock.now();
  const [place, listings] = await Promise.all([
    placeByCode(db, boost.placeCode),
    selectBoostListings(db, [boost.id]),
  ]);
  if (!place || place.lat === null || place.lng === null)
    throw new NetworkTrouble(`Le centre de ${boost.placeName} est inconnu.`, true);
  return {
    reference: boost.reference,
    externalId: boost.externalId,
    agency: boost.agency,
    networks: boost.networks,
    objective: boost.objective,
    budget: networkBudget(boost),
    title: boost.title,
    callToAction: boost.callToAction,
    ...spanOf(boost, now),
    centre: { lat: place.lat, lng: place.lng },
    radiusKm: boost.radiusKm,
    ads: await Promise.all(
      listings
        .filter(({ droppedAt }) => droppedAt === null)
        .map(({ listingId }) => adOf(services, boost, listingId)),
    ),
    dropped: listings.filter(mustLeave).map(({ listingId }) => listingId),
  };
}

/** From when to when the network is to show a boost. */
export function spanOf(boost: BoostRow, now: Date): { from: Date; until: Date } {
  const asked = boost.startOn === null ? now : parisMidnight(boost.startOn);
  const from = boost.startedAt ?? (asked > now ? asked : now);
  return { from, until: boost.endsAt ?? new Date(from.getTime() + totalDays(boost) * DAY_MS) };
}

/** Whether a listing can no longer be shown and the network has not taken it out yet. */
function mustLeave({ droppedAt, removedAt }: Pick<BoostListing, 'droppedAt' | 'removedAt'>): boolean {
  return droppedAt !== null && removedAt === null;
}

async function adOf(services: Open, boost: BoostRow, listingId: number): Promise<Ad> {
  const { db, env } = services;
  const link = boostUrl(env, { reference: boost.reference, listingId });
  const now = clock.now();
  const { listing } = await publicListing(db, String(listingId), now);
  return {
    listingId,
    version: versionOf(listing, boost.text),
    link,
    async make() {
      const [feed, story] = [
        await pictureOf(services, listing, 'feed'),
        await pictureOf(services, listing, 'story'),
      ];
      const said = { origin: env.publicUrl, url: link, reference: boost.reference, now };
      return { caption: captionOf(listing, boost.text), feed, story, home: homeListingOf(listing, said) };
    },
  };
}

/** Whether what was spoken of is still what the boost says. */
function isAsTold(now: BoostRow, told: BoostRow): boolean {
  return now.status === told.status && now.version === told.version;
}

async function keepAnswer(tx: Tx, told: BoostRow, answer: Told, now: Date): Promise<void> {
  const boost = await lockBoost(tx, told.id);
  if (!boost) return;
  const { state } = answer;
  const seen =
    answer.state === 'running'
      ? { externalId: answer.published.externalId, externalUrl: answer.published.url }
      : {};
  const current = isAsTold(boost, told);
  await updateBoost(
    tx,
    boost.id,
    {
      ...seen,
      networkState: state,
      failure: null,
      attempts: 0,
      // Changed meanwhile: the network is told again.
      nextAttemptAt: current ? null : now,
    },
    now,
  );
  // A pause takes nothing out: what left meanwhile is taken out when the boost runs again.
  if (current && state !== 'paused') await markRemoved(tx, boost.id, now);
  if (current && answer.state === 'running')
    await keepReview(tx, { ...boost, ...seen }, answer.published, now);
}

async function keepReview(tx: Tx, boost: BoostRow, published: Published, now: Date): Promise<void> {
  if (published.review === 'refused') {
    const failure = `Meta a refusé la publicité${published.reason ? `${NBSP}: ${published.reason}` : '.'}`;
    await failBoost(tx, boost, failure, now);
    return;
  }
  for (const { id, reason } of published.refusals)
    await notifyBoost(tx, boost, 'boostFailed', {
      key: `refused:${id}`,
      title: `Boost ${boost.reference}${NBSP}: Meta a refusé la publicité d’une des annonces${reason ? `${NBSP}: ${reason}` : '.'}`,
    });
  // Nothing is wrong any more with what was in error before its first day.
  const mended = boost.status === 'sync_error' && boost.startedAt === null;
  const sent = mended ? await moveBoost(tx, boost, 'syncing', { author: SYSTEM }, now) : boost;
  if (published.review === 'waiting')
    await updateBoost(tx, boost.id, { nextAttemptAt: new Date(now.getTime() + REVIEW_MS) }, now);
  else if (sent.status === 'active')
    await updateBoost(tx, boost.id, { nextAttemptAt: new Date(now.getTime() + LOOK_MS) }, now);
  else await accept(tx, sent, SYSTEM, now);
}

/** The network accepted a boost: it begins, unless its first day is still to come. Returns it as it is now. */
export async function accept(tx: Tx, boost: BoostRow, author: string, now: Date): Promise<BoostRow> {
  const accepted = boost.status === 'syncing' ? await moveBoost(tx, boost, 'synced', { author }, now) : boost;
  return mayBegin(accepted, now) ? beginBoost(tx, accepted, { author }, now) : accepted;
}

async function keepTrouble(tx: Tx, told: BoostRow, trouble: NetworkTrouble, now: Date): Promise<void> {
  const boost = await lockBoost(tx, told.id);
  if (!boost) return;
  const attempts = boost.attempts + 1;
  const delay = trouble.permanent ? undefined : DELAYS_MS[attempts - 1];
  const again = (ms: number) =>
    updateBoost(
      tx,
      boost.id,
      { attempts, failure: trouble.message, nextAttemptAt: new Date(now.getTime() + ms) },
      now,
    );
  const leaving = await hasLeaving(tx, boost);
  // What is shown goes on being shown: a look that failed is taken again, and nobody is told.
  const looks = boost.status === 'active' && boost.networkState === 'running' && !leaving;
  if (!isAsTold(boost, told)) await again(0);
  else if (looks && (trouble.denied || !trouble.permanent))
    await updateBoost(tx, boost.id, { nextAttemptAt: new Date(now.getTime() + INSIST_MS) }, now);
  else if (boost.status === 'paused' || !isRunning(boost.status))
    await again(Math.min(delay ?? INSIST_MS, INSIST_MS));
  else if (delay !== undefined) await again(leaving ? Math.min(delay, INSIST_MS) : delay);
  else await failBoost(tx, boost, trouble.message, now);
}

async function hasLeaving(tx: Tx, { id }: Pick<BoostRow, 'id'>): Promise<boolean> {
  return (await selectBoostListings(tx, [id])).some(mustLeave);
}

/**
 * Gives up speaking of a boost until a person has looked, and tells its agency when it was not in error before. A listing
 * that must leave is asked out all the same, without end.
 */
async function failBoost(tx: Tx, boost: BoostRow, failure: string, now: Date): Promise<void> {
  const leaving = await hasLeaving(tx, boost);
  const nextAttemptAt = leaving ? new Date(now.getTime() + INSIST_MS) : null;
  const change = { failure, nextAttemptAt, attempts: 0 };
  if (boost.status === 'sync_error') {
    await updateBoost(tx, boost.id, change, now);
    return;
  }
  await moveBoost(tx, boost, 'sync_error', { author: SYSTEM, reason: failure, ...change }, now);
  await notifyBoost(tx, boost, 'boostFailed', {
    key: `failed:${boost.version}`,
    title: `Boost ${boost.reference} en erreur${NBSP}: ${failure}`,
  });
}

/**
 * Sends a boost in error to its network again; one that is on its way already stays so. Throws BOOST_STATUS for another one,
 * BOOST_UNKNOWN.
 */
export async function retryBoost(db: Db, id: number, by: AdministratorName = OPERATOR): Promise<BoostRow> {
  const now = clock.now();
  return db.transaction().execute(async (tx) => {
    const boost = await lockBoost(tx, id);
    if (!boost) throw fail(boostErrors.BOOST_UNKNOWN);
    if (boost.status !== 'sync_error') throw fail(boostErrors.BOOST_STATUS);
    if (boost.attempts === 0 && boost.nextAttemptAt !== null && boost.nextAttemptAt <= now) return boost;
    await updateBoost(tx, id, { nextAttemptAt: now, attempts: 0 }, now);
    await recordAction(tx, {
      by,
      action: 'boost.retried',
      subject: subjectOf(boost),
      before: { erreur: boost.failure },
      after: null,
    });
    return (await selectBoost(tx, id)) ?? boost;
  });
}
