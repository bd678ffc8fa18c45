/**
 * Drafts: how one is written from what is known, and which of its fields are facts.
 */
import { isVisible, type ListingDraft, type ListingStatus } from './contract.ts';
import type { Verdict } from './legal-engine.ts';

type Told =
  | 'technicalId'
  | 'reference'
  | 'transaction'
  | 'propertyType'
  | 'title'
  | 'description'
  | 'placeCode'
  | 'cityCode'
  | 'departmentCode'
  | 'postalCode'
  | 'price';

/** Largest chunk of one transaction: readers of the change log wait for the oldest writer (speed.md 3.4). */
export const CHUNK = 2_000;

/**
 * A draft that the legal engine has judged. `status` is what it gets, `wanted` what was asked for: `heldStatus` of
 * it. Nothing else reaches the table of listings.
 */
export type JudgedDraft = ListingDraft & { readonly verdict: Verdict; readonly wanted: ListingStatus };

/** Status of a listing that asks for `wanted`: a legal hold hides it; an off-line status stays as it is. */
export function heldStatus(wanted: ListingStatus, hold: Verdict['hold']): ListingStatus {
  if (hold === null || !isVisible(wanted)) return wanted;
  return hold === 'block' ? 'refused' : 'pending';
}

/** What is compared of two verdicts: which rules fail and how; the figures of their sentences may move every day. */
export function verdictKey(wanted: ListingStatus, { hold, findings }: Verdict): string {
  return [
    wanted,
    hold ?? '',
    ...findings.map(({ rule, code, severity }) => `${rule}:${code}:${severity}`),
  ].join(' ');
}

/** A draft in which everything that is not said is unknown; it is on line and has no photo unless said. */
export function draftListing(
  said: Pick<ListingDraft, Told> & Partial<Omit<ListingDraft, Told>>,
): ListingDraft {
  return { ...unknownListing, photos: [], ...said };
}

/** Every fact that a draft may leave unsaid, unknown; on line, without photo. */
export const unknownListing = {
  status: 'online',
  isNew: false,
  lifeAnnuity: false,
  subType: null,
  quarter: null,
  address: null,
  exactLat: null,
  exactLng: null,
  pointRadius: null,
  priceWithoutFees: null,
  feesPayer: null,
  feesPercent: null,
  feeScheduleUrl: null,
  charges: null,
  chargesMode: null,
  rentSupplement: null,
  baseRent: null,
  referenceRent: null,
  rentControlled: null,
  deposit: null,
  tenantFees: null,
  inventoryFees: null,
  landlordFees: null,
  landlordInventoryFees: null,
  annuityBouquet: null,
  annuityMonthly: null,
  surface: null,
  landSurface: null,
  livingRoomSurface: null,
  terraceSurface: null,
  balconySurface: null,
  rooms: null,
  bedrooms: null,
  bathrooms: null,
  showerRooms: null,
  toilets: null,
  floor: null,
  floors: null,
  builtYear: null,
  elevator: null,
  balcony: null,
  terrace: null,
  garden: null,
  parking: null,
  cellar: null,
  pool: null,
  furnished: null,
  caretaker: null,
  openView: null,
  overlooked: null,
  quiet: null,
  accessible: null,
  petsAllowed: null,
  airConditioning: null,
  fireplace: null,
  parquet: null,
  intercom: null,
  doorCode: null,
  exclusive: null,
  renovated: null,
  workNeeded: null,
  exposures: null,
  heating: null,
  kitchen: null,
  energyStatus: null,
  energyClass: null,
  energyValue: null,
  climateClass: null,
  climateValue: null,
  energyFinal: null,
  energyDate: null,
  energyVersion: null,
  energyCostMin: null,
  energyCostMax: null,
  energyCostYear: null,
  coOwned: null,
  lots: null,
  yearlyCharges: null,
  procedure: null,
  procedureDetail: null,
  mandateNumber: null,
  availableOn: null,
  visitUrl: null,
  contactName: null,
  contactPhone: null,
  contactEmail: null,
  addressDisplay: null,
  transportLine: null,
  transportStation: null,
  propertyTax: null,
  rentSupplementReason: null,
  medianRent: null,
  tenantFeeZone: null,
  lease: null,
  leaseMonths: null,
  flatShare: null,
  annuityOccupied: null,
  annuityAges: null,
  carrezSurface: null,
  cellarSurface: null,
  topFloor: null,
  separateToilets: null,
  condition: null,
  parkings: null,
  boxes: null,
  balconies: null,
  terraces: null,
  alarm: null,
  fibre: null,
  cupboards: null,
  energyExemption: null,
  energyNumber: null,
  energyCertificate: null,
  energyAuditOn: null,
  risksConcerned: null,
  risksReportOn: null,
  brushClearing: null,
  mandateType: null,
  mandateOn: null,
  mandateUntil: null,
  videoUrl: null,
  contactStatus: null,
  contactRsac: null,
  contactRsacCity: null,
  contactSoleTrader: null,
  programmeName: null,
  developer: null,
  delivery: null,
  progress: null,
  re2020: null,
  reducedNotaryFees: null,
  zeroRateLoan: null,
  completionGuarantee: null,
  units: null,
  translations: null,
} satisfies Omit<ListingDraft, Told | 'photos'>;

/** Every field of a draft that is a fact of the listing: a change of one of them makes another content hash. */
export const listingFacts = [
  'transaction',
  'propertyType',
  'title',
  'description',
  'placeCode',
  'cityCode',
  'departmentCode',
  'postalCode',
  'price',
  ...(Object.keys(unknownListing).filter((name) => name !== 'status') as Exclude<
    keyof typeof unknownListing,
    'status'
  >[]),
] as const;

/** Each fact and the column that holds it. */
export const factColumns = listingFacts.map(
  (name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const,
);

/**
 * Every column that a version of a listing gives; `point_radius` is among the facts but stored as it was applied. What
 * stands for its property is written by properties.
 */
export const storedColumns = [
  ...factColumns.map(([, column]) => column),
  'lat',
  'lng',
  'source',
  'reference',
  'status',
  'content_hash',
  'photos_hash',
  'photo_count',
  'previous_price',
  'price_changed_at',
  'first_seen_at',
  'published_at',
  'updated_at',
  'withdrawn_at',
];
