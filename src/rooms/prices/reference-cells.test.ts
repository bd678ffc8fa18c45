import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { loadEmbeddedPrices } from './embedded.server.ts';
import { figureFromSales } from './figures.sql.server.ts';
import { importSales } from './sales.server.ts';

const shared = path.resolve('../shared/data/dvf');
const absent = !existsSync(shared);

interface Cell {
  code: string;
  nom: string;
  type: 'maison' | 'appartement';
  periode: string;
  R: { n: number; mediane: number; q1: number; q3: number };
  R_iqr: { n: number; mediane: number } | null;
}

const cells: Cell[] = absent
  ? []
  : (JSON.parse(readFileSync(path.join(shared, 'prix-attendus.json'), 'utf8')) as { cellules: Cell[] })
      .cellules;

const kindOf = ({ type }: Cell) => (type === 'maison' ? 'house' : 'apartment');
const off = (found: number | null, wanted: number) => Math.abs((found ?? 0) / wanted - 1);

describe('the reference cells of ../shared/data/dvf/prix-attendus.json', () => {
  test('from the twelve files, by method R: n exact, median within 1 %', async ({ skip }) => {
    skip(absent, '../shared is absent: the reference cells were not checked');
    const { db } = await testDb();
    for (const department of ['34', '75']) {
      for (const year of [2020, 2021, 2022, 2023, 2024, 2025]) {
        const report = await importSales(db, { file: path.join(shared, department, `${year}.csv.gz`) });
        expect(report).toMatchObject({ status: 'done', departmentCode: department, year, unknownPlaces: 0 });
      }
    }
    expect(cells).toHaveLength(72);
    for (const cell of cells) {
      const [, from, to] = /(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)/.exec(cell.periode) ?? [
        '',
        '2024-01-01',
        '2024-12-31',
      ];
      const found = await figureFromSales(db, {
        areaCode: cell.code,
        kind: kindOf(cell),
        from: from ?? '',
        to: to ?? '',
      });
      const said = `${cell.nom}, ${cell.type}, ${cell.periode}`;
      expect(found.n, said).toBe(cell.R.n);
      if (cell.R.n === 0) continue;
      expect(off(found.median, cell.R.mediane), said).toBeLessThan(0.01);
      expect(off(found.q1, cell.R.q1), said).toBeLessThan(0.01);
      expect(off(found.q3, cell.R.q3), said).toBeLessThan(0.01);
    }
  });

  test('as they are shipped: the figures that a newcomer sees', async ({ skip }) => {
    skip(absent, '../shared is absent: the reference cells were not checked');
    const { db } = await testDb();
    await loadEmbeddedPrices(db);
    const windows: Readonly<Record<number, string>> = { 12: '12 mois', 24: '24 mois', 60: '5 ans' };
    let checked = 0;
    for (const cell of cells.filter(({ periode }) => periode.startsWith('12 mois'))) {
      const { rows } = await sql<{
        months: number;
        n: number;
        median: number;
        trimmed: { n: number; median: number };
      }>`
        select months, n, median, trimmed from price_figure
        where area_code = ${cell.code} and kind = ${kindOf(cell)} and slice = 'all'`.execute(db);
      const [figure] = rows;
      const wanted = cells.find(
        (one) =>
          one.code === cell.code &&
          one.type === cell.type &&
          one.periode.startsWith(windows[figure?.months ?? 60] ?? ''),
      );
      const said = `${cell.nom}, ${cell.type}, ${wanted?.periode}`;
      if (!figure) {
        expect(wanted?.R.n, said).toBeLessThan(11);
        continue;
      }
      expect(figure.n, said).toBe(wanted?.R.n);
      expect(off(figure.median / 100, wanted?.R.mediane ?? 0), said).toBeLessThan(0.01);
      expect(off(figure.trimmed.n, wanted?.R_iqr?.n ?? 0), said).toBeLessThan(0.01);
      expect(off(figure.trimmed.median / 100, wanted?.R_iqr?.mediane ?? 0), said).toBeLessThan(0.01);
      checked += 1;
    }
    expect(checked).toBeGreaterThan(12);
  });
});
