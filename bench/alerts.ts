import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { clusterEpoch } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import { type Db, plannedOnce } from '#platform/db.server.ts';
import { candidates } from '#rooms/alerts/matching/area.sql.server.ts';
import { factLines } from '#rooms/alerts/matching/columns/columns.sql.server.ts';
import type { FactLine } from '#rooms/alerts/matching/columns/columns.ts';
import type * as Grouping from '#rooms/alerts/matching/columns/grouping.server.ts';
import { AlertColumns } from '#rooms/alerts/matching/columns/keeping.server.ts';
import { lineFacts } from '#rooms/alerts/matching/columns/predicate.server.ts';
import type * as Snapshot from '#rooms/alerts/matching/columns/snapshot.server.ts';
import { matchNext } from '#rooms/alerts/matching/matcher.server.ts';
import { matches, type NotifiedFact } from '#rooms/alerts/matching/matcher.sql.server.ts';
import { READER } from '#rooms/alerts/matching/matcher.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { median, onOwnDatabase, quantile } from './kit.ts';
import { fillListings, marketOf } from './market.ts';
import { fillAlerts } from './watchers.ts';

const SEED = Number(process.env.SEED ?? 20_261_122);
const ALERTS = Number(process.env.ALERTS ?? 1_000_000);
const LISTINGS = Number(process.env.LISTINGS ?? 50_000);
const ROUNDS = 3;
/** Bursts in memory per round: alone, one spreads from 120 to 240 ms on the same tree, as the engine compiles. */
const BURST_ROUNDS = 10;
const SAMPLE = 400;
const SQL_BATCH = 2_000;
/** Listings matched once each way and compared pair by pair: at full size, more than ten million pairs. */
const EQUAL = Math.min(LISTINGS, Number(process.env.EQUAL ?? 32_000));
/** Listings of a round: as many as the statement does in reasonable time. */
const BURST = Math.min(LISTINGS, Number(process.env.BURST ?? 5_000));

/**
 * The alerts in memory beside the best statement over the covering keys, in alternating rounds of one run, on alerts and
 * listings spread as people are (speed.md 2). Nothing is timed before both were found to keep the same pairs.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(3, async (db, url) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'));
    try {
      await loadPlaces(db);
      const market = await marketOf(db, SEED);
      await fillAlerts(db, url, market, { count: ALERTS });
      await fillListings(db, market, LISTINGS);
      await sql`vacuum analyze alert, alert_key, listing, change`.execute(db);
      return {
        title: `Alertes en mémoire : ${ALERTS} alertes, une rafale de ${LISTINGS} annonces`,
        lines: await measure(db, dataDir),
      };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
}

async function measure(db: Db, dataDir: string): Promise<string[]> {
  const file = path.join(dataDir, 'cache', 'alert-columns.bin');
  const cold: number[] = [];
  const warm: number[] = [];
  await (await opened(db, dataDir, cold)).close();
  const columns = await opened(db, dataDir, warm);

  // The same pairs, both ways, before any speed.
  const all = { memory: await matchLast(db, columns, EQUAL), statement: 0 };
  const inMemory = await keptPairs(db);
  all.statement = await matchLast(db, null, EQUAL);
  const byStatement = await keptPairs(db);
  if (inMemory.hash !== byStatement.hash) {
    throw new Error(`${inMemory.pairs} paires en mémoire, ${byStatement.pairs} en base : elles diffèrent`);
  }

  const durable = { memory: [] as number[], statement: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    durable.statement.push(await matchLast(db, null, BURST));
    durable.memory.push(await matchLast(db, columns, BURST));
  }
  await columns.close();

  // As the thread runs it: by Node itself, not by what loads the benches.
  const { restore } = await sources<typeof Snapshot>('snapshot');
  const { Pairs } = await sources<typeof Grouping>('grouping');
  const before = heap();
  const here = restore(file)!.columns;
  const used = heap() - before;
  const facts = (await factsOf(db)).slice(-BURST);
  const lines: FactLine[] = [];
  for (let from = 0; from < facts.length; from += SQL_BATCH) {
    lines.push(...(JSON.parse(await linesOf(db, facts.slice(from, from + SQL_BATCH))) as FactLine[]));
  }
  const found = (asked: readonly FactLine[]) => {
    const pairs = new Pairs();
    here.match(asked, pairs);
    return pairs;
  };
  const one = { memory: [] as number[], statement: [] as number[], reading: [] as number[] };
  const step = Math.max(1, Math.floor(facts.length / SAMPLE));
  const bySeq = new Map(lines.map((line) => [line[0], line]));
  found(lines.slice(0, 2_000));
  for (let rank = 0; rank < facts.length; rank += step) {
    const fact = facts[rank]!;
    const line = bySeq.get(fact.seq);
    if (!line) continue;
    one.reading.push(await timed(() => linesOf(db, [fact])));
    one.statement.push(await timed(() => statement(db, [fact])));
    one.memory.push(await timed(async () => found([line])));
  }
  const burst = { memory: [] as number[], statement: [] as number[], reading: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    burst.statement.push(await timed(() => inBatches(facts, (some) => statement(db, some))));
    burst.reading.push(await timed(() => inBatches(facts, (some) => linesOf(db, some))));
    for (let again = 0; again < BURST_ROUNDS; again += 1) {
      burst.memory.push(await timed(async () => found(lines)));
    }
  }
  const size = (
    await sql<{ keys: number; bytes: number }>`
      select (select count(*) from alert_key) as keys,
        pg_table_size('alert_key') + pg_relation_size('alert_key_match') as bytes
    `.execute(db)
  ).rows[0]!;

  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const n = new Intl.NumberFormat('fr-FR');
  const ms = (value: number) =>
    value < 1
      ? `${(value * 1000).toFixed(1)} µs`
      : value < 1000
        ? `${value.toFixed(1)} ms`
        : `${(value / 1000).toFixed(2)} s`;
  const mega = (bytes: number) => `${Math.round(bytes / 1e6)} Mo`;
  // What the statement spends on reading listings is not counted against it: both must read them.
  const netOne = mean(one.statement) - mean(one.reading);
  const netBurst = median(burst.statement) - median(burst.reading);
  return [
    `${n.format(inMemory.pairs)} paires (${n.format(Math.round(inMemory.pairs / EQUAL))} par annonce), les mêmes en mémoire et en base, gardées par chacune : md5 ${inMemory.hash.slice(0, 12)}, vérifié avant toute mesure (graine ${SEED})`,
    `une annonce, une fois lue : ${ms(mean(one.memory))} en moyenne (p50 ${ms(median(one.memory))}, p95 ${ms(quantile(one.memory, 0.95))}) contre ${ms(netOne)} (une transaction par annonce, lecture retirée : ${ms(mean(one.reading))}) ; rapport ${(netOne / mean(one.memory)).toFixed(1)} (il faut 20, but 60)`,
    `une rafale de ${n.format(BURST)}, une fois lue : ${ms(median(burst.memory))} contre ${ms(netBurst)} par lots de ${SQL_BATCH} (lecture retirée : ${ms(median(burst.reading))}) ; rapport ${(netBurst / median(burst.memory)).toFixed(1)} (il faut 12, but 60)`,
    `du journal aux trouvailles validées avec la position, ${n.format(BURST)} annonces : ${ms(median(durable.memory))} contre ${ms(median(durable.statement))} ; rapport ${(median(durable.statement) / median(durable.memory)).toFixed(1)}, au pire ${Math.min(...durable.memory.map((time, round) => durable.statement[round]! / time)).toFixed(1)} (il faut 5, but 10)`,
    `${n.format(EQUAL)} annonces, une fois de chaque façon : ${ms(all.memory)} contre ${ms(all.statement)} ; rapport ${(all.statement / all.memory).toFixed(1)}`,
    `${n.format(size.keys)} clés : ${mega(used)} en mémoire contre ${mega(size.bytes)} de table et d’index couvrant ; rapport ${(used / size.bytes).toFixed(2)} (au plus 0,3)`,
    `ouverture : ${ms(median(warm))} depuis la copie contre ${ms(median(cold))} depuis la base ; rapport ${(median(warm) / median(cold)).toFixed(3)} (au plus 0,1)`,
  ];
}

/** A module of the matcher, loaded as the thread loads it. */
async function sources<T>(name: string): Promise<T> {
  const file = path.resolve(`src/rooms/alerts/matching/columns/${name}.server.ts`);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

async function opened(db: Db, dataDir: string, times: number[]): Promise<AlertColumns> {
  const said: object[] = [];
  const columns = new AlertColumns(
    {
      log: {
        info: (facts) => void said.push(facts),
        warn: (facts) => {
          throw new Error('les alertes ne s’ouvrent pas', { cause: facts });
        },
      },
      dataDir,
    },
    1,
  );
  columns.tend(db, await clusterEpoch(db));
  await columns.ready();
  if (!columns.standing) throw new Error('les alertes ne sont pas en mémoire');
  times.push((said[0] as { ms: number }).ms);
  return columns;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function inBatches(
  facts: readonly NotifiedFact[],
  work: (some: readonly NotifiedFact[]) => Promise<unknown>,
) {
  for (let from = 0; from < facts.length; from += SQL_BATCH) await work(facts.slice(from, from + SQL_BATCH));
}

/** Matches the last listings again; milliseconds. */
async function matchLast(db: Db, columns: AlertColumns | null, count: number): Promise<number> {
  await sql`truncate alert_hit, alert_run, alert_fact`.execute(db);
  await sql`
    insert into change_reader (name, epoch, xid, seq)
    select ${READER}, ${await clusterEpoch(db)}, coalesce(last.xid, '0'), coalesce(last.seq, 0)
    from (values (1)) one
    left join (select xid, seq from change order by change.xid desc, change.seq desc offset ${count} limit 1) last on true
    on conflict (name) do update set xid = excluded.xid, seq = excluded.seq
  `.execute(db);
  return timed(async () => {
    while (await matchNext(db, columns));
  });
}

/** What was kept, in one number: of each fact, its alerts in order. */
async function keptPairs(db: Db): Promise<{ pairs: number; hash: string }> {
  const { rows } = await sql<{ pairs: number; hash: string }>`
    select coalesce(sum(count), 0)::bigint as pairs, md5(coalesce(string_agg(hash, '' order by seq), '')) as hash from (
      select seq, count(*), md5(string_agg(alert_id || sure::text, ',' order by alert_id)) as hash from (
        select alert_id, unnest(sure) as seq, true as sure from alert_hit
        union all select alert_id, unnest(unsure), false from alert_hit) pair
      group by seq) fact
  `.execute(db);
  return rows[0]!;
}

/** The pairs as the statements find them: the exact test of areas is left out, and so is writing. */
async function statement(db: Db, facts: readonly NotifiedFact[]): Promise<void> {
  const now = clock.now();
  await sql`${plannedOnce}select count(*) from ${matches(facts, now)} found`.execute(db);
  await db.transaction().execute((tx) => candidates(tx, facts, now));
}

async function linesOf(db: Db, facts: readonly NotifiedFact[]): Promise<string> {
  return db.transaction().execute((tx) =>
    factLines(tx, facts, {
      columns: lineFacts,
      ranks: facts.map(() => 0),
      words: true,
      now: clock.now(),
    }),
  );
}

async function factsOf(db: Db): Promise<NotifiedFact[]> {
  const { rows } = await sql<NotifiedFact>`
    select seq, xid::text as xid, ref as listing_id, run, false as alone from change
    where kind = 'listing.appeared' order by seq
  `.execute(db);
  return rows;
}

function heap(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
