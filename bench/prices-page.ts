import { existsSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import type { Db } from '../src/platform/db.server.ts';
import { loadPlaces } from '../src/rooms/places/rules.server.ts';
import type { Prices } from '../src/rooms/prices/contract.ts';
import { figureFromSales } from '../src/rooms/prices/figures/sql.server.ts';
import { loadEmbeddedPrices, pricesBySlug } from '../src/rooms/prices/rules.server.ts';
import { importSales } from '../src/rooms/prices/sales/rules.server.ts';
import { onOwnDatabase, quantile } from './kit.ts';

const ROUNDS = 5;
const READS = 40;
const GOAL_MS = 20;
const SHARED = path.resolve('../shared/data/dvf');
const slugs = ['paris-75000', 'paris-11e-arrondissement-75011', 'montpellier-34000', 'lunel-34400'] as const;

/**
 * All that a price page shows, read from the aggregates, against the same medians taken from the sales themselves, which
 * get an index made for it: the place, its curve, its districts and neighbours. Alternating rounds.
 */
export async function run(): Promise<{ title: string; lines: string[] }> {
  return onOwnDatabase(4, async (db) => {
    await loadPlaces(db);
    // The aggregates of the two departments, as they are shipped, then the sales that they come from.
    await loadEmbeddedPrices(db);
    const from = await fillSales(db);
    await sql`create index on price_sale (place_code, kind, sold_on) include (price_per_m2)`.execute(db);
    await sql`vacuum analyze`.execute(db);
    return { title: 'Données d’une page de prix', lines: [from, ...(await measure(db))] };
  });
}

async function fillSales(db: Db): Promise<string> {
  let count = 0;
  if (existsSync(SHARED)) {
    for (const department of ['34', '75']) {
      for (const year of [2020, 2021, 2022, 2023, 2024, 2025]) {
        const report = await importSales(db, { file: path.join(SHARED, department, `${year}.csv.gz`) });
        count += report.sales;
      }
    }
    return `Hérault et Paris, cinq ans : ${count} ventes réelles`;
  }
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

async function measure(db: Db): Promise<string[]> {
  const lines: string[] = [];
  const all: number[] = [];
  for (const slug of slugs) {
    const read: number[] = [];
    const live: number[] = [];
    let answer = await pricesBySlug(db, slug);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let n = 0; n < READS; n += 1) {
        const began = performance.now();
        answer = await pricesBySlug(db, slug);
        read.push(performance.now() - began);
      }
      const began = performance.now();
      await computeLive(db, answer);
      live.push(performance.now() - began);
    }
    all.push(...read);
    const [aggregate, computed] = [quantile(read, 0.5), quantile(live, 0.5)];
    lines.push(
      `${answer.place.name} : ${aggregate.toFixed(1)} ms (p95 ${quantile(read, 0.95).toFixed(1)} ms) contre ${computed.toFixed(0)} ms depuis les ventes, soit ${(computed / aggregate).toFixed(0)} fois moins`,
    );
  }
  return [...lines, `p95 de toutes : ${quantile(all, 0.95).toFixed(1)} ms (objectif : ${GOAL_MS} ms)`];
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
