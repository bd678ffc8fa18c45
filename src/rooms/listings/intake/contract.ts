/**
 * Drafts: how one is written from what is known, and which of its fields are facts.
 * Owns nothing: the tables are its parent room's.
 * Announces nothing: the events are its parent room's.
 */
import type { ListingDraft } from '../contract.ts';

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

/** A draft in which everything that is not said is unknown; it is on line and has no photo unless said. */
export function draftListing(
  said: Pick<ListingDraft, Told> & Partial<Omit<ListingDraft, Told>>,
): ListingDraft {
  return { ...unknownListing, photos: [], ...said };
}

const unknownListing = {
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
