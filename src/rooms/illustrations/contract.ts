/**
 * Illustrations: the pictures of the demonstration, drawn by program from a seed, in one hand.
 * Owns nothing.
 * Announces nothing.
 */

/** `#rrggbb`. */
export type Colour = string;

export type Point = readonly [x: number, y: number];

export type LightName = 'morning' | 'noon' | 'golden' | 'pearl' | 'dusk';

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

export type Detached = 'pavillon' | 'mas' | 'longere' | 'contemporary' | 'chalet';

export interface DetachedLook {
  readonly house: Detached;
  readonly pool: boolean;
  readonly horizon: Horizon;
}

/** How the inside of a home was made: its floors and windows follow from its age. */
export type Age = 'old' | 'seventies' | 'recent' | 'southern';

/** Street fronts of regions. */
export type FrontName = 'haussmann' | 'lyon' | 'south' | 'atlantic' | 'north' | 'rhine' | 'alps';

export const MOOD_NAMES = ['chalk', 'beacon', 'slate', 'clay', 'sage', 'linen'] as const;
/** How a home is painted and furnished. */
export type Mood = (typeof MOOD_NAMES)[number];

export interface Home {
  readonly age: Age;
  readonly view: View;
  /** Furnished and painted in one of these moods. */
  readonly mood: Mood;
}

export type Subject =
  | { readonly kind: 'front'; readonly front: FrontName }
  | { readonly kind: 'seventies' | 'new-build'; readonly horizon: Horizon }
  | { readonly kind: 'village-house' }
  | ({ readonly kind: 'detached' } & DetachedLook)
  | { readonly kind: 'living' | 'kitchen' | 'bedroom' | 'bathroom' | 'studio'; readonly home: Home }
  | { readonly kind: 'terrace'; readonly view: View; readonly railing: 'glass' | 'iron' }
  | { readonly kind: 'garden'; readonly garden: GardenKind }
  | { readonly kind: 'land'; readonly horizon: Horizon }
  | { readonly kind: 'parking'; readonly closed: boolean }
  | { readonly kind: 'plan'; readonly rooms: number; readonly outside: boolean };

export interface PictureBrief {
  readonly subject: Subject;
  /** The same seed gives the same picture, to the byte of its SVG. */
  readonly seed: string;
  readonly light: LightName;
}
