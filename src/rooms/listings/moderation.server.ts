import { fail } from '#contract/errors.ts';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { newReference } from '#platform/senders.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import type { Letter } from '#rooms/mail/outbox.server.ts';
import { routeNotification, sendAlong } from '#rooms/notifications/notifications.server.ts';
import { lockAgencyListings, shiftListings } from './availability.server.ts';
import { CONFIRMED_FOR_DAYS, isVisible, type ListingStatus } from './contract.ts';
import { reasonIn } from './decisions.server.ts';
import { currentDrafts, keepVerdicts, verdictRowOf } from './intake.server.ts';
import { awaitsLine } from './intake.ts';
import * as statements from './moderation.sql.server.ts';
import { type SuspensionGround, type SuspensionSource, suspensionGrounds } from './moderation.ts';
import { judgeDrafts } from './publication.server.ts';
import { publicationErrors } from './publication.ts';

/** For the statements of desks: what a suspension says of a listing that they read. */
export { suspensionOf } from './moderation.sql.server.ts';

type Needs = Pick<Services, 'env' | 'log'>;

interface Moderated {
  readonly status: ListingStatus;
  readonly suspended: boolean;
  /** False: it was so already, and nobody is told again. */
  readonly changed: boolean;
}

interface Suspending {
  readonly listingId: number;
  readonly ground: SuspensionGround;
  readonly source: SuspensionSource;
  /** The facts: the agency reads them. */
  readonly reason: string;
  readonly by: AdministratorName;
}

/**
 * Takes a listing off line until an administrator gives it back: neither its feed nor its agency can. The agency is mailed a
 * statement of reasons (DSA, article 17). One that is suspended already is left as it is, with its first reasons. Throws
 * LISTING_UNKNOWN, REASON_MISSING.
 */
export async function suspendListing(
  services: Needs & Pick<Services, 'db'>,
  given: Suspending,
): Promise<Moderated> {
  return services.db.transaction().execute((tx) => suspendWithin(tx, services, given));
}

/** The same in the caller's transaction, for a decision that suspends among other things. */
export async function suspendWithin(tx: Tx, services: Needs, given: Suspending): Promise<Moderated> {
  const { listingId, ground, source, by } = given;
  const reason = reasonIn(given.reason);
  const listing = await lockDecided(tx, listingId);
  const { status } = listing;
  if (await statements.selectSuspension(tx, listingId)) return { status, suspended: true, changed: false };
  const now = clock.now();
  const suspension: statements.SuspensionRow = {
    listingId,
    reference: newReference('SUS'),
    ground,
    source,
    reason,
    byWhom: by,
    since: now,
    paused: status === 'suspended',
  };
  await statements.insertSuspension(tx, suspension);
  const to = awaitsLine(status) ? 'suspended' : status;
  if (to !== status)
    await shiftListings(tx, { shifts: [{ id: listingId, from: status, to }], run: null, now });
  await recordAction(tx, {
    by,
    action: 'listing.suspended',
    subject: subjectOf(listingId, listing),
    before: { status },
    after: { status: to, decision: suspension.reference, ground, source },
    reason,
  });
  const { suspendedMail } = await import('./moderation.mails.server.tsx');
  await notify(tx, services, listing, {
    key: `suspension:${suspension.reference}`,
    title: `Annonce ${listing.reference} suspendue par Vigie${NBSP}: ${suspensionGrounds[ground].label}`,
    letter: suspendedMail({ ...mailed(services, listing), suspension }),
  });
  return { status: to, suspended: true, changed: true };
}

/**
 * Ends the suspension of a listing: it is judged anew, and comes back on line if the law lets it, if it was confirmed lately and if
 * its agency had not paused, sold or withdrawn it. The agency is told. One that is not suspended is left as it is. Throws
 * LISTING_UNKNOWN, REASON_MISSING.
 */
export async function restoreListing(
  services: Needs & Pick<Services, 'db'>,
  given: { listingId: number; reason: string; by: AdministratorName },
): Promise<Moderated> {
  return services.db.transaction().execute((tx) => restoreWithin(tx, services, given));
}

/** The same in the caller's transaction. */
export async function restoreWithin(
  tx: Tx,
  services: Needs,
  given: { listingId: number; reason: string; by: AdministratorName },
): Promise<Moderated> {
  const { listingId, by } = given;
  const reason = reasonIn(given.reason);
  const listing = await lockDecided(tx, listingId);
  const suspension = await statements.selectSuspension(tx, listingId);
  if (!suspension) return { status: listing.status, suspended: false, changed: false };
  await statements.deleteSuspension(tx, listingId);
  const status =
    listing.status === 'suspended' && !suspension.paused
      ? await giveBack(tx, listingId, listing)
      : listing.status;
  await recordAction(tx, {
    by,
    action: 'listing.restored',
    subject: subjectOf(listingId, listing),
    before: { status: listing.status, decision: suspension.reference, ground: suspension.ground },
    after: { status },
    reason,
  });
  const { restoredMail } = await import('./moderation.mails.server.tsx');
  await notify(tx, services, listing, {
    key: `restored:${suspension.reference}`,
    title: `Annonce ${listing.reference} rétablie par Vigie`,
    letter: restoredMail({ ...mailed(services, listing), suspension, status, reason }),
  });
  return { status, suspended: false, changed: true };
}

/** All that is said and decided about these listings, by their number. */
export async function moderationOf(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, statements.Moderation>> {
  if (ids.length === 0) return new Map();
  return new Map((await statements.selectModeration(db, ids)).map((one) => [one.id, one]));
}

/** The listing, once its writers have ended: they go one after the other. Throws LISTING_UNKNOWN. */
async function lockDecided(tx: Tx, listingId: number): Promise<statements.DecidedListing> {
  const confirmedSince = new Date(clock.now().getTime() - CONFIRMED_FOR_DAYS * 86_400_000);
  const known = await statements.selectDecided(tx, listingId, confirmedSince);
  if (!known) throw fail(publicationErrors.LISTING_UNKNOWN);
  await lockAgencyListings(tx, known.agencyId);
  return (await statements.selectDecided(tx, listingId, confirmedSince)) ?? known;
}

/**
 * Gives a listing what its agency last asked for, if the law allows it today. One that was never judged stays off line, for its
 * agency to publish.
 */
async function giveBack(
  tx: Tx,
  listingId: number,
  { agencyId, technicalId, source, wanted, confirmed }: statements.DecidedListing,
): Promise<ListingStatus> {
  const now = clock.now();
  const draft = (await currentDrafts(tx, agencyId, [technicalId])).get(technicalId);
  if (!draft || wanted === null) return 'suspended';
  const [judged] = await judgeDrafts(tx, {
    agencyId,
    source,
    drafts: [{ ...draft, status: wanted }],
    now,
  });
  await keepVerdicts(tx, [verdictRowOf(listingId, judged!)], now);
  const to = isVisible(judged!.status) && !confirmed ? 'expired' : judged!.status;
  if (to !== 'suspended')
    await shiftListings(tx, { shifts: [{ id: listingId, from: 'suspended', to }], run: null, now });
  return to;
}

function subjectOf(id: number, { reference, ownerReference }: statements.DecidedListing) {
  return { kind: 'listing', id, label: `${reference} (${ownerReference})` } as const;
}

function mailed({ env }: Needs, { agencyName, reference, title }: statements.DecidedListing) {
  return {
    origin: env.publicUrl,
    contactUrl: `${env.publicUrl}${paths.contact()}`,
    termsUrl: `${env.publicUrl}${paths.terms()}#moderation`,
    agency: agencyName,
    listing: { reference, title },
  };
}

/** Tells the agency, by mail and in its notifications; one without an address in its notifications alone. */
async function notify(
  tx: Tx,
  { env, log }: Needs,
  { agencyId, ownerReference, reference }: statements.DecidedListing,
  { key, title, letter }: { key: string; title: string; letter: Letter },
): Promise<void> {
  const route = await routeNotification(tx, {
    agencyId,
    event: 'listingSuspended',
    key,
    title,
    page: '/annonces?vue=retenues',
  });
  if (!route) {
    log.warn(
      { agency: ownerReference, listing: reference },
      'décision sur une annonce : l’agence n’a pas d’adresse',
    );
    return;
  }
  await sendAlong(tx, route, letter, {
    key,
    stream: `moderation:${agencyId}`,
    // Whoever contests answers it (DSA, article 20).
    replyTo: env.contactAddress,
  });
}
