import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { type Db, isConnectionLost } from '#platform/db.server.ts';
import type { BlobStore } from '#platform/storage.server.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { reconfirmListings } from '#rooms/listings/availability.server.ts';
import type { FeedFormat } from '#rooms/listings/feed-formats.ts';
import { abandon, applyStaged, lockAgencies, overall, resumeImports, unlock } from './applying.server.ts';
import { closeStaging, storeArchive } from './closing/closing.server.ts';
import { blankReport, sumDiffs, surveyNotes } from './closing/report.server.ts';
import { type AgencyReport, emptyDiff, type FeedReport, feedErrors, type ImportStatus } from './contract.ts';
import { likelyFormat, openFeed } from './formats/opening.server.ts';
import {
  hasNewerImport,
  insertAgencies,
  insertRunningImport,
  lastApplied,
  selectAgencyStates,
  selectImportStatus,
  takeOrdered,
} from './importing.sql.server.ts';
import type { FeedSource } from './rows/rows.server.ts';
import type { FeedRow, FeedSurvey } from './rows/rows.ts';
import { type Parties, partiesOf } from './staging/parties.server.ts';
import type { ReadPhoto } from './staging/pictures.server.ts';
import { type Staged, stageFeed } from './staging/staging.server.ts';

export interface ImportRequest {
  /** Path of the file on this machine. */
  readonly file: string;
  /** Agency of the rows that carry none; a file that names another one is refused. */
  readonly agency?: string;
  /** Compares, and writes nothing at all. */
  readonly dryRun?: boolean;
  /** Lets the mass-removal guard pass. */
  readonly confirmed?: boolean;
  /** Keeps what was read in the report. */
  readonly collect?: boolean;
  /** The import that its agency ordered, already noted; else one is. */
  readonly ordered?: number;
  /** Reads the photos of the file otherwise than its format does. */
  readonly readPhoto?: ReadPhoto;
  /** What the file does to each listing of each agency, of a dry run: a real import writes it down. */
  readonly onLines?: (lines: Staged['lines']) => void;
  readonly onProgress?: (phase: 'read' | 'apply', done: number, total: number) => void;
}

type Needs = Pick<Services, 'db' | 'storage'>;

/**
 * Imports one feed: for each agency in it, what is on line becomes what the file holds. Never throws for what
 * the file contains: its report says what was done or why not. An import cut by a kill or by the loss of the
 * database is finished by `feeds.resume`.
 */
export async function importFeed(services: Needs, request: ImportRequest): Promise<FeedReport> {
  const blank = blankReport(request);
  let feed: FeedSource;
  try {
    feed = await openFeed(request.file);
  } catch (error) {
    return recordRefusal(services, request, blank, null, error);
  }
  try {
    const survey = await feed.survey();
    const notes = [...feed.notes, ...surveyNotes(survey)];
    const known = { ...blank, format: feed.format, notes };
    const context: Context = { services, request, feed, survey, blank: known };
    return request.dryRun ? await compareOnly(context) : await importFor(context);
  } catch (error) {
    return await recordRefusal(services, request, blank, feed.format, error);
  } finally {
    feed.close();
  }
}

interface Context {
  readonly services: Needs;
  readonly request: ImportRequest;
  readonly feed: FeedSource;
  readonly survey: FeedSurvey;
  readonly blank: FeedReport;
}

/** A file that cannot be read as a whole. The refusal is remembered, unless nothing may be written. */
async function recordRefusal(
  services: Needs,
  request: ImportRequest,
  blank: FeedReport,
  opened: FeedFormat | null,
  error: unknown,
): Promise<FeedReport> {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const report = { ...blank, format: opened, reason: refusal.code, message: refusal.message };
  if (request.dryRun) return report;
  const sha256 = await sha256Of(request.file).catch(() => null);
  if (sha256 === null) return report;
  const format = opened ?? (await likelyFormat(request.file));
  const importId = await services.db.connection().execute(async (connection) => {
    try {
      const id = await openImport(connection, request, format, sha256);
      if (id !== null) await abandon(connection, id, refusal.code, { message: refusal.message });
      return id;
    } finally {
      await unlock(connection);
    }
  });
  return { ...report, importId };
}

function refusalOf(error: unknown): { code: string; message: string } | null {
  if (error instanceof Refusal) return { code: error.spec.code, message: error.message };
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOENT')
    return { code: 'FEED_UNREADABLE', message: 'Ce fichier n’existe pas : vérifiez son chemin.' };
  if (code === 'EACCES' || code === 'EISDIR')
    return { code: 'FEED_UNREADABLE', message: 'Ce fichier ne peut pas être lu : vérifiez ses droits.' };
  return null;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Null when the import that was ordered is no longer to be done, or when another process does it. */
async function openImport(
  connection: Db,
  { file, ordered }: ImportRequest,
  format: FeedFormat,
  sha256: string,
): Promise<number | null> {
  if (ordered !== undefined) return (await takeOrdered(connection, ordered, format)) ? ordered : null;
  return connection.transaction().execute((tx) =>
    insertRunningImport(tx, {
      format,
      fileName: path.basename(file),
      sha256,
      receivedAt: clock.now(),
    }),
  );
}

function stagingOf(context: Context, parties: Parties) {
  const { services, request, feed, survey } = context;
  return {
    db: services.db,
    feed,
    rows: feed.rows(parties.fallback),
    ending: survey.ending,
    agencies: parties.known,
    stage: null,
    confirmed: request.confirmed ?? false,
    collect: request.collect ?? false,
    readPhoto: request.readPhoto,
    onRow: (done: number) => request.onProgress?.('read', done, survey.records),
  };
}

async function compareOnly(context: Context): Promise<FeedReport> {
  const parties = await partiesOf(context.services.db, context.survey, context.request);
  const staged = await stageFeed(stagingOf(context, parties));
  context.request.onLines?.(staged.lines);
  const agencies = staged.agencies.map((agency) =>
    agency.status === 'applying' ? { ...agency, status: 'done' as const } : agency,
  );
  return reportOf(context, null, parties, { ...staged, agencies });
}

/** The real import, on a connection that holds the locks of the import and of its agencies until the end. */
async function importFor(context: Context): Promise<FeedReport> {
  const { services, request } = context;
  const sha256 = await sha256Of(request.file);
  let importId: number | null = null;
  let report: FeedReport | null = null;
  try {
    await services.db.connection().execute(async (connection) => {
      try {
        importId = await openImport(connection, request, context.feed.format, sha256);
        if (importId === null) return;
        report = await stageUnderLock(context, connection, importId, sha256);
        if (report.agencies.some(({ status }) => status === 'applying')) {
          await applyStaged(connection, importId, (done, total) =>
            request.onProgress?.('apply', done, total),
          );
        }
      } finally {
        await unlock(connection);
      }
    });
  } catch (error) {
    // Interrupted while applying: the staged rows are safe, and the next process resumes.
    if (importId === null || report === null || !isConnectionLost(error)) throw error;
    await untilOver(services.db, importId);
  }
  return report === null ? { ...context.blank, status: 'ordered' } : finalReport(services.db, report);
}

async function stageUnderLock(
  context: Context,
  connection: Db,
  importId: number,
  sha256: string,
): Promise<FeedReport> {
  const parties = await partiesOf(context.services.db, context.survey, context.request);
  const all = [...parties.known.values()];
  await insertAgencies(
    connection,
    importId,
    all.map(({ id }) => id),
  );
  await lockAgencies(
    connection,
    all.map(({ id }) => id),
  );
  const settled = await settleEarly(context, connection, importId, parties.known, sha256);
  const remaining = new Map([...parties.known].filter(([, { id }]) => !settled.has(id)));
  try {
    const staged = await stageFeed({
      ...stagingOf(context, parties),
      ...(remaining.size === 0 ? { rows: nothing() } : {}),
      agencies: remaining,
      stage: { db: connection, importId, storage: context.services.storage },
    });
    const agencies = [...settled.values(), ...staged.agencies];
    const stays = agencies.some(({ status }) => status === 'applying' || status === 'held');
    // What was ordered is kept already.
    const { storage } = context.services;
    const { file, ordered } = context.request;
    const unkept =
      stays && ordered === undefined ? await storeArchive(storage, connection, { importId, file }) : [];
    const notes = [...staged.notes, ...unkept];
    const report = reportOf(context, importId, parties, { ...staged, agencies, notes });
    await closeStaging(connection, importId, report, {
      parties,
      survey: context.survey,
      lines: staged.lines,
    });
    if (!report.agencies.some(({ status }) => status === 'applying'))
      await forget(context.services.storage, staged.storedKeys);
    return report;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) await abandon(connection, importId, refusal.code, { message: refusal.message });
    if (!refusal) throw error;
    return { ...context.blank, importId, reason: refusal.code, message: refusal.message };
  }
}

/** Pictures stored for an import of which nothing is applied. */
async function forget(storage: BlobStore, keys: readonly string[]): Promise<void> {
  await Promise.allSettled(keys.map((key) => storage.delete(key)));
}

async function* nothing(): AsyncGenerator<FeedRow> {}

/** Agencies for which there is nothing to do: a newer file was received, or this one was the last. */
async function settleEarly(
  context: Context,
  connection: Db,
  importId: number,
  agencies: ReadonlyMap<string, Agency>,
  sha256: string,
): Promise<Map<number, AgencyReport>> {
  const settled = new Map<number, AgencyReport>();
  for (const [identifier, { id, ownerReference }] of agencies) {
    const rows = (context.survey.agencies.get(identifier) ?? context.survey.agencies.get(''))?.rows ?? 0;
    const report = {
      agency: ownerReference,
      reason: null,
      message: null,
      remedy: null,
      rows,
      diff: emptyDiff(),
      notes: [],
      withheld: 0,
      leaving: 0,
    };
    const last = await lastApplied(connection, id);
    if (await hasNewerImport(connection, importId, id)) {
      const { code, message } = feedErrors.FEED_OUTDATED;
      settled.set(id, { ...report, status: 'outdated', reason: code, message });
    } else if (last?.sha256 === sha256) {
      await connection
        .transaction()
        .execute((tx) => reconfirmListings(tx, { agencyId: id, since: last.receivedAt, now: clock.now() }));
      settled.set(id, {
        ...report,
        status: 'identical',
        message: 'Fichier identique au dernier importé : rien à faire.',
      });
    }
  }
  return settled;
}

const LOOK_AGAIN_MS = 500;

/** Waits for the database, then for the end of the import, taking it over when nobody does. */
async function untilOver(db: Db, importId: number): Promise<void> {
  for (;;) {
    await wait(LOOK_AGAIN_MS);
    try {
      await resumeImports(db);
      const status = await selectImportStatus(db, importId);
      if (status !== 'staging' && status !== 'applying') return;
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
    }
  }
}

/** Outcome of the import once applied: a newer file may have come in between. */
async function finalReport(db: Db, report: FeedReport): Promise<FeedReport> {
  if (report.importId === null) return report;
  const states = new Map(
    (await selectAgencyStates(db, report.importId)).map(({ ownerReference, status }) => [
      ownerReference,
      status,
    ]),
  );
  const agencies = report.agencies.map((agency) => ({
    ...agency,
    status: states.get(agency.agency) ?? agency.status,
  }));
  return { ...report, agencies, status: statusOf(agencies) };
}

function statusOf(agencies: readonly AgencyReport[]): ImportStatus {
  return overall(agencies.map(({ status }) => (status === 'applying' ? 'done' : status)));
}

function reportOf(context: Context, importId: number | null, parties: Parties, staged: Staged): FeedReport {
  const agencies = [...staged.agencies, ...parties.refused];
  const status = statusOf(agencies);
  const first =
    status === 'refused' || status === 'held' ? agencies.find((agency) => agency.reason !== null) : undefined;
  return {
    ...context.blank,
    importId,
    status,
    reason: first?.reason ?? null,
    message: first?.message ?? null,
    damagedRows: staged.damagedRows,
    agencies,
    read: staged.read,
    publication: staged.publication,
    diff: sumDiffs(agencies.map(({ diff }) => diff)),
    diagnostics: staged.diagnostics,
    notes: [...context.blank.notes, ...staged.notes],
  };
}
