import type { Tx } from '#platform/db.server.ts';
import { lockAgencyListings, recordAvailability } from './availability.server.ts';
import { leaveListings } from './availability.sql.server.ts';
import { CONFIRMED_FOR_DAYS, isVisible, type ListingStatus, withdrawableStatuses } from './contract.ts';
import { type ListingState, selectStates } from './intake.sql.server.ts';
import { CHUNK, storedColumns } from './intake.ts';
import { restorePhotos } from './pictures/attaching.server.ts';
import * as statements from './restoring.sql.server.ts';
import type { FormerListing } from './restoring.ts';

const DAY_MS = 86_400_000;

/** What a person decided of a listing: no import said it, so none that is undone takes it back. */
const decided: readonly ListingStatus[] = ['suspended', 'sold', 'rented'];

/**
 * Gives listings of one agency back as they stood: facts, status, prices, photos, history, what the law said of them.
 * One that did not exist is withdrawn, since people may have written about it. Paused, sold or let by a person
 * meanwhile, or suspended by Vigie, it stays as it is. A confirmation that would have expired counts from now: the person who asks for the former
 * state says that it is true. Announces nothing. In the caller's transaction, at most 2,000 a call. Returns the ids
 * given back.
 */
export async function restoreListings(
  tx: Tx,
  given: { agencyId: number; formers: readonly FormerListing[]; now: Date },
): Promise<number[]> {
  const { agencyId, formers, now } = given;
  if (formers.length > CHUNK) throw new RangeError(`au plus ${CHUNK} annonces par appel`);
  await lockAgencyListings(tx, agencyId);
  const states = await selectStates(
    tx,
    agencyId,
    formers.map(({ technicalId }) => technicalId),
  );
  const present = new Map(states.map((state) => [state.technicalId, state]));
  const found = formers.flatMap((former) => {
    const state = present.get(former.technicalId);
    // Another row than the one kept: it was removed and typed again, and is no business of the feed any more.
    if (!state || !former.listing || state.id !== former.listing.id) return [];
    return [{ ...former, listing: former.listing, id: state.id, state, kept: keepsStatus(state, former) }];
  });
  await statements.rewindListings(
    tx,
    storedColumns,
    found.map(({ listing, state, kept }) =>
      kept ? { ...listing, status: state.status, withdrawn_at: state.withdrawnAt } : listing,
    ),
  );
  await statements.rewindVerdicts(tx, found);
  await statements.rewindPrices(tx, found);
  await statements.rewindAvailability(
    tx,
    found.filter(({ kept }) => !kept),
  );
  const oldest = now.getTime() - CONFIRMED_FOR_DAYS * DAY_MS;
  await statements.rewindConfirmations(
    tx,
    found.flatMap(({ id, listing, confirmedAt }) =>
      confirmedAt === null
        ? []
        : { id, at: isVisible(String(listing.status)) && confirmedAt.getTime() < oldest ? now : confirmedAt },
    ),
  );
  const otherPhotos = found.filter(({ listing, state }) => listing.photos_hash !== `\\x${state.photosHash}`);
  await restorePhotos(
    tx,
    otherPhotos.map(({ id }) => id),
    await statements.readPhotos(tx, otherPhotos),
    now,
  );
  const strangers = formers.flatMap(({ technicalId, listing }) => (listing === null ? technicalId : []));
  const gone = await leaveListings(tx, {
    agencyId,
    technicalIds: strangers,
    from: [...withdrawableStatuses, 'expired'],
    moderated: true,
    status: 'withdrawn',
    now,
  });
  await recordAvailability(
    tx,
    gone.map(({ id }) => ({ listingId: id, status: 'withdrawn' })),
    now,
  );
  return found.map(({ id }) => id);
}

function keepsStatus({ status, moderated }: ListingState, { listing }: FormerListing): boolean {
  return (moderated || decided.includes(status)) && status !== listing?.status;
}
