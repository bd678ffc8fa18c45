// Estimate: a home that a reader describes in the address of a price page, and the interval that comparable sales give it.
import { formatNumber, formatPrice, NBSP } from '#contract/fmt.ts';
import { readNumber } from '#contract/number.ts';

/**
 * Which sales are comparable to a home (docs/decisions/0085). The difference of two homes counts 1 for each tenth of
 * surface (on the logarithm), room, kilometre between the centres of their places, and year.
 */
export const comparable = {
  /** No more sales are taken, the least different first. */
  most: 60,
  /** Greatest difference. */
  difference: 8,
  /** Greatest ratio of the larger surface to the smaller one. */
  surfaceRatio: 1.35,
  /** Before the last day of the data. */
  years: 3,
} as const;

/** Share of comparable sales that an interval leaves out on each side: it holds 80 % of them. */
export const TAIL = 0.1;

export interface Home {
  /** m². */
  readonly surface: number;
  /** Null when not said. */
  readonly rooms: number | null;
  /** Cents; null when not said. */
  readonly price: number | null;
}

/** What the reader says of a home, as typed, and what is wrong with it. */
export interface Located {
  readonly surface: string;
  readonly rooms: string;
  readonly price: string;
  readonly surfaceError: string | null;
  readonly roomsError: string | null;
  readonly priceError: string | null;
  /** Once the surface and whatever else was typed can be read. */
  readonly home: Home | null;
}

/** Aggregates of 11 comparable sales at least, or that there are fewer: how many fewer is not told. */
export type Estimate =
  | { readonly kind: 'insufficient' }
  | {
      readonly kind: 'interval';
      /** Comparable sales. */
      readonly n: number;
      /** Cents, to a thousand euros: a tenth of the sales are below `low`, a tenth above `high`. */
      readonly low: number;
      readonly median: number;
      readonly high: number;
      /** First day of the month of the oldest sale, and last day of the data, YYYY-MM-DD. */
      readonly from: string;
      readonly to: string;
      /** How far the places of the sales are, whole kilometres rounded up; 0 when all were signed in the place. */
      readonly km: number;
    };

const SURFACE = { min: 9, max: 2_000 };
const ROOMS = { min: 1, max: 20 };
const PRICE = { min: 1_000, max: 100_000_000 };

const withoutUnit = (text: string) => text.replaceAll(/€|m²|pièces?/gi, '');

/**
 * Reads `surface`, `prix` and, where an estimate can use them (`withRooms`), `pieces` of the address; null when none is
 * there. Never throws.
 */
export function readLocated(params: URLSearchParams, withRooms: boolean): Located | null {
  const typed = (name: string) => (params.get(name) ?? '').slice(0, 20).trim();
  const surface = typed('surface');
  const rooms = withRooms ? typed('pieces') : '';
  const price = typed('prix');
  if (!surface && !rooms && !price) return null;
  const metres = readNumber(withoutUnit(surface), 'refused');
  const count = readNumber(withoutUnit(rooms), 'refused');
  const euros = readNumber(withoutUnit(price), 'thousands');
  const surfaceError =
    metres === null
      ? `Une surface en m² est attendue, par exemple${NBSP}62.`
      : metres < SURFACE.min || metres > SURFACE.max
        ? `De ${SURFACE.min} à ${formatNumber(SURFACE.max)}${NBSP}m².`
        : null;
  const roomsError =
    rooms && (count === null || !Number.isInteger(count))
      ? `Un nombre entier est attendu, par exemple${NBSP}3.`
      : count !== null && (count < ROOMS.min || count > ROOMS.max)
        ? `De ${ROOMS.min} à ${ROOMS.max}${NBSP}pièces.`
        : null;
  const priceError =
    price && euros === null
      ? `Un prix en euros est attendu, par exemple 250${NBSP}000.`
      : euros !== null && (euros < PRICE.min || euros > PRICE.max)
        ? `De ${formatPrice(PRICE.min * 100)} à ${formatPrice(PRICE.max * 100)}.`
        : null;
  const fine = metres !== null && !surfaceError && !roomsError && !priceError;
  return {
    surface,
    rooms,
    price,
    surfaceError,
    roomsError,
    priceError,
    home: fine
      ? { surface: metres, rooms: count, price: euros === null ? null : Math.round(euros * 100) }
      : null,
  };
}
