import { parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { agencyById } from '#rooms/agencies/agencies.server.ts';
import { billingOf } from '#rooms/agencies/billing.server.ts';
import { pendingContact } from '#rooms/agencies/contact-address.server.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { confirmExclusion } from '#rooms/agencies/exclusion.server.ts';
import { agencyToJudge, agencyWasJudged, changeIdentity } from '#rooms/agencies/identity.server.ts';
import { owedBy, type ProfileChanges } from '#rooms/agencies/identity.ts';
import { doorOf, storedAgency } from '#rooms/agencies/sessions.server.ts';
import { checkAgency } from '#rooms/listings/legal-engine.ts';
import { rejudgeListings } from '#rooms/listings/publication.server.ts';
import { mailRecipients } from '#rooms/notifications/notifications.server.ts';
import type { Lack } from './contract.ts';

type Judging = Pick<Services, 'db' | 'env' | 'log'>;

/** Longest time (ms) a request waits for the listings; the worker goes on with the rest. */
const WAIT_MS = 2_000;

/** What the law asks of an agency today and does not find, and how far its identity has come. */
export function legalStateOf(agency: Agency) {
  const lacks: Lack[] = checkAgency(agency, parisDay(clock.now()).day).map(
    ({ rule, severity, field, message, remedy }) => ({
      rule,
      severity,
      field: field.replace(/^agency\./, ''),
      message,
      remedy,
    }),
  );
  const missing = new Set(lacks.map(({ field }) => field));
  const owed = owedBy(agency);
  const done = owed.filter((field) => agency[field] !== null && !missing.has(field)).length;
  return { lacks, completeness: { done, owed: owed.length } };
}

/** The agency that is signed in, as its profile shows it. Throws LOGIN_REQUIRED when it is gone. */
export async function agencyProfile(db: Db, agencyId: AgencyId) {
  const [agency, billing, door, waiting, mailed] = await Promise.all([
    agencyById(db, agencyId),
    billingOf(db, agencyId),
    doorOf(db, agencyId),
    pendingContact(db, agencyId),
    mailRecipients(db, agencyId),
  ]);
  if (!agency) throw fail(sharedErrors.LOGIN_REQUIRED);
  return {
    agency: { ...agency, ...billing.said },
    waiting,
    unreachable: mailed.length === 0,
    ...door,
    ...legalStateOf(agency),
  };
}

/**
 * Writes the profile and judges the listings again, so that those withheld for want of an identity come on line.
 * Throws as `changeIdentity`.
 */
export async function changeProfile(services: Judging, agencyId: AgencyId, changes: ProfileChanges) {
  const { agency, askedAt, contactAsked } = await changeIdentity(services, agencyId, changes);
  const listings = await judgeSoon(services, agencyId, askedAt);
  return {
    agency: await storedAgency(services.db, agencyId),
    ...legalStateOf(agency),
    contactAsked,
    unreachable: (await mailRecipients(services.db, agencyId)).length === 0,
    listings,
  };
}

/** Takes the listings of an agency off line, by the link that it was mailed. Throws LINK_INVALID. */
export async function exclude(services: Judging, token: string) {
  const { agencyId, askedAt, ...done } = await confirmExclusion(services, token);
  await judgeSoon(services, agencyId, askedAt);
  return done;
}

/** Judges as much as a request may wait for; null when the worker has to go on. */
async function judgeSoon(services: Judging, agencyId: number, askedAt: Date) {
  const signal = AbortSignal.timeout(WAIT_MS);
  const { published, left } = await rejudgeListings(services, {
    now: clock.now(),
    agencyIds: [agencyId],
    signal,
  });
  if (signal.aborted) return null;
  await agencyWasJudged(services.db, agencyId, askedAt);
  return { published, left };
}

/** Judges the listings of one agency that changed; whether there may be another. */
export async function judgeChanged(services: Judging, signal: AbortSignal): Promise<boolean> {
  const waiting = await agencyToJudge(services.db);
  if (!waiting) return false;
  await rejudgeListings(services, { now: clock.now(), agencyIds: [waiting.id], signal });
  if (!signal.aborted) await agencyWasJudged(services.db, waiting.id, waiting.askedAt);
  return !signal.aborted;
}
