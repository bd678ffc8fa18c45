import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { SuspensionGround } from '#rooms/listings/moderation.ts';
import type { AppealOutcome, AppealSide } from './appeals.ts';
import type { Measure, ReportKind, ReportReason, ReportStatus } from './contract.ts';

/** A report as decisions read it. */
export interface HeldReport {
  readonly id: number;
  readonly reference: string;
  readonly kind: ReportKind;
  readonly reviewId: number | null;
  readonly status: ReportStatus;
  readonly contested: boolean;
  readonly reason: ReportReason;
  readonly url: string;
  readonly listingId: number | null;
  readonly listingReference: string;
  readonly title: string;
  readonly agencyId: number;
  readonly agencyName: string;
  readonly ownerReference: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly takenBy: string | null;
  readonly agencyToldAt: Date | null;
  readonly measure: Measure | null;
  readonly ground: SuspensionGround | null;
  readonly statement: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

const held = sql`
  select report.id, report.reference, report.kind, report.review_id, report.status, report.contested, report.reason,
    report.url, report.listing_id, report.listing_reference, coalesce(report.listing_shown ->> 'title', '') as title,
    report.agency_id, agency.name as agency_name, agency.owner_reference, report.name, report.email, report.taken_by,
    report.agency_told_at, report.measure, report.ground, report.statement, report.decided_by, report.decided_at
  from report join agency on agency.id = report.agency_id`;

export async function selectReport(db: Queryable, id: number): Promise<HeldReport | undefined> {
  const { rows } = await sql<HeldReport>`${held} where report.id = ${id}`.execute(db);
  return rows[0];
}

/** The report until the transaction ends: of two administrators, one decides. */
export async function lockReport(tx: Tx, id: number): Promise<HeldReport | undefined> {
  const { rows } = await sql<HeldReport>`${held} where report.id = ${id} for update of report`.execute(tx);
  return rows[0];
}

export async function takeReport(tx: Tx, id: number, given: { by: string; at: Date }): Promise<void> {
  await tx
    .updateTable('report')
    .set({ status: 'in_progress', takenBy: given.by, takenAt: given.at })
    .where('id', '=', id)
    .execute();
}

export async function noteAgencyTold(tx: Tx, id: number, at: Date): Promise<void> {
  await tx
    .updateTable('report')
    .set({ agencyToldAt: at })
    .where('id', '=', id)
    .where('agencyToldAt', 'is', null)
    .execute();
}

export interface Verdict {
  readonly status: ReportStatus;
  readonly measure: Measure;
  readonly ground: SuspensionGround | null;
  readonly statement: string;
}

/** Keeps the decision on a report; of one that an appeal changes, the last. */
export async function closeReport(
  tx: Tx,
  id: number,
  { by, at, ...verdict }: Verdict & { by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('report')
    .set({ ...verdict, decidedBy: by, decidedAt: at })
    .where('id', '=', id)
    .execute();
}

interface HeldAppeal {
  readonly id: number;
  readonly side: AppealSide;
  readonly at: Date;
  readonly outcome: AppealOutcome | null;
  readonly statement: string | null;
  readonly decidedBy: string | null;
}

/** The appeals of a report, in their order; its row is held. */
export async function selectHeldAppeals(tx: Tx, reportId: number): Promise<HeldAppeal[]> {
  const rows = await tx
    .selectFrom('reportAppeal')
    .select(['id', 'side', 'at', 'outcome', 'statement', 'decidedBy'])
    .where('reportId', '=', reportId)
    .orderBy('id')
    .execute();
  return rows as HeldAppeal[];
}

export async function insertAppeal(
  tx: Tx,
  row: { reportId: number; side: AppealSide; body: string; at: Date },
): Promise<void> {
  await tx.insertInto('reportAppeal').values(row).execute();
  await tx.updateTable('report').set({ contested: true }).where('id', '=', row.reportId).execute();
}

/** Answers an appeal; the report waits no more once none of its appeals does. */
export async function closeAppeal(
  tx: Tx,
  given: { id: number; reportId: number; outcome: AppealOutcome; statement: string; by: string; at: Date },
): Promise<void> {
  await tx
    .updateTable('reportAppeal')
    .set({
      outcome: given.outcome,
      statement: given.statement,
      decidedBy: given.by,
      decidedAt: given.at,
    })
    .where('id', '=', given.id)
    .execute();
  await sql`
    update report set contested = exists (
      select from report_appeal where report_id = report.id and outcome is null)
    where id = ${given.reportId}
  `.execute(tx);
}
