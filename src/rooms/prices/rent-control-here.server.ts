import { parisDay } from '#contract/day.ts';
import type { Queryable } from '#platform/db.server.ts';
import { overSince } from '#rooms/listings/laws.ts';
import { tablesOn } from '#rooms/listings/legal-tables.ts';
import { recordedEnds } from '#rooms/listings/prolongations.server.ts';
import type { Place } from '#rooms/places/contract.ts';
import { holdsOn, saidOrder } from './rent-control.server.ts';
import {
  type CeilingRange,
  type OrderRow,
  selectOrderHere,
  selectOrders,
} from './rent-control.sql.server.ts';
import type { OrderSaid, RentCeilings, RentControlHere } from './rent-control.ts';

/** The last order that has begun by a day where a place lies, with its ceilings there. */
export type OrderHere = Awaited<ReturnType<typeof selectOrderHere>>[number];

/** Null where there is none; where the legal tables know of no rent control the database is not asked. */
export async function orderHere(db: Queryable, place: Place, day: string): Promise<OrderHere | null> {
  if (!controlOf(place, day)) return null;
  const [order = null] = await selectOrderHere(db, place.code, day);
  return order;
}

/**
 * What rent control is in a commune or a district: its area, the last order that began (`orderHere`), its ceilings while it
 * holds. Null where the legal tables know of none.
 */
export async function rentControlHere(
  db: Queryable,
  place: Place,
  asked: Promise<{ readonly order: OrderHere | null }>,
  now: Date,
): Promise<RentControlHere | null> {
  const { day } = parisDay(now);
  const control = controlOf(place, day);
  if (!control) return null;
  const [{ order }, ends] = await Promise.all([
    asked,
    overSince('rent-control', day) === null ? null : recordedEnds(db),
  ]);
  // An order that says nothing of the quarters of the place is none for it.
  const shown = order?.ceilings ? order : null;
  const ended = shown !== null && !holdsOn(shown, day);
  const ceilings = ended ? [] : (shown?.ceilings ?? []);
  return {
    area: control.area,
    partly: control.partly,
    order: shown && saidOrder(shown, day),
    ended,
    source: shown?.source ?? null,
    over: ends && overSince('rent-control', day, ends),
    byDwelling: ceilings.some(({ houses }) => houses),
    ceilings: byRooms(ceilings),
  };
}

function controlOf({ code, cityCode }: Place, day: string) {
  const { rentControl } = tablesOn(day);
  return rentControl.get(code) ?? rentControl.get(cityCode ?? '') ?? null;
}

function byRooms(ranges: readonly CeilingRange[]): RentControlHere['ceilings'] {
  const rangeOf = (found: CeilingRange | undefined): RentCeilings | null =>
    found ? { low: found.low, high: found.high } : null;
  return [...Map.groupBy(ranges, ({ rooms }) => rooms)].map(([rooms, of]) => ({
    rooms,
    empty: rangeOf(of.find(({ furnished }) => !furnished)),
    furnished: rangeOf(of.find(({ furnished }) => furnished)),
  }));
}

/** An order that verdicts are given by, and who publishes it. */
interface CitedOrder extends OrderSaid {
  readonly source: string | null;
  readonly ended: boolean;
}

/** The last order of each territory that is loaded, by area, and the last day of the law once it is over. */
export async function citedOrders(
  db: Queryable,
  now: Date,
): Promise<{ orders: CitedOrder[]; over: string | null }> {
  const { day } = parisDay(now);
  const [orders, ends] = await Promise.all([selectOrders(db, day, null), recordedEnds(db)]);
  const cited = (order: OrderRow): CitedOrder => ({
    ...saidOrder(order, day),
    source: order.source,
    ended: !holdsOn(order, day),
  });
  return {
    orders: orders.map(cited).toSorted((one, other) => one.area.localeCompare(other.area, 'fr')),
    over: overSince('rent-control', day, ends),
  };
}
