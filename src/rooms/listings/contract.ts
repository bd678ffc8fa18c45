/**
 * Listings: what is for sale or to let, its pictures and its history.
 * Owns listing, listing_confirmation, listing_confirmed_value, listing_photo, listing_photo_dropped, listing_price, listing_availability, listing_verdict, listing_exception, listing_review, law_prolongation, property, property_listing, property_link, property_mark, property_separation, property_work, listing_tally, listing_tally_delta, listing_tally_live, listing_touch, listing_touch_floor.
 * Announces listing.appeared, listing.priceFell, listing.returned, listing.left.
 */
import { TRANSACTION_RENTAL } from '#contract/constants.ts';
import { type FeedFormat, feedFormatKeys } from './feed-formats.ts';
import type {
  Condition,
  EnergyExemption,
  Exposure,
  Heating,
  Kitchen,
  Lease,
  MandateType,
  Progress,
  TenantFeeZone,
  UnitStatus,
} from './words.ts';

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

/** Who pays the sale fees. */
export const FEES_BUYER = 1;
export const FEES_SELLER = 2;
export const FEES_BOTH = 3;

/** How rent charges are settled. */
export const CHARGES_FLAT = 1;
export const CHARGES_PROVISION = 2;
export const CHARGES_YEARLY = 3;

/** rated: classes known; blank: « vierge », before July 2021 only; exempt: « non soumis »; ongoing: ordered, not done yet. */
export type EnergyStatus = 'rated' | 'blank' | 'exempt' | 'ongoing';
export type EnergyClass = 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G';

/** How precisely the agency lets the address be shown. */
export type AddressDisplay = 'exact' | 'street' | 'quarter' | 'commune';

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

/**
 * What a feed or an editor says of a listing. `null` is unknown, never no. Money in cents, surfaces in m²,
 * dates `YYYY-MM-DD`, phones E.164. Texts are plain (no HTML). The exact point and the address stay private.
 */
export interface ListingDraft {
  /** Constant for the life of the listing, unique per agency. */
  technicalId: string;
  /** Displayed only; may change. */
  reference: string;
  status: ListingStatus;
  transaction: Transaction;
  isNew: boolean;
  lifeAnnuity: boolean;
  propertyType: PropertyType;
  subType: string | null;
  title: string;
  description: string;

  /** INSEE: commune or municipal arrondissement. */
  placeCode: string;
  /** INSEE: the commune, 75056 for a district of Paris. */
  cityCode: string;
  departmentCode: string;
  postalCode: string;
  quarter: string | null;
  address: string | null;
  exactLat: number | null;
  exactLng: number | null;
  /** Metres declared with the exact point; null takes the default. */
  pointRadius: number | null;
  addressDisplay: AddressDisplay | null;
  transportLine: string | null;
  transportStation: string | null;

  /** Sale: buyer's fees included. Rental: per month, charges and supplement included. */
  price: number;
  priceWithoutFees: number | null;
  feesPayer: 1 | 2 | 3 | null;
  /** Points of the price without fees: 5 is 5 %. */
  feesPercent: number | null;
  feeScheduleUrl: string | null;
  /** « taxe foncière », per year. */
  propertyTax: number | null;
  charges: number | null;
  chargesMode: 1 | 2 | 3 | null;
  rentSupplement: number | null;
  rentSupplementReason: string | null;
  baseRent: number | null;
  /** « loyer de référence majoré ». */
  referenceRent: number | null;
  /** « loyer de référence », before its 20 %. */
  medianRent: number | null;
  rentControlled: boolean | null;
  deposit: number | null;
  tenantFees: number | null;
  inventoryFees: number | null;
  /** What the landlord pays for the acts that the tenant shares: visits, file and lease, inventory (loi 89-462, article 5). */
  landlordFees: number | null;
  /** Of which the inventory. */
  landlordInventoryFees: number | null;
  tenantFeeZone: TenantFeeZone | null;
  lease: Lease | null;
  leaseMonths: number | null;
  flatShare: boolean | null;
  annuityBouquet: number | null;
  annuityMonthly: number | null;
  /** Whether the seller goes on living there. */
  annuityOccupied: boolean | null;
  /** Of the people whose lives the annuity lasts. */
  annuityAges: number[] | null;

  /** Living area (« surface habitable », loi Boutin). */
  surface: number | null;
  /** Sale in co-ownership (« loi Carrez »). */
  carrezSurface: number | null;
  landSurface: number | null;
  livingRoomSurface: number | null;
  terraceSurface: number | null;
  balconySurface: number | null;
  cellarSurface: number | null;
  rooms: number | null;
  bedrooms: number | null;
  bathrooms: number | null;
  showerRooms: number | null;
  toilets: number | null;
  separateToilets: boolean | null;
  /** 0 is the ground floor. */
  floor: number | null;
  floors: number | null;
  topFloor: boolean | null;
  builtYear: number | null;
  condition: Condition | null;

  elevator: boolean | null;
  balcony: boolean | null;
  terrace: boolean | null;
  garden: boolean | null;
  parking: boolean | null;
  parkings: number | null;
  boxes: number | null;
  balconies: number | null;
  terraces: number | null;
  cellar: boolean | null;
  pool: boolean | null;
  furnished: boolean | null;
  caretaker: boolean | null;
  openView: boolean | null;
  overlooked: boolean | null;
  quiet: boolean | null;
  accessible: boolean | null;
  petsAllowed: boolean | null;
  airConditioning: boolean | null;
  fireplace: boolean | null;
  parquet: boolean | null;
  intercom: boolean | null;
  doorCode: boolean | null;
  alarm: boolean | null;
  fibre: boolean | null;
  cupboards: boolean | null;
  exclusive: boolean | null;
  renovated: boolean | null;
  workNeeded: boolean | null;
  exposures: Exposure[] | null;
  heating: Heating[] | null;
  kitchen: Kitchen | null;

  energyStatus: EnergyStatus | null;
  energyExemption: EnergyExemption | null;
  /** 13 characters, as `2363T1680837R`. */
  energyNumber: string | null;
  energyClass: EnergyClass | null;
  /** kWh of primary energy per m² and year. */
  energyValue: number | null;
  climateClass: EnergyClass | null;
  /** kg of CO₂ per m² and year. */
  climateValue: number | null;
  energyFinal: number | null;
  energyDate: string | null;
  energyVersion: string | null;
  energyCostMin: number | null;
  energyCostMax: number | null;
  energyCostYear: number | null;
  /** ADEME's certificate of the electricity factor of 2026. */
  energyCertificate: boolean | null;
  energyAuditOn: string | null;

  coOwned: boolean | null;
  lots: number | null;
  yearlyCharges: number | null;
  procedure: boolean | null;
  procedureDetail: string | null;

  /** false: the agency says that the property lies in no risk perimeter. */
  risksConcerned: boolean | null;
  /** Valid for six months. */
  risksReportOn: string | null;
  /** Duty to clear brush around. */
  brushClearing: boolean | null;

  mandateNumber: string | null;
  mandateType: MandateType | null;
  mandateOn: string | null;
  mandateUntil: string | null;
  availableOn: string | null;
  visitUrl: string | null;
  videoUrl: string | null;
  contactName: string | null;
  contactPhone: string | null;
  contactEmail: string | null;
  contactStatus: 'employee' | 'commercial_agent' | null;
  /** Number and city of the register of commercial agents. */
  contactRsac: string | null;
  contactRsacCity: string | null;
  /** « EI ». */
  contactSoleTrader: boolean | null;

  programmeName: string | null;
  developer: string | null;
  /** `2028-T2`: the quarter when it is handed over. */
  delivery: string | null;
  progress: Progress | null;
  re2020: boolean | null;
  /** « frais de notaire réduits ». */
  reducedNotaryFees: boolean | null;
  /** « PTZ ». */
  zeroRateLoan: boolean | null;
  completionGuarantee: string | null;
  /** Lots of a programme; `price` is then the lowest of those available. */
  units: UnitDraft[] | null;
  translations: Translations | null;

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
