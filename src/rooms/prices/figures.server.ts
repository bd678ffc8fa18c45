import { clock } from '#platform/clock.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { BIN_MIN, type Bin, SALES_MIN, SALES_NORMAL } from './contract.ts';
import {
  clearDepartment,
  computeFigures,
  computePoints,
  computeTrimmed,
  countBins,
  countFigures,
  gatherDepartment,
  gatherEpcis,
  selectCovered,
  selectImportedDepartments,
  selectWholeEpcis,
  writeBins,
  writeSource,
} from './figures.sql.server.ts';
import { lockSales } from './sales.sql.server.ts';
import { releaseOf } from './sales.ts';

interface ComputeReport {
  readonly departments: readonly string[];
  readonly epcis: number;
  /** In the whole database, after the computation. */
  readonly areas: number;
  readonly figures: number;
  readonly seconds: number;
}

/**
 * Makes the figures of the departments again from their sales (all imported ones when none is named), then those of the
 * intercommunalities that they complete. Each department is one transaction: readers see its old figures or its new ones.
 */
export async function computePrices(
  db: Db,
  asked: { departments?: readonly string[]; onProgress?: (done: number, total: number) => void } = {},
): Promise<ComputeReport> {
  const began = performance.now();
  const imported = await selectImportedDepartments(db);
  const departments = asked.departments
    ? imported.filter((code) => asked.departments?.includes(code))
    : imported;
  for (const [done, departmentCode] of departments.entries()) {
    asked.onProgress?.(done, departments.length + 1);
    await db.transaction().execute(async (tx) => {
      await lockSales(tx);
      const covered = await selectCovered(tx, departmentCode);
      if (!covered) return;
      await clearDepartment(tx, departmentCode);
      await gatherDepartment(tx, departmentCode);
      await computeGathered(tx);
      await writeSource(tx, {
        departmentCode,
        origin: 'import',
        ...covered,
        release: covered.release ?? releaseOf(covered.lastOn),
        at: clock.now(),
      });
    });
  }
  asked.onProgress?.(departments.length, departments.length + 1);
  const epcis = await selectWholeEpcis(db, departments);
  if (epcis.length > 0) {
    await db.transaction().execute(async (tx) => {
      await lockSales(tx);
      await gatherEpcis(tx, epcis);
      await computeGathered(tx);
    });
  }
  asked.onProgress?.(departments.length + 1, departments.length + 1);
  return {
    departments,
    epcis: epcis.length,
    ...(await countFigures(db)),
    seconds: Math.round(performance.now() - began) / 1_000,
  };
}

async function computeGathered(tx: Tx): Promise<void> {
  for (const months of [12, 24, 60] as const) await computeFigures(tx, months, SALES_MIN);
  await computeTrimmed(tx, SALES_MIN);
  const raw = await countBins(tx, SALES_NORMAL);
  await writeBins(
    tx,
    raw.map(({ areaCode, kind, step, ranks, counts }) => ({
      areaCode,
      kind,
      bins: binsOf(step, ranks, counts),
    })),
  );
  await computePoints(tx, SALES_MIN);
}

/**
 * Bars of a histogram from counts by step (`step` in cents, `ranks` ascending): neighbours are put together until each
 * bar holds `BIN_MIN` sales, and the two ends are open, so that no bar points at a sale. Empty when all are too few.
 */
export function binsOf(step: number, ranks: readonly number[], counts: readonly number[]): Bin[] {
  const bars: { from: number; to: number; n: number }[] = [];
  let from = (ranks[0] ?? 0) * step;
  let n = 0;
  for (const [index, rank] of ranks.entries()) {
    n += counts[index] ?? 0;
    if (n < BIN_MIN) continue;
    const to = (rank + 1) * step;
    bars.push({ from, to, n });
    from = to;
    n = 0;
  }
  const last = bars.at(-1);
  // What is left is too few to stand alone.
  if (last) last.n += n;
  return bars.map((bar, index) => ({
    from: index === 0 ? null : bar.from,
    to: index === bars.length - 1 ? null : bar.to,
    n: bar.n,
  }));
}
