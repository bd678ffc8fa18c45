import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { generatePortfolio, type PortfolioPlace } from '#demonstration/poliris/portfolio.ts';
import { writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import type { Db } from '#platform/db.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import { importFeed } from '#rooms/feeds/importing.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { freePort } from '../tests/kit/free-port.ts';
import { lawfulAgency } from '../tests/kit/law.ts';
import { onOwnDatabase, quantile } from './kit.ts';

const SEED = Number(process.env.SEED ?? 20_261_122);
const COUNT = Number(process.env.COUNT ?? 50_000);
/** On line before, of another agency: what the pages show. */
const BEFORE = 2_000;
const VISITS = 60;
/** Between two pages of the one visitor. */
const PAUSE_MS = 100;
const LOOK_MS = 50;
const STARTED_WITHIN_MS = 60_000;
const CITY = '/acheter/lyon-69000';

/**
 * A very large feed, imported by the built command as an operator runs it, while the built site serves its pages to a
 * visitor; then the same file again, and the same listings in another file.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'));
  try {
    return await onOwnDatabase(4, async (db, url) => {
      await loadPlaces(db);
      for (const ref of ['agence-avant', 'agence-mesure']) await lawfulAgency(db, ref);
      const site = await serve(url, folder);
      try {
        return {
          title: `Import d’un flux de ${COUNT} annonces pendant que le site sert ses pages`,
          lines: await measure(db, site, folder),
        };
      } finally {
        site.child.kill();
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Site {
  readonly child: ChildProcess;
  readonly origin: string;
  readonly env: NodeJS.ProcessEnv;
}

async function measure(db: Db, site: Site, folder: string): Promise<string[]> {
  const places = await biggestPlaces(db);
  const rows = (agency: string, count: number) => generatePortfolio({ seed: SEED, agency, count, places });
  const before = path.join(folder, 'avant.zip');
  await writeFile(before, await zipFeed({ listings: writeListings(rows('agence-avant', BEFORE)) }));
  const storage = diskStore(path.join(folder, 'files'));
  const laid = await importFeed({ db, storage }, { file: before });
  if (laid.status !== 'done') throw new Error(laid.message ?? laid.status);
  await sql`analyze`.execute(db);

  const file = path.join(folder, 'flux.zip');
  const again = path.join(folder, 'autre.zip');
  const listings = writeListings(rows('agence-mesure', COUNT));
  await writeFile(file, await zipFeed({ listings }));
  await writeFile(again, await zipFeed({ listings, software: 'Autre export / 2.0' }));
  const pages = ['/', CITY, await aListing(site)];
  await visit(site, pages, () => false);
  const calm = await visit(site, pages, (turn) => turn < VISITS);

  const events = await countEvents(db);
  const importing = importFile(site, file);
  const busy = await visit(site, pages, () => importing.child.exitCode === null);
  const first = await importing.done;
  const created = (await countEvents(db)) - events;
  if (created !== COUNT + 1) throw new Error(`${created} événements au lieu de ${COUNT + 1}`);
  const same = await importFile(site, file).done;
  const other = await importFile(site, again).done;
  const more = (await countEvents(db)) - events - created;
  const ratio = (seconds: number) =>
    `${seconds.toFixed(1)} s, soit ${(seconds / first.seconds).toFixed(3)} fois le premier`;
  return [
    `Annonces.csv de ${Math.round(listings.length / 1e6)} Mo (SEED=${SEED}) ; l’import est la commande elle-même, un processus à côté du site`,
    `Premier import : ${first.seconds.toFixed(1)} s, ${Math.round(COUNT / first.seconds)} annonces par seconde`,
    `Mémoire du processus qui importe, au plus haut : ${first.peak} Mo (objectif : 400 Mo)`,
    ...pages.map((page) => said(page, calm.get(page) ?? [], busy.get(page) ?? [])),
    `Le même fichier : ${ratio(same.seconds)} (objectif : 0,1) ; les mêmes annonces dans un autre fichier : ${ratio(other.seconds)} ; ${more === 0 ? 'aucun événement' : `${more} événements`}`,
    `${BEFORE} annonces en ligne avant ; un visiteur, ${PAUSE_MS} ms entre deux pages ; charge de la machine ${loadavg()[0]?.toFixed(1)} pour ${availableParallelism()} cœurs`,
  ];
}

function said(page: string, calm: readonly number[], busy: readonly number[]): string {
  const at = (times: readonly number[], part: number) => `${quantile(times, part).toFixed(0)} ms`;
  return `${page.replace(/\d+$/, '…')} pendant l’import : p50 ${at(busy, 0.5)}, p95 ${at(busy, 0.95)}, au pire ${at(busy, 1)} de ${busy.length} (objectif : p95 < 500 ms) ; au calme p50 ${at(calm, 0.5)}, p95 ${at(calm, 0.95)}, rapport ${(quantile(busy, 0.5) / quantile(calm, 0.5)).toFixed(1)}`;
}

/** One page after the other, for as long as asked and once at least: whole pages, in milliseconds. */
async function visit(
  site: Site,
  pages: readonly string[],
  more: (turn: number) => boolean,
): Promise<Map<string, number[]>> {
  const times = new Map(pages.map((page): [string, number[]] => [page, []]));
  let turn = 0;
  do {
    for (const page of pages) {
      const began = performance.now();
      const answer = await fetch(site.origin + page);
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${page} : ${answer.status}`);
      times.get(page)?.push(performance.now() - began);
      await wait(PAUSE_MS);
    }
    turn += 1;
  } while (more(turn));
  return times;
}

/** The operator's command, from its start to its end. `peak` is in megabytes. */
function importFile(
  site: Site,
  file: string,
): { child: ChildProcess; done: Promise<{ seconds: number; peak: number }> } {
  const began = performance.now();
  const child = spawn(process.execPath, ['scripts/run.mjs', 'cli', 'feeds', 'import', file], {
    env: site.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  let peak = 0;
  const looking = setInterval(() => (peak = Math.max(peak, peakOf(child))), LOOK_MS);
  const done = new Promise<{ seconds: number; peak: number }>((resolve, reject) => {
    child.once('exit', (code) => {
      clearInterval(looking);
      if (code === 0) resolve({ seconds: (performance.now() - began) / 1000, peak });
      else reject(new Error(out));
    });
  });
  return { child, done };
}

/** What Linux says a process held at most, in megabytes. */
function peakOf({ pid }: ChildProcess): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1] ?? 0) / 1024);
}

async function serve(url: string, folder: string): Promise<Site> {
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    VIGIE_ROLE: 'web',
    VIGIE_DATA: path.join(folder, 'data'),
    VIGIE_DEMO: '0',
    DATABASE_URL: url,
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'serve'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + STARTED_WITHIN_MS;
  while (!(await fetch(`${origin}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('Le site ne démarre pas.');
    await wait(LOOK_MS);
  }
  return { child, origin, env };
}

async function aListing({ origin }: Site): Promise<string> {
  const city = await (await fetch(origin + CITY)).text();
  const listing = /\/annonce\/\d+/.exec(city)?.[0];
  if (!listing) throw new Error(`Aucune annonce sur ${CITY}.`);
  return listing;
}

async function biggestPlaces(db: Db): Promise<PortfolioPlace[]> {
  const { rows } = await sql<PortfolioPlace>`
    select postal_codes[1] as postal_code, name as city, lat, lng from place
    where (kind = 'commune' and code not in ('75056', '69123', '13055') or kind = 'district' and city_code = '69123')
      and lat is not null and cardinality(postal_codes) > 0
    order by kind = 'district' desc, population desc nulls last limit 200
  `.execute(db);
  return rows;
}

async function countEvents(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from change`.execute(db);
  return rows[0]?.count ?? 0;
}
