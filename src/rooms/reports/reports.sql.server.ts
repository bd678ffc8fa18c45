import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { countFromSender, type Sender, type SenderCounts } from '#platform/senders.server.ts';
import type { ReportKind, ReportReason, ReportStatus } from './contract.ts';

/** Serialises reports (advisory lock): simultaneous ones are counted too. */
export async function lockReports(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('report'))`.execute(tx);
}

export function reportBySubmission(db: Queryable, submission: string) {
  return db
    .selectFrom('report')
    .select(['reference', 'receipt'])
    .where('submission', '=', submission)
    .executeTakeFirst();
}

/** How many reports an address sent and receipts it was mailed since, and how many came from a client. */
export async function countReports(db: Queryable, sender: Sender, now: Date): Promise<SenderCounts> {
  const { rows } = await countFromSender('report', sender, now).execute(db);
  return rows[0]!;
}

interface NewReport {
  readonly reference: string;
  readonly submission: string | null;
  readonly listingId: number;
  readonly url: string;
  readonly reason: ReportReason;
  readonly explanation: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly accountId: number | null;
  readonly priority: number;
  readonly client: string;
  readonly receipt: boolean;
  readonly at: Date;
}

/** What people read of a row of `listing`, without anybody's name; `shown.ts` compares two of them. */
export const shownOfListing: RawBuilder<Readonly<Record<string, unknown>>> = sql<
  Readonly<Record<string, unknown>>
>`
  jsonb_strip_nulls(jsonb_build_object(
    'status', listing.status, 'transaction', listing.transaction, 'propertyType', listing.property_type,
    'title', listing.title, 'description', listing.description, 'price', listing.price,
    'priceWithoutFees', listing.price_without_fees, 'feesPayer', listing.fees_payer, 'charges', listing.charges,
    'baseRent', listing.base_rent, 'surface', listing.surface, 'rooms', listing.rooms, 'floor', listing.floor,
    'energyStatus', listing.energy_status, 'energyClass', listing.energy_class, 'climateClass', listing.climate_class,
    'postalCode', listing.postal_code, 'quarter', listing.quarter, 'visitUrl', listing.visit_url,
    'videoUrl', listing.video_url,
    'photos', (select jsonb_agg(storage_key order by position) from listing_photo
      where listing_id = listing.id and listing_photo.status = 'ready')))`;

/** Keeps it with the listing as it stands at this instant: what people read of it, without anybody's name. */
export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  const { reference, submission, listingId, url, reason, explanation, name, email } = report;
  await sql`
    insert into report (reference, submission, listing_id, agency_id, url, listing_reference, listing_updated_at,
      listing_hash, listing_shown, reason, explanation, name, email, account_id, good_faith, priority, client, receipt,
      created_at)
    select ${reference}, ${submission}, listing.id, agency_id, ${url}, listing.reference, updated_at, content_hash,
      ${shownOfListing},
      ${reason}, ${explanation}, ${name}, ${email}, ${report.accountId}::bigint, true, ${report.priority},
      ${report.client}, ${report.receipt}, ${report.at}
    from listing where id = ${listingId}
  `.execute(tx);
}

/** For lists of the operator, and for machines. Times as ISO text in JSON. */
export interface StoredReport {
  readonly id: number;
  readonly reference: string;
  readonly kind: ReportKind;
  readonly status: ReportStatus;
  readonly contested: boolean;
  readonly priority: number;
  readonly reason: ReportReason;
  readonly explanation: string;
  /** Null: unknown, or erased; and of what a rule found. */
  readonly name: string | null;
  readonly email: string | null;
  readonly listingId: number | null;
  readonly listingReference: string;
  readonly agency: string;
  readonly url: string;
  /** The listing as it was read. */
  readonly listingUpdatedAt: Date;
  readonly listingVersion: string;
  readonly listingShown: Readonly<Record<string, unknown>>;
  /** It says something else today, or is no more. */
  readonly changedSince: boolean;
  readonly receipt: boolean;
  readonly createdAt: Date;
}

/** What waits comes first, by priority, then the oldest; what was decided after, the newest first. */
export async function selectReports(
  db: Queryable,
  asked: { status: ReportStatus | null; listingId: number | null; limit: number },
): Promise<StoredReport[]> {
  const { rows } = await sql<StoredReport>`
    select report.id, report.reference, report.kind, report.status, contested, priority, reason, explanation, report.name,
      report.email, listing_id,
      listing_reference, agency.owner_reference as agency, url, listing_updated_at,
      encode(listing_hash, 'hex') as listing_version, listing_shown,
      listing.content_hash is distinct from listing_hash as changed_since, receipt, report.created_at
    from report
    join agency on agency.id = report.agency_id
    left join listing on listing.id = listing_id
    where (${asked.status}::text is null or report.status = ${asked.status})
      and (${asked.listingId}::bigint is null or listing_id = ${asked.listingId})
    order by waiting desc, case when waiting then priority end, case when waiting then report.created_at end,
      report.created_at desc, report.id desc
    limit ${asked.limit}
  `.execute(db);
  return rows;
}

export async function forgetClients(db: Queryable, before: Date): Promise<void> {
  await db
    .updateTable('report')
    .set({ client: null })
    .where('client', 'is not', null)
    .where('createdAt', '<', before)
    .execute();
}

export async function deleteReportsBefore(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('report').where('createdAt', '<', before).execute();
}

/** What this person sent: with their account, or with their proven addresses. */
function sentBy({ accountId, emails }: Person): RawBuilder<boolean> {
  return sql<boolean>`(report.account_id = ${accountId} or report.email = any(${[...emails]}::text[]))`;
}

interface OwnReport {
  readonly reference: string;
  readonly url: string;
  readonly reason: ReportReason;
  readonly explanation: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly status: ReportStatus;
  readonly createdAt: Date;
  /** What was decided, and why. */
  readonly decidedAt: Date | null;
  readonly statement: string | null;
  /** What this person said against it, and what was answered. */
  readonly appeal: string | null;
  readonly appealAnswer: string | null;
  readonly attachments: number;
}

/** What this account sent, and what was sent with its proven addresses. */
export async function reportsOf(db: Queryable, person: Person): Promise<OwnReport[]> {
  const { rows } = await sql<OwnReport>`
    select report.reference, url, reason, explanation, report.name, report.email, report.status, report.created_at,
      report.decided_at, report.statement, appeal.body as appeal, appeal.statement as appeal_answer,
      (select count(*)::int from report_attachment where report_id = report.id) as attachments
    from report left join report_appeal appeal on appeal.report_id = report.id and appeal.side = 'reporter'
    where ${sentBy(person)}
    order by report.created_at
  `.execute(db);
  return rows;
}

/**
 * Empties what says who reported and in which words, appeals included, and lets go of the attached files, which the job that forgets
 * reports deletes; that something was reported, and why, stays.
 */
export async function emptyReportsOf(tx: Tx, person: Person, at: Date): Promise<void> {
  await sql`
    update report_appeal set body = '' from report
    where report.id = report_id and side = 'reporter' and ${sentBy(person)}
  `.execute(tx);
  await sql`
    update report_attachment set report_id = null from report
    where report.id = report_id and ${sentBy(person)}
  `.execute(tx);
  await sql`
    update report set name = null, email = null, account_id = null, explanation = '', client = null, submission = null,
      erased_at = ${at}
    where ${sentBy(person)}
  `.execute(tx);
}
