/**
 * The homes of a programme, in the orders a reader may ask for.
 * The homes are facts of their listing.
 */

import type { UnitView } from './reading.ts';
import type { UnitStatus } from './words.ts';

/** Words of the address (`?lots=prix`) and of the links. */
export const unitOrders = {
  disponibilite: 'Disponibilité',
  pieces: 'Type',
  surface: 'Surface',
  etage: 'Étage',
  prix: 'Prix',
} as const;
export type UnitOrder = keyof typeof unitOrders;

/** The order that an address asks for; what can still be had first when it asks for nothing known. */
export function readUnitOrder(word: string | null): UnitOrder {
  return word !== null && Object.hasOwn(unitOrders, word) ? (word as UnitOrder) : 'disponibilite';
}

const ranks: Readonly<Record<UnitStatus, number>> = { available: 0, optioned: 1, reserved: 2, sold: 3 };

// What is unknown comes last.
const keys: Readonly<Record<UnitOrder, (unit: UnitView) => number>> = {
  disponibilite: ({ status }) => ranks[status],
  pieces: ({ rooms }) => rooms ?? Number.MAX_SAFE_INTEGER,
  surface: ({ surface }) => surface ?? Number.MAX_SAFE_INTEGER,
  etage: ({ floor }) => floor ?? Number.MAX_SAFE_INTEGER,
  prix: ({ price }) => price,
};

/** Sorted by the given order, then by size and price. */
export function unitsInOrder(units: readonly UnitView[], order: UnitOrder): UnitView[] {
  const by = [keys[order], keys.pieces, keys.surface, keys.prix];
  return units.toSorted((a, b) => {
    for (const key of by) {
      const difference = key(a) - key(b);
      if (difference !== 0) return difference;
    }
    return 0;
  });
}
