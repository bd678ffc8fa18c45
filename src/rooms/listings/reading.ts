/**
 * What anyone may read of a listing: the card of lists and mails, and the whole of its page.
 * The exact point, the address, the mandate and the contacts are not in these schemas, so they never leave.
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { sharedErrors } from '#contract/errors.ts';
import { formatCount, formatOrdinal, formatPrice, formatRent, formatSurface } from '#contract/fmt.ts';
import { agencyLogoSchema } from '#rooms/agencies/logo.ts';
import { placeLabel } from '#rooms/places/contract.ts';
import { propertyTypes, RENTAL } from './contract.ts';
import { answersSeenOn } from './fact-schemas.ts';
import { homesSchema, homesWords } from './other-offers.ts';
import { photoSchema } from './photos.ts';

const text = z.nullable(z.string());
const cents = z.nullable(z.int());
const count = z.nullable(z.int());
const said = z.nullable(z.boolean());
/** ISO 8601, UTC. */
const moment = z.string();

const placeOfListing = z.object({
  code: z.string(),
  kind: z.enum(['commune', 'district', 'department']),
  name: z.string(),
  liaison: z.int(),
  slug: z.string(),
  cityName: text,
  citySlug: text,
  rank: count,
  departmentName: z.string(),
});

/** A listing as lists and mails show it. Money in cents, surfaces in m², null is unknown. */
export const listingCardSchema = z.object({
  id: z.int(),
  reference: z.string(),
  status: z.string(),
  ...answersSeenOn('card'),

  pricePerM2: cents,
  previousPrice: cents,
  priceChangedAt: z.nullable(moment),
  /** Of a programme: what it still offers. Its own surface and rooms are those of one of its homes. */
  homes: z.nullable(homesSchema),

  /** Null when the open data no longer knows the code. */
  place: z.nullable(placeOfListing),

  /** What homes of this kind were sold for in this place, in cents per m²; null without enough signed sales. */
  soldMedian: z.nullable(
    z.object({ median: z.int(), q1: z.int(), q3: z.int(), n: z.int(), months: z.int(), to: z.string() }),
  ),

  /** Where several agencies show the home: how many, and the lowest price asked. */
  shared: z.nullable(z.object({ agencies: z.int(), from: z.int() })),

  publishedAt: z.nullable(moment),
  /** First day of its home on the market, when another listing showed it before. */
  marketSince: z.nullable(moment),
  /** First picture that is ready. */
  photo: z.nullable(photoSchema),
  /** Given by the agency, ready or not. */
  photoCount: z.int(),
  agency: z.object({ ownerReference: z.string(), name: z.string() }),
});
export type ListingCard = z.output<typeof listingCardSchema>;

/** A listing as its page shows it. */
export const listingViewSchema = z.extend(listingCardSchema, {
  /**
   * The address only as far as the agency lets it be shown: the number and the street, the street alone, or null. Of a
   * commercial agent only, whom the law makes say so, the contact: an employee's name stays private.
   */
  ...answersSeenOn('page'),
  /** A word that an older listing holds is answered as it stands. */
  kitchen: text,
  /** Public point, already blurred; the real one is within `pointRadius` metres. */
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),

  updatedAt: moment,
  /** When it left the pages; null while it is on line. */
  withdrawnAt: z.nullable(moment),
  /** When its feed or its agency last said that it is still available. */
  confirmedAt: z.nullable(moment),
  /** The legal engine misses nothing in it: what R17 says is about a rent, not about what is said of it. */
  complete: z.boolean(),
  /** What the scam shield saw in it, as long as nobody has read it (domain.md F13): nothing of nearly all. */
  doubts: z.array(z.object({ explanation: z.string(), excerpt: text })),

  photos: z.array(photoSchema),
  /** Oldest first. */
  prices: z.array(z.object({ at: moment, price: z.int() })),
  availability: z.array(z.object({ at: moment, status: z.string() })),
  agency: z.object({
    ownerReference: z.string(),
    name: z.string(),
    siren: text,
    rcsCity: text,
    cardNumber: text,
    phone: text,
    address: text,
    postalCode: text,
    city: text,
    website: text,
    tradeName: text,
    companyName: text,
    legalForm: text,
    capital: cents,
    siret: text,
    vatNumber: text,
    soleTrader: said,
    cardOffice: text,
    cardActivities: text,
    /** `YYYY-MM-DD`. */
    cardUntil: text,
    guarantorName: text,
    guarantorAddress: text,
    guaranteeAmount: cents,
    holdsNoFunds: said,
    insurance: text,
    mediatorName: text,
    mediatorUrl: text,
    /** Since when the fee schedule is in force, `YYYY-MM-DD`. */
    feeScheduleOn: text,
    logo: z.nullable(agencyLogoSchema),
  }),
});
export type ListingView = z.output<typeof listingViewSchema>;
export type UnitView = NonNullable<ListingView['units']>[number];

export const listingCall = defineCall({
  method: 'GET',
  path: '/listings/:id',
  access: 'all',
  summary:
    'Une annonce, son historique et ses photos ; 410 quand elle est retirée depuis plus de 90 jours, ou que Vigie la suspend',
  params: z.object({ id: z.string() }),
  answer: z.object({ listing: listingViewSchema, available: z.boolean() }),
  errors: [sharedErrors.NOT_FOUND, sharedErrors.GONE],
});

/** The id in an address; null when it cannot be one. */
export function readListingId(word: string): number | null {
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : null;
}

/** What feeds call one home of a programme: its type says more, and it is not the whole. */
const PART_OF_PROGRAMME = /^(?:programme|projet)$/i;

/** « Appartement », « Duplex », « Studio »: the most exact name known. */
export function typeLabel({ propertyType, subType }: Pick<ListingCard, 'propertyType' | 'subType'>): string {
  const exact = subType?.trim().replace(PART_OF_PROGRAMME, '');
  const name = exact || propertyTypes[propertyType].label;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** A studio has one room: saying so twice reads as a mistake. */
export function isStudio({ subType, rooms }: { subType: string | null; rooms: number | null }): boolean {
  return /^studio/i.test(subType?.trim() ?? '') && (rooms === null || rooms === 1);
}

/** The facts every list shows, in their fixed order: type, rooms, surface (look.md 2.3). */
export function mainFacts(
  listing: Pick<
    ListingCard,
    'propertyType' | 'subType' | 'rooms' | 'surface' | 'landSurface' | 'furnished' | 'transaction' | 'homes'
  >,
): string[] {
  const { propertyType, rooms, surface, landSurface, transaction, homes } = listing;
  if (homes) return [typeLabel(listing), ...homesWords(homes)];
  const furnished = transaction === RENTAL && listing.furnished ? ' meublé' : '';
  return [
    `${typeLabel(listing)}${furnished}`,
    propertyTypes[propertyType].dwelling && rooms !== null && rooms > 0 && !isStudio(listing)
      ? formatCount(rooms, 'pièce', 'pièces')
      : null,
    surface !== null && surface > 0 ? formatSurface(surface) : null,
    landSurface !== null && landSurface > 0 && (surface === null || landSurface !== surface)
      ? propertyType === 'land'
        ? formatSurface(landSurface)
        : `terrain ${formatSurface(landSurface)}`
      : null,
  ].filter((fact) => fact !== null);
}

/** The same in a sentence: « Appartement 3 pièces 62,4 m² », « Programme neuf, 8 logements de 2 à 3 pièces, dès 42 m² ». */
export function factsText(listing: Parameters<typeof mainFacts>[0]): string {
  return mainFacts(listing).join(listing.homes ? ', ' : ' ');
}

/** What is known and good to know, after the main facts: « 2e étage », « ascenseur », « balcon »… */
export function secondaryFacts(
  listing: Pick<ListingCard, 'floor' | 'floors' | 'elevator' | 'balcony' | 'terrace' | 'garden' | 'parking'>,
): string[] {
  return [
    floorLabel(listing.floor, listing.floors),
    listing.elevator ? 'ascenseur' : null,
    listing.balcony ? 'balcon' : null,
    listing.terrace ? 'terrasse' : null,
    listing.garden ? 'jardin' : null,
    listing.parking ? 'parking' : null,
  ].filter((fact) => fact !== null);
}

/** « Rez-de-chaussée », « 2e étage », « 5e et dernier étage »; null when unknown. */
export function floorLabel(floor: number | null, floors: number | null): string | null {
  if (floor === null) return null;
  if (floor < 0) return `${formatOrdinal(-floor)} sous-sol`;
  if (floor === 0) return 'rez-de-chaussée';
  return floor === floors ? `${formatOrdinal(floor)} et dernier étage` : `${formatOrdinal(floor)} étage`;
}

/** « 3 agences, dès 249 000,00 € »; null for a home that one agency shows. */
export function sharedWords({
  shared,
  transaction,
}: Pick<ListingCard, 'shared' | 'transaction'>): string | null {
  if (!shared) return null;
  const from = (transaction === RENTAL ? formatRent : formatPrice)(shared.from);
  return `${formatCount(shared.agencies, 'agence', 'agences')}, dès ${from}`;
}

/** « Écusson, 34000 Montpellier », « 75011 Paris 11e ». */
export function whereabouts({
  quarter,
  postalCode,
  place,
}: Pick<ListingCard, 'quarter' | 'postalCode' | 'place'>): string {
  const city = place ? `${postalCode} ${placeLabel(place)}`.trim() : postalCode;
  return quarter ? `${quarter}, ${city}` : city;
}

/** « Appartement 3 pièces 62,4 m², Lyon 7e »: the name of a listing where its photo and price are not seen. */
export function listingName(listing: ListingCard): string {
  const where = listing.place ? placeLabel(listing.place) : listing.postalCode;
  return `${factsText(listing)}, ${where}`;
}
