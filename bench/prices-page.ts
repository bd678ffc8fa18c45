import { spawn } from 'node:child_process';
import http from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import type { Prices } from '#rooms/prices/contract.ts';
import { loadEmbeddedPrices } from '#rooms/prices/embedded.server.ts';
import { figureFromSales } from '#rooms/prices/figures.sql.server.ts';
import { pricesBySlug } from '#rooms/prices/prices.server.ts';
import { onOwnDatabase, quantile } from './kit.ts';
import { importRealSales } from './real-sales.ts';

const ROUNDS = 5;
const READS = 30;
const READS_COLD = 10;
/** Of each page before any is measured: the engine compiles what runs often, and does so for some hundreds of pages. */
const WARM_UP = 150;
const GOAL_MS = 20;
const WITNESS_STEPS = 10_000_000;
const slugs = ['paris-75000', 'paris-11e-arrondissement-75011', 'montpellier-34000', 'lunel-34400'] as const;

/**
 * Whole price pages of the built product, their answer kept or just forgotten, against the medians alone that they show
 * taken from the sales, which get an index made for it: the place, its curve, its districts and neighbours. Alternating
 * rounds.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(4, async (db, url) => {
    await loadPlaces(db);
    // The aggregates of the two departments, as they are shipped, then the sales that they come from.
    await loadEmbeddedPrices(db);
    const from = await fillSales(db);
    await sql`create index on price_sale (place_code, kind, sold_on) include (price_per_m2)`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const server = await serve(url);
    try {
      return { title: 'Page de prix', lines: [from, ...(await measure(db, server))] };
    } finally {
      server.stop();
    }
  });
}

async function fillSales(db: Db): Promise<string> {
  const real = await importRealSales(db);
  if (real !== null) return `Hérault et Paris, cinq ans : ${real} ventes réelles`;
  await sql`select setseed(0.42)`.execute(db);
  const { rows } = await sql<{ count: number }>`
    with imported as (
      insert into price_import (department_code, year, first_on, last_on, row_count, sale_count, imported_at)
      select code, 2025, '2020-07-01', '2025-06-30', 0, 0, now() from unnest(array['34', '75']) as code
    ), sold as (
      insert into price_sale (department_code, year, sold_on, place_code, kind, rooms, surface, price_per_m2)
      select department_code, 2025, date '2020-07-01' + (random() * 1825)::integer, code,
        case when random() < 0.8 then 'apartment' else 'house' end, 3, 60, 1000 + random() * 9000
      from place, generate_series(1, case when kind = 'district' then 7000 when code = '34172' then 22000 else 250 end)
      where department_code in ('34', '75') and code <> '75056' and kind <> 'department' returning 1
    )
    select count(*) as count from sold`.execute(db);
  return `Hérault et Paris, cinq ans : ${rows[0]?.count} ventes composées`;
}

async function measure(db: Db, server: Server): Promise<string[]> {
  const lines: string[] = [];
  const ratios: number[] = [];
  const [warm, cold, work]: [number[], number[], number[]] = [[], [], []];
  const machine: number[] = [];
  for (let n = 0; n < WARM_UP; n += 1) {
    for (const slug of slugs) await server.get(`/prix-immobilier/${slug}`);
  }
  for (const slug of slugs) {
    const page = `/prix-immobilier/${slug}`;
    const [kept, forgotten, live]: [number[], number[], number[]] = [[], [], []];
    let cpu = 0;
    let bytes = 0;
    const answer = await pricesBySlug(db, slug);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await server.cpuMs();
      for (let n = 0; n < READS; n += 1) {
        const read = await server.get(page);
        kept.push(read.firstByte);
        bytes = read.bytes;
        machine.push(plainWork());
      }
      cpu += (await server.cpuMs()) - before;
      for (let n = 0; n < READS_COLD; n += 1) {
        // As an import does: what was kept is no longer true.
        await sql`update price_rent set year = year where place_code = '00000'`.execute(db);
        forgotten.push((await server.get(page)).firstByte);
      }
      const began = performance.now();
      await computeLive(db, answer);
      live.push(performance.now() - began);
    }
    const perPage = cpu / (ROUNDS * READS);
    warm.push(...kept);
    cold.push(...forgotten);
    work.push(perPage);
    const [page50, live50] = [quantile(kept, 0.5), quantile(live, 0.5)];
    ratios.push(live50 / page50);
    lines.push(
      `${answer.place.name} : page entière p50 ${page50.toFixed(1)} ms, p95 ${quantile(kept, 0.95).toFixed(1)} ms ; réponse oubliée p50 ${quantile(forgotten, 0.5).toFixed(1)} ms, p95 ${quantile(forgotten, 0.95).toFixed(1)} ms ; ${perPage.toFixed(1)} ms de processeur ; ${(bytes / 1000).toFixed(1)} ko en brotli ; les seuls chiffres depuis les ventes ${live50.toFixed(0)} ms, soit ${(live50 / page50).toFixed(0)} fois la page`,
    );
  }
  return [
    ...lines,
    `Toutes, réponse gardée : p95 ${quantile(warm, 0.95).toFixed(1)} ms (objectif : ${GOAL_MS} ms) ; réponse oubliée : p95 ${quantile(cold, 0.95).toFixed(1)} ms ; au moins ${Math.min(...ratios).toFixed(0)} fois moins que depuis les ventes`,
    `La machine elle-même, un calcul toujours le même entre deux pages : p50 ${quantile(machine, 0.5).toFixed(1)} ms, p95 ${quantile(machine, 0.95).toFixed(1)} ms`,
    `Premier octet, une connexion, un processus pour le site, après ${WARM_UP * slugs.length} pages ; charge de la machine ${loadavg()[0]?.toFixed(1)} pour ${availableParallelism()} cœurs, processeur d’une page ${Math.min(...work).toFixed(1)} à ${Math.max(...work).toFixed(1)} ms`,
  ];
}

/** About as long as a page, and nothing but the processor: what its p95 has over its p50, others took. */
function plainWork(): number {
  const began = performance.now();
  let hash = 0;
  for (let n = 0; n < WITNESS_STEPS; n += 1) hash = (Math.imul(hash, 31) + n) | 0;
  if (hash === 1) throw new Error('Jamais : le calcul est lu pour être fait.');
  return performance.now() - began;
}

interface Server {
  get(page: string): Promise<{ firstByte: number; bytes: number }>;
  /** Spent so far. */
  cpuMs(): Promise<number>;
  stop(): void;
}

/** The built product, its web role alone, in a process of its own that says its processor time when asked. */
async function serve(databaseUrl: string): Promise<Server> {
  const script = `
    import { readdirSync } from 'node:fs';
    const assets = new URL('./build/server/assets/', 'file://' + process.cwd() + '/');
    const chunk = (start) => import(new URL(readdirSync(assets).find((file) => file.startsWith(start)), assets).href);
    await import(new URL('scripts/engine.mjs', 'file://' + process.cwd() + '/').href);
    const { openServices } = await import(new URL('../index.js', assets).href);
    const { openWeb } = await chunk('web.server-');
    const pages = await chunk('server-build-');
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', production: false, publicUrl: 'http://localhost', secret: 'x'.repeat(32),
      dataDir: '.cache/bench', VIGIE_ROLE: 'web', DATABASE_URL: process.env.BENCH_DATABASE, MAIL_FROM: 'x', photoHosts: [] };
    const { services } = await openServices(env, () => {});
    const app = await openWeb({ services, pages, rateLimits: false });
    await app.listen({ port: 0, host: '127.0.0.1' });
    process.on('message', () => {
      const { user, system } = process.cpuUsage();
      process.send((user + system) / 1000);
    });
    process.send(app.server.address().port);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE: databaseUrl },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const said = () =>
    new Promise<number>((resolve, reject) => {
      const stopped = (code: number | null) => reject(new Error(`Le site ne démarre pas (${code}).`));
      child.once('exit', stopped);
      child.once('message', (value) => {
        child.off('exit', stopped);
        resolve(value as number);
      });
    });
  const port = await said();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    stop: () => child.kill(),
    cpuMs: () => {
      const answer = said();
      child.send('cpu');
      return answer;
    },
    get: (page) =>
      new Promise((resolve, reject) => {
        const began = performance.now();
        const request = http.get(
          { agent, port, path: page, headers: { 'accept-encoding': 'br' } },
          (response) => {
            if (response.statusCode !== 200) reject(new Error(`${page} : ${response.statusCode}`));
            let [firstByte, bytes] = [0, 0];
            response.on('data', (chunk: Buffer) => {
              if (bytes === 0) firstByte = performance.now() - began;
              bytes += chunk.length;
            });
            response.on('end', () => resolve({ firstByte, bytes }));
            response.on('error', reject);
          },
        );
        request.on('error', reject);
      }),
  };
}

/** The medians that the answer holds, one statement each, on four connections. */
async function computeLive(
  db: Db,
  { place, apartment, house, districts, neighbours }: Prices,
): Promise<void> {
  const asked: Parameters<typeof figureFromSales>[1][] = [];
  for (const prices of [apartment, house]) {
    const kind = prices.kind as 'apartment' | 'house';
    const { figure, area, points } = prices;
    if (!figure) continue;
    const areaCode =
      area?.level === 'epci' || area?.level === 'department' ? place.code : (area?.code ?? place.code);
    asked.push({ areaCode, kind, from: figure.from, to: figure.to });
    for (const { to } of points)
      asked.push({ areaCode, kind, from: `${Number(to.slice(0, 4)) - 1}${to.slice(4)}`, to });
  }
  for (const one of [...districts, ...neighbours]) {
    for (const kind of ['apartment', 'house'] as const) {
      const figure = one[kind];
      if (figure) asked.push({ areaCode: one.code, kind, from: figure.from, to: figure.to });
    }
  }
  await Promise.all(asked.map((one) => figureFromSales(db, one)));
}
