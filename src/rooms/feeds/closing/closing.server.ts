import { createReadStream } from 'node:fs';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import type { BlobStore } from '#platform/storage.server.ts';
import type { FeedReport, StoredReport } from '../contract.ts';
import {
  deleteStaged,
  replaceLines,
  updateAgency,
  updateArchive,
  updateImport,
  updateOpenEnded,
  upsertSender,
} from '../importing.sql.server.ts';
import type { FeedSurvey } from '../rows/rows.ts';
import type { Parties } from '../staging/parties.server.ts';
import type { Staged } from '../staging/staging.server.ts';
import { insertFormerSender } from './undoing.sql.server.ts';

/** Diagnostics kept with the import; the report of the command has them all. */
const KEPT_DIAGNOSTICS = 1000;
/** The same of listings that the law keeps off line. */
const KEPT_WITHHELD = 200;

/** The point of no return: from here on any process may finish the import. */
export async function closeStaging(
  connection: Db,
  importId: number,
  report: FeedReport,
  { parties, survey, lines }: { parties: Parties; survey: FeedSurvey; lines: Staged['lines'] },
): Promise<void> {
  const { sender, ending } = survey;
  const byReference = new Map(
    [...parties.known.values()].map((agency) => [agency.ownerReference, agency.id]),
  );
  const running = report.agencies.some(({ status }) => status === 'applying');
  await connection.transaction().execute(async (tx) => {
    for (const { agency, status } of report.agencies) {
      const agencyId = byReference.get(agency);
      if (agencyId === undefined) continue;
      await updateAgency(tx, importId, agencyId, status);
      if (status === 'applying' && sender !== null) {
        await insertFormerSender(tx, importId, agencyId, sender);
        await upsertSender(tx, agencyId, sender);
      }
      if (status !== 'applying') await deleteStaged(tx, importId, agencyId);
    }
    if (ending === 'open') await updateOpenEnded(tx, importId);
    await replaceLines(tx, importId, lines);
    await updateImport(tx, importId, {
      status: running ? 'applying' : report.status,
      reason: report.reason,
      report: storedReport(report),
      ...(running ? {} : { finishedAt: clock.now() }),
    });
  });
}

/** What stays of a report with its import. */
export function storedReport(report: FeedReport): StoredReport {
  return {
    agencies: report.agencies,
    message: report.message,
    notes: report.notes,
    diagnostics: report.diagnostics.slice(0, KEPT_DIAGNOSTICS),
    said: report.diagnostics.length,
    withheld: report.publication.filter(({ hold }) => hold !== null).slice(0, KEPT_WITHHELD),
  };
}

/**
 * The archive of what is applied or waits stays, for its agency to ask for it again. A storage that refuses it stops no
 * import: the sentences to say of it then.
 */
export async function storeArchive(
  storage: BlobStore,
  connection: Db,
  { importId, file }: { importId: number; file: string },
): Promise<string[]> {
  const ending = /\.(zip|xml|json|gz)$/i.exec(file)?.[1]?.toLowerCase() ?? 'zip';
  const key = `feeds/archives/${importId}.${ending}`;
  try {
    await storage.put(key, createReadStream(file));
  } catch {
    return ['Le fichier n’a pu être gardé : cet import ne pourra pas être appliqué à nouveau.'];
  }
  await updateArchive(connection, importId, key);
  return [];
}
