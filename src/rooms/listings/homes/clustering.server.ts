/**
 * Which listings are glued, among those that the comparison links. Pure, and blind to the order in which listings came:
 * ties are broken by their names, never by their ids.
 */

import { contradictionOf, MARGIN, THRESHOLD } from './comparison.server.ts';
import type { ComparableListing } from './comparison.ts';

/** Two listings whose facts say that they are one home, or at least that another home is no likelier. */
export interface Link {
  readonly a: ComparableListing;
  readonly b: ComparableListing;
  readonly score: number;
  readonly certain: boolean;
}

/** False of a link that neither glues nor makes another one doubtful. */
export function isWorthKeeping({ score, certain }: Pick<Link, 'score' | 'certain'>): boolean {
  return certain || score >= THRESHOLD - MARGIN;
}

/**
 * Groups the listings into homes, each listing in one. A link below the threshold glues nothing, but like any other it
 * makes one that is hardly stronger doubtful, when the two point to different homes: twin lots, flats under one
 * certificate. Then the strongest links are followed first, and two groups become one
 * only if no listing of the first contradicts one of the second: a chain never glues two lots together.
 * `separated` pairs, said by a person, contradict too.
 */
export function groupHomes(
  listings: readonly ComparableListing[],
  links: readonly Link[],
  separated: (a: ComparableListing, b: ComparableListing) => boolean,
): ComparableListing[][] {
  const apart = (a: ComparableListing, b: ComparableListing) =>
    contradictionOf(a, b) !== null || separated(a, b);
  const kept = links.filter(({ a, b }) => !separated(a, b));
  const byListing = new Map<ComparableListing, Link[]>(listings.map((listing) => [listing, []]));
  for (const link of kept) {
    byListing.get(link.a)!.push(link);
    byListing.get(link.b)!.push(link);
  }
  const isDoubtful = (link: Link, end: ComparableListing) => {
    const other = otherEnd(link, end);
    return byListing.get(end)!.some((rival) => {
      if (rival === link || strengthOf(rival) < strengthOf(link) - MARGIN) return false;
      return apart(other, otherEnd(rival, end));
    });
  };
  const groups = new Map<ComparableListing, ComparableListing[]>(
    listings.map((listing) => [listing, [listing]]),
  );
  const sure = kept.filter(
    (link) => strengthOf(link) >= THRESHOLD && !isDoubtful(link, link.a) && !isDoubtful(link, link.b),
  );
  for (const { a, b } of sure.toSorted(strongestFirst)) {
    const [one, other] = [groups.get(a)!, groups.get(b)!];
    if (one === other || one.some((x) => other.some((y) => apart(x, y)))) continue;
    const union = [...one, ...other];
    for (const listing of union) groups.set(listing, union);
  }
  return [...new Set(groups.values())];
}

function otherEnd({ a, b }: Link, end: ComparableListing): ComparableListing {
  return a === end ? b : a;
}

/** Nothing is likelier than certain. */
const CERTAIN_STRENGTH = 1_000;

function strengthOf({ score, certain }: Link): number {
  return certain ? CERTAIN_STRENGTH : score;
}

function strongestFirst(one: Link, other: Link): number {
  const difference = strengthOf(other) - strengthOf(one);
  if (difference !== 0) return difference;
  return nameOf(one) < nameOf(other) ? -1 : 1;
}

function nameOf({ a, b }: Link): string {
  return a.key < b.key ? `${a.key} ${b.key}` : `${b.key} ${a.key}`;
}
