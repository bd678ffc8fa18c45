import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { FeedFormat } from '#rooms/listings/feed-formats.ts';
import type { StoredReport } from './contract.ts';
import {
  type Cause,
  FEED_CHANNEL,
  type FeedLine,
  type ImportCounts,
  type ImportState,
  type LineKind,
  type Report,
} from './diagnosis.ts';

export interface PendingImport {
  readonly id: number;
  readonly agencyId: number;
  readonly ownerReference: string;
  readonly fileName: string;
  readonly status: 'received' | 'ordered';
  readonly archiveKey: string;
  readonly confirmed: boolean;
}

/** Notes an archive that an agency sent, or asks for again, to be compared. Wakes the worker when it commits. */
export async function insertReceived(
  tx: Tx,
  given: { agencyId: number; fileName: string; sha256: Buffer; archiveKey: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into feed_import (format, file_name, sha256, received_at, status, asked_by, archive_key)
    values ('poliris', ${given.fileName}, ${given.sha256}, ${given.now}, 'received', ${given.agencyId}, ${given.archiveKey})
    returning id
  `.execute(tx);
  const { id } = rows[0]!;
  await sql`
    insert into feed_agency (import_id, agency_id, status) values (${id}, ${given.agencyId}, 'received')
  `.execute(tx);
  await notifyWorker(tx);
  return id;
}

export async function notifyWorker(tx: Queryable): Promise<void> {
  await sql`select pg_notify(${FEED_CHANNEL}, '')`.execute(tx);
}

/** Outdates the undecided imports of the agency: this one replaces them. */
export async function outdateUndecided(tx: Tx, importId: number, agencyId: number): Promise<void> {
  await sql`
    with given_up as (
      update feed_import set status = 'refused', reason = 'FEED_OUTDATED', finished_at = now()
      where asked_by = ${agencyId} and id < ${importId} and status in ('received', 'compared', 'held')
      returning id)
    update feed_agency set status = 'outdated' from given_up where import_id = given_up.id
  `.execute(tx);
}

/** Imports that wait for the worker, the oldest first. */
export async function selectPendingImports(db: Queryable): Promise<PendingImport[]> {
  const { rows } = await sql<PendingImport>`
    select feed_import.id, asked_by as agency_id, owner_reference, file_name, status, archive_key, confirmed
    from feed_import join agency on agency.id = asked_by
    where status in ('received', 'ordered') order by feed_import.id
  `.execute(db);
  return rows;
}

/** Says how far the work is; nothing depends on it. */
export async function updateProgress(
  db: Queryable,
  importId: number,
  progress: Report['progress'],
): Promise<void> {
  await sql`
    update feed_import set progress = ${progress === null ? null : JSON.stringify(progress)}::jsonb where id = ${importId}
  `.execute(db);
}

/** Saves the outcome of the comparison. False when the import no longer waits for one. */
export async function saveComparison(
  tx: Tx,
  importId: number,
  given: {
    status: 'compared' | 'held' | 'refused';
    format: FeedFormat;
    reason: string | null;
    report: StoredReport;
    now: Date;
  },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update feed_import set status = ${given.status}, format = ${given.format}, reason = ${given.reason}, report = ${JSON.stringify(given.report)}::jsonb,
      progress = null, finished_at = ${given.status === 'refused' ? given.now : null}
    where id = ${importId} and status = 'received'
  `.execute(tx);
  if (!numAffectedRows) return false;
  await sql`update feed_agency set status = ${given.status} where import_id = ${importId}`.execute(tx);
  return true;
}

/** The agency wants it applied. False when it is no longer to be decided. */
export async function orderImport(
  tx: Tx,
  given: { importId: number; agencyId: number; confirmed: boolean },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update feed_import set status = 'ordered', confirmed = ${given.confirmed}, asked_by = ${given.agencyId},
      reason = null, finished_at = null
    where id = ${given.importId} and status in ('compared', 'held') and archive_key is not null
  `.execute(tx);
  if (!numAffectedRows) return false;
  await sql`
    update feed_agency set status = 'ordered' where import_id = ${given.importId} and agency_id = ${given.agencyId}
  `.execute(tx);
  await notifyWorker(tx);
  return true;
}

export interface ImportRow {
  readonly id: number;
  readonly fileName: string;
  readonly askedBy: number | null;
  readonly state: ImportState;
  readonly reason: string | null;
  readonly message: string | null;
  readonly counts: ImportCounts | null;
  readonly receivedAt: Date;
  readonly finishedAt: Date | null;
  readonly progress: Report['progress'];
  readonly archiveKey: string | null;
  readonly sha256: Buffer;
  readonly undoable: boolean;
  /** It holds no other agency. */
  readonly alone: boolean;
}

const lengthOf = (list: string) => sql`jsonb_array_length(own.said->'diff'->${sql.lit(list)})`;

// Of a file of several agencies only what is said of this one.
const ownImports = sql`
  select feed_import.id, file_name, asked_by, feed_agency.status as state, received_at, finished_at, progress, archive_key,
    sha256, undoable, coalesce(own.said->>'reason', case when asked_by is not null then feed_import.reason end) as reason,
    coalesce(own.said->>'message', case when asked_by is not null then report->>'message' end) as message,
    case when own.said is not null then jsonb_build_object('rows', own.said->'rows', 'withheld', own.said->'withheld',
      'created', ${lengthOf('created')}, 'updated', ${lengthOf('updated')}, 'returned', ${lengthOf('returned')},
      'withdrawn', ${lengthOf('withdrawn')}, 'leaving', coalesce(own.said->'leaving', to_jsonb(${lengthOf('withdrawn')})), 'unchanged', ${lengthOf('unchanged')}, 'refused', ${lengthOf('refused')})
      end as counts,
    not exists (select from feed_agency other where other.import_id = feed_import.id
      and other.agency_id <> feed_agency.agency_id) as alone
  from feed_agency
  join feed_import on feed_import.id = import_id
  join agency on agency.id = feed_agency.agency_id
  left join lateral (
    select said from jsonb_array_elements(coalesce(report->'agencies', '[]')) as each(said)
    where said->>'agency' = owner_reference limit 1) as own on true`;

/** An import of this agency; null when it has none of that number. */
export async function selectImport(
  db: Queryable,
  agencyId: number,
  importId: number,
): Promise<ImportRow | null> {
  const { rows } = await sql<ImportRow>`
    ${ownImports} where feed_agency.agency_id = ${agencyId} and import_id = ${importId}
  `.execute(db);
  return rows[0] ?? null;
}

/** The imports of an agency before a number, the last one first. */
export async function selectImports(
  db: Queryable,
  agencyId: number,
  given: { before: number | null; limit: number },
): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    ${ownImports}
    where feed_agency.agency_id = ${agencyId} ${given.before === null ? sql`` : sql`and import_id < ${given.before}`}
    order by import_id desc limit ${given.limit}
  `.execute(db);
  return rows;
}

/** The stored report of an import; of a file of several agencies, that of all of them. */
export async function selectStoredReport(db: Queryable, importId: number): Promise<Partial<StoredReport>> {
  const { rows } = await sql<{ report: Partial<StoredReport> }>`
    select report from feed_import where id = ${importId}
  `.execute(db);
  return rows[0]?.report ?? {};
}

/** Whether another import of the agency is pending or running. */
export async function isAtWork(db: Queryable, agencyId: number): Promise<boolean> {
  const { rows } = await sql`
    select from feed_agency
    where agency_id = ${agencyId} and status in ('ordered', 'staging', 'applying', 'undoing') limit 1
  `.execute(db);
  return rows.length > 0;
}

export async function selectLines(
  db: Queryable,
  given: { importId: number; agencyId: number; kind: LineKind; after: number; limit: number },
): Promise<{ number: number; line: FeedLine; listingId: number | null }[]> {
  const { rows } = await sql<{ number: number; line: FeedLine; listingId: number | null }>`
    select number, line, listing.id as listing_id from feed_line
    left join listing on listing.agency_id = feed_line.agency_id and listing.technical_id = line->>'technicalId'
    where import_id = ${given.importId} and feed_line.agency_id = ${given.agencyId} and kind = ${given.kind}
      and number > ${given.after}
    order by number limit ${given.limit}
  `.execute(db);
  return rows;
}

/** What the agency itself lacks, of the lines kept of an import, and how many listings each keeps off line. */
export async function selectCauses(db: Queryable, importId: number, agencyId: number): Promise<Cause[]> {
  const { rows } = await sql<Cause>`
    select finding->>'field' as field, finding->>'message' as message, finding->>'remedy' as remedy,
      count(distinct number)::int as count
    from feed_line, jsonb_array_elements(line->'findings') as finding
    where import_id = ${importId} and agency_id = ${agencyId} and finding->>'severity' = 'block'
      and (finding->>'field' = 'feeScheduleUrl' or starts_with(finding->>'field', 'agency.'))
    group by 1, 2, 3
    order by 4 desc, 2
  `.execute(db);
  return rows;
}

/** Archives that no import needs any more: too old, given up, or not among the last ones of their agency. */
export async function takeOldArchives(
  db: Queryable,
  { before, kept, agencyId }: { before: Date; kept: number; agencyId: number | null },
): Promise<string[]> {
  const { rows } = await sql<{ archiveKey: string }>`
    with ranked as (
      select id, archive_key, received_at, status,
        row_number() over (
          partition by (select min(agency_id) from feed_agency where import_id = feed_import.id)
          order by id desc) as rank
      from feed_import where archive_key is not null),
    old as (
      update feed_import set archive_key = null
      from ranked
      where feed_import.id = ranked.id and ranked.status in ('done', 'refused', 'identical', 'held', 'compared')
        and (ranked.received_at < ${before} or ranked.rank > ${kept} or ranked.status = 'refused')
        and (${agencyId}::bigint is null or exists (
          select from feed_agency where import_id = ranked.id and agency_id = ${agencyId}::bigint))
      returning ranked.archive_key as archive_key, feed_import.id)
    select distinct archive_key from old
    where not exists (select from feed_import other
      where other.archive_key = old.archive_key and other.id not in (select id from old))
  `.execute(db);
  return rows.map(({ archiveKey }) => archiveKey);
}

/** Lines of reports that nobody reads any more. */
export async function deleteOldLines(db: Queryable, before: Date): Promise<void> {
  await sql`
    delete from feed_line using feed_import
    where feed_import.id = import_id and received_at < ${before} and status not in ('received', 'ordered', 'staging', 'applying')
  `.execute(db);
}
