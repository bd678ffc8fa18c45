// Where the agencies of the demonstration work: 20 real communes, their quarters and what prices are like there.
// Owns nothing.
// Announces nothing.
import type { Detached, FrontName, Horizon, View } from '../../../illustrations/contract.ts';

/** Zones of the tenant's fees (domain.md R12); where the zone of a commune is not certain, the lowest cap holds. */
export type FeeZone = 'veryTense' | 'tense' | 'other';

/** Euros, by number of rooms: one, two, three, four and more. */
export type ByRooms = readonly [number, number, number, number];

export interface Quarter {
  readonly name: string;
  readonly postalCode: string;
  readonly lat: number;
  readonly lng: number;
  /** Before the war, after it, since 2000, or all side by side. */
  readonly built: 'old' | 'late' | 'recent' | 'mixed';
  /** « de la place Graslin »: follows « à deux pas », « près ». */
  readonly near: string;
  /** One sentence on what is found there. */
  readonly life: string;
}

/** How many listings of each kind, the days of the demonstration taken together. */
export interface Supply {
  readonly flats?: number;
  readonly houses?: number;
  readonly rentals?: number;
  readonly furnished?: number;
  readonly houseRentals?: number;
  readonly land?: number;
  readonly parkings?: number;
  /** Lots of one programme. */
  readonly newFlats?: number;
}

/**
 * Prices and rents are indicative: public medians of 2024 and 2025 as one remembers them, rounded, so that a flat in
 * Lodève costs a fifth of the same in Paris. They are no source about any market.
 */
export interface DemoPlace {
  /** INSEE code: the communes and districts of the product know it. */
  readonly code: string;
  /** As the feed writes it. */
  readonly city: string;
  readonly quarters: readonly [Quarter, ...Quarter[]];
  readonly supply: Supply;
  /** Euros per square metre. `land` per square metre of plot. */
  readonly sale: {
    readonly flat: number;
    readonly house: number;
    readonly fresh: number;
    readonly land: number;
  };
  /** Euros per square metre and month, charges excluded, of an empty two-room flat. */
  readonly rent: number;
  readonly feeZone: FeeZone;
  /** Where rents are capped: « loyer de référence majoré » of an old empty flat, euros per square metre. */
  readonly cap: ByRooms | null;
  readonly front: FrontName;
  readonly houses: readonly (Detached | 'village')[];
  readonly views: readonly View[];
  readonly horizon: Horizon;
  readonly southern: boolean;
}
