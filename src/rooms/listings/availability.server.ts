import { announce, type Fact } from '#platform/changes.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import * as statements from './availability.sql.server.ts';
import {
  CONFIRMED_FOR_DAYS,
  isVisible,
  type ListingStatus,
  listingEvents,
  withdrawableStatuses,
} from './contract.ts';
import { CHUNK } from './intake.ts';

const DAY_MS = 86_400_000;

/** Locks the listings of one agency until the end of the transaction: its writers go one after the other. */
export async function lockAgencyListings(tx: Tx, agencyId: number): Promise<void> {
  await statements.lockListingsOf(tx, agencyId);
}

/** Records the status of each listing from now on. */
export async function recordAvailability(
  tx: Tx,
  rows: readonly { listingId: number; status: ListingStatus }[],
  now: Date,
): Promise<void> {
  await statements.insertAvailability(tx, rows, now);
}

/**
 * Takes listings off line because their feed or their agency no longer holds them. Those already off line
 * are left as they are (sold stays sold, paused by its agency stays paused), but for those that Vigie suspends. Pictures are
 * kept. Returns the technical ids that changed. At most 2,000 a call.
 */
export async function withdrawListings(
  tx: Tx,
  given: { agencyId: number; technicalIds: readonly string[]; run: string | null; now: Date },
): Promise<string[]> {
  if (given.technicalIds.length > CHUNK) throw new RangeError(`au plus ${CHUNK} annonces par appel`);
  return leave(tx, { ...given, from: withdrawableStatuses, moderated: true, status: 'withdrawn' });
}

/** Notes that a feed still holds these listings as they are: 14 more days on line. By id, at most 2,000 a call. */
export async function confirmListings(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  await statements.upsertConfirmations(tx, ids, now);
}

/** The same, when the feed of the agency is the very file that confirmed them since that date. */
export async function reconfirmListings(
  tx: Tx,
  given: { agencyId: number; since: Date; now: Date },
): Promise<void> {
  await statements.reconfirmListings(tx, given.agencyId, given.since, given.now);
}

async function leave(
  tx: Tx,
  given: {
    agencyId: number;
    technicalIds: readonly string[];
    from: readonly ListingStatus[];
    moderated?: boolean;
    status: ListingStatus;
    run: string | null;
    now: Date;
  },
): Promise<string[]> {
  await lockAgencyListings(tx, given.agencyId);
  const gone = await statements.leaveListings(tx, given);
  await recordAvailability(
    tx,
    gone.map(({ id }) => ({ listingId: id, status: given.status })),
    given.now,
  );
  await announce(
    tx,
    gone
      .filter(({ status }) => isVisible(status))
      .map(({ id }) => ({
        kind: listingEvents.left,
        ref: id,
        run: given.run,
        payload: { status: given.status },
      })),
  );
  return gone.map(({ technicalId }) => technicalId);
}

/**
 * Takes off line what neither its feed nor its agency confirmed for 14 days (interface.md, fine points 22),
 * agency by agency, in chunks. Returns how many listings expired.
 */
export async function expireListings(db: Db, now: Date): Promise<number> {
  const since = new Date(now.getTime() - CONFIRMED_FOR_DAYS * DAY_MS);
  let expired = 0;
  for (const { agencyId, technicalIds } of await statements.selectUnconfirmed(db, since, null)) {
    for (let start = 0; start < technicalIds.length; start += CHUNK) {
      const chunk = new Set(technicalIds.slice(start, start + CHUNK));
      const gone = await db.transaction().execute(async (tx) => {
        await lockAgencyListings(tx, agencyId);
        // Read again under the lock: a feed may have confirmed them in between.
        const [still] = await statements.selectUnconfirmed(tx, since, agencyId);
        return leave(tx, {
          agencyId,
          technicalIds: (still?.technicalIds ?? []).filter((id) => chunk.has(id)),
          from: ['online', 'under_offer'],
          status: 'expired',
          run: null,
          now,
        });
      });
      expired += gone.length;
    }
  }
  return expired;
}

/** A listing that the law or its agency takes off line, or gives back. */
export interface Shift {
  readonly id: number;
  readonly from: ListingStatus;
  readonly to: ListingStatus;
}

/**
 * Gives listings of one agency another status because the law, their agency, or a person who read them, says so: rows, history and
 * events, in the caller's transaction, which holds the agency's listings. One that never was on line appears; one that
 * was comes back. `run` groups those that leave; `quiet`: none is told. A listing whose status is no longer `from` is left alone. At most
 * 2,000 a call. Returns the ids that changed.
 */
export async function shiftListings(
  tx: Tx,
  given: { shifts: readonly Shift[]; run: string | null; now: Date; quiet?: boolean },
): Promise<Set<number>> {
  const { shifts, run, now, quiet = false } = given;
  if (shifts.length > CHUNK) throw new RangeError(`au plus ${CHUNK} annonces par appel`);
  const moved = await statements.shiftStatuses(tx, shifts, now);
  await recordAvailability(
    tx,
    moved.map(({ id, to }) => ({ listingId: id, status: to })),
    now,
  );
  if (quiet) return new Set(moved.map(({ id }) => id));
  await announce(
    tx,
    moved.flatMap(({ id, from, to, price, published }): Fact[] => {
      if (isVisible(from) === isVisible(to)) return [];
      if (isVisible(from)) return [{ kind: listingEvents.left, ref: id, run, payload: { status: to } }];
      return published
        ? [{ kind: listingEvents.returned, ref: id, payload: { price, previousPrice: price } }]
        : [{ kind: listingEvents.appeared, ref: id, payload: { price } }];
    }),
  );
  return new Set(moved.map(({ id }) => id));
}
