import { randomUUID } from 'node:crypto';
import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { tablesOn } from '#rooms/listings/legal-tables.ts';
import { placesByCode } from '#rooms/places/places.server.ts';
import { type FileFault, FileRefused } from './csv-source.ts';
import { readControl } from './orders/reading.server.ts';
import { storedOrder } from './orders/storing.server.ts';
import type { PublishedQuarter, Told } from './orders/terms.ts';
import {
  type CeilingOf,
  type OrderHead,
  type OrderRow,
  type Origin,
  replaceOrder,
  type StoredOrder,
  type StoredQuarter,
  selectCeilings,
  selectOrders,
  selectQuarters,
  stampOrders,
  type TerritoryQuarter,
  upsertQuarters,
} from './rent-control.sql.server.ts';
import { type OrderSaid, type RentAnswer, type RentalFacts, rentVerdict } from './rent-control.ts';
import { mayLieIn } from './rent-quarters.ts';
import { areaOf } from './rent-territories.ts';

/** Orders are yearly: past this many months without the next, the one known is said to be old. */
const ORDER_MONTHS = 12;

export interface OrderReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  readonly territories: readonly string[];
  /** First and last days of the orders read; a last day that is not known is null. */
  readonly orders: readonly { territory: string; from: string; lastDay: string | null }[];
  readonly references: number;
  readonly quarters: number;
  readonly contours: number;
  readonly fault: FileFault | null;
}

const nothingTold: Told = { territory: null, from: null, to: null, title: null };

/** Loads orders of rent control, or the contours of their zones (docs/rent-control.md); a wrong file changes nothing. */
export async function importRentControl(
  db: Db,
  file: string,
  told: Told = nothingTold,
): Promise<OrderReport> {
  try {
    const { orders, quarters } = await readControl(file, told);
    const territories = [...new Set([...orders, ...quarters].map(({ territory }) => territory))];
    if (told.title !== null && territories.length > 1)
      throw new FileRefused('ce fichier a plusieurs territoires\u00a0: --title demande --territory');
    const at = clock.now();
    const stored = quarters.map((quarter) => storedQuarter(quarter, parisDay(at).day));
    await db.transaction().execute((tx) =>
      saveControl(tx, {
        orders: orders.map((order) => storedOrder(order, null)),
        quarters: stored,
        origin: 'import',
        version: randomUUID(),
        at,
      }),
    );
    return {
      file,
      status: 'done',
      territories,
      orders: orders.map(({ territory, validFrom, lastDay }) => ({ territory, from: validFrom, lastDay })),
      references: orders.reduce((sum, { lines }) => sum + lines.length, 0),
      quarters: quarters.length,
      contours: quarters.filter(({ rings }) => rings !== null).length,
      fault: null,
    };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const nothing = { territories: [], orders: [], references: 0, quarters: 0, contours: 0 };
    return { file, status: 'refused', ...nothing, fault: error.fault };
  }
}

function storedQuarter({ placeCodes, ...quarter }: PublishedQuarter, on: string): StoredQuarter {
  return { ...quarter, placeCodes: placeCodes ?? communesOf(quarter.territory, on) };
}

/** The communes that the legal tables give to the area of a territory. */
function communesOf(territory: string, on: string): string[] {
  const area = areaOf(territory);
  return [...tablesOn(on).rentControl].flatMap(([code, control]) => (control.area === area ? [code] : []));
}

interface Control {
  readonly orders: readonly StoredOrder[];
  readonly quarters: readonly StoredQuarter[];
  readonly origin: Origin;
  /** Another one, and verdicts are given again. */
  readonly version: string;
  readonly at: Date;
}

/** Keeps orders and quarters; communes that were merged since are those that they joined. */
export async function saveControl(tx: Tx, { orders, quarters, origin, version, at }: Control): Promise<void> {
  const places = await placesByCode(tx, [...new Set(quarters.flatMap(({ placeCodes }) => placeCodes))]);
  const placed = quarters.map((quarter) => ({
    ...quarter,
    placeCodes: [...new Set(quarter.placeCodes.map((code) => places.get(code)?.code ?? code))],
  }));
  const isLoose = ({ code, zone, rings }: StoredQuarter) => rings === null && code === `zone ${zone}`;
  await upsertQuarters(
    tx,
    placed.filter((quarter) => !isLoose(quarter)),
    placed.filter(isLoose),
  );
  for (const order of orders) await replaceOrder(tx, order, origin, at);
  await stampOrders(tx, version, at);
}

/**
 * The verdict on a rental on a day (YYYY-MM-DD). Its quarter is looked for around its public point, never its exact one:
 * when several are possible, or the listing leaves out a key, all their ceilings are weighed. Null where no control is
 * known: no order was ever loaded here, and the listing says of none.
 */
export async function rentVerdictOf(
  db: Queryable,
  facts: RentalFacts,
  on: string,
): Promise<RentAnswer | null> {
  const known = await selectQuarters(db, facts.placeCode);
  const [order = null] = known[0] ? await selectOrders(db, on, [known[0].territory]) : [];
  const ground = groundOf(facts, known, order, on);
  const ceilings = order ? await selectCeilings(db, [order], schedulesOf(order, ground.quarters)) : [];
  return judgeRental(facts, ground, order && { order, ceilings }, on);
}

/** Where a dwelling may lie: the quarters of its territory that its public point leaves possible. */
interface Ground {
  readonly territory: string | null;
  readonly quarters: readonly TerritoryQuarter[];
}

export function groundOf(
  facts: RentalFacts,
  known: readonly TerritoryQuarter[],
  order: OrderRow | null,
  on: string,
): Ground {
  const territory = known[0]?.territory ?? null;
  const { lat, lng, pointRadius } = facts;
  if (lat === null || lng === null) return { territory, quarters: ofOrder(order, known) };
  const near = known.filter(({ rings }) => rings === null || mayLieIn(rings, [lng, lat], pointRadius ?? 0));
  if (near.length > 0) return { territory, quarters: ofOrder(order, near) };
  // Off every contour: outside the zones of a commune that is controlled in part; elsewhere the point says nothing.
  const partly = tablesOn(on).rentControl.get(facts.placeCode)?.partly ?? false;
  return { territory, quarters: partly ? [] : ofOrder(order, known) };
}

/**
 * Without those that only other orders name, earlier ones or the next: an order may cut the ground anew. Where these alone
 * are left they stay, and no ceiling is given: the order may no longer hold there.
 */
function ofOrder(order: OrderRow | null, quarters: readonly TerritoryQuarter[]): readonly TerritoryQuarter[] {
  if (order === null || order.namedElsewhere.length === 0) return quarters;
  const elsewhere = new Set(order.namedElsewhere);
  const own = quarters.filter(
    (quarter) =>
      scheduleOf(order, quarter) !== null ||
      !(elsewhere.has(quarter.code) || elsewhere.has(`zone ${quarter.zone}`)),
  );
  return own.length > 0 ? own : quarters;
}

type Zoned = Pick<TerritoryQuarter, 'code' | 'zone'>;

const scheduleOf = ({ schedules }: OrderRow, { code, zone }: Zoned): number | null =>
  schedules[code] ?? schedules[`zone ${zone}`] ?? null;

/** The schedules of an order that hold in any of those quarters. */
function schedulesOf(order: OrderRow, quarters: readonly Zoned[]): number[] {
  const numbers = quarters.map((quarter) => scheduleOf(order, quarter));
  return [...new Set(numbers.filter((number) => number !== null))];
}

/** The last order of a territory that has begun, and its ceilings. */
interface LastOrder {
  readonly order: OrderRow;
  readonly ceilings: readonly CeilingOf[];
}

/** The verdict, once the quarters and the ceilings of the order are known. */
export function judgeRental(
  facts: RentalFacts,
  { territory, quarters }: Ground,
  last: LastOrder | null,
  on: string,
): RentAnswer | null {
  if (territory === null && !facts.rentControlled && facts.referenceRent === null) return null;
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
  const range = last && ceilingsFor(facts, quarters, last);
  const holds = last !== null && holdsOn(last.order, on);
  const cited = last && range ? saidOrder(last.order, on) : null;
  return {
    ...rentVerdict(said, holds ? range : null, unknown),
    order: holds ? cited : null,
    past:
      !holds && cited
        ? { order: cited, compared: rentVerdict({ ...said, statedCeiling: null }, range, unknown) }
        : null,
    quarters: [...new Set(quarters.map(({ name }) => name))],
  };
}

/** The lowest and the highest ceiling that the facts allow; null when one of the quarters is none of the order. */
function ceilingsFor(
  facts: RentalFacts,
  quarters: readonly TerritoryQuarter[],
  { order, ceilings }: LastOrder,
): { low: number; high: number } | null {
  const schedules = quarters.map((quarter) => scheduleOf(order, quarter));
  if (schedules.includes(null)) return null;
  const { rooms, builtYear, furnished, propertyType } = facts;
  const asked = rooms === null ? null : Math.max(1, Math.min(rooms, 4));
  const held = ceilings.filter(
    (one) =>
      schedules.includes(one.schedule) &&
      (one.dwelling === 'any' || one.dwelling === propertyType) &&
      (asked === null || one.rooms === asked) &&
      (builtYear === null || (one.builtFrom <= builtYear && builtYear <= one.builtTo)) &&
      (furnished === null || one.furnished === furnished),
  );
  if (held.length === 0) return null;
  const all = held.map(({ ceiling }) => ceiling);
  return { low: Math.min(...all), high: Math.max(...all) };
}

export const holdsOn = ({ validTo }: OrderHead, on: string): boolean => validTo === null || validTo > on;

/** An order as it is cited on that day. */
export function saidOrder(order: OrderHead, on: string): OrderSaid {
  const { territory, title, validFrom, lastDay, validTo } = order;
  return {
    territory,
    area: areaOf(territory),
    title,
    from: validFrom,
    lastDay,
    outdated: validTo === null && monthsBetween(validFrom, on) >= ORDER_MONTHS,
  };
}

function monthsBetween(from: string, to: string): number {
  const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return months(to) - months(from) - (to.slice(8) < from.slice(8) ? 1 : 0);
}
