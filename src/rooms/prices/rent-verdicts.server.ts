import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { groundOf, judgeRental } from './rent-control.server.ts';
import { selectCeilings, selectOrders, type TerritoryQuarter } from './rent-control.sql.server.ts';
import {
  deleteLapsed,
  type Rental,
  selectAllQuarters,
  selectEdition,
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
  const orders = await selectOrders(db, on, null);
  const ceilings = Map.groupBy(await selectCeilings(db, orders, null), ({ territory }) => territory);
  const last = new Map(
    orders.map((order) => [order.territory, { order, ceilings: ceilings.get(order.territory) ?? [] }]),
  );
  const at = new Map<string, TerritoryQuarter[]>();
  for (const { seenFrom, ...quarter } of await selectAllQuarters(db)) {
    for (const code of seenFrom) at.set(code, [...(at.get(code) ?? []), quarter]);
  }
  return {
    judge(rental: Rental) {
      const quarters = at.get(rental.placeCode) ?? [];
      const latest = last.get(quarters[0]?.territory ?? '') ?? null;
      return judgeRental(rental, groundOf(rental, quarters, latest?.order ?? null, on), latest, on);
    },
  };
}
