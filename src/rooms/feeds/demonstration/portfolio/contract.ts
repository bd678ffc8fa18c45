// A listing of the demonstration from its first feed to its last.
// Owns nothing.
// Announces nothing.
import type { GalleryPicture } from '../gallery/contract.ts';
import type { HomeFacts } from '../homes/contract.ts';
import type { Money } from '../money/contract.ts';
import type { DemoPlace, Quarter } from '../places/contract.ts';
import type { Words } from '../words/contract.ts';

export interface DemoListing {
  readonly technicalId: string;
  readonly reference: string;
  readonly place: DemoPlace;
  readonly quarter: Quarter;
  readonly furnished: boolean;
  readonly home: HomeFacts;
  readonly words: Words;
  readonly pictures: readonly GalleryPicture[];
  readonly contact: { readonly name: string; readonly phone: string };
  readonly lat: number;
  readonly lng: number;
  readonly exclusive: boolean | null;
  readonly mandate: string;
  /** Days after the last feed; null when the agency does not say. */
  readonly availableIn: number | null;
  /** Feeds that hold it, by rank: from `since` on, and before `until`. */
  readonly since: number;
  readonly until: number | null;
  /** What it costs from each feed on, the first one first. */
  readonly prices: readonly { readonly from: number; readonly money: Money }[];
}
