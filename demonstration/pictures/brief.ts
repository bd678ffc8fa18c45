/**
 * Illustrations: the pictures of the demonstration, drawn by program from a seed, in one hand.
 */

/** Of every picture, in pixels: enough for the widest gallery, light enough for a first start. */
export const PICTURE_SIZE = { width: 960, height: 720 } as const;

/** `#rrggbb`. */
export type Colour = string;

export type Point = readonly [x: number, y: number];

export const LIGHT_NAMES = ['morning', 'noon', 'golden', 'pearl', 'dusk', 'rose', 'azure', 'mist'] as const;
/** An hour and its weather. */
export type LightName = (typeof LIGHT_NAMES)[number];

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
/** What trees wear. */
export type Season = (typeof SEASONS)[number];

/** What is seen beyond: roofs of a town, hills, mountains, sea or fields. */
export type Horizon = 'town' | 'hills' | 'mountains' | 'sea' | 'fields';

export type Tree = 'plane' | 'round' | 'autumn' | 'cypress' | 'olive' | 'pine' | 'birch';

export interface WindowLook {
  /** Panes across and down. */
  readonly across: number;
  readonly down: number;
  readonly frame: Colour;
  /** Moulding around; null for a bare opening. */
  readonly trim: Colour | null;
  /** Open shutters on both sides; null without. */
  readonly shutters: Colour | null;
  /** Flat arch, half circle, or straight. */
  readonly head: 'straight' | 'segment' | 'round';
  readonly sill: boolean;
}

/** What a room looks out on. */
export type View = 'roofs' | 'garden' | 'sea' | 'mountains' | 'hills';

export type GardenKind = 'town' | 'country' | 'south';

export const DETACHED_HOUSES = [
  'pavillon',
  'mas',
  'longere',
  'contemporary',
  'chalet',
  'basque',
  'brick',
  'bourgeois',
  'norman',
  'alsatian',
  'thirties',
  'bungalow',
  'bastide',
  'manor',
] as const;
/**
 * Houses that stand alone: `brick` of the north, `bourgeois` maison de maître, `norman` half-timbered, `thirties`
 * meulière, `bungalow` plain-pied, `bastide` of Provence, `manor` a small castle.
 */
export type Detached = (typeof DETACHED_HOUSES)[number];

export interface DetachedLook {
  readonly house: Detached;
  readonly pool: boolean;
  readonly horizon: Horizon;
}

export const AGES = ['old', 'seventies', 'recent', 'southern', 'country', 'thirties', 'loft'] as const;
/** How the inside of a home was made: its floors, windows, walls and ceiling follow from its age. */
export type Age = (typeof AGES)[number];

export const FRONT_NAMES = [
  'haussmann',
  'lyon',
  'south',
  'atlantic',
  'north',
  'rhine',
  'alps',
  'flemish',
  'brittany',
  'timber',
  'toulouse',
  'basque',
  'riviera',
  'thirties',
  'burgundy',
  'warehouse',
] as const;
/**
 * Street fronts of regions: `flemish` Lille, `atlantic` Bordeaux and Nantes, `timber` Rennes, Rouen, Troyes or Colmar,
 * `riviera` Nice and Marseille, `thirties` art déco anywhere, `warehouse` a factory turned into lofts.
 */
export type FrontName = (typeof FRONT_NAMES)[number];

export const MOOD_NAMES = [
  'chalk',
  'beacon',
  'slate',
  'clay',
  'sage',
  'linen',
  'ink',
  'amber',
  'blush',
  'forest',
  'shore',
  'walnut',
] as const;
/** How a home is painted and furnished. */
export type Mood = (typeof MOOD_NAMES)[number];

export interface Home {
  readonly age: Age;
  readonly view: View;
  /** Furnished and painted in one of these moods. */
  readonly mood: Mood;
  /** Under the slopes of a roof: bedrooms, bathrooms, studios and offices show it. */
  readonly attic?: boolean;
}

export const ROOM_KINDS = [
  'living',
  'kitchen',
  'bedroom',
  'bathroom',
  'studio',
  'dining',
  'child',
  'shared-room',
  'office',
  'entrance',
  'stairs',
  'loft',
] as const;
/** Rooms that are drawn from inside. */
export type RoomKind = (typeof ROOM_KINDS)[number];

export type Subject =
  | { readonly kind: 'front'; readonly front: FrontName }
  /** A whole building seen from across the street or the square. */
  | { readonly kind: 'building'; readonly front: FrontName }
  /** A shop under its awning, without a word. */
  | { readonly kind: 'shop'; readonly front: FrontName }
  | { readonly kind: 'seventies' | 'new-build'; readonly horizon: Horizon }
  /** A building of offices or a workshop, glass and metal. */
  | { readonly kind: 'business'; readonly horizon: Horizon }
  /** A programme before it is built: from its street, from its garden, from the air. */
  | { readonly kind: 'programme'; readonly seen: 'street' | 'garden' | 'air'; readonly horizon: Horizon }
  | { readonly kind: 'village-house' }
  | ({ readonly kind: 'detached' } & DetachedLook)
  | {
      readonly kind: Exclude<RoomKind, 'bathroom'>;
      readonly home: Home;
    }
  | {
      readonly kind: 'bathroom';
      readonly home: Home;
      /** What the listing has; drawn when not said. */
      readonly fixture?: 'shower' | 'bath';
    }
  | { readonly kind: 'terrace' | 'balcony'; readonly view: View; readonly railing: 'glass' | 'iron' }
  /** What is seen from the window. */
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'garden'; readonly garden: GardenKind; readonly pool?: boolean }
  | { readonly kind: 'land'; readonly horizon: Horizon }
  | { readonly kind: 'parking'; readonly closed: boolean }
  | { readonly kind: 'cellar' }
  | {
      readonly kind: 'plan';
      readonly rooms: number;
      readonly outside: boolean;
      /** Living area in m², written on the plan; without it the plan bears no figures. */
      readonly surface?: number;
    };

export interface PictureBrief {
  readonly subject: Subject;
  /** The same seed gives the same picture, to the byte of its SVG. */
  readonly seed: string;
  readonly light: LightName;
  /** Drawn from the seed when not said. */
  readonly season?: Season;
}
