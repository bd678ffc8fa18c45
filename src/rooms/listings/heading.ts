/**
 * What a listing is called: in its title, for search engines, when it is shared; and the alert for its like.
 * Words made of its public facts.
 */
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { atPlace } from '#rooms/places/contract.ts';
import { type PropertyType, propertyTypes, RENTAL } from './contract.ts';
import { factsText, type ListingView, mainFacts, whereabouts } from './reading.ts';

/** « Appartement 3 pièces 62,4 m² à louer à Lyon 7e », « Les Terrasses, programme neuf à Nîmes : 8 logements, dès 42 m² ». */
export function headingOf(listing: ListingView): string {
  const market = listing.transaction === RENTAL ? 'à louer' : 'à vendre';
  const where = listing.place ? atPlace(listing.place) : `(${listing.postalCode})`;
  const { programmeName } = listing;
  if (listing.homes) {
    const [type = '', ...homes] = mainFacts(listing);
    const what = programmeName ? `${programmeName}, ${type.toLowerCase()}` : `${type} ${market}`;
    return `${what} ${where}${NBSP}: ${homes.join(', ')}`;
  }
  if (programmeName) return `${programmeName}, ${factsText(listing).toLowerCase()} ${where}`;
  // A house is told by what is built, its land comes with the facts.
  const facts = mainFacts(listing).filter((fact) => !fact.startsWith('terrain '));
  return `${facts.join(' ')} ${market} ${where}`;
}

/** A line or two: where, how much, how the description begins. */
export function summaryOf(listing: ListingView, price: string): string {
  const text = listing.description.replaceAll(/\s+/g, ' ').trim();
  const head = `${whereabouts(listing)}. ${price}. `;
  const room = 160 - head.length;
  return `${head}${text.length > room ? `${text.slice(0, Math.max(0, text.lastIndexOf(' ', room - 1)))}…` : text}`.trim();
}

/** What search engines read of a listing on line (schema.org, for `pageMeta`). */
export function structuredData(
  listing: ListingView,
  url: string,
  picture: string | null,
  description: string,
) {
  return {
    '@type': 'RealEstateListing',
    name: headingOf(listing),
    description,
    url,
    datePosted: listing.publishedAt,
    ...(picture ? { image: picture } : {}),
    offers: {
      ...priceData(listing),
      availability: `https://schema.org/${listing.status === 'under_offer' ? 'LimitedAvailability' : 'InStock'}`,
      businessFunction: `http://purl.org/goodrelations/v1#${listing.transaction === RENTAL ? 'LeaseOut' : 'Sell'}`,
      seller: { '@type': 'RealEstateAgent', name: listing.agency.name },
    },
    about: {
      ...homeData(listing),
      address: {
        '@type': 'PostalAddress',
        ...(listing.postalCode ? { postalCode: listing.postalCode } : {}),
        ...(listing.place ? { addressLocality: listing.place.cityName ?? listing.place.name } : {}),
        addressCountry: 'FR',
      },
    },
  };
}

/** The price asked; of a programme, the prices of the homes that can still be had: « à partir de » is nobody's price. */
function priceData({ propertyType, units, price, transaction }: ListingView) {
  const priceCurrency = 'EUR';
  if (propertyType === 'programme') {
    const free = (units ?? []).filter(({ status }) => status === 'available').map((unit) => unit.price);
    return {
      '@type': 'AggregateOffer',
      lowPrice: euros(price),
      ...(free.length > 0 ? { highPrice: euros(Math.max(price, ...free)), offerCount: free.length } : {}),
      priceCurrency,
    };
  }
  const amount = { price: euros(price), priceCurrency };
  return {
    '@type': 'Offer',
    ...amount,
    ...(transaction === RENTAL
      ? { priceSpecification: { '@type': 'UnitPriceSpecification', ...amount, unitCode: 'MON' } }
      : {}),
  };
}

const euros = (cents: number) => (cents / 100).toFixed(2);

const kindsOfHome: Partial<Record<PropertyType, string>> = {
  apartment: 'Apartment',
  house: 'House',
  loft: 'Apartment',
  castle: 'House',
  mansion: 'House',
};

/** What is offered: only what one lives in has rooms and a floor size in schema.org. */
function homeData({ propertyType, surface, rooms, bedrooms }: ListingView) {
  const kind = kindsOfHome[propertyType];
  if (!kind) return { '@type': 'Place' };
  return {
    '@type': kind,
    ...(surface ? { floorSize: { '@type': 'QuantitativeValue', value: surface, unitCode: 'MTK' } } : {}),
    ...(rooms ? { numberOfRooms: rooms } : {}),
    ...(bedrooms ? { numberOfBedrooms: bedrooms } : {}),
  };
}

/** Address of a new alert for what is like this one: same place, market, type and rooms, up to a tenth dearer. */
export function alertLike(
  listing: Pick<
    ListingView,
    'transaction' | 'isNew' | 'place' | 'propertyType' | 'rooms' | 'homes' | 'price'
  >,
): string {
  const { transaction, isNew, place, propertyType, rooms, homes, price } = listing;
  const step = transaction === RENTAL ? 50 : 10_000;
  const words = new URLSearchParams({
    transaction: transaction === RENTAL ? 'location' : isNew ? 'neuf' : 'achat',
    ...(place ? { lieux: place.slug } : {}),
    type: propertyTypes[propertyType].word,
    prixMax: String(Math.ceil((price * 1.1) / 100 / step) * step),
    ...(rooms && !homes ? { pieces: String(rooms) } : {}),
  });
  return `${paths.newAlert()}?${words}`;
}
