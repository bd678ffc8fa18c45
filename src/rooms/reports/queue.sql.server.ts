import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { SuspensionGround } from '#rooms/listings/moderation.ts';
import type { AppealOutcome, AppealSide } from './appeals.ts';
import type { AttachmentKind } from './attachments.ts';
import type { Measure, ReportKind, ReportReason, ReportStatus } from './contract.ts';
import { OTHERS_SHOWN, type QueueState, REPEATED } from './decisions.ts';
import { shownOfListing } from './reports.sql.server.ts';

export interface QueueFilter {
  readonly state?: QueueState | undefined;
  readonly reason?: ReportReason | undefined;
  readonly priority?: number | undefined;
  readonly kind?: ReportKind | undefined;
  /** Reference of an agency. */
  readonly agency?: string | undefined;
  readonly listing?: number | undefined;
}

/** Each condition names columns of one index of the queue. */
function wanted({ state, reason, priority, kind, agency, listing }: QueueFilter): RawBuilder<unknown> {
  const conditions = [
    ...(state === undefined || state === 'waiting'
      ? []
      : [state === 'contested' ? sql`contested` : sql`status = ${state} and not contested`]),
    ...(reason === undefined ? [] : [sql`reason = ${reason}`]),
    ...(priority === undefined ? [] : [sql`priority = ${priority}`]),
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(agency === undefined
      ? []
      : [sql`agency_id = (select id from agency where owner_reference = ${agency})`]),
    ...(listing === undefined ? [] : [sql`listing_id = ${listing}`]),
  ];
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`;
}

export interface WaitingPlace {
  readonly id: number;
  readonly priority: number;
  readonly createdAt: Date;
}

/** What waits, the most pressing then the oldest first, after this place when it is given. */
export async function selectWaiting(
  db: Queryable,
  filter: QueueFilter,
  { after, limit }: { after: WaitingPlace | null; limit: number },
): Promise<WaitingPlace[]> {
  const from = after
    ? sql`and (priority, created_at, id) > (${after.priority}::smallint, ${after.createdAt}, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<WaitingPlace>`
    select id, priority, created_at from report where waiting ${wanted(filter)} ${from}
    order by priority, created_at, id limit ${limit}
  `.execute(db);
  return rows;
}

export interface ClosedPlace {
  readonly id: number;
  readonly decidedAt: Date;
}

/** What is closed, the latest first, after this place when it is given. */
export async function selectClosed(
  db: Queryable,
  filter: QueueFilter,
  { after, limit }: { after: ClosedPlace | null; limit: number },
): Promise<ClosedPlace[]> {
  const from = after ? sql`and (decided_at, id) < (${after.decidedAt}, ${after.id}::bigint)` : sql``;
  const { rows } = await sql<ClosedPlace>`
    select id, decided_at from report where not waiting ${wanted(filter)} ${from}
    order by decided_at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface HeadingRow {
  readonly id: number;
  readonly reference: string;
  readonly kind: ReportKind;
  readonly status: ReportStatus;
  readonly contested: boolean;
  readonly priority: number;
  readonly reason: ReportReason;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly takenBy: string | null;
  readonly listingId: number | null;
  readonly listingReference: string;
  readonly title: string;
  readonly url: string;
  readonly agencyId: number;
  readonly ownerReference: string;
  readonly agencyName: string;
  readonly measure: Measure | null;
  readonly decidedBy: string | null;
  readonly repeatReporter: boolean;
  readonly repeatAgency: boolean;
  readonly attachments: number;
}

const heading = (since: Date) => sql`
  report.id, report.reference, report.kind, report.status, report.contested, report.priority, report.reason,
  report.created_at, report.decided_at, report.taken_by, report.listing_id, report.listing_reference,
  coalesce(report.listing_shown ->> 'title', '') as title, report.url, report.agency_id, agency.owner_reference,
  agency.name as agency_name, report.measure, report.decided_by,
  report.email is not null and (
    select count(*) from (
      select from report other where other.email = report.email and other.status = 'unfounded'
        and other.decided_at > ${since} limit ${REPEATED}) wrong) = ${REPEATED} as repeat_reporter,
  (select count(*) from (
      select from report other where other.agency_id = report.agency_id and other.status = 'founded'
        and other.decided_at > ${since} limit ${REPEATED}) rightly) = ${REPEATED} as repeat_agency,
  (select count(*)::int from report_attachment where report_id = report.id) as attachments`;

/** Headings of these, in any order; repeats are counted since that date. */
export async function selectHeadings(
  db: Queryable,
  ids: readonly number[],
  since: Date,
): Promise<HeadingRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<HeadingRow>`
    select ${heading(since)} from report join agency on agency.id = report.agency_id
    where report.id = any(${ids}::bigint[])
  `.execute(db);
  return rows;
}

interface CaseRow extends HeadingRow {
  readonly explanation: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly erasedAt: Date | null;
  readonly sent: number;
  readonly unfounded: number;
  readonly agencyFounded: number;
  readonly shown: Readonly<Record<string, unknown>>;
  readonly today: Readonly<Record<string, unknown>> | null;
  readonly takenAt: Date | null;
  readonly agencyToldAt: Date | null;
  readonly ground: SuspensionGround | null;
  readonly statement: string | null;
}

/** One case with its listing as it was read and as it stands; undefined when there is none. */
export async function selectCase(db: Queryable, id: number, since: Date): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${heading(since)}, report.explanation, report.name, report.email, report.erased_at,
      (select count(*)::int from report other where other.email = report.email and other.created_at > ${since}) as sent,
      (select count(*)::int from report other where other.email = report.email and other.status = 'unfounded'
        and other.decided_at > ${since}) as unfounded,
      (select count(*)::int from report other where other.agency_id = report.agency_id and other.status = 'founded'
        and other.decided_at > ${since}) as agency_founded,
      report.listing_shown as shown, case when listing.id is not null then ${shownOfListing} end as today,
      report.taken_at, report.agency_told_at, report.ground, report.statement
    from report
    join agency on agency.id = report.agency_id
    left join listing on listing.id = report.listing_id
    where report.id = ${id}
  `.execute(db);
  return rows[0];
}

interface OtherRow {
  readonly id: number;
  readonly reference: string;
  readonly status: ReportStatus;
  readonly reason: ReportReason;
  readonly createdAt: Date;
}

/** Other reports of a listing, the latest first. */
export async function selectOthers(db: Queryable, listingId: number, but: number): Promise<OtherRow[]> {
  const { rows } = await sql<OtherRow>`
    select id, reference, status, reason, created_at from report
    where listing_id = ${listingId} and id <> ${but}
    order by created_at desc, id desc limit ${OTHERS_SHOWN}
  `.execute(db);
  return rows;
}

interface AppealRow {
  readonly id: number;
  readonly side: AppealSide;
  readonly body: string;
  readonly at: Date;
  readonly outcome: AppealOutcome | null;
  readonly statement: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

/** What was said against the decision on a report, in its order. */
export async function selectAppeals(db: Queryable, reportId: number): Promise<AppealRow[]> {
  const rows = await db
    .selectFrom('reportAppeal')
    .select(['id', 'side', 'body', 'at', 'outcome', 'statement', 'decidedBy', 'decidedAt'])
    .where('reportId', '=', reportId)
    .orderBy('id')
    .execute();
  return rows as AppealRow[];
}

interface AttachmentRow {
  readonly id: number;
  readonly key: string;
  readonly kind: AttachmentKind;
  readonly bytes: number;
  readonly at: Date;
}

/** What was attached to a report, in its order. */
export async function selectAttachments(db: Queryable, reportId: number): Promise<AttachmentRow[]> {
  const rows = await db
    .selectFrom('reportAttachment')
    .select(['id', 'key', 'kind', 'bytes', 'at'])
    .where('reportId', '=', reportId)
    .orderBy('id')
    .execute();
  return rows as AttachmentRow[];
}

/** The number of the case of this reference, for commands; undefined when there is none. */
export async function selectCaseId(db: Queryable, reference: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('report')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.id;
}
