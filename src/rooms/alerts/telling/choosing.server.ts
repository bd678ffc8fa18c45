import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { judgeOf } from '#rooms/criteria/verdict.ts';
import { listingEvents } from '#rooms/listings/contract.ts';
import { onePerHome } from '#rooms/listings/properties.server.ts';
import type { Sought } from '#rooms/search/search.server.ts';
import type { Rhythm } from '../asking/rhythm.ts';
import type { Occasion } from '../digest.ts';
import { notifiedKinds } from '../matching/matcher.ts';
import {
  type Fact,
  factsAbout,
  type HomeListing,
  homesOf,
  type NotifiedBefore,
  selectMissed,
  selectNotified,
  selectRejected,
} from './choosing.sql.server.ts';
import type { ChosenListing } from './choosing.ts';
import { departuresAmong } from './departures.server.ts';
import { type ClaimedHits, listingsNow, type SeenListing } from './digest.sql.server.ts';
import type { SkipReason } from './notified-listings.ts';

/** What was found for an alert, and what it asks. */
export interface Finds {
  readonly id: number;
  /** It sees the facts after this one (xid8). */
  readonly since: string | null;
  readonly sought: Sought;
  readonly rhythm: Pick<Rhythm, 'events' | 'minDrop'>;
  readonly claimed: readonly ClaimedHits[];
}

interface Choice {
  readonly told: ChosenListing[];
  /** The others, and why. */
  readonly aside: { readonly id: number; readonly why: SkipReason }[];
}

/** What the statements below read once for all alerts. */
interface Known {
  readonly seen: ReadonlyMap<number, SeenListing>;
  readonly homes: ReadonlyMap<number, readonly HomeListing[]>;
  readonly told: ReadonlyMap<number, NotifiedBefore>;
  readonly rejected: ReadonlySet<number>;
  /** Found before, and gone before their mail. */
  readonly missed: ReadonlySet<number>;
  readonly departures: ReadonlyMap<number, 'told' | SkipReason>;
  readonly back: ReadonlySet<number>;
  readonly now: Date;
}

const kinds = [...notifiedKinds, listingEvents.left];
const occasions: Readonly<Record<string, Occasion>> = {
  [listingEvents.appeared]: 'appeared',
  [listingEvents.returned]: 'returned',
  [listingEvents.priceFell]: 'priceFell',
};
const rank: Readonly<Record<Occasion, number>> = { appeared: 0, returned: 1, priceFell: 2, gone: 3 };

/**
 * What is still worth telling to each of these alerts, each home once: on line and still wanted at its present price, which
 * says what happened to it meanwhile too: those facts are not told again (`upto`). A drop is told while the price is below
 * what it fell from. A home that the alert was told before is told again only when it falls, below what its other listings
 * were told at, or comes back when no agency showed it. One that it told and that no agency shows any more is told as gone;
 * one that left before its mail and comes back is new to it. Those that surely match come first, new ones before the others.
 * Of each listing found all facts of its runs count, matched or not at the instant they were looked at, so that what is told
 * does not depend on that instant.
 */
export async function chooseListings(db: Queryable, alerts: readonly Finds[]): Promise<Map<number, Choice>> {
  const hits = alerts.flatMap(({ claimed }) => claimed);
  const alertIds = alerts.map(({ id }) => id);
  const facts = await factsAbout(db, {
    seqs: [...new Set(hits.flatMap(({ sure, unsure }) => [...sure, ...unsure]))],
    runs: [...new Set(hits.map(({ run }) => run))],
    kinds,
  });
  const byListing = Map.groupBy(facts, ({ listingId }) => listingId);
  const bySeq = new Map(facts.map((fact) => [fact.seq, fact]));
  const ids = [...byListing.keys()];
  const seen = await listingsNow(db, ids);
  const homes = await homesOf(db, ids);
  const others = [...homes.values()].flatMap((own) => own.map(({ other }) => other));
  const told = await selectNotified(db, alertIds, [...new Set([...ids, ...others])]);
  const rejected = await selectRejected(db, alertIds, ids);
  const found = alerts.map((alert) => ({ alert, own: factsFor(alert, byListing, bySeq) }));
  const off = new Set(ids.filter((id) => !seen.get(id)?.visible));
  const departures = await departuresAmong(
    db,
    found.flatMap(({ alert, own }) =>
      off.size === 0
        ? []
        : [...own.keys()].flatMap((id) =>
            off.has(id) ? { alertId: alert.id, id, beside: besideOf(homes.get(id), id).length > 0 } : [],
          ),
    ),
  );
  const anyBack = facts.some(isBack);
  const backAmong = (own: ReadonlyMap<number, readonly Fact[]>) =>
    anyBack ? [...own].flatMap(([id, some]) => (some.some(isBack) ? id : [])) : [];
  const missed = await selectMissed(
    db,
    found.flatMap(({ alert, own }) =>
      alert.rhythm.events.includes('returned') || backAmong(own).length === 0 ? [] : alert.id,
    ),
    ids,
  );
  const now = clock.now();
  const choices = new Map<number, Choice>();
  for (const { alert, own } of found) {
    const known: Known = {
      seen,
      homes,
      told: told.get(alert.id) ?? new Map(),
      rejected: rejected.get(alert.id) ?? new Set(),
      missed: missed.get(alert.id) ?? new Set(),
      departures: departures.get(alert.id) ?? new Map(),
      back: new Set(backAmong(own)),
      now,
    };
    choices.set(alert.id, await chooseFor(db, alert, own, known));
  }
  return choices;
}

const isBack = ({ kind }: Fact) => kind === listingEvents.returned;
const isLeft = ({ kind }: Fact) => kind === listingEvents.left;

/** Facts that an alert sees among its hits, by listing, in order. */
function factsFor(
  { since, claimed }: Finds,
  byListing: ReadonlyMap<number, readonly Fact[]>,
  bySeq: ReadonlyMap<number, Fact>,
): Map<number, readonly Fact[]> {
  const seqs = new Set<number>();
  const runs = new Set<string>();
  for (const { sure, unsure, run } of claimed) {
    for (const seq of sure) seqs.add(seq);
    for (const seq of unsure) seqs.add(seq);
    runs.add(run);
  }
  const after = Number(since ?? 0);
  const isSeen = (fact: Fact) =>
    fact.xid > after && (seqs.has(fact.seq) || (fact.run !== null && runs.has(fact.run)));
  const found = new Map<number, readonly Fact[]>();
  let last = 0;
  let inOrder = true;
  for (const seq of seqs) {
    const id = bySeq.get(seq)?.listingId;
    if (id === undefined || found.has(id)) continue;
    const all = byListing.get(id) ?? [];
    const own = all.every(isSeen) ? all : all.filter(isSeen);
    const [first] = own;
    if (!first) continue;
    found.set(id, own);
    inOrder &&= first.seq > last;
    last = first.seq;
  }
  return inOrder ? found : new Map([...found].toSorted(([, a], [, b]) => a[0]!.seq - b[0]!.seq));
}

type Kept = ChosenListing & { readonly seq: number };

async function chooseFor(
  db: Queryable,
  alert: Finds,
  own: ReadonlyMap<number, readonly Fact[]>,
  known: Known,
): Promise<Choice> {
  const aside: Choice['aside'] = [];
  const kept = new Map<number, Kept>();
  const judge = judgeOf(alert.sought);
  for (const [id, facts] of own) {
    const listing = known.seen.get(id);
    const worth = worthOf(id, facts, known, { judge, rhythm: alert.rhythm });
    if (typeof worth === 'string') aside.push({ id, why: worth });
    else if (!alert.rhythm.events.includes(worth.occasion)) aside.push({ id, why: 'event' });
    else if (isSmall(worth, listing, alert.rhythm)) aside.push({ id, why: 'threshold' });
    else if (listing) {
      const { price, upto } = listing;
      const { occasion, previousPrice, unknown } = worth;
      kept.set(id, { id, price, upto, occasion, previousPrice, unknown, seq: facts[0]?.seq ?? 0 });
    }
  }
  const told = await bestOfHomes(db, kept, known, aside);
  return {
    told: told.toSorted(
      (a, b) =>
        Number(a.unknown.length > 0) - Number(b.unknown.length > 0) ||
        rank[a.occasion] - rank[b.occasion] ||
        a.seq - b.seq,
    ),
    aside,
  };
}

/** One listing of each home; the others go to what is set aside. The database is asked only when two show one home. */
async function bestOfHomes(
  db: Queryable,
  kept: ReadonlyMap<number, Kept>,
  { homes }: Known,
  aside: Choice['aside'],
): Promise<Kept[]> {
  const ids = [...kept.keys()];
  const properties = ids.flatMap((id) => homes.get(id)?.[0]?.propertyId ?? []);
  if (new Set(properties).size === properties.length) return [...kept.values()];
  const told: Kept[] = [];
  for (const { id, others } of await onePerHome(db, ids)) {
    const same = [id, ...others].flatMap((one) => kept.get(one) ?? []);
    // The best placed of those that surely match.
    const best = same.find(({ unknown }) => unknown.length === 0) ?? same[0];
    aside.push(...same.flatMap((one) => (one === best ? [] : { id: one.id, why: 'sameHome' as const })));
    if (best) told.push(best);
  }
  return told;
}

/** The other listings of its home that are on line. */
function besideOf(home: readonly HomeListing[] | undefined, id: number): number[] {
  return (home ?? []).flatMap(({ other, visible }) => (visible && other !== id ? other : []));
}

/** Whether a price drop is below the threshold of its alert. */
function isSmall(
  { occasion, previousPrice }: Worth,
  listing: SeenListing | undefined,
  { minDrop }: Pick<Rhythm, 'minDrop'>,
): boolean {
  if (occasion !== 'priceFell' || previousPrice === null || !listing) return false;
  return (previousPrice - listing.price) * 100 < minDrop * previousPrice;
}

type Worth = Pick<ChosenListing, 'occasion' | 'previousPrice' | 'unknown'>;

/** What the facts of a listing are worth to an alert now, or why they are worth nothing. */
function worthOf(
  id: number,
  own: readonly Fact[],
  known: Known,
  { judge, rhythm }: { judge: ReturnType<typeof judgeOf>; rhythm: Finds['rhythm'] },
): Worth | SkipReason {
  if (known.rejected.has(id)) return 'rejected';
  const departure = known.departures.get(id);
  if (departure)
    return departure === 'told' ? { occasion: 'gone', previousPrice: null, unknown: [] } : departure;
  const listing = known.seen.get(id);
  if (!listing?.visible) return 'gone';
  const before = known.told.get(id);
  const news = before === undefined ? own : own.filter(({ seq }) => seq > before.upto);
  if (news.every(isLeft)) return own.every(isLeft) || news.length > 0 ? 'back' : 'known';
  const { verdict, unknown } = judge(listing, known.now);
  if (verdict === 'no') return 'changed';
  const happened = occasionOf(news, rhythm);
  // A listing that left before its mail, then came back, is new to the reader.
  const isFirst = happened === 'returned' && !rhythm.events.includes(happened) && known.missed.has(id);
  const occasion = isFirst ? 'appeared' : happened;
  const fellFrom = news.find(({ previousPrice }) => previousPrice !== null)?.previousPrice ?? null;
  const previousPrice = fellFrom !== null && fellFrom > listing.price ? fellFrom : null;
  if (occasion === 'priceFell' && previousPrice === null) return 'undone';
  const home = known.told.size > 0 ? (known.homes.get(id) ?? []) : [];
  const twins = home.flatMap(({ other }) => (other === id ? [] : (known.told.get(other)?.price ?? [])));
  if (before !== undefined || twins.length > 0) {
    if (occasion === 'appeared') return 'sameHome';
    const cheaper = previousPrice !== null && listing.price < Math.min(Infinity, ...twins);
    const beside = besideOf(home, id).some((other) => !known.back.has(other));
    if (occasion === 'priceFell' || beside)
      return cheaper ? { occasion: 'priceFell', previousPrice, unknown } : 'sameHome';
  }
  // A listing never seen before fell from a price that nobody was told.
  return { occasion, previousPrice: occasion === 'appeared' ? null : previousPrice, unknown };
}

/** What happened to it that counts most, among what the alert follows if it follows any of it. */
function occasionOf(news: readonly Fact[], { events }: Finds['rhythm']): Occasion {
  let most: Occasion | null = null;
  for (const { kind } of news) {
    const one = occasions[kind];
    if (one === undefined || one === most) continue;
    const follows = Number(events.includes(one)) - Number(most !== null && events.includes(most));
    if (most === null || follows > 0 || (follows === 0 && rank[one] < rank[most])) most = one;
  }
  return most ?? 'priceFell';
}
