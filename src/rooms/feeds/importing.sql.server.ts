import { sql } from 'kysely';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import type { FeedFormat } from '#rooms/listings/feed-formats.ts';
import type { AgencyStatus, AppliedCounts, ImportStatus } from './contract.ts';
import type { FeedLine } from './diagnosis.ts';
import type { Sender } from './rows/rows.ts';

// Session locks: they go with their connection, so that nothing stays locked behind a killed process.
const IMPORT_LOCK = 7205;
const AGENCY_LOCK = 7206;

export interface NewImport {
  readonly format: FeedFormat;
  readonly fileName: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly receivedAt: Date;
}

/** Notes that a file is being read. Its lock is taken before anyone can see it. */
export async function insertRunningImport(tx: Tx, given: NewImport): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into feed_import (format, file_name, sha256, received_at, status)
    values (${given.format}, ${given.fileName}, decode(${given.sha256}, 'hex'), ${given.receivedAt}, 'staging')
    returning id
  `.execute(tx);
  const id = rows[0]!.id;
  await sql`select pg_advisory_lock(${sql.lit(IMPORT_LOCK)}, ${id}::int)`.execute(tx);
  return id;
}

/** False when another process holds it: the import is alive. */
export async function tryLockImport(db: Queryable, importId: number): Promise<boolean> {
  return tryLock(db, IMPORT_LOCK, importId);
}

export async function tryLockAgency(db: Queryable, agencyId: number): Promise<boolean> {
  return tryLock(db, AGENCY_LOCK, agencyId);
}

async function tryLock(db: Queryable, kind: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_lock(${sql.lit(kind)}, ${id}::int) as taken
  `.execute(db);
  return rows[0]?.taken ?? false;
}

/** Gives back every session lock of this connection. */
export async function unlockAll(db: Queryable): Promise<void> {
  await sql`select pg_advisory_unlock_all()`.execute(db);
}

/**
 * An import that its agency ordered begins to be read, on the connection that will work on it: false when another one
 * works on it already, or when it is no longer to be done.
 */
export async function takeOrdered(db: Queryable, importId: number, format: FeedFormat): Promise<boolean> {
  if (!(await tryLockImport(db, importId))) return false;
  const { numAffectedRows } = await sql`
    update feed_import set status = 'staging', format = ${format} where id = ${importId} and status = 'ordered'
  `.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Cut while it was being read: an import whose agency ordered it is to be read again. False when none did. */
export async function orderAgain(db: Db, importId: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`
      update feed_import set status = 'ordered' where id = ${importId} and status = 'staging' and asked_by is not null
    `.execute(tx);
    if (!numAffectedRows) return false;
    await sql`delete from feed_staged where import_id = ${importId}`.execute(tx);
    await sql`update feed_agency set status = 'ordered' where import_id = ${importId}`.execute(tx);
    return true;
  });
}

/** Where the archive of an import is kept. */
export async function updateArchive(db: Queryable, importId: number, archiveKey: string): Promise<void> {
  await sql`update feed_import set archive_key = ${archiveKey} where id = ${importId}`.execute(db);
}

export async function insertAgencies(
  db: Queryable,
  importId: number,
  agencyIds: readonly number[],
): Promise<void> {
  await sql`
    insert into feed_agency (import_id, agency_id, status, undoable)
    select ${importId}, id, 'staging', true from unnest(${agencyIds}::bigint[]) as id
    on conflict (import_id, agency_id) do update set status = excluded.status, undoable = true
  `.execute(db);
}

/** Whether a newer file of the agency was received and counts. */
export async function hasNewerImport(db: Queryable, importId: number, agencyId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from feed_agency
    where agency_id = ${agencyId} and import_id > ${importId} and status in ('applying', 'done', 'held', 'identical')
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** The last import that was applied to the agency, or null. */
export async function lastApplied(
  db: Queryable,
  agencyId: number,
): Promise<{ importId: number; sha256: string; receivedAt: Date } | null> {
  const { rows } = await sql<{ importId: number; sha256: string; receivedAt: Date }>`
    select feed_import.id as import_id, encode(sha256, 'hex') as sha256, received_at
    from feed_agency join feed_import on feed_import.id = import_id
    where agency_id = ${agencyId} and feed_agency.status = 'done'
    order by import_id desc limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Whether the last file applied to the agency did not end its last line. */
export async function lastEndedOpen(db: Queryable, agencyId: number): Promise<boolean> {
  const { rows } = await sql<{ openEnded: boolean }>`
    select open_ended from feed_agency join feed_import on feed_import.id = import_id
    where agency_id = ${agencyId} and feed_agency.status = 'done'
    order by import_id desc limit 1
  `.execute(db);
  return rows[0]?.openEnded ?? false;
}

/** Notes that the last line of the file does not end. */
export async function updateOpenEnded(tx: Tx, importId: number): Promise<void> {
  await sql`update feed_import set open_ended = true where id = ${importId}`.execute(tx);
}

export interface StagedRow {
  readonly number: number;
  readonly agencyId: number;
  readonly action: 'write' | 'confirm' | 'withdraw';
  readonly technicalId: string;
  readonly listingId: number | null;
  readonly draft: ListingDraft | null;
}

export async function insertStaged(
  db: Queryable,
  importId: number,
  rows: readonly StagedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map((row) => ({
    number: row.number,
    agency_id: row.agencyId,
    action: row.action,
    technical_id: row.technicalId,
    listing_id: row.listingId,
    draft: row.draft,
  }));
  await sql`
    insert into feed_staged (import_id, number, agency_id, action, technical_id, listing_id, draft)
    select ${importId}, number, agency_id, action, technical_id, listing_id, draft
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as row(number int, agency_id bigint, action text, technical_id text, listing_id bigint, draft jsonb)
  `.execute(db);
}

/** Takes the next rows of an action, which go if the transaction commits. */
export async function takeStaged(
  tx: Tx,
  importId: number,
  action: StagedRow['action'],
  limit: number,
): Promise<StagedRow[]> {
  // A range, not a list: read once whatever the planner believes of a table that fills and empties.
  const { rows } = await sql<StagedRow>`
    delete from feed_staged
    where import_id = ${importId} and action = ${action} and number <= (
      select max(number) from (
        select number from feed_staged where import_id = ${importId} and action = ${action} order by number limit ${limit}
      ) as next
    )
    returning number, agency_id, action, technical_id, listing_id, draft
  `.execute(tx);
  return rows.toSorted((a, b) => a.number - b.number);
}

export async function countStaged(db: Queryable, importId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from feed_staged where import_id = ${importId}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Forgets what was staged, of one agency or of all. */
export async function deleteStaged(
  db: Queryable,
  importId: number,
  agencyId: number | null = null,
): Promise<void> {
  await sql`
    delete from feed_staged where import_id = ${importId}
    and (${agencyId}::bigint is null or agency_id = ${agencyId}::bigint)
  `.execute(db);
}

export interface AgencyState {
  readonly agencyId: number;
  readonly ownerReference: string;
  readonly status: AgencyStatus;
  readonly counts: Partial<AppliedCounts>;
}

export async function selectAgencyStates(db: Queryable, importId: number): Promise<AgencyState[]> {
  const { rows } = await sql<AgencyState>`
    select agency_id, owner_reference, status, counts
    from feed_agency join agency on agency.id = agency_id
    where import_id = ${importId} order by agency_id
  `.execute(db);
  return rows;
}

export async function updateAgency(
  db: Queryable,
  importId: number,
  agencyId: number,
  status: AgencyStatus,
): Promise<void> {
  await sql`
    update feed_agency set status = ${status} where import_id = ${importId} and agency_id = ${agencyId}
  `.execute(db);
}

/** Adds what a chunk applied. */
export async function addCounts(
  tx: Tx,
  importId: number,
  agencyId: number,
  counts: Partial<AppliedCounts>,
): Promise<void> {
  await sql`
    update feed_agency set counts = counts || (
      select coalesce(jsonb_object_agg(key, value::bigint + coalesce((counts->>key)::bigint, 0)), '{}')
      from jsonb_each_text(${JSON.stringify(counts)}::jsonb)
    )
    where import_id = ${importId} and agency_id = ${agencyId}
  `.execute(tx);
}

/** Outdates an earlier file that waits for the decision of its agency. */
export async function outdateHeld(tx: Tx, importId: number, agencyId: number): Promise<void> {
  await sql`
    update feed_agency set status = 'outdated'
    where agency_id = ${agencyId} and import_id < ${importId} and status in ('compared', 'held')
  `.execute(tx);
}

export async function updateImport(
  db: Queryable,
  importId: number,
  given: { status: ImportStatus; reason?: string | null; report?: unknown; finishedAt?: Date },
): Promise<void> {
  await sql`
    update feed_import set
      status = ${given.status},
      reason = coalesce(${given.reason ?? null}, reason),
      report = coalesce(${given.report === undefined ? null : JSON.stringify(given.report)}::jsonb, report),
      finished_at = ${given.finishedAt ?? null}
    where id = ${importId}
  `.execute(db);
}

export async function selectImportStatus(db: Queryable, importId: number): Promise<ImportStatus | null> {
  const { rows } = await sql<{ status: ImportStatus }>`
    select status from feed_import where id = ${importId}
  `.execute(db);
  return rows[0]?.status ?? null;
}

/** Format of an import: its listings are marked with it. */
export async function selectFormat(db: Queryable, importId: number): Promise<FeedFormat> {
  const { rows } = await sql<{ format: FeedFormat }>`
    select format from feed_import where id = ${importId}
  `.execute(db);
  return rows[0]!.format;
}

/** The account of the agency at its software, as its last applied file of that format told it; null before. */
export async function selectSender(
  db: Queryable,
  agencyId: number,
  format: FeedFormat,
): Promise<string | null> {
  const { rows } = await sql<{ sender: string }>`
    select sender from feed_sender where agency_id = ${agencyId} and format = ${format}
  `.execute(db);
  return rows[0]?.sender ?? null;
}

export async function upsertSender(tx: Tx, agencyId: number, { format, account }: Sender): Promise<void> {
  await sql`
    insert into feed_sender (agency_id, format, sender) values (${agencyId}, ${format}, ${account})
    on conflict (agency_id, format) do update set sender = excluded.sender
  `.execute(tx);
}

/** Unfinished imports, oldest first; their lock tells whether a process works on them. */
export async function selectRunning(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from feed_import where status in ('staging', 'applying') order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** What was last received under this file name, once it was dealt with; hexadecimal SHA-256. */
export async function lastOfFile(db: Queryable, fileName: string): Promise<string | null> {
  const { rows } = await sql<{ sha256: string }>`
    select encode(sha256, 'hex') as sha256 from feed_import
    where file_name = ${fileName} and status not in ('staging', 'applying')
      and reason is distinct from 'FEED_INTERRUPTED'
    order by id desc limit 1
  `.execute(db);
  return rows[0]?.sha256 ?? null;
}

export interface KnownPicture {
  readonly name: string;
  readonly mark: string;
  readonly storageKey: string;
}

export async function selectPictures(db: Queryable, agencyId: number): Promise<KnownPicture[]> {
  const { rows } = await sql<KnownPicture>`
    select name, mark, storage_key from feed_photo where agency_id = ${agencyId}
  `.execute(db);
  return rows;
}

export async function upsertPictures(
  db: Queryable,
  agencyId: number,
  pictures: readonly KnownPicture[],
): Promise<void> {
  if (pictures.length === 0) return;
  await sql`
    insert into feed_photo (agency_id, name, mark, storage_key)
    select ${agencyId}, name, mark, storage_key
    from unnest(${pictures.map(({ name }) => name)}::text[], ${pictures.map(({ mark }) => mark)}::text[],
                ${pictures.map(({ storageKey }) => storageKey)}::text[]) as row(name, mark, storage_key)
    on conflict (agency_id, name) do update set mark = excluded.mark, storage_key = excluded.storage_key
  `.execute(db);
}

/** What an import does to each listing, instead of what was written before. */
export async function replaceLines(
  tx: Tx,
  importId: number,
  lines: readonly { readonly agencyId: number; readonly lines: readonly FeedLine[] }[],
): Promise<void> {
  await sql`delete from feed_line where import_id = ${importId}`.execute(tx);
  for (const { agencyId, lines: own } of lines) {
    if (own.length === 0) continue;
    // One after the other, in one transaction.
    await sql`
      insert into feed_line (import_id, agency_id, kind, number, line)
      select ${importId}, ${agencyId}, line->>'kind', number, line
      from jsonb_array_elements(${JSON.stringify(own)}::jsonb) with ordinality as row(line, number)
    `.execute(tx);
  }
}
