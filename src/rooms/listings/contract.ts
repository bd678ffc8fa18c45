/**
 * Listings: what is for sale or to let, its pictures and its history.
 * Owns listing, listing_online, listing_confirmation, listing_confirmed_value, listing_photo, listing_photo_dropped, listing_price, listing_availability, listing_verdict, listing_exception, listing_review, listing_scam, listing_suspension, law_prolongation, property, property_listing, property_link, property_mark, property_separation, property_work, listing_tally, listing_tally_delta, listing_tally_live, listing_touch, listing_touch_floor.
 * Announces listing.appeared, listing.priceFell, listing.returned, listing.left.
 */
import { TRANSACTION_RENTAL } from '#contract/constants.ts';
import type { FactName, FactRow, FactWords, facts } from './facts.ts';
import { type FeedFormat, feedFormatKeys } from './feed-formats.ts';
import type { UnitStatus } from './words.ts';

/** 1 purchase, 2 rental (specification 3). */
export type Transaction = 1 | 2;
export const PURCHASE: Transaction = 1;
export const RENTAL: Transaction = TRANSACTION_RENTAL;

export type ListingSource = 'manual' | FeedFormat;
export const listingSources: readonly ListingSource[] = ['manual', ...feedFormatKeys];

/** Statuses and the words agencies read. */
export const listingStatuses = {
  draft: 'Brouillon',
  pending: 'En attente',
  online: 'En ligne',
  suspended: 'Suspendue',
  under_offer: 'Sous offre',
  sold: 'Vendue',
  rented: 'Louée',
  expired: 'Expirée',
  refused: 'Refusée',
  withdrawn: 'Retirée',
} as const;
export type ListingStatus = keyof typeof listingStatuses;

/** The statuses that pages, searches and alerts show. */
export const visibleStatuses: readonly ListingStatus[] = ['online', 'under_offer'];

export function isVisible(status: string): boolean {
  return (visibleStatuses as readonly string[]).includes(status);
}

/**
 * The statuses that a feed ends by no longer holding the listing. The others are already off line for a
 * reason of their own: a feed's difference does not count them as leaving.
 */
export const withdrawableStatuses: readonly ListingStatus[] = [
  'draft',
  'pending',
  'online',
  'under_offer',
  'refused',
];

interface PropertyTypeWords {
  /** The word of page addresses (`type=maison`). */
  readonly word: string;
  readonly label: string;
  readonly plural: string;
  /** Whether the energy classes belong to it (domain.md R14). */
  readonly dwelling: boolean;
}

export const propertyTypes = {
  apartment: { word: 'appartement', label: 'Appartement', plural: 'Appartements', dwelling: true },
  house: { word: 'maison', label: 'Maison', plural: 'Maisons', dwelling: true },
  land: { word: 'terrain', label: 'Terrain', plural: 'Terrains', dwelling: false },
  parking: { word: 'parking', label: 'Parking', plural: 'Parkings', dwelling: false },
  building: { word: 'immeuble', label: 'Immeuble', plural: 'Immeubles', dwelling: false },
  loft: { word: 'loft', label: 'Loft', plural: 'Lofts', dwelling: true },
  castle: { word: 'chateau', label: 'Château', plural: 'Châteaux', dwelling: true },
  mansion: {
    word: 'hotel-particulier',
    label: 'Hôtel particulier',
    plural: 'Hôtels particuliers',
    dwelling: true,
  },
  office: { word: 'bureaux', label: 'Bureaux', plural: 'Bureaux', dwelling: false },
  shop: { word: 'local', label: 'Local commercial', plural: 'Locaux commerciaux', dwelling: false },
  programme: { word: 'programme', label: 'Programme neuf', plural: 'Programmes neufs', dwelling: true },
  other: { word: 'autre', label: 'Autre bien', plural: 'Autres biens', dwelling: false },
} as const satisfies Record<string, PropertyTypeWords>;
export type PropertyType = keyof typeof propertyTypes;

/** The words that a fact is chosen from; null for one of another kind. */
export function wordsOf({ kind, words }: Pick<FactRow, 'kind' | 'words'>): FactWords | null {
  return kind === 'propertyType' ? propertyTypes : (words ?? null);
}

/** Who pays the sale fees. */
export const FEES_BUYER = 1;
export const FEES_SELLER = 2;
export const FEES_BOTH = 3;

/** How rent charges are settled. */
export const CHARGES_FLAT = 1;
export const CHARGES_PROVISION = 2;
export const CHARGES_YEARLY = 3;

export type EnergyClass = NonNullable<FactValues['energyClass']>;

/** How precisely the agency lets the address be shown. */
export type AddressDisplay = NonNullable<FactValues['addressDisplay']>;

/** One lot of a programme. Cents, VAT included; surfaces in m². */
export interface UnitDraft {
  /** Displayed: « B204 ». */
  reference: string;
  propertyType: PropertyType;
  rooms: number | null;
  surface: number | null;
  floor: number | null;
  price: number;
  /** Percent. */
  vat: 20 | 10 | 5.5;
  status: UnitStatus;
}

export const translationLanguages = ['en', 'es', 'de', 'it', 'nl', 'pt'] as const;
export type Translations = Partial<
  Record<(typeof translationLanguages)[number], { title: string; description: string }>
>;

export interface PhotoDraft {
  /**
   * kind `url`: an untrusted address; `file`: a storage key whose name depends on the content; `drawn`: the brief of
   * a picture of the demonstration, made when it is first asked for.
   */
  source: string;
  kind: 'url' | 'file' | 'drawn';
  caption: string | null;
}

/** What a fact of each kind holds; one of a list of words holds a key of the list. */
interface FactKinds {
  text: string;
  long: string;
  url: string;
  yesNo: boolean;
  money: number;
  surface: number;
  count: number;
  level: number;
  year: number;
  share: number;
  degree: number;
  day: string;
  quarter: string;
  propertyType: PropertyType;
  ages: number[];
  units: UnitDraft[];
  translations: Translations;
}

type FactValue<Row extends FactRow> = Row extends { words: infer Words }
  ? Row['kind'] extends 'several'
    ? (keyof Words)[]
    : keyof Words
  : Row['kind'] extends keyof FactKinds
    ? FactKinds[Row['kind']]
    : never;

/** Every fact of the table; null where it may be unknown. */
export type FactValues = {
  -readonly [Name in FactName]:
    | FactValue<(typeof facts)[Name]>
    | ((typeof facts)[Name] extends { always: true } | { unsaid: false } ? never : null);
};

/**
 * What a feed or an editor says of a listing. `null` is unknown, never no. Money in cents, surfaces in m²,
 * dates `YYYY-MM-DD`, phones E.164. Texts are plain (no HTML). The exact point and the address stay private.
 */
export interface ListingDraft extends FactValues {
  /** Constant for the life of the listing, unique per agency. */
  technicalId: string;
  /** Displayed only; may change. */
  reference: string;
  status: ListingStatus;
  photos: PhotoDraft[];
}

/** Kinds of the change log; `ref` is the listing's id. */
export const listingEvents = {
  /** On line for the first time. Payload: `{ price }`. */
  appeared: 'listing.appeared',
  /** On line and cheaper. Payload: `{ price, previousPrice }`. */
  priceFell: 'listing.priceFell',
  /** On line again, same id and address. Payload: `{ price, previousPrice }`, the price it left with. */
  returned: 'listing.returned',
  /** No longer on the pages, whatever the reason. Payload: `{ status }`. */
  left: 'listing.left',
} as const;

const CELL = {
  street: { steps: 25, columns: 144_000 },
  fine: { steps: 500, columns: 7200 },
  coarse: { steps: 4000, columns: 900 },
} as const;

/**
 * Number of the grid cell of a public point: `street` cells are 0.0025 degree wide, `fine` ones 0.05, `coarse` ones 0.4.
 * The columns listing.cell3, listing.cell and listing.cell2 are numbered alike. Points are counted in ten-thousandths of a
 * degree first, so that no rounding separates a point from its cell (speed.md, finding 10).
 */
export function cellOf(lat: number, lng: number, level: keyof typeof CELL): number {
  const { steps, columns } = CELL[level];
  const row = Math.floor((Math.round(lat * 10_000) + 900_000) / steps);
  const column = Math.floor((Math.round(lng * 10_000) + 1_800_000) / steps);
  return row * columns + column;
}

/**
 * The price of a square metre in cents, rounded to the euro, as the column listing.price_per_m2 says it: of a programme the
 * lowest among the homes that can still be had, each by its own surface. Null for a life annuity, whose sum paid at once
 * is not the price, and where no surface is said.
 */
export function pricePerM2Of({
  propertyType,
  lifeAnnuity,
  units,
  price,
  surface,
}: Pick<ListingDraft, 'propertyType' | 'lifeAnnuity' | 'units' | 'price' | 'surface'>): number | null {
  if (lifeAnnuity) return null;
  const free = (units ?? []).filter(({ status }) => status === 'available');
  const each = (propertyType === 'programme' ? free : [{ price, surface }]).flatMap((home) =>
    home.surface ? Math.round(home.price / home.surface / 100) * 100 : [],
  );
  return each.length > 0 ? Math.min(...each) : null;
}

/** A listing is flagged as new for this long after its first day on line. */
export const NEW_FOR_MS = 3 * 86_400_000;
/** A price drop is flagged for this long. */
export const PRICE_DROP_SHOWN_MS = 30 * 86_400_000;
/** No listing stays on line longer than this without its feed or a confirmation (interface.md, fine points 22). */
export const CONFIRMED_FOR_DAYS = 14;
/** A listing that left keeps its page this long, then the page is gone (same place). */
export const GONE_AFTER_DAYS = 90;
