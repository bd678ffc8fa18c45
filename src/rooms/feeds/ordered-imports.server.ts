import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { closedWords } from '#rooms/administrators/switches.server.ts';
import { storedReport } from './closing/closing.server.ts';
import { undoImports } from './closing/undoing.server.ts';
import { selectUndoing } from './closing/undoing.sql.server.ts';
import * as statements from './diagnosis.sql.server.ts';
import type { Report } from './diagnosis.ts';
import { likelyFormat } from './formats/opening.server.ts';
import { importFeed } from './importing.server.ts';
import { replaceLines, selectImportStatus, tryLockImport, unlockAll } from './importing.sql.server.ts';
import type { Staged } from './staging/staging.server.ts';

type Needs = Pick<Services, 'db' | 'storage' | 'env'>;

const TOLD_EVERY_MS = 400;

/**
 * Does what agencies asked, one thing after the other: undoes, applies, compares. Safe to kill at any time and to run
 * anywhere at once: what was begun is done again, and of two workers one passes. While imports are closed what is to be compared
 * or applied waits where it is, and is done once they are open again; what was asked to be undone is undone. Returns whether
 * there may be more.
 */
export async function workOnFeeds(services: Needs): Promise<boolean> {
  const undoing = await selectUndoing(services.db);
  let done = undoing.length > 0 ? await undoImports(services.db) : 0;
  for (const waiting of await statements.selectPendingImports(services.db)) {
    if ((await closedWords(services.db, 'imports')) !== null) break;
    const work = waiting.status === 'ordered' ? apply : compare;
    if (await withArchive(services, waiting, work)) done += 1;
  }
  return done > 0;
}

type Work = (services: Needs, waiting: statements.PendingImport, file: string) => Promise<boolean>;

/** Archives are read here and there: they come to this machine's disk for as long as that lasts. */
async function withArchive(services: Needs, waiting: statements.PendingImport, work: Work): Promise<boolean> {
  const bench = benchOf(services);
  await mkdir(bench, { recursive: true });
  const folder = await mkdtemp(path.join(bench, `${waiting.id}-`));
  try {
    const file = path.join(folder, `flux${path.extname(waiting.archiveKey)}`);
    const kept = await services.storage.get(waiting.archiveKey);
    // Without it the file is missing, and refused as such.
    if (kept) await pipeline(kept.stream, createWriteStream(file));
    return await work(services, waiting, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const benchOf = ({ env }: Pick<Needs, 'env'>) => path.join(env.dataDir, 'cache/feeds');

/** Longer than any import lasts. */
const LEFT_MS = 86_400_000;

/** Archives that a worker who was killed left on this machine's disk. Returns how many went. */
export async function sweepArchives(services: Pick<Needs, 'env'>): Promise<number> {
  const bench = benchOf(services);
  let swept = 0;
  for (const name of await readdir(bench).catch(() => [])) {
    const folder = path.join(bench, name);
    const since = (await stat(folder).catch(() => null))?.mtimeMs ?? Date.now();
    if (Date.now() - since < LEFT_MS) continue;
    await rm(folder, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}

async function apply(services: Needs, waiting: statements.PendingImport, file: string): Promise<boolean> {
  const { id, ownerReference, confirmed } = waiting;
  const teller = new Teller(services.db, id);
  try {
    const report = await importFeed(services, {
      file,
      ordered: id,
      agency: ownerReference,
      confirmed,
      onProgress: (phase, done, total) => teller.say({ phase, done, total }),
    });
    return report.status !== 'ordered';
  } finally {
    await teller.end();
  }
}

async function compare(services: Needs, waiting: statements.PendingImport, file: string): Promise<boolean> {
  const { id, ownerReference } = waiting;
  const { db } = services;
  return db.connection().execute(async (connection) => {
    try {
      if (!(await tryLockImport(connection, id))) return false;
      if ((await selectImportStatus(connection, id)) !== 'received') return false;
      const teller = new Teller(db, id);
      const lines: Staged['lines'][number][] = [];
      const comparison = importFeed(services, {
        file,
        agency: ownerReference,
        dryRun: true,
        onLines: (all) => lines.push(...all),
        onProgress: (phase, done, total) => teller.say({ phase, done, total }),
      });
      await Promise.allSettled([comparison]);
      await teller.end();
      const report = await comparison;
      const { reason } = report;
      const status = report.status === 'held' || report.status === 'refused' ? report.status : 'compared';
      const format = report.format ?? (await likelyFormat(file));
      await connection.transaction().execute(async (tx) => {
        const given = { status, format, reason, report: storedReport(report), now: clock.now() } as const;
        if (await statements.saveComparison(tx, id, given)) await replaceLines(tx, id, lines);
      });
      return true;
    } finally {
      await unlockAll(connection).catch(() => {});
    }
  });
}

/** Says how far a work is, now and then, beside it. */
class Teller {
  readonly #db: Db;
  readonly #importId: number;
  #last = 0;
  #saying: Promise<void> = Promise.resolve();

  constructor(db: Db, importId: number) {
    this.#db = db;
    this.#importId = importId;
  }

  say(progress: NonNullable<Report['progress']>): void {
    const now = performance.now();
    if (now - this.#last < TOLD_EVERY_MS) return;
    this.#last = now;
    this.#tell(progress);
  }

  #tell(progress: Report['progress']): void {
    // A progress that cannot be said stops nothing.
    this.#saying = this.#saying
      .then(() => statements.updateProgress(this.#db, this.#importId, progress))
      .catch(() => {});
  }

  async end(): Promise<void> {
    this.#tell(null);
    await this.#saying;
  }
}
