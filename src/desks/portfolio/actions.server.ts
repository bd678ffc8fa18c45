import { fail, Refusal } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { confirmListings, shiftListings } from '#rooms/listings/availability.server.ts';
import { isVisible, type ListingStatus } from '#rooms/listings/contract.ts';
import { confirmValues } from '#rooms/listings/decisions.server.ts';
import { keepVerdicts, verdictRowOf } from '#rooms/listings/intake.server.ts';
import type { JudgedDraft } from '#rooms/listings/intake.ts';
import { type ActionName, type Legal, type OwnListing, portfolioErrors } from './contract.ts';
import { alone, isFromFeed, judged, own, ownListing, unlawful } from './own-listings.server.ts';
import { type OwnRow, selectReference } from './own-listings.sql.server.ts';

/** Gives a listing another status because its agency says so: what the law says of it is kept beside. */
async function shift(tx: Tx, row: OwnRow, to: ListingStatus, draft: JudgedDraft): Promise<void> {
  const now = clock.now();
  await keepVerdicts(tx, [verdictRowOf(row.id, draft)], now);
  await shiftListings(tx, { shifts: [{ id: row.id, from: row.status, to }], run: null, now });
}

const ended: readonly ListingStatus[] = ['sold', 'rented', 'withdrawn'];

type Transition = (tx: Tx, agencyId: AgencyId, row: OwnRow) => Promise<{ status: ListingStatus }>;

const publish: Transition = async (tx, agencyId, row) => {
  if (isVisible(row.status)) return { status: row.status };
  // What its feed no longer holds is not for this site to bring back.
  if (isFromFeed(row) && ended.includes(row.status)) throw fail(portfolioErrors.LISTING_FROM_FEED);
  const draft = await judged(tx, agencyId, { ...row.draft, status: 'online' }, row.source);
  if (draft.verdict.hold === 'block') throw unlawful(draft.verdict);
  await shift(tx, row, draft.status, draft);
  await confirmListings(tx, [row.id], clock.now());
  return { status: draft.status };
};

const pause: Transition = async (tx, agencyId, row) => {
  if (row.status === 'suspended') return { status: 'suspended' };
  const held = row.status === 'refused' || row.status === 'pending';
  if (!isVisible(row.status) && !held) throw fail(portfolioErrors.LISTING_OFF_LINE);
  await shift(
    tx,
    row,
    'suspended',
    await judged(tx, agencyId, { ...row.draft, status: 'suspended' }, row.source),
  );
  return { status: 'suspended' };
};

const confirm: Transition = async (tx, agencyId, row) => {
  // Gone for want of this very word: it comes back, if the law still lets it.
  if (row.status === 'expired') return publish(tx, agencyId, row);
  if (!isVisible(row.status)) throw fail(portfolioErrors.LISTING_OFF_LINE);
  await confirmListings(tx, [row.id], clock.now());
  return { status: row.status };
};

const transitions: Record<ActionName, Transition> = { publish, pause, confirm };

/**
 * Publishes, pauses or confirms a listing (F5). Publishing what the law forbids is refused with every finding at once, in
 * `details.findings`; a wording to be read first makes it `pending`. Doing it twice does nothing more. Throws NOT_FOUND,
 * LISTING_SUSPENDED, LISTING_UNLAWFUL, LISTING_OFF_LINE, LISTING_FROM_FEED.
 */
export async function act(
  db: Db,
  agencyId: AgencyId,
  action: ActionName,
  word: string | number,
): Promise<{ status: ListingStatus }> {
  return alone(db, agencyId, async (tx) => {
    const row = await own(tx, agencyId, word);
    if (row.suspension) throw fail(portfolioErrors.LISTING_SUSPENDED);
    return transitions[action](tx, agencyId, row);
  });
}

/**
 * Says that values outside the plausible are right, or takes it back: what they alone held goes on line, or leaves. Of a
 * listing from a feed too. Throws NOT_FOUND.
 */
export async function confirmOwnValues(
  db: Db,
  agencyId: AgencyId,
  word: string,
  { keys, confirmed }: { keys: readonly string[]; confirmed: boolean },
): Promise<OwnListing> {
  await alone(db, agencyId, async (tx) => {
    const { id } = await own(tx, agencyId, word);
    await confirmValues(tx, {
      agencyId,
      listingId: id,
      keys,
      confirmed,
      reason: null,
      by: `agence ${agencyId}`,
    });
  });
  return ownListing(db, agencyId, word);
}

/** The same for several, each by itself: what is refused to one changes nothing for the others. */
export async function actTogether(db: Db, agencyId: AgencyId, action: ActionName, ids: readonly number[]) {
  const results = [];
  for (const id of new Set(ids)) {
    const reference = await selectReference(db, agencyId, id);
    try {
      const { status } = await act(db, agencyId, action, id);
      results.push({ id, reference, done: true, status, message: null, findings: [] });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { findings = [] } = (error.details ?? {}) as Partial<Legal>;
      results.push({ id, reference, done: false, status: null, message: error.message, findings });
    }
  }
  return { results };
}

const endings = { retiree: 'withdrawn', vendue: 'sold', louee: 'rented' } as const;

/**
 * Takes a listing away for good: its page tells so for a while; a draft that nobody saw is no more. Throws NOT_FOUND, and
 * LISTING_FROM_FEED where the next feed would bring it back.
 */
export async function removeListing(
  db: Db,
  agencyId: AgencyId,
  word: string,
  motif: keyof typeof endings,
): Promise<void> {
  await alone(db, agencyId, async (tx) => {
    const row = await own(tx, agencyId, word);
    if (isFromFeed(row)) throw fail(portfolioErrors.LISTING_FROM_FEED);
    const status = row.publishedAt ? endings[motif] : 'withdrawn';
    if (status !== row.status)
      await shift(tx, row, status, await judged(tx, agencyId, { ...row.draft, status }, row.source));
  });
}
