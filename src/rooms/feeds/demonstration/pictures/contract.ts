// Pictures of the demonstration: what may be drawn, from a seed, in one hand.
// Owns nothing.
// Announces nothing.
import type { View } from './glazing/rules.server.ts';
import type { Detached } from './houses/rules.server.ts';
import type { Home } from './interiors/rules.server.ts';
import type { LightName } from './light/rules.server.ts';
import type { GardenKind } from './outdoors/garden/rules.server.ts';
import type { Horizon } from './street/rules.server.ts';
import type { FrontName } from './town/fronts/contract.ts';

export type Subject =
  | { readonly kind: 'front'; readonly front: FrontName }
  | { readonly kind: 'seventies' | 'new-build'; readonly horizon: Horizon }
  | { readonly kind: 'village-house' }
  | { readonly kind: 'detached'; readonly house: Detached }
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
