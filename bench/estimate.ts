import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import { loadPlaces } from '#rooms/places/places.server.ts';
import { loadEmbeddedPrices } from '#rooms/prices/embedded.server.ts';
import { estimateHome } from '#rooms/prices/estimate.server.ts';
import { computePrices } from '#rooms/prices/figures.server.ts';
import { localPrices } from '#rooms/prices/prices.server.ts';
import { chanceOf } from '../tests/kit/chance.ts';
import { onOwnDatabase, quantile } from './kit.ts';
import { importRealSales } from './real-sales.ts';

const SEED = Number(process.env.SEED ?? 20_261_127);
const SEEDS = 3;
/** Homes of each department for each seed. */
const SAMPLE = 1_000;
const GOAL_COVERAGE = [76, 84] as const;
const GOAL_MS = 20;
/** The whole of Paris: all its districts are read at once. */
const WIDEST = '75056';
const WIDEST_READS = 60;
const DEPARTMENTS = ['34', '75'] as const;

interface Sold {
  readonly departmentCode: string;
  readonly placeCode: string;
  readonly kind: 'apartment' | 'house';
  readonly rooms: number | null;
  readonly surface: number;
  /** Cents. */
  readonly price: number;
}

interface Judged {
  readonly sold: Sold;
  readonly ms: number;
  /** Null where comparable sales were too few. */
  readonly answer: {
    readonly within: boolean;
    /** Of the price, in percent: of the middle of the interval. */
    readonly error: number;
    /** The same, of the median of the place by the surface; null where we have no median of it. */
    readonly naive: number | null;
    /** Of the interval, in percent of its middle. */
    readonly width: number;
  } | null;
}

/**
 * The last six months of sales are taken out of the database, which then believes that its data ends before them; the
 * statement of the product is asked what it would have said of each home drawn among them. The peer is what one does first:
 * the median of the place, as its page shows it, by the surface.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(2, async (db) => {
    await loadPlaces(db);
    await loadEmbeddedPrices(db);
    const from = await fillSales(db);
    const until = await keepAside(db);
    await computePrices(db);
    await sql`vacuum analyze`.execute(db);
    const aside = await selectAside(db);
    const judged = new Map<number, Judged[]>();
    for (let seed = SEED; seed < SEED + SEEDS; seed += 1) {
      const drawn = DEPARTMENTS.flatMap((code) =>
        draw(
          aside.filter(({ departmentCode }) => departmentCode === code),
          seed,
        ),
      );
      judged.set(seed, await judge(db, drawn, until));
    }
    const all = [...judged.values()].flat();
    return {
      title: 'Intervalle d’un bien, sur des ventes gardées à part',
      lines: [
        `${from} ; ${aside.length} ventes après le ${until} retirées de la base, ${all.length} tirées d’elles`,
        ...[...judged].map(([seed, some]) => told(`SEED=${seed}`, some) + goalOf(some)),
        ...DEPARTMENTS.flatMap((code) =>
          (['apartment', 'house'] as const).flatMap((kind) => {
            const some = all.filter(({ sold }) => sold.departmentCode === code && sold.kind === kind);
            return some.length < SAMPLE / 10
              ? []
              : [told(`${code}, ${kind === 'house' ? 'maisons' : 'appartements'}`, some)];
          }),
        ),
        `${told('Toutes', all)}${goalOf(all)} ; couverture attendue : ${GOAL_COVERAGE.join(' à ')} %`,
        await timesTold(db, all, until),
      ],
    };
  });
}

async function fillSales(db: Db): Promise<string> {
  const real = await importRealSales(db);
  if (real !== null) return `Hérault et Paris, cinq ans : ${real} ventes réelles`;
  // Without the real ones: a level for each place, small homes dearer by the square metre, and chance.
  await sql`select setseed(0.42)`.execute(db);
  const { rows } = await sql<{ count: number }>`
    with imported as (
      insert into price_import (department_code, year, first_on, last_on, row_count, sale_count, imported_at)
      select code, 2025, '2020-07-01', '2025-06-30', 0, 0, now() from unnest(array['34', '75']) as code
    ), home as (
      select department_code, code, date '2020-07-01' + (random() * 1825)::integer as sold_on,
        case when random() < 0.8 then 'apartment' else 'house' end as kind, 20 + floor(random() * 130) as surface
      from place, generate_series(1, case when kind = 'district' then 2000 when code = '34172' then 10000 else 120 end)
      where department_code in ('34', '75') and code <> ${WIDEST} and kind <> 'department'
    ), sold as (
      insert into price_sale (department_code, year, sold_on, place_code, kind, rooms, surface, price_per_m2)
      select department_code, 2025, sold_on, code, kind, greatest(1, round(surface / 25))::smallint, surface,
        (1500 + 7 * (hashtext(code) & 1023)) * power(surface / 60, -0.25)
          * exp(0.3 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()))
      from home returning 1
    )
    select count(*)::integer as count from sold`.execute(db);
  return `Hérault et Paris, cinq ans : ${rows[0]?.count} ventes composées`;
}

/** Takes the last six months out of what the product reads; returns the last day that is left, YYYY-MM-DD. */
async function keepAside(db: Db): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select (max(last_on) + 1 - interval '6 months')::date - 1 as until from price_import`.execute(db);
  const until = rows[0]?.until;
  if (!until) throw new Error('Aucune vente chargée.');
  await sql`create table kept_aside as select * from price_sale where sold_on > ${sql.lit(until)}::date`.execute(
    db,
  );
  await sql`delete from price_sale where sold_on > ${until}::date`.execute(db);
  await sql`delete from price_import where first_on > ${until}::date`.execute(db);
  await sql`update price_import set last_on = ${until}::date where last_on > ${until}::date`.execute(db);
  return until;
}

/** Always in the same order: a seed draws the same homes. */
async function selectAside(db: Db): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select sale.department_code, place_code, sale.kind, nullif(sale.rooms, 0) as rooms,
      surface::double precision as surface, price_per_m2 * surface * 100 as price
    from kept_aside as sale join place on place.code = place_code
    order by sold_on, place_code, sale.kind, surface, price_per_m2, sale.rooms`.execute(db);
  return rows;
}

function draw(sold: readonly Sold[], seed: number): Sold[] {
  const { int } = chanceOf(seed);
  const left = [...sold];
  return Array.from(
    { length: Math.min(SAMPLE, left.length) },
    () => left.splice(int(0, left.length - 1), 1)[0]!,
  );
}

async function judge(db: Db, drawn: readonly Sold[], until: string): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const sold of drawn) {
    const { placeCode, kind, surface, rooms, price } = sold;
    const began = performance.now();
    const estimate = await estimateHome(db, { placeCode, kind, home: { surface, rooms }, until });
    const ms = performance.now() - began;
    if (estimate.kind === 'insufficient') {
      judged.push({ sold, ms, answer: null });
      continue;
    }
    const { low, median, high } = estimate;
    const { sold: local } = await localPrices(db, placeCode, kind);
    const off = (said: number) => Math.abs(said / price - 1) * 100;
    judged.push({
      sold,
      ms,
      answer: {
        within: price >= low && price <= high,
        error: off(median),
        naive: local && off(local.figure.median * surface),
        width: ((high - low) / median) * 100,
      },
    });
  }
  return judged;
}

const answersOf = (judged: readonly Judged[]) => judged.flatMap(({ answer }) => answer ?? []);

/** Share of answers whose price is within the interval, in percent. */
function coverageOf(judged: readonly Judged[]): number {
  const answers = answersOf(judged);
  return (answers.filter(({ within }) => within).length / answers.length) * 100;
}

/** What is added to a line whose coverage is not the one that is promised. */
function goalOf(judged: readonly Judged[]): string {
  const coverage = coverageOf(judged);
  return coverage >= GOAL_COVERAGE[0] && coverage <= GOAL_COVERAGE[1] ? '' : ' ; hors objectif';
}

/** Both median errors are of the same homes: those whose place has a median of ours. */
function told(name: string, judged: readonly Judged[]): string {
  const answers = answersOf(judged);
  const compared = answers.flatMap(({ error, naive }) => (naive === null ? [] : [{ error, naive }]));
  const share = (count: number, of: number) => ((count / of) * 100).toFixed(1);
  const middle = (values: readonly number[]) => quantile(values, 0.5).toFixed(1);
  return [
    `${name} : ${coverageOf(judged).toFixed(1)} % dans l’intervalle`,
    `erreur médiane ${middle(answers.map(({ error }) => error))} %`,
    `sur les ${compared.length} biens dont le lieu a un prix médian, ${middle(compared.map(({ error }) => error))} % contre ${middle(compared.map(({ naive }) => naive))} % pour ce prix`,
    `largeur médiane ${middle(answers.map(({ width }) => width))} % du milieu`,
    `${judged.length} biens, données insuffisantes pour ${share(judged.length - answers.length, judged.length)} %`,
  ].join(' ; ');
}

async function timesTold(db: Db, judged: readonly Judged[], until: string): Promise<string> {
  const times = judged.map(({ ms }) => ms);
  const widest: number[] = [];
  for (let nth = 0; nth < WIDEST_READS; nth += 1) {
    const began = performance.now();
    await estimateHome(db, {
      placeCode: WIDEST,
      kind: 'apartment',
      home: { surface: 20 + nth * 2, rooms: null },
      until,
    });
    widest.push(performance.now() - began);
  }
  const said = (some: readonly number[]) =>
    `p50 ${quantile(some, 0.5).toFixed(1)} ms, p95 ${quantile(some, 0.95).toFixed(1)} ms`;
  const late = quantile(times, 0.95) > GOAL_MS ? ', hors objectif' : '';
  return `Une estimation : ${said(times)} (objectif : p95 ${GOAL_MS} ms${late}) ; Paris entier : ${said(widest)}`;
}
