import { parisDay } from '../../../contract/day.ts';
import { paths } from '../../../contract/paths.ts';
import { clock } from '../../../platform/clock.server.ts';
import type { Services } from '../../../platform/context.server.ts';
import type { Db, Queryable, Tx } from '../../../platform/db.server.ts';
import { listingEvents } from '../../listings/contract.ts';
import { compareWaiting } from '../../listings/properties/keeping/rules.server.ts';
import { onePerHome } from '../../listings/properties/rules.server.ts';
import { listingsByIds } from '../../listings/reading/rules.server.ts';
import { messageSize } from '../../mail/carrier/rules.server.ts';
import { renderMail } from '../../mail/rendering/rules.server.ts';
import { queueMail } from '../../mail/rules.server.ts';
import { judge } from '../../search/criteria/rules.server.ts';
import type { Sought } from '../../search/rules.server.ts';
import { stopToken } from '../consent/rules.server.ts';
import { beginTelling, departuresAmong, settleFollowing } from '../leaving/rules.server.ts';
import type { AsideReason } from '../ledger/contract.ts';
import { homesTold, noteTold, type ToldBefore, uncompared } from '../ledger/sql.server.ts';
import { toldKinds } from '../matcher/contract.ts';
import type { Other } from '../pair/contract.ts';
import { othersOn } from '../pair/rules.server.ts';
import type { Rhythm } from '../rhythm/contract.ts';
import { holdAlert } from '../sql.server.ts';
import type { Tuning } from '../tuning/contract.ts';
import { tuningForMail } from '../tuning/rules.server.ts';
import { streamOf } from '../watching/rules.server.ts';
import {
  type AlertRow,
  criteriaIn,
  type PlaceMap,
  placesOf,
  recapOf,
  resultPages,
  rhythmOf,
  soughtBy,
} from '../wording/rules.server.ts';
import { FULL_CARDS, MAIL_BYTES_MAX, type Occasion, type ToldListing } from './contract.ts';
import { tellDevices } from './devices/rules.server.ts';
import {
  type Claimed,
  claimDay,
  claimDayHits,
  claimHit,
  countTold,
  dueDailies,
  dueHits,
  type Fact,
  factsOf,
  type Hit,
  listingsNow,
  noteSent,
  putOff,
  type SeenListing,
  settleQuietDays,
  subscriberOf,
  sweepRuns,
} from './sql.server.ts';

type Open = Pick<Services, 'db' | 'env' | 'log'>;

/** Alerts told between two looks at what is due. */
const ROUND = 200;
const PUT_OFF_MS = 300_000;

/**
 * Tells what is due: released finds of immediate alerts, and daily alerts whose hour has come in Paris. Every mail
 * is claimed, written and queued in one transaction. Answers whether there may be more.
 */
export async function tellDue(services: Open, signal: AbortSignal): Promise<boolean> {
  const { db } = services;
  const now = clock.now();
  const { day, hour } = parisDay(now);
  const hits = await dueHits(db, { now, hour }, ROUND);
  await compareFirst(db, hits);
  for (const hit of hits) {
    if (signal.aborted) return false;
    await safely(services, hit.alertId, () => tellHit(services, hit));
  }
  if (hits.length === 0) await sweepRuns(db, now);
  const dailies = await dueDailies(db, { day, hour, now }, ROUND);
  await compareFirst(
    db,
    dailies.map((alertId) => ({ alertId })),
  );
  for (const alertId of dailies) {
    if (signal.aborted) return false;
    await safely(services, alertId, () => tellDay(services, alertId, { day, hour }));
  }
  if (dailies.length === 0) await settleQuietDays(db, { day, hour });
  return hits.length === ROUND || dailies.length === ROUND;
}

/** Whoever is told of a listing knows which home it shows: those that wait to be compared do not wait any more. */
async function compareFirst(db: Db, alerts: readonly { readonly alertId: number }[]): Promise<void> {
  const waiting = await uncompared(db, [...new Set(alerts.map(({ alertId }) => alertId))]);
  if (waiting.length > 0) await compareWaiting(db, waiting);
}

/** One alert that cannot be written never holds the others back. */
async function safely({ db, log }: Open, alertId: number, tell: () => Promise<void>): Promise<void> {
  try {
    await tell();
  } catch (error) {
    await putOff(db, alertId, new Date(clock.now().getTime() + PUT_OFF_MS));
    log.error({ err: error, alertId }, 'alerte non écrite, reprise plus tard');
  }
}

/** Tells an immediate alert what one run found for it. */
async function tellHit({ db, env }: Open, hit: Hit): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    // The alert before its finds, always: whoever stops it takes them in the same order.
    const alert = await holdAlert(tx, hit.alertId);
    if (!alert || alert.deletedAt) return;
    // What waited for the end of quiet hours is one mail.
    const claimed =
      alert.quietFrom === null ? await claimHit(tx, hit, now) : await claimDayHits(tx, hit.alertId, now);
    if (claimed.length > 0) await write(tx, env, { alert, claimed, window: hit.run, now });
  });
}

/** Tells an alert of a day or of a week all that was found since its last mail. */
async function tellDay({ db, env }: Open, alertId: number, at: { day: string; hour: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await claimDay(tx, alertId, at))) return;
    const alert = await holdAlert(tx, alertId);
    const claimed = await claimDayHits(tx, alertId, now);
    if (alert && claimed.length > 0) await write(tx, env, { alert, claimed, window: `day:${at.day}`, now });
  });
}

/** Reads everything again, then queues one mail, or none when nothing is left to tell. */
async function write(
  tx: Tx,
  env: Open['env'],
  given: { alert: AlertRow; claimed: readonly Claimed[]; window: string; now: Date },
): Promise<void> {
  const { alert, claimed, window, now } = given;
  if (alert.status !== 'active') return;
  const rhythm = rhythmOf(alert);
  await beginTelling(tx, rhythm.events);
  const facts = await factsOf(tx, claimed, {
    alertId: alert.id,
    since: alert.since ?? '0',
    kinds: [...toldKinds, listingEvents.left],
  });
  const sought = await soughtBy(tx, criteriaIn(alert));
  const { told, aside } = await chooseTold(tx, { id: alert.id, sought, rhythm }, facts);
  await noteTold(tx, {
    alertId: alert.id,
    occasion: window,
    at: now,
    told: told.map(({ card: { id, price } }) => ({ id, price })),
    aside,
  });
  await settleFollowing(
    tx,
    { id: alert.id, events: rhythm.events },
    { told: told.map(({ card, occasion }) => ({ id: card.id, gone: occasion === 'gone' })), aside },
  );
  if (told.length === 0) return;
  const { email: to, accountId } = await subscriberOf(tx, alert.subscriberId);
  const places = await placesOf(tx, criteriaIn(alert));
  const others = await othersOn(
    tx,
    alert.id,
    told.map(({ card }) => card.id),
  );
  const tuning = await tuningForMail(tx, alert);
  const mail = await writeMail(env, alert, { told, places, others, tuning });
  const occasion = `alert:${alert.id}:${window}`;
  await queueMail(tx, { dedupeKey: occasion, stream: streamOf(alert.id), to, ...mail });
  if (accountId !== null && alert.push) {
    await tellDevices(tx, { alert, accountId, occasion, told, places: recapOf(alert, places).places, now });
  }
  const runs = [...new Set(claimed.map(({ run }) => run))];
  await countTold(tx, { alertId: alert.id, runs, at: now }, told.length);
  await noteSent(tx, alert.id, now);
}

const occasions: Readonly<Record<string, Occasion>> = {
  [listingEvents.appeared]: 'appeared',
  [listingEvents.returned]: 'returned',
  [listingEvents.priceFell]: 'priceFell',
};
const rank: Readonly<Record<Occasion, number>> = { appeared: 0, returned: 1, priceFell: 2, gone: 3 };

type Kept = Omit<ToldListing, 'card'> & { readonly id: number; readonly seq: number };

/**
 * What is still worth telling, each home once: on line, still wanted at its present price, and not cheaper than its
 * last fact says (a later fact says that). A drop is told while the price is below what it fell from. A home that the
 * alert was told before is told again only when it falls below the price it was told at, or comes back when no agency
 * showed it. One that it told and that no agency shows any more is told as gone. Those that surely match come first,
 * new ones before the others. `aside`: the others, and why.
 */
export async function chooseTold(
  db: Queryable,
  alert: {
    readonly id: number;
    readonly sought: Sought;
    readonly rhythm: Pick<Rhythm, 'events' | 'minDrop'>;
  },
  facts: readonly Fact[],
): Promise<{ told: ToldListing[]; aside: { id: number; why: AsideReason }[] }> {
  const byListing = Map.groupBy(facts, ({ listingId }) => listingId);
  const ids = [...byListing.keys()];
  const seen = await listingsNow(db, ids);
  const before = await homesTold(db, alert.id, ids);
  const kept = new Map<number, Kept>();
  const aside: { id: number; why: AsideReason }[] = [];
  const back = new Set(
    facts.flatMap(({ kind, listingId }) => (kind === listingEvents.returned ? listingId : [])),
  );
  const departures = await departuresAmong(
    db,
    alert.id,
    ids.map((id) => ({
      id,
      visible: seen.get(id)?.visible ?? false,
      beside: (before.get(id)?.beside.length ?? 0) > 0,
    })),
  );
  for (const [id, own] of byListing) {
    const known = before.get(id);
    const beside = known?.beside.some((other) => !back.has(other)) ?? false;
    const departure = departures.get(id);
    const worth = departure
      ? worthOfDeparture(departure, own)
      : worthOf(seen.get(id), own, { sought: alert.sought, known, beside });
    if (typeof worth !== 'string' && !alert.rhythm.events.includes(worth.occasion)) {
      aside.push({ id, why: 'event' });
    } else if (typeof worth !== 'string' && isSmall(worth, seen.get(id), alert.rhythm)) {
      aside.push({ id, why: 'threshold' });
    } else if (typeof worth === 'string') aside.push({ id, why: worth });
    else kept.set(id, { ...worth, id, seq: own[0]?.seq ?? 0 });
  }
  const homes = (await onePerHome(db, [...kept.keys()])).flatMap(({ id, others }) => {
    const same = [id, ...others].flatMap((one) => kept.get(one) ?? []);
    // The best placed of those that surely match.
    const best = same.find(({ unknown }) => unknown.length === 0) ?? same[0];
    aside.push(...same.flatMap((one) => (one === best ? [] : { id: one.id, why: 'sameHome' as const })));
    return best ?? [];
  });
  const cards = new Map(
    (
      await listingsByIds(
        db,
        homes.map(({ id }) => id),
      )
    ).map((card) => [card.id, card]),
  );
  const told = homes
    .toSorted(
      (a, b) =>
        Number(a.unknown.length > 0) - Number(b.unknown.length > 0) ||
        rank[a.occasion] - rank[b.occasion] ||
        a.seq - b.seq,
    )
    .flatMap(({ id, seq: _seq, ...one }) => {
      const card = cards.get(id);
      return card ? [{ ...one, card }] : [];
    });
  return { told, aside };
}

/** A drop that its alert did not ask to be told of. */
function isSmall(
  { occasion, previousPrice }: Pick<ToldListing, 'occasion' | 'previousPrice'>,
  listing: SeenListing | undefined,
  { minDrop }: Pick<Rhythm, 'minDrop'>,
): boolean {
  if (occasion !== 'priceFell' || previousPrice === null || !listing) return false;
  return (previousPrice - listing.price) * 100 < minDrop * previousPrice;
}

function worthOfDeparture(
  departure: 'told' | AsideReason,
  own: readonly Fact[],
): Pick<ToldListing, 'occasion' | 'previousPrice' | 'unknown'> | AsideReason {
  if (own.some((fact) => fact.rejected)) return 'rejected';
  return departure === 'told' ? { occasion: 'gone', previousPrice: null, unknown: [] } : departure;
}

/** What the facts of a listing are worth to an alert now, or why they are worth nothing. */
function worthOf(
  listing: SeenListing | undefined,
  own: readonly Fact[],
  by: { readonly sought: Sought; readonly known: ToldBefore | undefined; readonly beside: boolean },
): Pick<ToldListing, 'occasion' | 'previousPrice' | 'unknown'> | AsideReason {
  if (own.some((fact) => fact.rejected)) return 'rejected';
  if (!listing?.visible) return 'gone';
  if (own.every(({ kind }) => kind === listingEvents.left)) return 'back';
  const { verdict, unknown } = judge(by.sought, listing, clock.now());
  if (verdict === 'no') return 'changed';
  if (listing.price < (own.findLast(({ price }) => price !== null)?.price ?? 0)) return 'later';
  const occasion = own
    .flatMap(({ kind }) => occasions[kind] ?? [])
    .reduce<Occasion>((first, one) => (rank[one] < rank[first] ? one : first), 'priceFell');
  const before = own.find(({ previousPrice }) => previousPrice !== null)?.previousPrice ?? null;
  const previousPrice = before !== null && before > listing.price ? before : null;
  if (occasion === 'priceFell' && previousPrice === null) return 'undone';
  const { own: toldAt = null, twin = null } = by.known ?? {};
  if (toldAt !== null || twin !== null) {
    if (occasion === 'appeared') return 'sameHome';
    const cheaper = previousPrice !== null && listing.price < (twin ?? Infinity);
    if (occasion === 'priceFell' || by.beside)
      return cheaper ? { occasion: 'priceFell', previousPrice, unknown } : 'sameHome';
  }
  // A listing never seen before fell from a price that nobody was told.
  return { occasion, previousPrice: occasion === 'appeared' ? null : previousPrice, unknown };
}

/** The mail of an alert: complete, or saying how many more are behind the link, within what mail programs show. */
async function writeMail(
  env: Open['env'],
  alert: AlertRow,
  said: {
    told: readonly ToldListing[];
    places: PlaceMap;
    others: ReadonlyMap<number, Other>;
    tuning: Tuning | null;
  },
) {
  const { told, places, others, tuning } = said;
  const { matchesMail } = await import('./mails.server.tsx');
  const token = stopToken(env, alert);
  const common = {
    origin: env.publicUrl,
    alert: recapOf(alert, places),
    told,
    results: resultPages(criteriaIn(alert), places).map(({ label, path }) => ({
      label,
      url: `${env.publicUrl}${path}`,
    })),
    others,
    tuning,
    alertsUrl: `${env.publicUrl}${paths.dashboard()}`,
    stopUrl: `${env.publicUrl}${paths.unsubscribe()}?token=${token}`,
    sender: env.PUBLISHER?.split(';')[0]?.trim() || 'Vigie',
    contact: env.contactAddress,
  };
  const headers = {
    // https and both headers: providers show their own button (RFC 8058).
    'List-Unsubscribe': `<${env.publicUrl}/api/unsubscribe?token=${token}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': `<alerte-${alert.id}.${new URL(env.publicUrl).hostname}>`,
  };
  let shown = told.length;
  for (;;) {
    const { subject, element } = matchesMail({ ...common, shown, full: Math.min(FULL_CARDS, shown) });
    const parts = await renderMail(element);
    const size = await messageSize({ subject, ...parts, headers });
    if (size <= MAIL_BYTES_MAX || shown === 0) return { subject, ...parts, headers };
    shown = Math.min(shown - 1, Math.floor((shown * MAIL_BYTES_MAX) / size));
  }
}
