import { fail } from '#contract/errors.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { lockAgencyListings } from './availability.server.ts';
import type { ListingStatus } from './contract.ts';
import { dispensableRules, type RuleId } from './legal-engine.ts';
import { notifyLegalDepartures, rejudgeSome } from './publication.server.ts';
import {
  insertConfirmedValues,
  insertException,
  lastException,
  type OwnedListing,
  publishHeldPrice,
  selectOwner,
  selectReview,
  selectValueKeys,
  updateReview,
} from './publication.sql.server.ts';
import { publicationErrors, SHORTEST_REASON } from './publication.ts';

type Needs = Pick<Services, 'db' | 'env' | 'log'>;

/** A reason without its outer spaces. Throws REASON_MISSING when it says too little. */
export function reasonIn(given: string): string {
  const reason = given.trim();
  if (reason.length < SHORTEST_REASON) throw fail(publicationErrors.REASON_MISSING);
  return reason;
}

/**
 * What a person says of a wording (R26), and the listing judged again at once: cleared, this very wording is
 * published; another one is asked about again. Decided so already, it changes nothing. Returns the listing's status. Throws
 * REVIEW_UNKNOWN, REVIEW_DECIDED when the other was decided, REVIEW_OUTDATED when the text has changed, REASON_MISSING.
 */
export async function decideReview(
  services: Needs,
  given: {
    id: number;
    /** When it is given, the review must be of this listing. */
    listingId?: number;
    decision: 'cleared' | 'refused';
    reason: string;
    by: AdministratorName;
  },
): Promise<{ listingId: number; status: ListingStatus }> {
  const reason = reasonIn(given.reason);
  const now = clock.now();
  const decided = await services.db.transaction().execute(async (tx) => {
    const known = await selectReview(tx, given.id);
    if (!known || (given.listingId ?? known.listingId) !== known.listingId)
      throw fail(publicationErrors.REVIEW_UNKNOWN);
    const { listingId, agencyId } = known;
    await lockAgencyListings(tx, agencyId);
    const review = await selectReview(tx, given.id);
    const before = (await selectOwner(tx, listingId))!;
    if (review?.decision === given.decision) return { listingId, status: before.status };
    if (review?.decision !== null) throw fail(publicationErrors.REVIEW_DECIDED);
    if (!review.current) throw fail(publicationErrors.REVIEW_OUTDATED);
    return keepDecision(tx, known, before, { ...given, reason, now });
  });
  await notifyLegalDepartures(services, now);
  return decided;
}

/**
 * Accepts, in the caller's transaction, a wording that was refused: an appeal changes that. A listing that still has this wording
 * is judged again at once; one whose text changed meanwhile is published if its agency writes it so again. A listing that is
 * gone has nothing to change. Throws REASON_MISSING.
 */
export async function clearRefusedWithin(
  tx: Tx,
  given: { reviewId: number; reason: string; by: AdministratorName },
): Promise<void> {
  const reason = reasonIn(given.reason);
  const known = await selectReview(tx, given.reviewId);
  if (!known) return;
  await lockAgencyListings(tx, known.agencyId);
  const before = await selectOwner(tx, known.listingId);
  if (!before) return;
  const { reviewId: id, by } = given;
  await keepDecision(tx, known, before, { id, decision: 'cleared', reason, by, now: clock.now() });
}

/** Keeps what is decided of a wording, and judges its listing again. */
async function keepDecision(
  tx: Tx,
  { listingId, agencyId }: { readonly listingId: number; readonly agencyId: number },
  before: OwnedListing,
  given: { id: number; decision: 'cleared' | 'refused'; reason: string; by: AdministratorName; now: Date },
): Promise<{ listingId: number; status: ListingStatus }> {
  const { decision, reason, by, now } = given;
  await updateReview(tx, given);
  await rejudgeSome(tx, { agencyId, ids: [listingId], now });
  const { status } = (await selectOwner(tx, listingId))!;
  await recordAction(tx, {
    by,
    action: 'listing.wording',
    subject: subjectOf(listingId, before),
    before: { status: before.status },
    after: { status, decision },
    reason,
  });
  return { listingId, status };
}

/**
 * Sets a rule aside for one listing, in writing, or takes that back; the listing is judged again at once. Every word
 * is kept; what is so already changes nothing. Throws LISTING_UNKNOWN, RULE_STANDS, EXCEPTION_ABSENT, REASON_MISSING.
 */
export async function setRuleException(
  services: Needs,
  given: { listingId: number; rule: RuleId; granted: boolean; reason: string; by: AdministratorName },
): Promise<{ status: ListingStatus }> {
  const { listingId, rule, granted } = given;
  if (!dispensableRules.has(rule)) throw fail(publicationErrors.RULE_STANDS);
  const reason = reasonIn(given.reason);
  const now = clock.now();
  const done = await services.db.transaction().execute(async (tx) => {
    const owner = await selectOwner(tx, listingId);
    if (!owner) throw fail(publicationErrors.LISTING_UNKNOWN);
    await lockAgencyListings(tx, owner.agencyId);
    const last = await lastException(tx, listingId, rule);
    if (!granted && last === null) throw fail(publicationErrors.EXCEPTION_ABSENT);
    const before = (await selectOwner(tx, listingId))!;
    if (last === granted) return { status: before.status };
    await insertException(tx, { ...given, reason, now });
    await rejudgeSome(tx, { agencyId: owner.agencyId, ids: [listingId], now });
    const { status } = (await selectOwner(tx, listingId))!;
    await recordAction(tx, {
      by: given.by,
      action: 'listing.rule',
      subject: subjectOf(listingId, before),
      before: { [rule]: last === true ? 'écartée' : 'exigée', status: before.status },
      after: { [rule]: granted ? 'écartée' : 'exigée', status },
      reason,
    });
    return { status };
  });
  await notifyLegalDepartures(services, now);
  return done;
}

function subjectOf(id: number, { reference, ownerReference }: OwnedListing) {
  return { kind: 'listing', id, label: `${reference} (${ownerReference})` } as const;
}

/**
 * Notes that these very values of a listing are right, or takes that back, and judges the listing again; in the caller's
 * transaction, which holds the listings of the agency. `reason` null: a gesture of the agency itself.
 */
export async function confirmValues(
  tx: Tx,
  given: {
    agencyId: number;
    listingId: number;
    keys: readonly string[];
    confirmed: boolean;
    reason: string | null;
    by: string;
  },
): Promise<void> {
  const { agencyId, listingId } = given;
  const now = clock.now();
  await insertConfirmedValues(tx, { ...given, now });
  await rejudgeSome(tx, { agencyId, ids: [listingId], now });
  if (given.confirmed && (await selectValueKeys(tx, listingId, false)).length === 0)
    await publishHeldPrice(tx, listingId, now);
}

/**
 * The same by an operator, in writing: every value that waits, or every one that was confirmed. Throws LISTING_UNKNOWN,
 * VALUE_ABSENT, REASON_MISSING.
 */
export async function confirmAllValues(
  services: Needs,
  given: { listingId: number; confirmed: boolean; reason: string; by: string },
): Promise<{ status: ListingStatus; keys: string[] }> {
  const reason = reasonIn(given.reason);
  const { listingId, confirmed, by } = given;
  const done = await services.db.transaction().execute(async (tx) => {
    const owner = await selectOwner(tx, listingId);
    if (!owner) throw fail(publicationErrors.LISTING_UNKNOWN);
    const { agencyId } = owner;
    await lockAgencyListings(tx, agencyId);
    const keys = await selectValueKeys(tx, listingId, !confirmed);
    if (keys.length === 0) throw fail(publicationErrors.VALUE_ABSENT);
    await confirmValues(tx, { agencyId, listingId, keys, confirmed, reason, by });
    return { status: (await selectOwner(tx, listingId))!.status, keys };
  });
  await notifyLegalDepartures(services, clock.now());
  return done;
}
