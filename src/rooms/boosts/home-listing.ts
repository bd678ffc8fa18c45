/**
 * Home listing: the row of a listing in the catalogue of homes of Meta (domain.md 3.5), made of what its page shows.
 */
import { RENTAL } from '#rooms/listings/contract.ts';
import { photoPath } from '#rooms/listings/photos.ts';
import { priceLines } from '#rooms/listings/price-lines.ts';
import { factsText, type ListingView } from '#rooms/listings/reading.ts';
import { placeLabel } from '#rooms/places/contract.ts';

/** Names of Meta. What is unknown is left out; the contact of the agency too, whose leads come through the page. */
export interface HomeListing {
  readonly home_listing_id: string;
  /** Listings of one campaign are told apart by it. */
  readonly group_id: string;
  readonly name: string;
  readonly availability: 'for_sale' | 'for_rent';
  readonly listing_type: 'for_sale_by_agent' | 'for_rent_by_agent' | 'new_construction';
  readonly description: string;
  readonly url: string;
  /** « 315000.00 EUR ». */
  readonly price: string;
  readonly currency: 'EUR';
  /** Of a programme, whose homes begin there. */
  readonly min_price?: string;
  readonly images: readonly { readonly url: string }[];
  readonly address: {
    readonly addr1?: string;
    readonly city: string;
    readonly region: string;
    readonly country: 'FR';
    readonly postal_code: string;
    readonly neighborhoods: readonly string[];
    /** The public point, never the exact one. */
    readonly latitude?: number;
    readonly longitude?: number;
  };
  readonly property_type: string;
  readonly area_size?: number;
  readonly area_unit: 'sq_m';
  readonly num_rooms?: number;
  readonly num_beds?: number;
  readonly num_baths?: number;
  readonly furnish_type?: 'furnished' | 'unfurnished';
  readonly heating_type?: 'gas' | 'electric' | 'oil' | 'other';
  readonly energy_rating_eu?: { readonly grade: string; readonly value?: number };
  readonly co_2_emission_rating_eu?: { readonly grade: string; readonly value?: number };
  readonly days_on_market: number;
  readonly agent_name: string;
  readonly agent_company: string;
  readonly agent_phone?: string;
  readonly additional_fees_description?: string;
}

const DAY_MS = 86_400_000;
/** Photos that a row may hold. */
const PHOTOS = 10;

const propertyTypes: Readonly<Record<string, string>> = {
  apartment: 'apartment',
  loft: 'loft',
  house: 'house',
  castle: 'house',
  mansion: 'house',
  land: 'land',
  programme: 'apartment',
};

function money(cents: number): string {
  return `${(cents / 100).toFixed(2)} EUR`;
}

function heatingOf(heating: readonly string[] | null): HomeListing['heating_type'] | undefined {
  if (!heating || heating.length === 0) return undefined;
  if (heating.includes('gas')) return 'gas';
  if (heating.includes('electric')) return 'electric';
  if (heating.includes('oil')) return 'oil';
  return 'other';
}

/** Without the keys whose value is unknown. */
function known<Row extends object>(row: { [Key in keyof Row]: Row[Key] | undefined }): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row;
}

/** The row of a listing. `origin` is that of the site, without a trailing slash; `url` the signed address of its page. */
export function homeListingOf(
  listing: ListingView,
  { origin, url, reference, now }: { origin: string; url: string; reference: string; now: Date },
): HomeListing {
  const rental = listing.transaction === RENTAL;
  const { agency, place, quarter, energyClass, climateClass } = listing;
  const fees = priceLines(listing)
    .lines.filter(
      ({ kind }) => kind === 'fees' || kind === 'net' || kind === 'tenantFees' || kind === 'charges',
    )
    .map(({ text }) => text)
    .join('. ');
  const since = listing.marketSince ?? listing.publishedAt;
  const city = place ? placeLabel(place) : listing.postalCode;
  return known<HomeListing>({
    home_listing_id: String(listing.id),
    group_id: reference,
    name: `${factsText(listing)}, ${city}`,
    availability: rental ? 'for_rent' : 'for_sale',
    listing_type: rental ? 'for_rent_by_agent' : listing.isNew ? 'new_construction' : 'for_sale_by_agent',
    description: listing.description.slice(0, 5_000),
    url,
    price: money(listing.price),
    currency: 'EUR',
    min_price: listing.propertyType === 'programme' ? money(listing.price) : undefined,
    images: listing.photos.slice(0, PHOTOS).map((photo) => ({ url: `${origin}${photoPath(photo, 1280)}` })),
    address: known<HomeListing['address']>({
      addr1: listing.address ?? undefined,
      city,
      region: place?.departmentName ?? listing.postalCode.slice(0, 2),
      country: 'FR',
      postal_code: listing.postalCode,
      neighborhoods: [quarter ?? city],
      latitude: listing.lat ?? undefined,
      longitude: listing.lng ?? undefined,
    }),
    property_type: propertyTypes[listing.propertyType] ?? 'other',
    area_size: listing.surface === null ? undefined : Math.round(listing.surface),
    area_unit: 'sq_m',
    num_rooms: listing.rooms ?? undefined,
    num_beds: listing.bedrooms ?? undefined,
    num_baths: listing.bathrooms ?? listing.showerRooms ?? undefined,
    furnish_type: listing.furnished === null ? undefined : listing.furnished ? 'furnished' : 'unfurnished',
    heating_type: heatingOf(listing.heating),
    energy_rating_eu: rating(energyClass, listing.energyValue),
    co_2_emission_rating_eu: rating(climateClass, listing.climateValue),
    days_on_market:
      since === null ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / DAY_MS)),
    agent_name: listing.contactName ?? agency.name,
    agent_company: agency.companyName ?? agency.name,
    agent_phone: agency.phone ?? undefined,
    additional_fees_description: fees || undefined,
  });
}

function rating(grade: string | null, value: number | null) {
  return grade === null
    ? undefined
    : known<{ grade: string; value?: number }>({ grade, value: value ?? undefined });
}
