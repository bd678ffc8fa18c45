/**
 * Whether two listings can be one home, and how much their facts say so (domain.md F3). Pure: the same facts, the same
 * answer, in whatever order they came.
 */
import { bitsApart, type ComparableListing, isFlatLike, MOST_SHOWING, type Print } from './comparison.ts';

const DAY_MS = 86_400_000;
/** An import may write what comes before it takes away what goes. */
const HANDOVER_MS = DAY_MS;
/** A home that comes back later than this is on the market anew: another first day, another history. */
const SAME_MARKETING_MS = 180 * DAY_MS;
/** Bits of 64 by which two fingerprints of one picture may differ (docs/decisions/0011). */
const SAME_WITHIN = 7;

/**
 * Why two listings are never one home: null when nothing forbids it. Floors that differ, rooms that differ by more than
 * one, two energy certificates of the same method, an agency that shows both at the same time (unless under one
 * reference), one let furnished and the other not, one shared and the other not.
 */
export function contradictionOf(a: ComparableListing, b: ComparableListing): string | null {
  if (a.market !== b.market) return 'market';
  if (a.floor !== null && b.floor !== null && a.floor !== b.floor) return 'floor';
  if (a.rooms !== null && b.rooms !== null && Math.abs(a.rooms - b.rooms) > 1) return 'rooms';
  if (a.energyNumber !== null && b.energyNumber !== null && a.energyNumber !== b.energyNumber) {
    if (a.energyVersion === b.energyVersion || a.energyVersion === null || b.energyVersion === null)
      return 'energyNumber';
  }
  if (a.agencyId === b.agencyId && a.reference !== b.reference && atTheSameTime(a, b)) return 'sameTime';
  if (a.furnished !== null && b.furnished !== null && a.furnished !== b.furnished) return 'furnished';
  if (a.flatShare !== null && b.flatShare !== null && a.flatShare !== b.flatShare) return 'flatShare';
  return null;
}

function atTheSameTime(a: ComparableListing, b: ComparableListing): boolean {
  if (a.until === null && b.until === null) return true;
  const end = Math.min(a.until ?? Number.POSITIVE_INFINITY, b.until ?? Number.POSITIVE_INFINITY);
  return end - Math.max(a.from, b.from) > HANDOVER_MS;
}

/** Between the end of one and the beginning of the other; 0 when they overlap. */
function gapOf(a: ComparableListing, b: ComparableListing): number {
  const [first, second] = a.from <= b.from ? [a, b] : [b, a];
  return first.until === null ? 0 : Math.max(0, second.from - first.until);
}

/** What two listings show that, as far as is known, no other home does. */
export interface Specific {
  /** Pictures; null when one of the listings has none. */
  readonly photos: number | null;
  /** The number of the energy certificate. */
  readonly certificate: boolean;
  /** Both values of the certificate, among the homes of the place. */
  readonly values: boolean;
}

/** The same certificate and the same surface: the same home, if nothing forbids it. */
export function isCertain(
  a: ComparableListing,
  b: ComparableListing,
  { certificate, values }: Specific,
): boolean {
  return certificate && values && a.size !== null && b.size !== null && Math.abs(a.size - b.size) < 0.5;
}

/** Words of each comparison, in the order of `evidenceOf`; what is unknown on one side says nothing. */
type Evidence = readonly (readonly [what: keyof typeof weights, level: string])[];

/**
 * Tenths of a natural logarithm: how much likelier each observation is among true pairs than among hard negatives of
 * the tuning half (bench/properties.ts prints them), rounded, and no stronger than common sense.
 */
const weights = {
  surface: { equal: 3, rounded: 2, near: 0, close: 0, far: -5 },
  newSurface: { equal: 6, rounded: -10, near: -10, close: -20, far: -30 },
  price: { equal: 5, near: 0, close: 0, wide: -14, far: -16 },
  newPrice: { equal: 28, near: -30, close: -30, wide: -30, far: -30 },
  floor: { equal: 4, unknown: -5 },
  newFloor: { equal: -2, unknown: -19 },
  floors: { equal: 0, other: -8 },
  rooms: { equal: 0, other: -4 },
  bedrooms: { equal: 0, other: -12 },
  year: { equal: 1, near: 0, other: -6 },
  energy: { alone: 45, both: 0, one: 5, class: -10, other: -12 },
  certificate: { equal: 10 },
  point: { near: 0, close: 0, far: 0, beyond: -6 },
  land: { equal: 26, near: 0, other: -21 },
  photos: { many: 44, two: 33, one: -20, none: -34 },
  newPhotos: { many: 4, two: 2, one: -6, none: -6 },
  again: { same: 16, later: -8 },
  newAgain: { same: 4, later: -8 },
} satisfies Record<string, Record<string, number>>;

/** What speaks for one home or against it. */
export function evidenceOf(
  a: ComparableListing,
  b: ComparableListing,
  { photos, certificate, values }: Specific,
): Evidence {
  const said: [keyof typeof weights, string][] = [];
  const say = (what: keyof typeof weights, level: string | null) => {
    if (level !== null) said.push([what, level]);
  };
  const drawn = a.isNew && b.isNew;
  say(drawn ? 'newSurface' : 'surface', surfaceLevel(a.size, b.size));
  say(drawn ? 'newPrice' : 'price', priceLevel(a, b));
  if (isFlatLike(a.market)) {
    say(
      drawn ? 'newFloor' : 'floor',
      both(a.floor, b.floor, (x, y) => (x === y ? 'equal' : null)) ?? 'unknown',
    );
    say(
      'floors',
      both(a.floors, b.floors, (x, y) => (x === y ? 'equal' : 'other')),
    );
  } else {
    say(
      'land',
      bySteps(
        apart(a.land, b.land),
        [
          [0.002, 'equal'],
          [0.03, 'near'],
        ],
        'other',
      ),
    );
  }
  say(
    'rooms',
    both(a.rooms, b.rooms, (x, y) => (x === y ? 'equal' : 'other')),
  );
  say(
    'bedrooms',
    both(a.bedrooms, b.bedrooms, (x, y) => (x === y ? 'equal' : 'other')),
  );
  // All lots of a programme are built at once.
  if (!drawn)
    say(
      'year',
      both(a.builtYear, b.builtYear, (x, y) => (x === y ? 'equal' : Math.abs(x - y) <= 2 ? 'near' : 'other')),
    );
  say('energy', values ? 'alone' : energyLevel(a, b));
  say('certificate', certificate ? 'equal' : null);
  say('point', pointLevel(a, b));
  say(drawn ? 'newPhotos' : 'photos', photos === null ? null : (['none', 'one', 'two'][photos] ?? 'many'));
  if (a.agencyId === b.agencyId)
    say(drawn ? 'newAgain' : 'again', gapOf(a, b) <= 2 * DAY_MS ? 'same' : 'later');
  return said;
}

/** Sum of the weights. */
export function scoreOf(evidence: Evidence): number {
  return evidence.reduce(
    (sum, [what, level]) => sum + ((weights[what] as Record<string, number>)[level] ?? 0),
    0,
  );
}

/** From this score on two listings are taken for one home, where no other home is nearly as likely. */
export const THRESHOLD = 10;
/** How much likelier than another home. */
export const MARGIN = 20;

/** Whether they were on the market together, or one soon after the other. */
export function isOneMarketing(a: ComparableListing, b: ComparableListing): boolean {
  return gapOf(a, b) <= SAME_MARKETING_MS;
}

function both<T>(a: T | null, b: T | null, level: (a: T, b: T) => string | null): string | null {
  return a === null || b === null ? null : level(a, b);
}

/** Part of the larger by which two sizes differ; null when one is unknown. */
function apart(a: number | null, b: number | null): number | null {
  return a === null || b === null || a <= 0 || b <= 0 ? null : Math.abs(a - b) / Math.max(a, b);
}

function bySteps(
  value: number | null,
  steps: readonly (readonly [upTo: number, level: string])[],
  beyond: string,
): string | null {
  if (value === null) return null;
  return steps.find(([upTo]) => value <= upTo)?.[1] ?? beyond;
}

function surfaceLevel(a: number | null, b: number | null): string | null {
  const part = apart(a, b);
  if (part === null || part <= 0.0005) return part === null ? null : 'equal';
  // Some software keeps whole metres only.
  const [whole, exact] = Number.isInteger(a) ? [a!, b!] : [b!, a!];
  if (Number.isInteger(whole) && (Math.round(exact) === whole || Math.floor(exact) === whole))
    return 'rounded';
  return bySteps(
    part,
    [
      [0.0065, 'near'],
      [0.021, 'close'],
    ],
    'far',
  );
}

/** With fees or without them, whichever is nearer: agencies' fees differ, what the seller asks does not. */
function priceLevel(a: ComparableListing, b: ComparableListing): string {
  const nearest = Math.min(
    apart(a.price, b.price)!,
    apart(a.net, b.net) ?? 1,
    apart(a.net, b.price) ?? 1,
    apart(a.price, b.net) ?? 1,
  );
  return bySteps(
    nearest,
    [
      [0.0005, 'equal'],
      [0.01, 'near'],
      [0.032, 'close'],
      [0.08, 'wide'],
    ],
    'far',
  )!;
}

function energyLevel(a: ComparableListing, b: ComparableListing): string | null {
  if (a.energyValue !== null && b.energyValue !== null) {
    const same = Number(a.energyValue === b.energyValue);
    if (a.climateValue !== null && b.climateValue !== null) {
      const values = same + Number(a.climateValue === b.climateValue);
      if (values === 2) return 'both';
      if (values === 1) return a.energyClass === b.energyClass ? 'one' : 'other';
    } else if (same) return 'one';
  }
  if (a.energyClass === null || b.energyClass === null) return null;
  return a.energyClass === b.energyClass ? 'class' : 'other';
}

const METRES_PER_DEGREE = 111_320;

/** Distance of the public points, as a part of how far the real ones may be from them (declared precision). */
function pointLevel(a: ComparableListing, b: ComparableListing): string | null {
  if (a.lat === null || a.lng === null || b.lat === null || b.lng === null) return null;
  const metres = Math.hypot(
    (a.lat - b.lat) * METRES_PER_DEGREE,
    (a.lng - b.lng) * METRES_PER_DEGREE * Math.cos((a.lat * Math.PI) / 180),
  );
  const part = metres / ((a.radius ?? 300) + (b.radius ?? 300));
  return bySteps(
    part,
    [
      [0.35, 'near'],
      [0.7, 'close'],
      [1.05, 'far'],
    ],
    'beyond',
  );
}

/** Pictures of one that the other shows too, each counted once: re-encoded, cropped a little or marked. */
export function sharedPrints(a: readonly Print[], b: readonly Print[]): [Print, Print][] {
  const taken = new Set<Print>();
  return a.flatMap((one): [Print, Print][] => {
    let nearest: Print | null = null;
    let least = SAME_WITHIN + 1;
    for (const other of b) {
      if (taken.has(other)) continue;
      const distance = bitsApart(one, other);
      if (distance < least) [nearest, least] = [other, distance];
    }
    if (nearest === null) return [];
    taken.add(nearest);
    return [[one, nearest]];
  });
}

/**
 * Whether what these listings all show, a picture or the number of a certificate, is of one home: few show it, and no
 * two of them contradict each other, as those do that show a logo, « photo à venir », the drawings of a programme, the
 * hall of a residence or the certificate of a whole building.
 */
export function isOfOneHome(showing: readonly ComparableListing[]): boolean {
  if (showing.length > MOST_SHOWING) return false;
  return showing.every((a, index) => showing.slice(index + 1).every((b) => contradictionOf(a, b) === null));
}
