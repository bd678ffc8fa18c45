import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import {
  type Downloaded,
  downloadToFile,
  forgetDownload,
  type Pace,
} from '#platform/resumable-download.server.ts';
import { DownloadRefused } from '#platform/safe-download.server.ts';
import { faultOfGzip } from './csv-source.server.ts';
import { computePrices } from './figures.server.ts';
import { type FetchReport, isPublished, type PublishedFile } from './published-sales.ts';
import { importSales } from './sales.server.ts';
import {
  isConnected,
  isUncomputed,
  selectDepartments,
  selectLoadedVersion,
  tryLockFetch,
  unlockFetch,
} from './sales.sql.server.ts';

/** One file at a time, slower than a visitor would: the publisher's server is everybody's. */
const COURTEOUS: FetchPace = {
  bytesPerSecond: 4_000_000,
  silenceMs: 30_000,
  tries: 5,
  pauseMs: 1_000,
  betweenMs: 100,
};
/** The largest department-years are under ten: what is larger is another thing. */
const MAX_BYTES = 100_000_000;
/** After so many files in a row that did not come, the publisher is away. */
const GIVEN_UP = 3;

interface FetchPace extends Pace {
  /** From one file to the next. */
  readonly betweenMs: number;
}

/** Where a fetch is: of `total` bytes or steps, `done` are. */
export interface FetchProgress {
  readonly departmentCode: string;
  /** Null while the figures of the department are made. */
  readonly year: number | null;
  readonly step: 'download' | 'import' | 'compute';
  readonly done: number;
  readonly total: number;
}

interface FetchAsked {
  readonly departments: readonly string[];
  readonly years: readonly number[];
  /** The operator lets files take away a great part of the sales. */
  readonly confirmed?: boolean;
  /** Makes the figures again; true unless said. */
  readonly compute?: boolean;
  readonly pace?: Partial<FetchPace>;
  readonly onFile?: (file: PublishedFile) => void;
  readonly onProgress?: (at: FetchProgress) => void;
}

/** Departments whose sales are published, by their code. */
export async function departmentsWithSales(db: Queryable): Promise<string[]> {
  return (await selectDepartments(db)).filter(isPublished);
}

/**
 * Brings department-years of geo-dvf from their publisher (DVF_URL), loads each as `importSales` does, its department and
 * its year being those that were asked for, then makes the figures of each department again. What is loaded already in
 * the version that is published is not sent again; a fetch that was cut goes on where it was. Null: another process
 * fetches on this database.
 */
export async function fetchSales(
  services: Pick<Services, 'db' | 'env'>,
  asked: FetchAsked,
): Promise<FetchReport | null> {
  return services.db.connection().execute(async (connection) => {
    if (!(await tryLockFetch(connection))) return null;
    try {
      return await fetchInTurn(services, asked, () => isConnected(connection));
    } finally {
      // A connection that was lost has no lock left, and must hide neither the report nor an error.
      await unlockFetch(connection).catch(() => {});
    }
  });
}

async function fetchInTurn(
  services: Pick<Services, 'db' | 'env'>,
  asked: FetchAsked,
  isLocked: () => Promise<boolean>,
): Promise<FetchReport> {
  const began = performance.now();
  const pace = { ...COURTEOUS, ...asked.pace };
  const files: PublishedFile[] = [];
  const computed: string[] = [];
  let unheard = 0;
  let left = 0;
  let lockLost = false;
  let computeSeconds = 0;
  for (const departmentCode of asked.departments) {
    // Another fetch may have begun since.
    lockLost ||= !(await isLocked());
    let loaded = false;
    for (const year of asked.years) {
      if (lockLost || unheard >= GIVEN_UP) {
        left += 1;
        continue;
      }
      if (files.length > 0) await wait(pace.betweenMs);
      const file = await fetchFile(services, asked, { departmentCode, year, pace });
      files.push(file);
      asked.onFile?.(file);
      unheard = file.status === 'unreachable' ? unheard + 1 : 0;
      loaded ||= file.status === 'done';
    }
    if (lockLost || asked.compute === false) continue;
    if (!(loaded || (await isUncomputed(services.db, departmentCode)))) continue;
    const made = await computePrices(services.db, {
      departments: [departmentCode],
      onProgress: (done, total) =>
        asked.onProgress?.({ departmentCode, year: null, step: 'compute', done, total }),
    });
    computed.push(departmentCode);
    computeSeconds += made.seconds;
  }
  const seconds = Math.round(performance.now() - began) / 1_000;
  return { files, left, lockLost, computed, seconds, computeSeconds };
}

async function fetchFile(
  { db, env }: Pick<Services, 'db' | 'env'>,
  { confirmed = false, onProgress }: FetchAsked,
  { departmentCode, year, pace }: { departmentCode: string; year: number; pace: Pace },
): Promise<PublishedFile> {
  const address = `${env.DVF_URL.replace(/\/+$/, '')}/${year}/departements/${departmentCode}.csv.gz`;
  const file = path.join(env.dataDir, 'geo-dvf', String(year), `${departmentCode}.csv.gz`);
  const of = { departmentCode, year, bytes: 0, report: null, reason: null, permanent: false };
  let got: Downloaded;
  try {
    got = await downloadToFile({
      address,
      file,
      // The operator's own setting: a mirror may be on this machine. What it redirects to may not.
      allowedHosts: [new URL(address).hostname.replaceAll(/^\[|\]$/g, '')],
      known: await selectLoadedVersion(db, departmentCode, year, address),
      maxBytes: MAX_BYTES,
      pace,
      check: faultOfGzip,
      onProgress: (done, total) =>
        onProgress?.({ departmentCode, year, step: 'download', done, total: total ?? 0 }),
    });
  } catch (error) {
    if (!(error instanceof DownloadRefused)) throw error;
    return { ...of, status: 'unreachable', reason: error.message, permanent: error.permanent };
  }
  if (got.outcome !== 'whole') {
    await forgetDownload(file);
    return { ...of, status: got.outcome };
  }
  const report = await importSales(db, {
    file,
    confirmed,
    expected: { departmentCode, year },
    source: { address, version: got.version },
    onProgress: (done, total) => onProgress?.({ departmentCode, year, step: 'import', done, total }),
  });
  // Every sale is in it, with its address: it stays only for a confirmation.
  if (report.status !== 'held') await forgetDownload(file);
  return { ...of, status: report.status, bytes: got.bytes, report };
}
