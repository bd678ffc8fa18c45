import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../contract/errors.ts';
import { clock } from '../../platform/clock.server.ts';
import type { Services } from '../../platform/context.server.ts';
import { type Db, isConnectionLost } from '../../platform/db.server.ts';
import type { BlobStore } from '../../platform/storage.server.ts';
import type { Agency } from '../agencies/contract.ts';
import { reconfirmListings } from '../listings/intake/standing/rules.server.ts';
import {
  abandon,
  applyStaged,
  lockAgencies,
  overall,
  resumeImports,
  unlock,
} from './applying/rules.server.ts';
import { type Archive, openArchive } from './archive/rules.server.ts';
import { type AgencyReport, emptyDiff, type FeedReport, feedErrors, type ImportStatus } from './contract.ts';
import { type Parties, partiesOf } from './parties/rules.server.ts';
import type { PolirisRow, PolirisSurvey } from './poliris/contract.ts';
import { readPoliris, surveyPoliris } from './poliris/rules.server.ts';
import { together } from './report/rules.server.ts';
import {
  deleteStaged,
  hasNewerImport,
  insertAgencies,
  insertRunningImport,
  lastApplied,
  selectAgencyStates,
  selectImportStatus,
  updateAgency,
  updateImport,
} from './sql.server.ts';
import { type Staged, stageFeed } from './staging/rules.server.ts';

export interface ImportRequest {
  /** Path of the archive on this machine. */
  readonly file: string;
  /** Agency of the rows that carry none; a file that names another one is refused. */
  readonly agency?: string;
  /** Compares, and writes nothing at all. */
  readonly dryRun?: boolean;
  /** Lets the mass-removal guard pass. */
  readonly confirmed?: boolean;
  /** Keeps what was read in the report. */
  readonly collect?: boolean;
  readonly onProgress?: (phase: 'read' | 'apply', done: number, total: number) => void;
}

type Needs = Pick<Services, 'db' | 'storage'>;

/** Diagnostics kept with the import; the report of the command has them all. */
const KEPT_DIAGNOSTICS = 1000;
/** The same of listings that the law keeps off line. */
const KEPT_WITHHELD = 200;

/**
 * Imports one feed: for each agency in it, what is on line becomes what the file holds. Never throws for what
 * the file contains: its report says what was done or why not. An import cut by a kill or by the loss of the
 * database is finished by `feeds.resume`.
 */
export async function importFeed(services: Needs, request: ImportRequest): Promise<FeedReport> {
  const blank = blankReport(request);
  let archive: Archive;
  try {
    archive = await openArchive(request.file);
  } catch (error) {
    return recordRefusal(services, request, blank, error);
  }
  try {
    const survey = await surveyPoliris(archive);
    const notes = [...archive.notes, ...surveyNotes(survey)];
    const context: Context = { services, request, archive, survey, blank: { ...blank, notes } };
    return request.dryRun ? await compareOnly(context) : await importFor(context);
  } catch (error) {
    return await recordRefusal(services, request, blank, error);
  } finally {
    archive.close();
  }
}

interface Context {
  readonly services: Needs;
  readonly request: ImportRequest;
  readonly archive: Archive;
  readonly survey: PolirisSurvey;
  readonly blank: FeedReport;
}

function blankReport({ file, dryRun = false }: ImportRequest): FeedReport {
  return {
    file: path.basename(file),
    importId: null,
    dryRun,
    status: 'refused',
    reason: null,
    message: null,
    damagedRows: 0,
    agencies: [],
    read: [],
    publication: [],
    diff: emptyDiff(),
    diagnostics: [],
    notes: [],
  };
}

function surveyNotes({ agencies }: PolirisSurvey): string[] {
  return [...agencies]
    .filter(([, { samePhoto }]) => samePhoto)
    .map(([agency]) => `Agence ${agency} : toutes les annonces ont la même première photo.`);
}

/** A file that cannot be read as a whole. The refusal is remembered, unless nothing may be written. */
async function recordRefusal(
  services: Needs,
  request: ImportRequest,
  blank: FeedReport,
  error: unknown,
): Promise<FeedReport> {
  const refusal = refusalOf(error);
  if (!refusal) throw error;
  const report = { ...blank, reason: refusal.code, message: refusal.message };
  if (request.dryRun) return report;
  const sha256 = await sha256Of(request.file).catch(() => null);
  if (sha256 === null) return report;
  const importId = await services.db.connection().execute(async (connection) => {
    try {
      const id = await openImport(connection, request, sha256);
      await updateImport(connection, id, {
        status: 'refused',
        reason: refusal.code,
        report: { message: refusal.message },
        finishedAt: clock.now(),
      });
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

function openImport(connection: Db, { file }: ImportRequest, sha256: string): Promise<number> {
  return connection.transaction().execute((tx) =>
    insertRunningImport(tx, {
      format: 'poliris',
      fileName: path.basename(file),
      sha256,
      receivedAt: clock.now(),
    }),
  );
}

function stagingOf(context: Context, parties: Parties) {
  const { services, request, archive, survey } = context;
  return {
    db: services.db,
    archive,
    rows: readPoliris(archive, survey, parties.fallback),
    agencies: parties.known,
    stage: null,
    confirmed: request.confirmed ?? false,
    collect: request.collect ?? false,
    onRow: (done: number) => request.onProgress?.('read', done, survey.records),
  };
}

async function compareOnly(context: Context): Promise<FeedReport> {
  const parties = await partiesOf(context.services.db, context.survey, context.request);
  const staged = await stageFeed(stagingOf(context, parties));
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
        importId = await openImport(connection, request, sha256);
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
    // Cut while it was being applied: what is staged is safe, and whoever comes first goes on.
    if (importId === null || report === null || !isConnectionLost(error)) throw error;
    await untilOver(services.db, importId);
  }
  return finalReport(services.db, report!);
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
  const settled = await settleEarly(context, connection, importId, all, sha256);
  const remaining = new Map([...parties.known].filter(([, { id }]) => !settled.has(id)));
  try {
    const staged = await stageFeed({
      ...stagingOf(context, parties),
      ...(remaining.size === 0 ? { rows: nothing() } : {}),
      agencies: remaining,
      stage: { db: connection, importId, storage: context.services.storage },
    });
    const report = reportOf(context, importId, parties, {
      ...staged,
      agencies: [...settled.values(), ...staged.agencies],
    });
    await closeStaging(connection, importId, report, parties);
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

async function* nothing(): AsyncGenerator<PolirisRow> {}

/** Agencies for which there is nothing to do: a newer file was received, or this one was the last. */
async function settleEarly(
  context: Context,
  connection: Db,
  importId: number,
  agencies: readonly Agency[],
  sha256: string,
): Promise<Map<number, AgencyReport>> {
  const settled = new Map<number, AgencyReport>();
  for (const { id, ownerReference } of agencies) {
    const rows = context.survey.agencies.get(ownerReference)?.rows ?? 0;
    const report = {
      agency: ownerReference,
      reason: null,
      message: null,
      rows,
      diff: emptyDiff(),
      notes: [],
      withheld: 0,
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

/** The point of no return: from here on the import is finished by whoever can. */
async function closeStaging(
  connection: Db,
  importId: number,
  report: FeedReport,
  parties: Parties,
): Promise<void> {
  const byReference = new Map(
    [...parties.known.values()].map((agency) => [agency.ownerReference, agency.id]),
  );
  const running = report.agencies.some(({ status }) => status === 'applying');
  await connection.transaction().execute(async (tx) => {
    for (const { agency, status } of report.agencies) {
      const agencyId = byReference.get(agency);
      if (agencyId === undefined) continue;
      await updateAgency(tx, importId, agencyId, status);
      if (status !== 'applying') await deleteStaged(tx, importId, agencyId);
    }
    await updateImport(tx, importId, {
      status: running ? 'applying' : report.status,
      reason: report.reason,
      report: {
        agencies: report.agencies,
        notes: report.notes,
        diagnostics: report.diagnostics.slice(0, KEPT_DIAGNOSTICS),
        said: report.diagnostics.length,
        withheld: report.publication.filter(({ hold }) => hold !== null).slice(0, KEPT_WITHHELD),
      },
      ...(running ? {} : { finishedAt: clock.now() }),
    });
  });
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

/** What came of it, once applied: a newer file may have come in between. */
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
    diff: together(agencies.map(({ diff }) => diff)),
    diagnostics: staged.diagnostics,
    notes: [...context.blank.notes, ...staged.notes],
  };
}
