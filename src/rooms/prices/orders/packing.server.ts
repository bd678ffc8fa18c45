import { gunzipSync, gzipSync } from 'node:zlib';
import type { CeilingRow, StoredOrder, StoredQuarter } from '../rent-control.sql.server.ts';
import type { Rings, Spot } from '../rent-quarters.ts';

/** Orders and quarters as they are shipped, with what people should read of them and who publishes them. */
export interface Packed {
  readonly about: readonly string[];
  readonly source: string;
  readonly orders: readonly StoredOrder[];
  readonly quarters: readonly StoredQuarter[];
}

type PackedCeiling = readonly [
  schedule: number,
  dwelling: CeilingRow['dwelling'],
  rooms: number,
  builtFrom: number,
  builtTo: number,
  furnished: 0 | 1,
  floor: number,
  reference: number,
  ceiling: number,
];
type PackedOrder = Omit<StoredOrder, 'ceilings' | 'source'> & { readonly ceilings: readonly PackedCeiling[] };
type PackedQuarter = Omit<StoredQuarter, 'rings'> & { readonly rings: readonly (readonly number[])[] | null };

interface Written {
  readonly about: readonly string[];
  readonly source: string;
  readonly orders: readonly PackedOrder[];
  readonly quarters: readonly PackedQuarter[];
}

const UNIT = 100_000;

/**
 * One JSON object, gzip: rows without the names of their columns, and rings as the steps from one point to the next, in
 * hundred thousandths of a degree.
 */
export function packControl({ about, source, orders, quarters }: Packed): Buffer {
  const written: Written = {
    about,
    source,
    orders: orders.map(({ territory, validFrom, lastDay, title, schedules, ceilings }) => ({
      territory,
      validFrom,
      lastDay,
      title,
      schedules,
      ceilings: ceilings.map((one) => [
        one.schedule,
        one.dwelling,
        one.rooms,
        one.builtFrom,
        one.builtTo,
        one.furnished ? 1 : 0,
        one.floor,
        one.reference,
        one.ceiling,
      ]),
    })),
    quarters: quarters.map(({ territory, code, name, zone, placeCodes, rings }) => ({
      territory,
      code,
      name,
      zone,
      placeCodes,
      rings: rings === null ? null : rings.map(stepsOf),
    })),
  };
  return gzipSync(JSON.stringify(written), { level: 9 });
}

/** What `packControl` wrote. */
export function unpackControl(packed: Buffer): Packed {
  const { about, source, orders, quarters } = JSON.parse(gunzipSync(packed).toString('utf8')) as Written;
  return {
    about,
    source,
    orders: orders.map((order) => ({
      ...order,
      source,
      ceilings: order.ceilings.map(
        ([schedule, dwelling, rooms, builtFrom, builtTo, furnished, floor, reference, ceiling]) => ({
          schedule,
          dwelling,
          rooms,
          builtFrom,
          builtTo,
          furnished: furnished === 1,
          floor,
          reference,
          ceiling,
        }),
      ),
    })),
    quarters: quarters.map(({ rings, ...quarter }) => ({
      ...quarter,
      rings: rings === null ? null : ringsOf(rings),
    })),
  };
}

function stepsOf(ring: readonly Spot[]): number[] {
  let [x, y] = [0, 0];
  return ring.flatMap(([lng, lat]) => {
    const [toX, toY] = [Math.round(lng * UNIT), Math.round(lat * UNIT)];
    const step = [toX - x, toY - y];
    [x, y] = [toX, toY];
    return step;
  });
}

function ringsOf(packed: readonly (readonly number[])[]): Rings {
  return packed.map((steps) => {
    const ring: Spot[] = [];
    let [x, y] = [0, 0];
    for (let at = 0; at + 1 < steps.length; at += 2) {
      x += steps[at] ?? 0;
      y += steps[at + 1] ?? 0;
      ring.push([x / UNIT, y / UNIT]);
    }
    return ring;
  });
}
