import type { Chance } from '../../chance.ts';
import type { HomeKind } from '../homes/home.ts';
import type { DemoPlace, Profile } from '../places/place.ts';

export interface Slot {
  readonly place: DemoPlace;
  readonly kind: HomeKind;
  readonly rental: boolean;
  readonly furnished: boolean;
  readonly shared: boolean;
  readonly annuity: 'occupied' | 'free' | null;
  /** Rank in its place. */
  readonly rank: number;
}

const WAYS = {
  sale: {},
  rent: { rental: true },
  furnished: { rental: true, furnished: true },
  shared: { rental: true, furnished: true, shared: true },
  occupied: { annuity: 'occupied' },
  free: { annuity: 'free' },
} as const;
type Way = keyof typeof WAYS;
type Share = readonly [kind: HomeKind, way: Way, perThousand: number];

/** What a hundred listings are like, by profile of place; each column adds up to 1,000. */
const SHARES: Readonly<Record<Profile, readonly Share[]>> = {
  district: [
    ['flat', 'sale', 520],
    ['flat', 'rent', 190],
    ['flat', 'furnished', 140],
    ['flat', 'shared', 25],
    ['parking', 'sale', 25],
    ['parking', 'rent', 20],
    ['loft', 'sale', 20],
    ['flat', 'occupied', 12],
    ['shop', 'sale', 12],
    ['shop', 'rent', 14],
    ['office', 'rent', 8],
    ['building', 'sale', 4],
    ['mansion', 'sale', 4],
    ['house', 'sale', 6],
  ],
  city: [
    ['flat', 'sale', 390],
    ['house', 'sale', 190],
    ['flat', 'rent', 160],
    ['flat', 'furnished', 80],
    ['flat', 'shared', 22],
    ['house', 'rent', 20],
    ['parking', 'sale', 18],
    ['parking', 'rent', 16],
    ['building', 'sale', 22],
    ['shop', 'sale', 16],
    ['shop', 'rent', 14],
    ['office', 'rent', 8],
    ['loft', 'sale', 14],
    ['land', 'sale', 12],
    ['flat', 'occupied', 10],
    ['flat', 'free', 4],
    ['mansion', 'sale', 4],
  ],
  town: [
    ['flat', 'sale', 250],
    ['house', 'sale', 380],
    ['flat', 'rent', 130],
    ['flat', 'furnished', 35],
    ['house', 'rent', 45],
    ['land', 'sale', 50],
    ['building', 'sale', 40],
    ['shop', 'sale', 18],
    ['shop', 'rent', 12],
    ['parking', 'sale', 10],
    ['house', 'occupied', 12],
    ['mansion', 'sale', 8],
    ['castle', 'sale', 10],
  ],
  sea: [
    ['flat', 'sale', 455],
    ['house', 'sale', 270],
    ['flat', 'rent', 80],
    ['flat', 'furnished', 45],
    ['house', 'rent', 15],
    ['land', 'sale', 35],
    ['parking', 'sale', 30],
    ['parking', 'rent', 8],
    ['flat', 'occupied', 20],
    ['flat', 'free', 6],
    ['shop', 'sale', 14],
    ['loft', 'sale', 10],
    ['building', 'sale', 12],
  ],
  mountain: [
    ['flat', 'sale', 520],
    ['house', 'sale', 250],
    ['flat', 'rent', 60],
    ['flat', 'furnished', 60],
    ['land', 'sale', 45],
    ['parking', 'sale', 30],
    ['shop', 'sale', 15],
    ['house', 'occupied', 10],
    ['building', 'sale', 10],
  ],
  village: [
    ['house', 'sale', 560],
    ['land', 'sale', 130],
    ['flat', 'sale', 110],
    ['flat', 'rent', 70],
    ['house', 'rent', 45],
    ['building', 'sale', 35],
    ['shop', 'sale', 15],
    ['castle', 'sale', 15],
    ['house', 'occupied', 20],
  ],
};

/** Everything that a place offers, in a mixed order: as many of each as its profile says, by regular steps. */
export function slotsOf(place: DemoPlace, chance: Chance): Slot[] {
  const shares = SHARES[place.profile];
  const total = shares.reduce((sum, [, , share]) => sum + share, 0);
  const start = chance.next();
  const drawn = Array.from({ length: place.supply }, (_, index) => {
    let left = ((index + start) / place.supply) * total;
    return shares.find(([, , share]) => (left -= share) < 0) ?? shares[0]!;
  });
  return chance.shuffle(drawn).map(([kind, way], rank) => ({
    place,
    kind,
    rental: false,
    furnished: false,
    shared: false,
    annuity: null,
    ...WAYS[way],
    rank,
  }));
}
