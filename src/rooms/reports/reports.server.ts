import { fail, sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { Actor } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { clientOf } from '#platform/rate-limits.server.ts';
import { newReference, refuseMore } from '#platform/senders.server.ts';
import { isOwnAddress } from '#rooms/accounts/accounts.server.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import { attachKeyOf } from './attachments.server.ts';
import {
  CLIENT_KEPT_HOURS,
  KEPT_YEARS,
  missingIn,
  priorities,
  RECEIPTS_PER_DAY,
  REPORTS_PER_ADDRESS_DAY,
  REPORTS_PER_CLIENT_HOUR,
  type Reported,
  type ReportStatus,
  reportErrors,
  reportReasons,
} from './contract.ts';
import {
  countReports,
  deleteReportsBefore,
  emptyReportsOf,
  forgetClients,
  insertReport,
  lockReports,
  reportBySubmission,
  reportsOf,
  type StoredReport,
  selectReports,
} from './reports.sql.server.ts';

const HOUR_MS = 3_600_000;
const LISTED = 500;
interface Received {
  readonly reference: string;
  readonly receipt: boolean;
  readonly attachKey: string;
}

/**
 * Keeps a report with the listing as it stands, tells the operator of the site that one waits, and mails a receipt to
 * the address given. The same submission again changes nothing. What a program seems to have filled in is marked, and
 * arrives all the same. Throws VALIDATION_ERROR when who reports must be known, REPORT_LISTING_UNKNOWN for what nobody
 * may read, RATE_LIMIT_EXCEEDED.
 */
export async function receiveReport(
  { db, env }: Pick<Services, 'db' | 'env'>,
  listingWord: string,
  given: Reported,
  { actor, ip }: { actor: Actor; ip: string },
): Promise<Received> {
  const missing = missingIn(given);
  if (missing.length > 0) throw fail(sharedErrors.VALIDATION_ERROR, { fields: missing });
  const { website, submission, reason, explanation } = given;
  const { listing } = await publicListing(db, listingWord, clock.now()).catch(() => {
    throw fail(reportErrors.REPORT_LISTING_UNKNOWN);
  });
  const client = clientOf(ip);
  return db.transaction().execute(async (tx) => {
    await lockReports(tx);
    const known = submission && (await reportBySubmission(tx, submission));
    if (known) return { ...known, attachKey: attachKeyOf(env, known.reference) };
    // Read under the lock: whoever comes after counts those before in the order of their moments.
    const now = clock.now();
    const email = given.email ?? null;
    const sent = await countReports(tx, { email, client }, now);
    refuseMore(sent, { perAddressDay: REPORTS_PER_ADDRESS_DAY, perClientHour: REPORTS_PER_CLIENT_HOUR }, now);
    const own = email !== null && (await isOwnAddress(tx, actor, email));
    const report = {
      reference: newReference('SIG'),
      reason,
      explanation,
      url: `${env.publicUrl}${paths.listing({ propertyId: listing.id })}`,
      receipt: email !== null && sent.receipts < RECEIPTS_PER_DAY,
      at: now,
    };
    await insertReport(tx, {
      ...report,
      submission: submission ?? null,
      listingId: listing.id,
      name: given.name ?? null,
      email,
      // Under another address it is no report of the account: both leave, or stay, by their address.
      accountId: own && actor.kind === 'user' ? actor.userId : null,
      priority: priorities[reason],
      client,
    });
    const { noticeMail, receiptMail } = await import('./reports.mails.server.tsx');
    const stream = `report:${report.reference}`;
    const notice = noticeMail({
      ...report,
      origin: env.publicUrl,
      priority: priorities[reason],
      listing,
      doubtful: Boolean(website?.trim()),
    });
    await sendMail(tx, notice, {
      key: `report:${report.reference}`,
      stream,
      to: env.contactAddress,
    });
    if (report.receipt && email !== null) {
      const receipt = receiptMail({
        ...report,
        origin: env.publicUrl,
        termsUrl: `${env.publicUrl}${paths.terms()}#moderation`,
        contactUrl: `${env.publicUrl}${paths.contact()}`,
        listing,
        // The reader of the address may not have typed it: then nothing typed is mailed to it.
        explanation: own ? explanation : null,
      });
      await sendMail(tx, receipt, {
        key: `report-receipt:${report.reference}`,
        stream,
        to: email,
        replyTo: env.contactAddress,
        // No machine answers it (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-replied' },
      });
    }
    const { reference, receipt } = report;
    return { reference, receipt, attachKey: attachKeyOf(env, reference) };
  });
}

/** What was reported, what waits first and the most pressing of it before, 500 at most. */
export function listReports(
  db: Queryable,
  { status = null, listingId = null }: { status?: ReportStatus | null; listingId?: number | null } = {},
): Promise<StoredReport[]> {
  return selectReports(db, { status, listingId, limit: LISTED });
}

/** Forgets where reports came from after a day, and reports after three years. */
export async function forgetReports(db: Db): Promise<void> {
  const now = clock.now();
  await forgetClients(db, new Date(now.getTime() - CLIENT_KEPT_HOURS * HOUR_MS));
  const longAgo = new Date(now);
  longAgo.setUTCFullYear(longAgo.getUTCFullYear() - KEPT_YEARS);
  await deleteReportsBefore(db, longAgo);
}

/** What this room knows of somebody: what they reported, the oldest first (RGPD 15 and 20). */
export async function personalDataOf(db: Queryable, person: Person): Promise<Record<string, unknown>> {
  const reports = await reportsOf(db, person);
  return {
    reports: reports.map(({ createdAt, decidedAt, reason, attachments, ...words }) => ({
      ...words,
      reason: reportReasons[reason],
      at: createdAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
      // The files themselves are asked for by a message: they may show other people.
      attachments,
    })),
  };
}

/**
 * Erases the person who reported, their words, what they said against the decision and the files that they attached; that a listing
 * was reported, and why, stays (RGPD 17).
 */
export async function erasePerson(tx: Tx, person: Person): Promise<void> {
  await emptyReportsOf(tx, person, clock.now());
}
