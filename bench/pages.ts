import { type ChildProcess, spawn } from 'node:child_process';
import http from 'node:http';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { onOwnDatabase, quantile } from './kit.ts';

const LISTINGS = 50_000;
const ROUNDS = 5;
const ONE_BY_ONE = 60;
/** Of many visitors: short and many, for the machine's own pace changes from one second to the next. */
const RATE_ROUNDS = 15;
const RATE_ROUND_MS = 2_000;
const CONNECTIONS = 10;

/** A big city, a district with two filters, a small town's flats to rent by price. */
const pages = [
  '/acheter/lyon-69000',
  '/acheter/lyon-69000/7e-arrondissement?prixMax=400000&pieces=2',
  '/louer/nimes-30000/appartement?tri=prix',
] as const;

/**
 * City pages of the built product: PostgreSQL with 50,000 listings, nothing that was read from it kept, against the same component
 * tree whose loader answers from memory, in the same process, in alternating rounds.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(2, async (db, url) => {
    await loadPlaces(db);
    await fill(db);
    const started = await serveBoth(url);
    try {
      return { title: 'Pages de ville', lines: await measure(started) };
    } finally {
      started.child.kill();
    }
  });
}

/** Listings spread as people are: a tenth in Lyon, the others over the 400 biggest communes. */
async function fill(db: Db): Promise<void> {
  await sql`select setseed(0.42)`.execute(db);
  await sql`insert into agency (owner_reference, name) select 'agence-' || n, 'Agence ' || n from generate_series(1, 50) n`.execute(
    db,
  );
  await sql`
    with spot as (
      select row_number() over () as n, code, city_code, department_code, coalesce(postal_codes[1], '00000') as postal_code
      from (
        select * from place where kind = 'commune' and city_code not in ('75056', '69123', '13055')
          order by population desc nulls last limit 400
      ) as communes
      union all
      select 400 + row_number() over (order by code), code, city_code, department_code, postal_codes[1]
      from place where kind = 'district' and city_code = '69123'
    ), drawn as (
      select i, case when random() < 0.1 then 401 + floor(random() * 9) else 1 + floor(400 * random() ^ 2) end as n,
        random() as a, random() as b, random() as c, 15 + floor(random() * 120) as surface
      from generate_series(1, ${LISTINGS}) as i
    )
    insert into listing (agency_id, source, technical_id, reference, status, transaction, is_new, property_type, title,
      description, place_code, city_code, department_code, postal_code, lat, lng, price, price_without_fees, fees_payer,
      fees_percent, charges, charges_mode, surface, rooms, bedrooms, floor, floors, elevator, balcony, parking,
      energy_status, energy_class, climate_class, content_hash, photos_hash, photo_count, first_seen_at, published_at,
      updated_at)
    select 1 + i % 50, 'poliris', i::text, 'R' || i, 'online', case when a < 0.4 then 2 else 1 end, a > 0.95,
      case when b < 0.65 then 'apartment' when b < 0.92 then 'house' else 'parking' end, 'Bien ' || i,
      repeat('Séjour au sud, cuisine ouverte, deux pas du tramway. ', 12), code, city_code, department_code, postal_code,
      45 + c, 4 + a, case when a < 0.4 then surface * 1400 else surface * 350000 end,
      case when a >= 0.4 then round(surface * 350000 / 1.05) end, case when a >= 0.4 then 1 end,
      case when a >= 0.4 then 5 end, case when a < 0.4 then 5000 end, case when a < 0.4 then 2 end, surface,
      1 + floor(surface / 25), floor(surface / 25), case when c < 0.8 then floor(c * 8) end, 6, c < 0.5, b < 0.4, a < 0.6,
      'rated', chr(65 + floor(b * 7)::int), chr(65 + floor(c * 7)::int), decode('00', 'hex'), decode('00', 'hex'), 1, at, at, at
    from drawn join spot using (n), lateral (select now() - random() * interval '40 days' as at) as moment
  `.execute(db);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, status, storage_key, width, height)
    select id, 1, 'x', 'file', 'ready', '1-' || lpad(to_hex(id), 16, '0'), 1280, 960 from listing
  `.execute(db);
  await sql`vacuum analyze listing, listing_photo`.execute(db);
}

interface Started {
  readonly child: ChildProcess;
  readonly live: number;
  readonly memory: number;
}

/** The built product twice in one process of its own: as it is, and with each page's data kept from its first visit. */
function serveBoth(databaseUrl: string): Promise<Started> {
  const script = `
    import { readdirSync } from 'node:fs';
    const assets = new URL('./build/server/assets/', 'file://' + process.cwd() + '/');
    const chunk = (start) => import(new URL(readdirSync(assets).find((file) => file.startsWith(start)), assets).href);
    await import(new URL('scripts/engine.mjs', 'file://' + process.cwd() + '/').href);
    const { openServices } = await import(new URL('../index.js', assets).href);
    const { openWeb } = await chunk('web.server-');
    const live = await chunk('server-build-');
    const kept = new Map();
    const remember = (loader) => async (given) => {
      const { pathname, search } = new URL(given.request.url);
      const key = pathname + search;
      if (!kept.has(key)) kept.set(key, await loader(given));
      return kept.get(key);
    };
    const memory = { ...live, routes: Object.fromEntries(Object.entries(live.routes).map(([id, route]) => [id,
      id.includes('/city.tsx') ? { ...route, module: { ...route.module, loader: remember(route.module.loader) } } : route])) };
    const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', production: false, publicUrl: 'http://localhost', secret: 'x'.repeat(32),
      dataDir: '.cache/bench', VIGIE_ROLE: 'web', DATABASE_URL: process.env.BENCH_DATABASE, MAIL_FROM: 'x', photoHosts: [] };
    const { services } = await openServices(env, () => {});
    const ports = [];
    for (const pages of [live, memory]) {
      const app = await openWeb({ services, pages, rateLimits: false });
      await app.listen({ port: 0, host: '127.0.0.1' });
      ports.push(app.server.address().port);
    }
    console.log(JSON.stringify(ports));
  `;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', (line: Buffer) => {
      const [live = 0, memory = 0] = JSON.parse(line.toString()) as number[];
      resolve({ child, live, memory });
    });
    child.once('exit', (code) => reject(new Error(`Le site ne démarre pas (${code}).`)));
  });
}

interface Answer {
  readonly firstByte: number;
  readonly bytes: number;
}

function get(agent: http.Agent, port: number, page: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const request = http.get(
      { agent, port, path: page, headers: { 'accept-encoding': 'br' } },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`${page} : ${response.statusCode}`));
        let firstByte = 0;
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          if (bytes === 0) firstByte = performance.now() - began;
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ firstByte, bytes }));
        response.on('error', reject);
      },
    );
    request.on('error', reject);
  });
}

async function oneByOne(port: number, page: string): Promise<Answer[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const answers: Answer[] = [];
  for (let turn = 0; turn < ONE_BY_ONE; turn += 1) answers.push(await get(agent, port, page));
  agent.destroy();
  return answers;
}

async function perSecond(port: number): Promise<number> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const began = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      for (let turn = index; performance.now() - began < RATE_ROUND_MS; turn += 1) {
        await get(agent, port, pages[turn % pages.length] ?? pages[0]);
        done += 1;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return done / seconds;
}

async function measure({ live, memory }: Started): Promise<string[]> {
  for (const port of [live, memory]) for (const page of pages) await oneByOne(port, page);
  const lines: string[] = [];
  for (const page of pages) {
    const times: { live: number[]; memory: number[] } = { live: [], memory: [] };
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const fromDatabase = await oneByOne(live, page);
      const fromMemory = await oneByOne(memory, page);
      times.live.push(...fromDatabase.map(({ firstByte }) => firstByte));
      times.memory.push(...fromMemory.map(({ firstByte }) => firstByte));
      bytes = fromDatabase[0]?.bytes ?? 0;
    }
    const ratio = quantile(times.live, 0.5) / quantile(times.memory, 0.5);
    lines.push(
      `${page}, une connexion : premier octet p50 ${ms(times.live, 0.5)}, p95 ${ms(times.live, 0.95)} ; témoin en mémoire p50 ${ms(times.memory, 0.5)}, soit ${ratio.toFixed(1)} fois ; ${(bytes / 1000).toFixed(1)} ko en brotli`,
    );
  }
  const rates: { live: number[]; memory: number[] } = { live: [], memory: [] };
  for (let round = 0; round < RATE_ROUNDS; round += 1) {
    rates.live.push(await perSecond(live));
    rates.memory.push(await perSecond(memory));
  }
  const [ours, peer] = [quantile(rates.live, 0.5), quantile(rates.memory, 0.5)];
  const ratios = rates.live.map((rate, round) => rate / (rates.memory[round] ?? rate));
  lines.push(
    `${CONNECTIONS} connexions, les trois pages tour à tour : ${ours.toFixed(0)} pages/s ; témoin en mémoire ${peer.toFixed(0)} pages/s ; rapport ${(ours / peer).toFixed(2)} ; d’un tour à l’autre ${quantile(ratios, 0.1).toFixed(2)} à ${quantile(ratios, 0.9).toFixed(2)}, au pire ${Math.min(...ratios).toFixed(2)}`,
    `Objectifs : premier octet p50 20 ms à une connexion ; à dix, rapport 0,8 et 300 pages/s`,
    `${LISTINGS} annonces, ${ROUNDS} tours alternés à une connexion, ${RATE_ROUNDS} à dix, un processus pour le site, un pour les visiteurs ; rien de ce qui est lu en base n’est gardé ; charge de la machine ${loadavg()[0]?.toFixed(1)} pour ${availableParallelism()} cœurs`,
  );
  return lines;
}

function ms(times: readonly number[], at: number): string {
  return `${quantile(times, at).toFixed(1)} ms`;
}
