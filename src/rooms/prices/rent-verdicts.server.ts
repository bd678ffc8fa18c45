import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { judgeRental, keysOf, quartersAround } from './rent-control.server.ts';
import type { CeilingKeys, Ceilings, TerritoryQuarter } from './rent-control.sql.server.ts';
import {
  type CurrentReference,
  deleteLapsed,
  type Rental,
  selectAllQuarters,
  selectEdition,
  selectReferences,
  selectStale,
  upsertVerdicts,
} from './rent-verdicts.sql.server.ts';

const BATCH = 1_000;

/**
 * Gives a verdict on every rental on line that has none, or whose facts or orders have changed since, and takes away
 * those that no longer stand: `rent_verdict` then says what `rentVerdictOf` would say today. Returns how many were given
 * or taken away.
 */
export async function saveRentVerdicts(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const changed = await db.transaction().execute((tx) => judgeStale(tx));
    total += changed.given + changed.lapsed;
    if (changed.given < BATCH) return total;
  }
}

async function judgeStale(tx: Tx): Promise<{ given: number; lapsed: number }> {
  const now = clock.now();
  const on = parisDay(now).day;
  const edition = await selectEdition(tx, on);
  const rentals = await selectStale(tx, edition, BATCH);
  if (rentals.length > 0) {
    const orders = await openOrders(tx, on);
    const rows = rentals.flatMap((rental) => {
      const answer = orders.judge(rental);
      return answer
        ? [{ id: rental.id, verdict: answer.verdict, excess: answer.excess, facts: rental.facts }]
        : [];
    });
    await upsertVerdicts(tx, rows, edition, now);
  }
  return { given: rentals.length, lapsed: await deleteLapsed(tx) };
}

/** The orders of a day in memory, to judge many rentals by. */
async function openOrders(db: Queryable, on: string) {
  const quarters = await selectAllQuarters(db);
  const references = Map.groupBy(
    await selectReferences(db, on),
    ({ territory, quarterCode }) => `${territory} ${quarterCode}`,
  );
  const at = new Map<string, TerritoryQuarter[]>();
  for (const { cityCode, ...quarter } of quarters) {
    for (const code of new Set([quarter.placeCode, cityCode])) {
      if (code === null) continue;
      at.set(code, [...(at.get(code) ?? []), quarter]);
    }
  }
  return {
    judge(rental: Rental) {
      const around = quartersAround(rental, at.get(rental.placeCode) ?? []);
      const asked = keysOf(rental, around, on);
      return judgeRental(rental, around, asked && ceilingsOf(references, asked), on);
    },
  };
}

/** As `selectCeilings` answers. */
function ceilingsOf(
  references: ReadonlyMap<string, readonly CurrentReference[]>,
  { territory, quarters, rooms, epoch, furnished }: CeilingKeys,
): Ceilings | null {
  const held = quarters.flatMap((code) =>
    (references.get(`${territory} ${code}`) ?? []).filter(
      (one) =>
        (rooms === null || one.rooms === rooms) &&
        (epoch === null || one.epoch === epoch) &&
        (furnished === null || one.furnished === furnished),
    ),
  );
  if (held.length === 0) return null;
  const ceilings = held.map(({ ceiling }) => ceiling);
  const days = (all: readonly (string | null)[]) => all.filter((day) => day !== null).toSorted()[0] ?? null;
  return {
    low: Math.min(...ceilings),
    high: Math.max(...ceilings),
    validFrom: days(held.map(({ validFrom }) => validFrom)) ?? '',
    validTo: days(held.map(({ validTo }) => validTo)),
  };
}
