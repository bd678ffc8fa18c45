import { isDeepStrictEqual } from 'node:util';
import { fail } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { completionsOf, keepCompletions } from '#rooms/feeds/completing.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { type Changes, portfolioErrors } from './contract.ts';
import { type TypedFactName, typedFactNames } from './facts.ts';

/** Where it is, and what is shown of that, go together: the feed says all of it. */
const neverTyped: ReadonlySet<TypedFactName> = new Set(['address', 'addressDisplay', 'exactLat', 'exactLng']);

/** The facts of a listing from a feed that the feed leaves unsaid: its agency may type them, and change what it typed. */
export async function completableFacts(
  db: Queryable,
  agencyId: AgencyId,
  draft: ListingDraft,
): Promise<TypedFactName[]> {
  const { technicalId } = draft;
  const typed = (await completionsOf(db, agencyId, [technicalId])).get(technicalId) ?? {};
  return typedFactNames.filter(
    (name) => !neverTyped.has(name) && (draft[name] === null || isDeepStrictEqual(draft[name], typed[name])),
  );
}

/** Throws LISTING_FROM_FEED when something is changed that the feed says. */
export async function refuseOthers(
  tx: Tx,
  agencyId: AgencyId,
  draft: ListingDraft,
  { reference, photos, facts = {} }: Changes,
): Promise<void> {
  const open = new Set<string>(await completableFacts(tx, agencyId, draft));
  const others = Object.keys(facts).some((name) => !open.has(name));
  if (others || reference !== undefined || photos !== undefined)
    throw fail(portfolioErrors.LISTING_FROM_FEED);
}

/** Keeps what was typed, for the files to come; in the transaction that writes the listing. */
export async function keepTyped(
  tx: Tx,
  agencyId: AgencyId,
  draft: ListingDraft,
  { facts = {} }: Changes,
): Promise<void> {
  const names = Object.keys(facts) as TypedFactName[];
  const typed = Object.fromEntries(names.map((name) => [name, draft[name]]));
  await keepCompletions(tx, agencyId, new Map([[draft.technicalId, typed]]));
}
