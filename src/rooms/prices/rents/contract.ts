// Rents per commune: « Carte des loyers » (DHUP, ANIL).
// Owns nothing: its table is that of the room.
// Announces nothing.
import type { FileFault } from '../reading/contract.ts';

/** A flat of 52 m², one of 1 or 2 rooms (37 m²), one of 3 and more (72 m²), a house of 92 m². */
export const rentKinds = ['apartment', 'apartment-small', 'apartment-large', 'house'] as const;
export type RentKind = (typeof rentKinds)[number];

export interface RentReport {
  readonly file: string;
  readonly status: 'done' | 'refused';
  readonly layout: 'official' | 'derived' | null;
  readonly years: readonly number[];
  readonly rents: number;
  readonly fault: FileFault | null;
}
