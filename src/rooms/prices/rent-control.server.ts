import { randomUUID } from 'node:crypto';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { type FileFault, FileRefused } from './csv-source.ts';
import {
  type CeilingKeys,
  type Ceilings,
  replaceOrder,
  selectCeilings,
  selectQuarters,
  stampOrders,
  type TerritoryQuarter,
  upsertQuarters,
} from './rent-control.sql.server.ts';
import { type RentAnswer, type RentalFacts, rentEpochOf, rentVerdict } from './rent-control.ts';
import { readOrder } from './rent-orders.server.ts';
import { mayLieIn } from './rent-quarters.ts';

const PARIS = 'paris';
/** Orders are yearly: past this many months without the next, the one known is said to be old. */
const ORDER_MONTHS = 12;

export interface OrderReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  readonly territory: string;
  /** First days of the orders read. */
  readonly orders: readonly string[];
  readonly references: number;
  readonly quarters: number;
  readonly contours: number;
  readonly fault: FileFault | null;
}

/** Loads an order of rent control, or the contours of its quarters; a wrong file changes nothing. */
export async function importRentControl(db: Db, file: string): Promise<OrderReport> {
  try {
    const { references, quarters } = await readOrder(file);
    const orders = Map.groupBy(references, ({ validFrom }) => validFrom);
    await db.transaction().execute(async (tx) => {
      await upsertQuarters(tx, PARIS, quarters);
      for (const [validFrom, rows] of orders) await replaceOrder(tx, PARIS, validFrom, rows);
      await stampOrders(tx, randomUUID(), clock.now());
    });
    return {
      file,
      status: 'done',
      territory: PARIS,
      orders: [...orders.keys()].toSorted(),
      references: references.length,
      quarters: quarters.length,
      contours: quarters.filter(({ rings }) => rings !== null).length,
      fault: null,
    };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const nothing = { orders: [], references: 0, quarters: 0, contours: 0 };
    return { file, status: 'refused', territory: PARIS, ...nothing, fault: error.fault };
  }
}

/**
 * The verdict on a rental on a day (YYYY-MM-DD). Its quarter is looked for around its public point, never its exact one:
 * when several are possible, or the listing leaves out a key, all their ceilings are weighed. Null where no control is
 * known: no order holds here, and the listing says of none.
 */
export async function rentVerdictOf(
  db: Queryable,
  facts: RentalFacts,
  on: string,
): Promise<RentAnswer | null> {
  const quarters = quartersAround(facts, await selectQuarters(db, facts.placeCode));
  const asked = keysOf(facts, quarters, on);
  return judgeRental(facts, quarters, asked && (await selectCeilings(db, asked)), on);
}

/** The quarters of its place where the dwelling may lie. */
export function quartersAround(
  facts: RentalFacts,
  known: readonly TerritoryQuarter[],
): readonly TerritoryQuarter[] {
  const { lat, lng } = facts;
  if (lat === null || lng === null) return known;
  const near = known.filter(
    ({ rings }) => rings === null || mayLieIn(rings, [lng, lat], facts.pointRadius ?? 0),
  );
  // A point off every contour says nothing.
  return near.length > 0 ? near : known;
}

/** What to look for in the order of the territory; null where there is none. */
export function keysOf(
  facts: RentalFacts,
  quarters: readonly TerritoryQuarter[],
  on: string,
): CeilingKeys | null {
  const [first] = quarters;
  return first
    ? {
        territory: first.territory,
        quarters: quarters.map(({ code }) => code),
        rooms: facts.rooms === null ? null : Math.max(1, Math.min(facts.rooms, 4)),
        epoch: facts.builtYear === null ? null : rentEpochOf(facts.builtYear),
        furnished: facts.furnished,
        on,
      }
    : null;
}

/** The verdict, once the quarters and the ceilings of the order are known. */
export function judgeRental(
  facts: RentalFacts,
  quarters: readonly TerritoryQuarter[],
  order: Ceilings | null,
  on: string,
): RentAnswer | null {
  const [first] = quarters;
  if (!first && !facts.rentControlled && facts.referenceRent === null) return null;
  const unknown = [
    ...(quarters.length > 1 ? ['le quartier'] : []),
    ...(facts.rooms === null ? ['le nombre de pièces'] : []),
    ...(facts.builtYear === null ? ['l’époque de construction'] : []),
    ...(facts.furnished === null ? ['meublé ou non'] : []),
  ];
  const said = {
    total: facts.price,
    charges: facts.charges,
    baseRent: facts.baseRent,
    supplement: facts.rentSupplement,
    statedCeiling: facts.referenceRent,
    surface: facts.surface,
  };
  return {
    ...rentVerdict(said, order && { low: order.low, high: order.high }, unknown),
    order: order && {
      territory: first?.territory ?? '',
      from: order.validFrom,
      outdated: order.validTo === null && monthsBetween(order.validFrom, on) >= ORDER_MONTHS,
    },
    quarters: quarters.map(({ name }) => name),
  };
}

function monthsBetween(from: string, to: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(to) - months(from) - (to.slice(8) < from.slice(8) ? 1 : 0);
}
