import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { keysOf, matchNext } from '#rooms/alerts/matching/matcher.server.ts';
import { matches, type NotifiedFact } from '#rooms/alerts/matching/matcher.sql.server.ts';
import { listingsNow } from '#rooms/alerts/telling/digest.sql.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { median, onOwnDatabase } from './kit.ts';
import { criteriaOf, fillListings, type Market, marketOf } from './market.ts';

const SEED = Number(process.env.SEED ?? 20_261_121);
const LISTINGS = Number(process.env.LISTINGS ?? 10_000);
const ALERTS = Number(process.env.ALERTS ?? 100_000);
const ROUNDS = 3;
/** One statement a listing, and one judgement a pair, are measured on as many listings. */
const SAMPLE = 300;
/** Without an index, and with the predicate in a loop, on fewer still. */
const UNINDEXED = 60;
const JUDGED = 10;

/**
 * 10,000 new listings against 100,000 alerts, from the change log to the finds committed with the position. Peers, in
 * alternating rounds: the same statement without an index, one statement a listing, and the predicate in a loop.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(2, async (db) => {
    await loadPlaces(db);
    const market = await marketOf(db, SEED);
    const alerts = await fillAlerts(db, market);
    await fillListings(db, market, LISTINGS);
    await sql`vacuum analyze alert_key, listing, change`.execute(db);
    return {
      title: `Correspondances : ${LISTINGS} annonces contre ${ALERTS} alertes`,
      lines: await measure(db, alerts),
    };
  });
}

async function measure(db: Db, alerts: ReadonlyMap<number, Criteria>): Promise<string[]> {
  const facts = await factsOf(db);
  // Results first: no speed is said of answers that differ.
  await matchAll(db);
  const found = await hitPairs(db);
  const expectSame = async (way: string, count: number, pairs: Pair[]) => {
    const some = new Set(facts.slice(0, count).map(({ seq }) => seq));
    if (hashOf(pairs) !== hashOf(found.filter(({ seq }) => some.has(seq)))) {
      throw new Error(`${way} : on ne trouve pas la même chose`);
    }
  };
  const single = async () => {
    const pairs: Pair[] = [];
    for (const fact of facts.slice(0, SAMPLE)) pairs.push(...(await pairsOf(db, [fact])));
    return pairs;
  };
  const bare = () => withoutIndex(db, () => pairsOf(db, facts.slice(0, UNINDEXED)));
  const loop = () => judgeAll(db, alerts, facts.slice(0, JUDGED));
  await expectSame('annonce par annonce', SAMPLE, await single());
  await expectSame('sans index', UNINDEXED, await bare());
  await expectSame('prédicat en boucle', JUDGED, await loop());

  const times = { whole: [] as number[], single: [] as number[], bare: [] as number[], loop: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.whole.push(await matchAll(db));
    times.single.push((await timed(single)) * (LISTINGS / SAMPLE));
    times.bare.push((await timed(bare)) * (LISTINGS / UNINDEXED));
    times.loop.push((await timed(loop)) * (LISTINGS / JUDGED));
  }
  const [whole, alone, unindexed, looped] = [times.whole, times.single, times.bare, times.loop].map(
    median,
  ) as [number, number, number, number];
  const { rows: size } = await sql<{ keys: number; table: string; index: string }>`
    select (select count(*) from alert_key) as keys, pg_size_pretty(pg_table_size('alert_key')) as table,
      pg_size_pretty(pg_relation_size('alert_key_match')) as index
  `.execute(db);
  const n = new Intl.NumberFormat('fr-FR');
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
  return [
    `${n.format(found.length)} correspondances (${n.format(Math.round(found.length / LISTINGS))} par annonce), les mêmes par les quatre voies, vérifié avant toute mesure (graine ${SEED})`,
    `du journal aux trouvailles validées avec la position : médiane ${seconds(whole)} de ${ROUNDS}, pire ${seconds(Math.max(...times.whole))}, soit ${n.format(Math.round((LISTINGS / whole) * 1000))} annonces par seconde`,
    `un énoncé par annonce, sans rien écrire (${SAMPLE} annonces, extrapolé) : ${seconds(alone)} ; rapport ${(alone / whole).toFixed(1)}`,
    `le même énoncé sans l’index, sans rien écrire (${UNINDEXED} annonces, extrapolé) : ${seconds(unindexed)} ; rapport ${(unindexed / whole).toFixed(0)}`,
    `le prédicat en boucle sur toutes les alertes (${JUDGED} annonces, extrapolé) : ${seconds(looped)} ; rapport ${(looped / whole).toFixed(0)}`,
    `${n.format(size[0]?.keys ?? 0)} clés : table ${size[0]?.table}, index couvrant ${size[0]?.index}`,
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Matches every listing again, from the first fact; milliseconds. */
async function matchAll(db: Db): Promise<number> {
  await sql`truncate alert_hit, alert_run`.execute(db);
  await sql`update change_reader set xid = '0', seq = 0`.execute(db);
  return timed(async () => {
    while (await matchNext(db));
  });
}

interface Pair {
  readonly alertId: number;
  readonly seq: number;
  readonly sure: boolean;
}

async function pairsOf(db: Db, facts: readonly NotifiedFact[]): Promise<Pair[]> {
  const { rows } = await sql<Pair>`select alert_id, seq, sure from ${matches(facts)} found`.execute(db);
  return rows;
}

/** Hides the index from the planner of every connection. */
async function withoutIndex<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const show = (valid: boolean) =>
    sql`update pg_index set indisvalid = ${valid} where indexrelid = 'alert_key_match'::regclass`.execute(db);
  await show(false);
  try {
    return await work();
  } finally {
    await show(true);
  }
}

function hashOf(pairs: readonly Pair[]): string {
  const lines = pairs.map(({ alertId, seq, sure }) => `${alertId} ${seq} ${sure}`).toSorted();
  return createHash('md5').update(lines.join('\n')).digest('hex');
}

async function hitPairs(db: Db): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select alert_id, unnest(sure) as seq, true as sure from alert_hit
    union all select alert_id, unnest(unsure), false from alert_hit
  `.execute(db);
  return rows;
}

async function factsOf(db: Db): Promise<NotifiedFact[]> {
  const { rows } = await sql<NotifiedFact>`
    select seq, xid::text as xid, ref as listing_id, run, false as alone from change
    where kind = 'listing.appeared' order by seq
  `.execute(db);
  return rows;
}

/** What one writes first: every alert asked about every listing. */
async function judgeAll(
  db: Db,
  alerts: ReadonlyMap<number, Criteria>,
  facts: readonly NotifiedFact[],
): Promise<Pair[]> {
  const seen = await listingsNow(
    db,
    facts.map(({ listingId }) => listingId),
  );
  const pairs: Pair[] = [];
  for (const { seq, listingId } of facts) {
    const listing = seen.get(listingId);
    if (!listing) continue;
    for (const [alertId, criteria] of alerts) {
      const { verdict } = judge(criteria, listing, clock.now());
      if (verdict !== 'no') pairs.push({ alertId, seq, sure: verdict === 'yes' });
    }
  }
  return pairs;
}

async function fillAlerts(db: Db, { chance, place }: Market): Promise<Map<number, Criteria>> {
  const { id: subscriberId } = await db
    .insertInto('subscriber')
    .values({ email: 'mesure@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const alerts = new Map<number, Criteria>();
  const CHUNK = 1_000;
  for (let from = 0; from < ALERTS; from += CHUNK) {
    const wanted = Array.from({ length: Math.min(CHUNK, ALERTS - from) }, () =>
      criteriaOf(chance, Array.from({ length: chance.int(1, 5) }, place)),
    );
    const rows = await db
      .insertInto('alert')
      .values(
        wanted.map((criteria) => ({
          subscriberId,
          name: 'Alerte',
          criteria: JSON.stringify(criteria),
          frequency: 'immediate',
          status: 'active',
          since: '0',
        })),
      )
      .returning('id')
      .execute();
    const keys = rows.flatMap(({ id }, index) =>
      keysOf(wanted[index]!, '0').map((key) => ({ ...key, alertId: id })),
    );
    for (let start = 0; start < keys.length; start += CHUNK) {
      await db
        .insertInto('alertKey')
        .values(keys.slice(start, start + CHUNK))
        .execute();
    }
    rows.forEach(({ id }, index) => alerts.set(id, wanted[index]!));
  }
  return alerts;
}
