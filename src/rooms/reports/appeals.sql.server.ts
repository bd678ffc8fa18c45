import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { AppealSide } from './appeals.ts';
import type { Measure, ReportStatus } from './contract.ts';

interface ContestedReport {
  readonly id: number;
  readonly status: ReportStatus;
  readonly measure: Measure | null;
  readonly statement: string | null;
  readonly decidedAt: Date | null;
  readonly listingReference: string;
  readonly title: string;
  /** The agency was told of it, or the person who reported still is known. */
  readonly reached: boolean;
  /** What this side said against the decision; null: nothing yet. */
  readonly said: string | null;
}

/** The report that a side contests; undefined when there is none of this reference. */
export async function selectContested(
  db: Queryable,
  reference: string,
  side: AppealSide,
): Promise<ContestedReport | undefined> {
  const { rows } = await sql<ContestedReport>`
    select report.id, report.status, report.measure, report.statement, report.decided_at, report.listing_reference,
      coalesce(report.listing_shown ->> 'title', '') as title,
      case when ${side} = 'agency' then report.agency_told_at is not null else report.email is not null end as reached,
      appeal.body as said
    from report left join report_appeal appeal on appeal.report_id = report.id and appeal.side = ${side}
    where report.reference = ${reference}
  `.execute(db);
  return rows[0];
}
