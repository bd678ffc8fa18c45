import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { fail, sharedErrors } from '#contract/errors.ts';
import { visibleLine } from '#contract/visible.ts';
import type { Download, StreamedFile } from '#platform/api.server.ts';
import type { AgencyId, OwnerReference } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import type { BlobStore } from '#platform/storage.server.ts';
import { requireOpen } from '#rooms/administrators/switches.server.ts';
import { orderUndoing } from './closing/undoing.sql.server.ts';
import type { StoredReport } from './contract.ts';
import * as statements from './diagnosis.sql.server.ts';
import {
  DIAGNOSTICS_SHOWN,
  doctorErrors,
  type FeedDiagnostic,
  IMPORTS_AT_ONCE,
  type Import,
  isUnderWay,
  LINES_AT_ONCE,
  type LineKind,
  lineKinds,
  type Report,
  refusedWord,
  UPLOAD_BYTES_MAX,
} from './diagnosis.ts';

/** Whose imports: the agency of the session, never one that a request names. */
export interface Sender {
  readonly agencyId: AgencyId;
  readonly ownerReference: OwnerReference;
}

const DAY_MS = 86_400_000;
const KEPT_DAYS = 60;
const KEPT_ARCHIVES = 12;

/** Agencies whose file is coming in, in this process: one at a time for each. */
const coming = new Set<number>();

/**
 * Takes in a file as it comes, to the storage and never into memory, and notes it to be compared; what the agency had
 * sent before and decided nothing of gives way. Throws SERVICE_CLOSED, FEED_MISSING, FEED_TOO_HEAVY, FEED_BUSY.
 */
export async function receiveFeed(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  { agencyId }: Sender,
  file: StreamedFile | null,
): Promise<{ import: Import }> {
  await requireOpen(db, 'imports');
  if (!file) throw fail(doctorErrors.FEED_MISSING);
  if (coming.has(agencyId)) throw fail(doctorErrors.FEED_BUSY);
  coming.add(agencyId);
  try {
    const fileName = shownName(file.name);
    const archiveKey = `feeds/archives/${randomUUID()}.${endingOf(fileName)}`;
    const hash = createHash('sha256');
    let bytes = 0;
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        if (bytes > UPLOAD_BYTES_MAX) return done(fail(doctorErrors.FEED_TOO_HEAVY));
        hash.update(chunk);
        done(null, chunk);
      },
    });
    file.content.once('error', (error) => meter.destroy(error));
    await storage.put(archiveKey, file.content.pipe(meter));
    if (bytes === 0) {
      await storage.delete(archiveKey);
      throw fail(doctorErrors.FEED_MISSING);
    }
    const id = await db.transaction().execute(async (tx) => {
      const given = { agencyId, fileName, sha256: hash.digest(), archiveKey, now: clock.now() };
      const received = await statements.insertReceived(tx, given);
      await statements.outdateUndecided(tx, received, agencyId);
      return received;
    });
    await dropArchives({ db, storage }, agencyId);
    return { import: await importOf(db, agencyId, id) };
  } finally {
    coming.delete(agencyId);
  }
}

/** As it is shown: a stranger chose it, and it names nothing of ours. */
function shownName(name: string): string {
  const base = path.posix.basename(name.replaceAll('\\', '/'));
  return visibleLine(base).slice(0, 120) || 'flux';
}

function endingOf(name: string): string {
  return /\.(zip|xml|json|gz)$/i.exec(name)?.[1]?.toLowerCase() ?? 'zip';
}

/** The imports of an agency, the last one first, from before a number. */
export async function feedHistory(
  db: Queryable,
  agencyId: AgencyId,
  before: string | undefined,
): Promise<{ imports: Import[]; next: number | null }> {
  const rows = await statements.selectImports(db, agencyId, {
    before: numberOf(before),
    limit: IMPORTS_AT_ONCE + 1,
  });
  const imports = rows.slice(0, IMPORTS_AT_ONCE).map(shown);
  return { imports, next: rows.length > IMPORTS_AT_ONCE ? (imports.at(-1)?.id ?? null) : null };
}

/**
 * Where an import of the agency stands and what it does, a page of lines of one kind: the first one that has any when
 * none is asked. Throws NOT_FOUND.
 */
export async function feedReport(
  db: Queryable,
  { agencyId, ownerReference }: Sender,
  word: string,
  { vue, apres }: { vue?: string | undefined; apres?: string | undefined },
): Promise<Report> {
  const row = await ownRow(db, agencyId, word);
  const own = shown(row);
  const kind = lineKinds.find((each) => each === vue) ?? firstKind(own);
  const base = { import: own, kind, progress: progressOf(row) };
  if (isUnderWay(own.state) && own.state !== 'undoing')
    return { ...base, notes: [], causes: [], diagnostics: [], said: 0, lines: [], next: null };
  const kept = await statements.selectStoredReport(db, row.id);
  const diagnostics = ownDiagnostics(kept, row, ownerReference);
  const lines = await statements.selectLines(db, {
    importId: row.id,
    agencyId,
    kind,
    after: numberOf(apres) ?? 0,
    limit: LINES_AT_ONCE + 1,
  });
  const page = lines.slice(0, LINES_AT_ONCE);
  const ownNotes = (kept.agencies ?? []).filter(({ agency }) => agency === ownerReference);
  return {
    ...base,
    notes: [...(row.alone ? (kept.notes ?? []) : []), ...ownNotes.flatMap(({ notes }) => notes)],
    causes: await statements.selectCauses(db, row.id, agencyId),
    diagnostics: diagnostics.slice(0, DIAGNOSTICS_SHOWN),
    said: row.alone ? Math.max(kept.said ?? 0, diagnostics.length) : diagnostics.length,
    lines: page.map(({ line, listingId }) => ({ ...line, listingId })),
    next: lines.length > LINES_AT_ONCE ? (page.at(-1)?.number ?? null) : null,
  };
}

function firstKind({ counts }: Import): LineKind {
  return lineKinds.find((kind) => (counts?.[kind] ?? 0) > 0) ?? 'created';
}

function progressOf({ state, progress }: statements.ImportRow): Report['progress'] {
  return isUnderWay(state) ? progress : null;
}

/** What is said of other agencies of the same file is theirs. */
function ownDiagnostics(
  { diagnostics = [] }: Partial<StoredReport>,
  { alone }: statements.ImportRow,
  ownerReference: string,
): FeedDiagnostic[] {
  return diagnostics.filter(({ agency }) => alone || agency === ownerReference);
}

/** The diagnostics kept of an import as a spreadsheet reads them. Throws NOT_FOUND. */
export async function diagnosticsFile(
  db: Queryable,
  { agencyId, ownerReference }: Sender,
  word: string,
): Promise<Download> {
  const row = await ownRow(db, agencyId, word);
  const diagnostics = ownDiagnostics(await statements.selectStoredReport(db, row.id), row, ownerReference);
  return {
    fileName: `flux-${ownerReference}-${row.id}.csv`,
    content: Readable.from(csvOf(diagnostics), { objectMode: false }),
  };
}

function* csvOf(diagnostics: readonly FeedDiagnostic[]): Generator<string> {
  yield csvHead(['Ligne', 'Gravité', 'Référence', 'Identifiant', 'Colonne', 'Champ', 'Valeur', 'Remarque']);
  for (const { line, severity, reference, technicalId, column, field, value, message, kept } of diagnostics) {
    const verdict = severity === 'refused' ? refusedWord(kept) : 'Avertissement';
    yield csvLine([line, verdict, reference, technicalId, column, field, value, message]);
  }
}

/**
 * Orders what was compared to be applied; `confirmed` lets a mass removal pass. An import that is over is compared again
 * from its archive, as a new one, which is answered. Throws NOT_FOUND, SERVICE_CLOSED, FEED_BUSY, FEED_HELD, FEED_NOT_KEPT,
 * FEED_NOT_APPLICABLE.
 */
export async function applyFeed(
  db: Db,
  { agencyId }: Sender,
  word: string,
  confirmed: boolean,
): Promise<{ import: Import }> {
  const row = await ownRow(db, agencyId, word);
  await requireOpen(db, 'imports');
  if (isUnderWay(row.state)) throw fail(doctorErrors.FEED_BUSY);
  if (row.state === 'refused') throw fail(doctorErrors.FEED_NOT_APPLICABLE);
  const { archiveKey } = row;
  if (archiveKey === null || !row.alone) throw fail(doctorErrors.FEED_NOT_KEPT);
  if (row.state === 'held' && !confirmed)
    throw fail(doctorErrors.FEED_HELD, undefined, row.message ?? undefined);
  const waits = row.state === 'compared' || row.state === 'held';
  const id = await db.transaction().execute(async (tx) => {
    if (!waits) {
      const { fileName, sha256 } = row;
      const again = { agencyId, fileName, sha256, archiveKey, now: clock.now() };
      const received = await statements.insertReceived(tx, again);
      await statements.outdateUndecided(tx, received, agencyId);
      return received;
    }
    if (!(await statements.orderImport(tx, { importId: row.id, agencyId, confirmed })))
      throw fail(doctorErrors.FEED_BUSY);
    return row.id;
  });
  return { import: await importOf(db, agencyId, id) };
}

/**
 * Orders an applied import, and those that followed it, to be undone. Throws NOT_FOUND, FEED_BUSY, FEED_NOT_UNDOABLE.
 */
export async function undoFeed(db: Db, { agencyId }: Sender, word: string): Promise<{ import: Import }> {
  const row = await ownRow(db, agencyId, word);
  if (isUnderWay(row.state) || (await statements.isAtWork(db, agencyId))) throw fail(doctorErrors.FEED_BUSY);
  await db.transaction().execute(async (tx) => {
    if (!(await orderUndoing(tx, row.id, agencyId))) throw fail(doctorErrors.FEED_NOT_UNDOABLE);
    await statements.notifyWorker(tx);
  });
  return { import: await importOf(db, agencyId, row.id) };
}

async function ownRow(db: Queryable, agencyId: AgencyId, word: string): Promise<statements.ImportRow> {
  const id = numberOf(word);
  const row = id === null ? null : await statements.selectImport(db, agencyId, id);
  if (!row) throw fail(sharedErrors.NOT_FOUND);
  return row;
}

async function importOf(db: Queryable, agencyId: AgencyId, id: number): Promise<Import> {
  return shown(await ownRow(db, agencyId, String(id)));
}

function numberOf(word: string | undefined): number | null {
  return word !== undefined && /^[1-9]\d{0,8}$/.test(word) ? Number(word) : null;
}

function shown(row: statements.ImportRow): Import {
  const { id, fileName, state, counts, askedBy, receivedAt, finishedAt } = row;
  return {
    id,
    fileName,
    origin: askedBy === null ? 'file' : 'agency',
    state,
    reason: row.reason,
    message: row.message,
    receivedAt: receivedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    counts,
    applicable: row.archiveKey !== null && row.alone && !isUnderWay(state) && state !== 'refused',
    undoable: row.undoable && state === 'done',
  };
}

/** Archives that no import of the agency, or of any, needs any more. */
async function dropArchives(
  { db, storage }: { db: Db; storage: BlobStore },
  agencyId: number | null = null,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  for (const key of await statements.takeOldArchives(db, { before, kept: KEPT_ARCHIVES, agencyId }))
    await storage.delete(key);
}

/** What is too old of all imports. */
export async function sweepImports(services: { db: Db; storage: BlobStore }): Promise<void> {
  await dropArchives(services);
  await statements.deleteOldLines(services.db, new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS));
}
