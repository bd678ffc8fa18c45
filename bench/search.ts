import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { PAGE_SIZE } from '#contract/constants.ts';
import { type Db, migrate, openDb } from '#platform/db.server.ts';
import { searchWhere } from '#rooms/criteria/predicate.sql.server.ts';
import { type Box, type Ring, UNITS } from '#rooms/criteria/rings.ts';
import { refreshProperties } from '#rooms/listings/home-matching.sql.server.ts';
import { representatives } from '#rooms/listings/properties.server.ts';
import { foldTally, repairTally, tallyErrors } from '#rooms/listings/tally.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { countAround, countLive, countPlain } from '#rooms/search/counting.sql.server.ts';
import { plainSearch, type Sought, searchConditions } from '#rooms/search/found.sql.server.ts';
import { countInMemory, openSearchMemory, pageInMemory } from '#rooms/search/memory/memory.server.ts';
import { STRIDE } from '#rooms/search/memory/memory.ts';
import { type Position, pageOfListings } from '#rooms/search/search.sql.server.ts';
import { chanceOf } from '../tests/kit/chance.ts';
import { median } from './kit.ts';

const LISTINGS = Number(process.env.LISTINGS ?? 1_000_000);
const SEED = Number(process.env.SEED ?? 20_261_121);
const ROUNDS = 7;
/** Nothing is measured for longer than this: a slow machine makes fewer rounds, at least three. */
const MEASURE_MS = 20_000;
const NEIGHBOURS = 8;
const FEED = 2_000;

/**
 * Search on a million active listings, in one Debian PostgreSQL 15 with PostGIS that this starts and throws away. Each
 * figure is the product's own statements against the straightforward ones (live counts, PostGIS, offsets), checked to
 * answer the same before any of them is timed, then run alternately; what is told is processor time.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  const title = 'Recherche sur un million d’annonces en ligne';
  const server = await startPostgres15();
  if (!server) {
    return {
      title,
      lines: ['non mesuré : les paquets Debian postgresql-15 et postgresql-15-postgis-3 ne sont pas là'],
    };
  }
  const db = openDb(server.url, { max: 1, name: 'vigie bench' });
  try {
    await migrate(db);
    await loadPlaces(db);
    const began = performance.now();
    await fill(db);
    const seconds = (performance.now() - began) / 1000;
    const lines = await measure(db);
    const { rows } = await sql<{ version: string; listings: number; shared: number }>`
      select split_part(version(), ' ', 2) || ', PostGIS ' || split_part(postgis_version(), ' ', 1) as version,
        (select count(*)::int from listing) as listings, (select count(*)::int from property_listing) as shared
    `.execute(db);
    const { version, listings, shared } = rows[0]!;
    lines.push(
      `${count(listings)} annonces tirées en ${seconds.toFixed(0)} s (graine ${SEED}), dont ${count(shared)} montrent un bien avec une autre ; PostgreSQL ${version}, temps de processeur de PostgreSQL et de Node, une connexion, tours alternés ; charge de la machine ${os.loadavg()[0]!.toFixed(1)}`,
    );
    return { title, lines };
  } finally {
    await db.destroy();
    server.stop();
  }
}

const count = (value: number) => new Intl.NumberFormat('fr-FR').format(value).replaceAll('\u202f', '\u00a0');

interface Server {
  readonly url: string;
  stop(): void;
}

/** A cluster of its own, thrown away by `stop`; null where Debian's packages are not installed. */
async function startPostgres15(): Promise<Server | null> {
  const bin = '/usr/lib/postgresql/15/bin';
  if (!existsSync(`${bin}/initdb`) || !existsSync('/usr/share/postgresql/15/extension/postgis.control'))
    return null;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vigie-bench-'));
  const account = process.getuid?.() === 0 ? postgresAccount() : null;
  if (account) chownSync(folder, account.uid, account.gid);
  const port = 20_000 + (process.pid % 20_000);
  const cluster = path.join(folder, 'cluster');
  const runAs = { ...account, cwd: folder, stdio: 'ignore' as const };
  const stop = () => {
    spawnSync(`${bin}/pg_ctl`, ['-D', cluster, '-m', 'immediate', 'stop'], runAs);
    rmSync(folder, { recursive: true, force: true });
  };
  spawnSync(
    `${bin}/initdb`,
    ['-D', cluster, '-U', 'vigie', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'],
    runAs,
  );
  const options = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_wal_size=8GB`,
    '-c shared_buffers=2GB -c work_mem=32MB -c maintenance_work_mem=512MB -c random_page_cost=1.1 -c jit=off',
    '-c max_parallel_workers_per_gather=0',
  ].join(' ');
  const begun = spawnSync(
    `${bin}/pg_ctl`,
    ['-D', cluster, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start'],
    runAs,
  );
  if (begun.status !== 0) {
    stop();
    throw new Error('PostgreSQL 15 ne démarre pas.');
  }
  return { url: `postgres://vigie@127.0.0.1:${port}/postgres`, stop };
}

function postgresAccount(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

const big = ['75056', '69123', '13055'];

/** Listings spread as people are (speed.md 2), all drawn by PostgreSQL; one of eight shows a home with another. */
async function fill(db: Db): Promise<void> {
  await sql`create extension postgis`.execute(db);
  await sql`select setseed(${(SEED % 1000) / 1000}::float8)`.execute(db);
  await sql`
    insert into agency (owner_reference, name) select 'agence-' || n, 'Agence ' || n from generate_series(1, 2000) n
  `.execute(db);
  // In whole hundred-thousandths of a degree, as the product compares points: no difference comes from rounding.
  await sql`
    alter table listing add column geom geometry(Point, 0)
      generated always as (st_makepoint(round(lng * 100000), round(lat * 100000))) stored
  `.execute(db);
  const { rows: indexes } = await sql<{ name: string; text: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
    where indrelid = 'listing'::regclass and not indisunique
  `.execute(db);
  await sql`drop index ${sql.raw(indexes.map(({ name }) => name).join(', '))}`.execute(db);
  await db.transaction().execute(async (tx) => {
    // Neither counted nor noted row by row: both are done once, at the end.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`
      with spot as (
        select code, coalesce(city_code, code) as city_code, department_code, coalesce(postal_codes[1], '00000') as postal_code,
          lng, lat, (coalesce(population, 100) ^ 1.05) * case when coalesce(city_code, code) = any(${big}::text[]) then 2.6 else 1 end as weight
        from place where kind in ('commune', 'district') and code <> all(${big}::text[]) and lng is not null
      ), share as (
        select *, weight / sum(weight) over () as part from spot
      ), drawn as (
        select share.*, random() as a, random() as b, random() as c, random() as d, random() as e,
          greatest(9, round((15 + 130 * random() * random() + case when random() < 0.2 then 60 else 0 end)::numeric, 1)) as size,
          now() - interval '1 minute' - random() ^ 1.3 * interval '120 days' as at
        from share, generate_series(1, floor(part * ${LISTINGS} + random())::int)
      )
      insert into listing (agency_id, source, technical_id, reference, status, transaction, is_new, property_type, title,
        description, place_code, city_code, department_code, postal_code, lat, lng, price, surface, rooms, bedrooms, floor,
        elevator, balcony, parking, energy_status, energy_class, climate_class, content_hash, photos_hash, photo_count,
        first_seen_at, published_at, updated_at)
      select 1 + (random() * 1999)::int, 'poliris', n::text, 'R' || n, 'online', case when a < 0.4 then 2 else 1 end, a > 0.95,
        case when b < 0.62 then 'apartment' when b < 0.9 then 'house' when b < 0.94 then 'parking' when b < 0.97 then 'land'
          else 'loft' end,
        'Bien ' || n, 'Séjour au sud, à deux pas du tramway.', code, city_code, department_code, postal_code,
        round((lat + (c - 0.5) * 0.06)::numeric, 4), round((lng + (d - 0.5) * 0.08)::numeric, 4),
        (case when a < 0.4 then size * (9 + 20 * e) else size * (1500 + 8000 * e) end)::bigint * 100,
        size, greatest(1, round(size / 22)), greatest(0, round(size / 22) - 1), case when c < 0.8 then floor(d * 8) end,
        d < 0.5, e < 0.4, c < 0.6, 'rated', chr(65 + floor(e * 7)::int), chr(65 + floor(d * 7)::int), '\\x00', '\\x00', 3, at, at, at
      from (select *, row_number() over (order by random()) as n from drawn) numbered
    `.execute(tx);
    // Neighbours in the same place and market show the same home: two listings, sometimes three.
    await sql`
      with near as (
        select id, published_at, place_code, transaction, property_type, surface, price, rooms, floor,
          row_number() over (partition by place_code, transaction, property_type order by surface, id) as n
        from listing
      ), grouped as (
        select *, n / 16 as many, case when n % 16 in (0, 1) then 0 when n % 48 = 2 then 0 end as home from near
      ), home as (
        select place_code, transaction, property_type, many, array_agg(id) as ids, min(published_at) as since
        from grouped where home = 0 group by 1, 2, 3, 4 having count(*) > 1
      ), numbered as (
        select *, row_number() over () as id from home
      ), made as (
        insert into property (first_seen_at) select since from numbered order by id returning id
      )
      insert into property_listing (listing_id, property_id, market, place_code, size, price)
      select unnest(ids), (select min(id) from made) + numbered.id - 1, transaction || ' ' || property_type, place_code, 1, 1
      from numbered
    `.execute(tx);
  });
  for (const { text } of indexes) await sql.raw(text).execute(db);
  await sql`create index bench_geom on listing using gist (geom) where status in ('online', 'under_offer')`.execute(
    db,
  );
  await sql`analyze`.execute(db);
  const { rows } = await sql<{ id: number }>`select id from property order by id`.execute(db);
  for (let from = 0; from < rows.length; from += 20_000) {
    const ids = rows.slice(from, from + 20_000).map(({ id }) => id);
    await db.transaction().execute((tx) => refreshProperties(tx, ids));
  }
  await repairTally(db);
  if ((await tallyErrors(db)) !== 0) throw new Error('Les nombres tenus ne sont pas ceux des annonces.');
  // Index-only reads need the map of what all may see; the buffers of the table are warm for both sides.
  await sql`vacuum analyze`.execute(db);
}

/** One way to answer; what it answers, to compare, apart from its order. */
type Way = () => Promise<unknown>;

interface Timed {
  readonly ours: number;
  readonly theirs: number;
  readonly ratio: number;
  readonly worst: number;
}

/** Checks that both answer the same, then times them one after the other. Milliseconds. */
async function compare(ours: Way, theirs: Way, same = true): Promise<Timed> {
  if (same) {
    const [a, b] = [JSON.stringify(await ours()), JSON.stringify(await theirs())];
    if (a !== b) throw new Error(`Les réponses diffèrent :\n${a.slice(0, 600)}\n${b.slice(0, 600)}`);
  }
  const times = { ours: [] as number[], theirs: [] as number[] };
  const began = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push(await timed(ours));
    times.theirs.push(await timed(theirs));
    if (round >= 2 && performance.now() - began > MEASURE_MS) break;
  }
  const ratios = times.ours.map((time, round) => time / times.theirs[round]!);
  return {
    ours: median(times.ours),
    theirs: median(times.theirs),
    ratio: median(times.ours) / median(times.theirs),
    worst: Math.max(...ratios),
  };
}

/** Processor time of one run, PostgreSQL and Node together: what others do on the machine does not count. */
async function timed(way: Way): Promise<number> {
  const start = processor();
  let runs = 0;
  do {
    await way();
    runs += 1;
  } while (processor() - start < 30);
  return (processor() - start) / runs;
}

let backend = 0;

/** Milliseconds so far, of this process and of the one that answers it (schedstat counts nanoseconds). */
function processor(): number {
  const { user, system } = process.cpuUsage();
  const [spent] = readFileSync(`/proc/${backend}/schedstat`, 'utf8').split(' ');
  return (user + system) / 1e3 + Number(spent) / 1e6;
}

const now = new Date();
const dayBefore = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
const days = { fresh: dayBefore(1), recent: dayBefore(28) };

type Counts = Awaited<ReturnType<typeof countLive>>;
const inOrder = ({ types, yes, maybe, fresh, recent, cheapest, dearest }: Counts): Counts => ({
  types: types.toSorted((a, b) => (a.propertyType < b.propertyType ? -1 : 1)),
  yes,
  maybe,
  fresh,
  recent,
  cheapest,
  dearest,
});

const page = (
  db: Db,
  criteria: Sought,
  more: { offset?: number; position?: Position; limit?: number } = {},
) => pageOfListings(db, { criteria, verdict: 'yes', sort: 'date', now, limit: PAGE_SIZE + 1, ...more });

/** The straightforward page: one of each home among what matches, without anything kept. */
async function livePage(
  db: Db,
  where: (alias: string) => RawBuilder<SqlBool>,
  offset = 0,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select listing.id from listing where ${where('listing')} and ${representatives(where)}
    order by listing.published_at desc, listing.id desc limit ${PAGE_SIZE + 1} offset ${offset}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The straightforward counts and facets of any condition: each home once, from the listings that match. */
async function liveCounts(db: Db, where: (alias: string) => RawBuilder<SqlBool>): Promise<Counts> {
  const since = (day: string) =>
    sql`coalesce(market_since, published_at) >= (${day}::date)::timestamp at time zone 'Europe/Paris'`;
  const { rows } = await sql<Omit<Counts, 'types' | 'maybe'> & { propertyType: string | null }>`
    select property_type, count(distinct known)::int as yes,
      count(distinct known) filter (where ${since(days.fresh)})::int as fresh,
      count(distinct known) filter (where ${since(days.recent)})::int as recent,
      min(price) as cheapest, max(price) as dearest
    from (
      select listing.*, coalesce(kept.property_id, -listing.id) as known
      from listing left join property_listing kept on kept.listing_id = listing.id
      where ${where('listing')}
    ) found
    group by grouping sets ((property_type), ())
  `.execute(db);
  const { propertyType: _, ...all } = rows.find(({ propertyType }) => propertyType === null)!;
  return {
    types: rows.flatMap(({ propertyType, yes }) =>
      propertyType === null ? [] : [{ propertyType, found: yes }],
    ),
    ...all,
    maybe: 0,
  };
}

const told = ({ ours, theirs, ratio, worst }: Timed, peer: string) =>
  `${ms(ours)} ; ${peer} ${ms(theirs)} ; rapport ${ratio.toFixed(3)}, au pire ${worst.toFixed(3)}`;
const ms = (time: number) => `${time < 10 ? time.toFixed(2) : time.toFixed(0)} ms`;

async function measure(db: Db): Promise<string[]> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  backend = rows[0]!.pid;
  const held = await holdAll(db);
  return [
    ...(await landings(db)),
    held,
    ...(await boxes(db)),
    ...(await polygons(db)),
    ...(await depth(db)),
    ...(await upkeep(db)),
  ];
}

/** Pages of a place: list, exact count, types, news, prices, districts and neighbours. */
async function landings(db: Db): Promise<string[]> {
  const lines: string[] = [];
  const ratios: number[] = [];
  const cases: [string, Sought, string | null][] = [
    ['Paris, achat', { transaction: 'achat', places: ['75056'] }, '75056'],
    [
      'Paris, location, appartements',
      { transaction: 'location', places: ['75056'], type: ['appartement'] },
      '75056',
    ],
    ['Lyon, achat', { transaction: 'achat', places: ['69123'] }, '69123'],
    ['Nîmes, achat', { transaction: 'achat', places: ['30189'] }, '30189'],
    ['France entière, achat', { transaction: 'achat', places: [] }, null],
  ];
  for (const [name, criteria, city] of cases) {
    const plain = plainSearch(criteria)!;
    const { type, ...others } = criteria;
    const around = (reader: number | null) =>
      city ? countAround(db, criteria.transaction, { cityCode: city }, NEIGHBOURS, reader) : null;
    // The prices of the whole country are on no page.
    const priced = (counts: Counts) =>
      city ? inOrder(counts) : { ...inOrder(counts), cheapest: null, dearest: null };
    const ours = async () => ({
      list: (await page(db, criteria)).map(({ id }) => id),
      counts: priced(await countPlain(db, plain, days)),
      around: await around(null),
    });
    const where = (alias: string) => searchWhere(criteria, alias).yes;
    const theirs = async () => ({
      list: await livePage(db, where),
      counts: priced({
        ...(await liveCounts(db, where)),
        // Beside a type, what the others have.
        ...(type ? { types: (await liveCounts(db, (alias) => searchWhere(others, alias).yes)).types } : {}),
      }),
      // Who asks and hid nothing that is: counted from the listings.
      around: await around(0),
    });
    const result = await compare(ours, theirs);
    ratios.push(result.theirs / result.ours);
    lines.push(
      `${name} : page entière (24 fiches, nombre, types, nouveautés, prix, quartiers et voisines) ${ms(result.ours)} ; comptée en direct ${ms(result.theirs)}, soit ${(result.theirs / result.ours).toFixed(0)} fois, au pire ${(1 / result.worst).toFixed(0)}`,
    );
  }
  lines.push(
    `pages de lieu : médiane ${median(ratios).toFixed(0)} fois l’agrégation en direct (objectif : 40)`,
  );
  return lines;
}

const { int } = chanceOf(SEED);

interface BothWays {
  readonly memory: Timed;
  readonly statements: Timed;
}

/** A page, its number and its types against PostGIS: from memory, and by the statements that answer without it. */
async function bothWays(
  db: Db,
  ours: Sought,
  where: (alias: string) => RawBuilder<SqlBool>,
): Promise<BothWays> {
  await sameSet(db, ours, where);
  const asked = {
    criteria: ours,
    verdict: 'yes',
    sort: 'date',
    now,
    limit: PAGE_SIZE + 1,
    reader: null,
  } as const;
  const theirs = async () => ({
    list: await livePage(db, where),
    counts: inOrder(await liveCounts(db, where)),
  });
  const memory = await compare(async () => {
    const [rows, counts] = await Promise.all([
      pageInMemory(db, asked),
      countInMemory(db, ours, null, days, null),
    ]);
    if (!rows || !counts) throw new Error('La mémoire ne répond pas.');
    return { list: rows.map(({ id }) => id), counts: inOrder(counts) };
  }, theirs);
  const statements = await compare(
    async () => ({
      list: (await pageOfListings(db, asked)).map(({ id }) => id),
      counts: inOrder(await countLive(db, ours, null, days, null)),
    }),
    theirs,
  );
  return { memory, statements };
}

const toldBoth = (name: string, results: readonly BothWays[], goal: number): string[] => [
  ...summary(
    name,
    results.map(({ memory }) => memory),
    goal,
  ),
  ...summary(
    `${name}, par les seuls énoncés`,
    results.map(({ statements }) => statements),
    goal,
  ),
];

/** A region on a map, with two criteria. */
async function boxes(db: Db): Promise<string[]> {
  const results: BothWays[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const west = (turn === 0 ? 1.2 : int(-10, 50) / 10) * UNITS;
    const south = (turn === 0 ? 48 : int(430, 480) / 10) * UNITS;
    const box: Box = [west + 37, south + 37, west + 2.5 * UNITS + 37, south + 1.6 * UNITS + 37];
    const sought = (more: object = {}): Sought => ({
      transaction: 'achat',
      places: [],
      prixMax: 400_000,
      surfaceMin: 40,
      ...more,
    });
    const ours = sought({ within: { zones: [], box, radius: null, circles: [] } });
    const [w, s, e, n] = box;
    const where = (alias: string) =>
      sql<SqlBool>`(${searchWhere(sought(), alias).yes} and ${sql.ref(`${alias}.geom`)} && st_makeenvelope(${w}, ${s}, ${e}, ${n}))`;
    results.push(await bothWays(db, ours, where));
  }
  return toldBoth(
    'Carte d’une région (2,5° × 1,6°, deux critères) : 24 fiches, nombre et types',
    results,
    0.2,
  );
}

/** A zone drawn over a quarter of a city, with one criterion. */
async function polygons(db: Db): Promise<string[]> {
  const centres = [
    [2.35, 48.86],
    [4.84, 45.75],
    [5.38, 43.3],
    [-0.57, 44.84],
    [3.06, 50.63],
  ] as const;
  const results: BothWays[] = [];
  for (const [lng, lat] of centres) {
    const ring: Ring = Array.from({ length: 14 }, (_, index) => {
      const angle = (index / 14) * 2 * Math.PI;
      const reach = 1200 + int(0, 1800);
      // Odd units: no point, which has four decimals, falls on a corner.
      return [
        Math.round(lng * UNITS + Math.cos(angle) * reach * 1.4) * 10 + 3,
        Math.round(lat * UNITS + Math.sin(angle) * reach) * 10 + 7,
      ].map((unit) => Math.round(unit / 10)) as unknown as readonly [number, number];
    });
    const sought = (more: object = {}): Sought => ({
      transaction: 'achat',
      places: [],
      prixMax: 500_000,
      ...more,
    });
    const ours = sought({ within: { zones: [ring], box: null, radius: null, circles: [] } });
    const text = `POLYGON((${[...ring, ring[0]!].map(([x, y]) => `${x} ${y}`).join(', ')}))`;
    const where = (alias: string) =>
      sql<SqlBool>`(${searchWhere(sought(), alias).yes} and st_covers(st_geomfromtext(${text}), ${sql.ref(`${alias}.geom`)}))`;
    results.push(await bothWays(db, ours, where));
  }
  return toldBoth('Zone dessinée (14 sommets, un critère) : 24 fiches, nombre et types', results, 0.05);
}

/** Opens the memory that `bothWays` asks. */
async function holdAll(db: Db): Promise<string> {
  const memory = openSearchMemory(db, { from: 1, log: { info() {}, warn: console.warn } });
  const began = performance.now();
  await memory.now();
  await memory.ready();
  const opened = (performance.now() - began) / 1000;
  if (!memory.size) throw new Error('Les annonces ne sont pas tenues en mémoire.');
  return `tenir ${count(memory.size)} annonces en mémoire : lues en ${opened.toFixed(1)} s, ${Math.round((memory.size * STRIDE * 4) / 1e6)} Mo`;
}

async function sameSet(db: Db, ours: Sought, theirs: (alias: string) => RawBuilder<SqlBool>): Promise<void> {
  const { rows } = await sql<{ differing: number; found: number }>`
    select count(*) filter (where (${searchConditions(ours).yes}) is distinct from (${theirs('listing')}))::int as differing,
      count(*) filter (where ${theirs('listing')})::int as found
    from listing
  `.execute(db);
  const { differing, found } = rows[0]!;
  if (differing > 0 || found === 0)
    throw new Error(`${differing} annonces diffèrent de PostGIS, sur ${found}.`);
}

function summary(name: string, results: readonly Timed[], goal: number): string[] {
  const all: Timed = {
    ours: median(results.map(({ ours }) => ours)),
    theirs: median(results.map(({ theirs }) => theirs)),
    ratio: median(results.map(({ ratio }) => ratio)),
    worst: Math.max(...results.map(({ worst }) => worst)),
  };
  return [`${name} : ${told(all, 'PostGIS')} (objectif : ${goal}) ; mêmes ensembles, annonce par annonce`];
}

/** Page 400 by its position, against page 1 and against an offset. */
async function depth(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, criteria] of [
    ['Paris', { transaction: 'achat', places: ['75056'] }],
    ['France entière', { transaction: 'achat', places: [] }],
  ] as const satisfies readonly (readonly [string, Sought])[]) {
    const offset = Math.min(400 * PAGE_SIZE, 9_600);
    const [before] = await page(db, criteria, { offset: offset - 1, limit: 1 });
    if (!before) continue;
    const ids = async (more: Parameters<typeof page>[2]) =>
      (await page(db, criteria, more)).map(({ id }) => id);
    const deep = () => ids({ position: { key: before.key, id: before.id } });
    const first = await compare(deep, () => ids({}), false);
    const byOffset = await compare(deep, () => ids({ offset }));
    lines.push(
      `${name}, page 400 par « apres » : ${told(first, 'page 1')} (objectif : 1,3) ; par un décalage ${ms(byOffset.theirs)}, soit ${(byOffset.theirs / byOffset.ours).toFixed(0)} fois`,
    );
  }
  return lines;
}

/** What keeping the counts costs a feed: the same rows written with and without it. */
async function upkeep(db: Db): Promise<string[]> {
  const write = async (counted: boolean): Promise<number> => {
    let took = 0;
    await db
      .transaction()
      .execute(async (tx) => {
        if (!counted) await sql`alter table listing disable trigger listing_added_counted`.execute(tx);
        const start = processor();
        await sql`
          insert into listing (agency_id, source, technical_id, reference, status, transaction, is_new, property_type, title,
            description, place_code, city_code, department_code, postal_code, lat, lng, price, surface, rooms, content_hash,
            photos_hash, first_seen_at, published_at, updated_at)
          select agency_id, source, 'again' || id, reference, status, transaction, is_new, property_type, title, description,
            place_code, city_code, department_code, postal_code, lat, lng, price, surface, rooms, content_hash, photos_hash,
            first_seen_at, published_at, updated_at
          from listing where department_code = '34' order by id limit ${FEED}
        `.execute(tx);
        took = processor() - start;
        throw new Rollback();
      })
      .catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error;
      });
    return took;
  };
  const [counted, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    counted.push(await write(true));
    bare.push(await write(false));
  }
  const extra = median(counted) / median(bare) - 1;
  const start = processor();
  await foldTally(db);
  const { rows } = await sql<{ size: string; tallies: number }>`
    select round(pg_total_relation_size('listing_tally') / 1e6) as size, (select count(*)::int from listing_tally) as tallies
  `.execute(db);
  return [
    `tenir les nombres : ${FEED} annonces écrites en ${ms(median(counted))} contre ${ms(median(bare))} sans eux, soit ${(100 * extra).toFixed(0)} % de plus (objectif : 20 %) ; ${count(rows[0]!.tallies)} nombres, ${rows[0]!.size} Mo ; rangés en ${ms(processor() - start)}`,
  ];
}

class Rollback extends Error {}
