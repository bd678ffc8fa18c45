import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { countFromSender, type Sender, type SenderCounts } from '#platform/senders.server.ts';
import type { ReportReason, ReportStatus } from './contract.ts';

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

/** Keeps it with the listing as it stands at this instant: what people read of it, without anybody's name. */
export async function insertReport(tx: Tx, report: NewReport): Promise<void> {
  const { reference, submission, listingId, url, reason, explanation, name, email } = report;
  await sql`
    insert into report (reference, submission, listing_id, agency_id, url, listing_reference, listing_updated_at,
      listing_hash, listing_shown, reason, explanation, name, email, account_id, good_faith, priority, client, receipt,
      created_at)
    select ${reference}, ${submission}, listing.id, agency_id, ${url}, listing.reference, updated_at, content_hash,
      jsonb_strip_nulls(jsonb_build_object(
        'status', status, 'transaction', transaction, 'propertyType', property_type, 'title', title,
        'description', description, 'price', price, 'priceWithoutFees', price_without_fees, 'feesPayer', fees_payer,
        'charges', charges, 'baseRent', base_rent, 'surface', surface, 'rooms', rooms, 'floor', floor,
        'energyStatus', energy_status, 'energyClass', energy_class, 'climateClass', climate_class,
        'postalCode', postal_code, 'quarter', quarter, 'visitUrl', visit_url, 'videoUrl', video_url,
        'photos', (select jsonb_agg(storage_key order by position) from listing_photo
          where listing_id = listing.id and listing_photo.status = 'ready'))),
      ${reason}, ${explanation}, ${name}, ${email}, ${report.accountId}::bigint, true, ${report.priority},
      ${report.client}, ${report.receipt}, ${report.at}
    from listing where id = ${listingId}
  `.execute(tx);
}

/** For lists of the operator, and for machines. Times as ISO text in JSON. */
export interface StoredReport {
  readonly reference: string;
  readonly status: ReportStatus;
  readonly priority: number;
  readonly reason: ReportReason;
  readonly explanation: string;
  /** Null: unknown, or erased. */
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
    select report.reference, report.status, priority, reason, explanation, report.name, report.email, listing_id,
      listing_reference, agency.owner_reference as agency, url, listing_updated_at,
      encode(listing_hash, 'hex') as listing_version, listing_shown,
      listing.content_hash is distinct from listing_hash as changed_since, receipt, report.created_at
    from report
    join agency on agency.id = report.agency_id
    left join listing on listing.id = listing_id
    where (${asked.status}::text is null or report.status = ${asked.status})
      and (${asked.listingId}::bigint is null or listing_id = ${asked.listingId})
    order by report.status not in ('new', 'in_progress'),
      case when report.status in ('new', 'in_progress') then priority end,
      case when report.status in ('new', 'in_progress') then report.created_at end,
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

/** What this account sent, and what was sent with its proven addresses. */
export function reportsOf(db: Queryable, { accountId, emails }: Person) {
  return db
    .selectFrom('report')
    .select(['reference', 'url', 'reason', 'explanation', 'name', 'email', 'status', 'createdAt'])
    .where(({ eb, or }) =>
      or([eb('accountId', '=', accountId), ...emails.map((one) => eb('email', '=', one))]),
    )
    .orderBy('createdAt')
    .execute();
}

/** Empties what says who reported and in which words; that something was reported, and why, stays. */
export async function emptyReportsOf(tx: Tx, { accountId, emails }: Person, at: Date): Promise<void> {
  await tx
    .updateTable('report')
    .set({
      name: null,
      email: null,
      accountId: null,
      explanation: '',
      client: null,
      submission: null,
      erasedAt: at,
    })
    .where(({ eb, or }) =>
      or([eb('accountId', '=', accountId), ...emails.map((one) => eb('email', '=', one))]),
    )
    .execute();
}
