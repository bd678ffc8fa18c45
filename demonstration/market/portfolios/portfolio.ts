// A listing of the demonstration from its first feed to its last.
import type { DemoAgency, DemoContact } from '../agencies/agency.ts';
import type { GalleryPicture } from '../gallery.ts';
import type { HomeFacts } from '../homes/home.ts';
import type { Money } from '../money/money.ts';
import type { DemoPlace, Quarter } from '../places/place.ts';
import type { Words } from '../words/listing-text.ts';

/** What is wrong with a listing on purpose, so that the product shows what it keeps off line and why. */
export const flaws = [
  'payerMissing',
  'percentOfTotal',
  'rentAboveCeiling',
  'classGLet',
  'blankCertificate',
  'chargesWithoutMode',
  'depositTooHigh',
  'tenantFeesTooHigh',
  'certificateMissing',
  'furnishingUnsaid',
  'discriminating',
] as const;
export type Flaw = (typeof flaws)[number];

type Ending = 'under_offer' | 'sold' | 'rented';

/** When it came, when it left, how its price moved. */
export interface Course {
  /** Feeds that hold it, by rank: from `since` on, and before `until`, those of `gap` excepted. */
  readonly since: number;
  readonly until: number | null;
  /** Withdrawn from the first of these feeds, back under the same identifier from the second. */
  readonly gap: readonly [from: number, to: number] | null;
  /** What it costs from each feed on, the first one first. */
  readonly prices: readonly { readonly from: number; readonly money: Money }[];
  /** What became of it, said by the agency itself: such a listing is entered by hand, no feed holds it. */
  readonly ending: Ending | null;
}

export interface DemoListing extends Course {
  readonly technicalId: string;
  readonly reference: string;
  readonly place: DemoPlace;
  readonly quarter: Quarter;
  readonly rental: boolean;
  readonly furnished: boolean;
  readonly shared: boolean;
  readonly home: HomeFacts;
  readonly words: Words;
  readonly pictures: readonly GalleryPicture[];
  readonly contact: DemoContact;
  readonly lat: number;
  readonly lng: number;
  readonly exclusive: boolean | null;
  readonly mandate: string;
  /** Days before the demonstration when the mandate was signed. */
  readonly mandateAge: number;
  /** Days after the demonstration; null when the agency does not say. */
  readonly availableIn: number | null;
  readonly flaw: Flaw | null;
  /** The listing of another agency for the same property. */
  readonly twinOf: string | null;
  /** The identifier that the same agency used before for the same property. */
  readonly formerId: string | null;
}

/** Everything an agency has shown, withdrawn listings included. */
export interface Portfolio {
  readonly agency: DemoAgency;
  readonly listings: readonly DemoListing[];
}
