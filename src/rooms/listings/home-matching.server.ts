/**
 * Keeps properties as the facts of listings make them. What is kept is a function of those facts and of the
 * separations alone: neither the order in which listings came nor how they were batched shows in it.
 */
import type { Db, Tx } from '#platform/db.server.ts';
import type { ComparedListing } from './home-matching.sql.server.ts';
import * as statements from './home-matching.sql.server.ts';
import { groupHomes, isWorthKeeping, type Link } from './homes/clustering.server.ts';
import {
  contradictionOf,
  evidenceOf,
  isCertain,
  isOfOneHome,
  isOneMarketing,
  type Specific,
  scoreOf,
  sharedPrints,
} from './homes/comparison.server.ts';
import { MOST_SHOWING } from './homes/comparison.ts';

/** Listings of a transaction: it must be short, readers of the change log wait for it (speed.md 3.4). */
const BATCH = 500;

/**
 * Matches the next changed listings to homes, and commits the outcome; `matched` hears which, after that. Answers whether there
 * may be more. Safe to run twice, at the same time and to kill: a work item is deleted with its outcome.
 */
export async function matchNextHomes(
  db: Db,
  matched?: (ids: readonly number[]) => Promise<unknown>,
): Promise<boolean> {
  const ids = await db.transaction().execute(async (tx) => {
    await statements.lockProperties(tx);
    const taken = await statements.takeWork(tx, BATCH);
    if (taken.length > 0) await regroup(tx, taken);
    return taken;
  });
  if (ids.length > 0) await matched?.(ids);
  return ids.length > 0;
}

/** Notes every listing that was ever on line, to be compared again from nothing. Returns how many. */
export async function rebuildProperties(db: Db): Promise<number> {
  return statements.insertWork(db, null);
}

/** Matches now the pending ones among these listings, before anybody is notified of them. */
export async function comparePending(db: Db, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    await db.transaction().execute(async (tx) => {
      await statements.lockProperties(tx);
      const taken = await statements.takeWorkOf(tx, ids.slice(start, start + BATCH));
      if (taken.length > 0) await regroup(tx, taken);
    });
  }
}

/** Compares these listings again at once, in the caller's transaction. */
export async function compareAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  await statements.lockProperties(tx);
  await regroup(tx, ids);
}

async function regroup(tx: Tx, changed: readonly number[]): Promise<void> {
  const before = await statements.selectMarks(tx, changed);
  await statements.upsertFacts(tx, changed);
  const after = await statements.selectMarks(tx, changed);
  await statements.replaceMarks(tx, without(before, after), without(after, before));
  const marks = [...new Set([...before, ...after].map(({ mark }) => mark))];
  const again = [...changed, ...(await witnesses(tx, marks, changed))];
  const touched = new Set(await statements.selectReach(tx, again));
  await statements.deleteLinksOf(tx, again);
  await statements.insertLinks(tx, await linksOf(tx, again));
  for (const id of await statements.selectReach(tx, [...touched])) touched.add(id);
  await settle(tx, [...touched]);
}

function without(
  rows: readonly statements.MarkRow[],
  others: readonly statements.MarkRow[],
): statements.MarkRow[] {
  const names = new Set(others.map(({ mark, listingId }) => `${mark} ${listingId}`));
  return rows.filter(({ mark, listingId }) => !names.has(`${mark} ${listingId}`));
}

/**
 * Listings that show a mark which a changed one shows or showed: whether it is of one home may have changed for them.
 * Where more show it than any home does, it told nothing before and tells nothing now.
 */
async function witnesses(tx: Tx, marks: readonly string[], changed: readonly number[]): Promise<number[]> {
  const showing = await statements.selectShowing(tx, { marks, except: changed, limit: MOST_SHOWING + 1 });
  return [...new Set([...showing.values()].filter((ids) => ids.length <= MOST_SHOWING).flat())];
}

async function linksOf(tx: Tx, ids: readonly number[]): Promise<statements.LinkRow[]> {
  const known = new Map<number, ComparedListing>();
  const load = async (wanted: Iterable<number>) => {
    const missing = [...new Set(wanted)].filter((id) => !known.has(id));
    for (const listing of await statements.selectComparedListings(tx, missing))
      known.set(listing.id, listing);
  };
  const found = await statements.selectCandidates(tx, ids);
  await load(found.flatMap(({ low, high }) => [low, high]));
  const pairs = found
    .map(({ low, high }) => compare(known.get(low)!, known.get(high)!))
    .filter((pair) => pair !== null);

  const marks = new Set(pairs.flatMap((pair) => pair.marks));
  const showing = await statements.selectShowing(tx, {
    marks: [...marks],
    except: [],
    limit: MOST_SHOWING + 1,
  });
  await load([...showing.values()].filter((some) => some.length <= MOST_SHOWING).flat());
  const ofOneHome = (...names: string[]) => {
    const all = new Set(names.flatMap((name) => showing.get(name) ?? []));
    return all.size <= MOST_SHOWING && isOfOneHome([...all].map((id) => known.get(id)!));
  };
  return pairs.flatMap((pair): statements.LinkRow[] => {
    const { a, b } = pair;
    const values = pair.sameValues && ofOneHome(a.valuesSign!);
    const specific: Specific = {
      photos: pair.photos && pair.photos.filter((names) => ofOneHome(...names)).length,
      // A certificate whose values other homes show too is that of the whole building.
      certificate: pair.sameNumber && (values || !pair.sameValues) && ofOneHome(a.numberSign!),
      values,
    };
    const score = scoreOf(evidenceOf(a, b, specific));
    const certain = isCertain(a, b, specific);
    return isWorthKeeping({ score, certain }) ? [{ low: a.id, high: b.id, score, certain }] : [];
  });
}

interface Compared {
  readonly a: ComparedListing;
  readonly b: ComparedListing;
  readonly sameNumber: boolean;
  readonly sameValues: boolean;
  /** The two names of each picture they share; null when one of them shows none. */
  readonly photos: [string, string][] | null;
  /** What must be known of others to judge them. */
  readonly marks: string[];
}

/** Null for a pair that nothing could make one home. */
function compare(a: ComparedListing, b: ComparedListing): Compared | null {
  if (contradictionOf(a, b) !== null || !isOneMarketing(a, b)) return null;
  const sameNumber = a.numberSign !== null && a.numberSign === b.numberSign;
  const sameValues = a.valuesSign !== null && a.valuesSign === b.valuesSign;
  const photos =
    a.prints.length === 0 || b.prints.length === 0
      ? null
      : sharedPrints(a.prints, b.prints).map(([one, other]): [string, string] => [one.name, other.name]);
  const best = { photos: photos && photos.length, certificate: sameNumber, values: sameValues };
  if (!isWorthKeeping({ score: scoreOf(evidenceOf(a, b, best)), certain: isCertain(a, b, best) }))
    return null;
  const marks = [
    ...(sameNumber ? [a.numberSign] : []),
    ...(sameValues ? [a.valuesSign] : []),
    ...(photos ?? []).flat(),
  ];
  return { a, b, sameNumber, sameValues, photos, marks };
}

interface Member {
  readonly id: number;
  readonly propertyId: number;
  /** It was one of several. */
  readonly ranked: boolean;
}

/** Decides again which of these listings are one home; every link of theirs leads to another of them. */
async function settle(tx: Tx, ids: readonly number[]): Promise<void> {
  const members = await statements.selectMembership(tx, ids);
  const homes = (await homesOf(tx, members)).toSorted((a, b) => a[0]!.id - b[0]!.id);
  const taken = new Set<number>();
  // Each takes the oldest of its names that no home before it keeps.
  const named = homes.map((home) => {
    const names = home.map(({ propertyId }) => propertyId).toSorted((a, b) => a - b);
    const name = names.find((id) => !taken.has(id));
    if (name !== undefined) taken.add(name);
    return { home, name };
  });
  const fresh = await statements.insertProperties(tx, named.filter(({ name }) => name === undefined).length);
  const moves: { listingId: number; propertyId: number }[] = [];
  const unsettled = new Set<number>();
  for (const { home, name } of named) {
    const propertyId = name ?? fresh.pop()!;
    if (home.length > 1 || home[0]!.ranked) unsettled.add(propertyId);
    for (const member of home) {
      if (member.propertyId === propertyId) continue;
      moves.push({ listingId: member.id, propertyId });
      unsettled.add(propertyId).add(member.propertyId);
    }
  }
  await statements.moveListings(tx, moves);
  if (unsettled.size > 0) await statements.refreshProperties(tx, [...unsettled]);
}

/** Each home's listings in the order of ids; one that nothing links is alone. */
async function homesOf(tx: Tx, members: readonly Member[]): Promise<Member[][]> {
  const links = await statements.selectLinks(
    tx,
    members.map(({ id }) => id),
  );
  const linked = [...new Set(links.flatMap(({ low, high }) => [low, high]))];
  const known = new Map(
    (await statements.selectComparedListings(tx, linked)).map((listing) => [listing.id, listing]),
  );
  const separated = await statements.selectSeparated(tx, linked);
  const apart = new Set(separated.map(({ low, high }) => `${low} ${high}`));
  const groups = groupHomes(
    [...known.values()],
    links.map(
      ({ low, high, score, certain }): Link => ({ a: known.get(low)!, b: known.get(high)!, score, certain }),
    ),
    (a, b) => apart.has(`${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`),
  );
  const byId = new Map(members.map((member) => [member.id, member]));
  return [
    ...members.flatMap((member) => (known.has(member.id) ? [] : [[member]])),
    ...groups.map((group) => group.map(({ id }) => byId.get(id)!).toSorted((a, b) => a.id - b.id)),
  ];
}
