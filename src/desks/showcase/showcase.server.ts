import { parisDay } from '#contract/day.ts';
import { NBSP } from '#contract/fmt.ts';
import type { Queryable } from '#platform/db.server.ts';
import { type PropertyType, RENTAL } from '#rooms/listings/contract.ts';
import { overSince } from '#rooms/listings/laws.ts';
import { recordedEnds } from '#rooms/listings/prolongations.server.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { netPricePerM2 } from '#rooms/listings/worth.ts';
import { type LocalPrices, withoutSales } from '#rooms/prices/contract.ts';
import { localPrices, rentsOf } from '#rooms/prices/prices.server.ts';
import { rentVerdictOf } from '#rooms/prices/rent-control.server.ts';
import type { RentAnswer } from '#rooms/prices/rent-control.ts';
import type { LocalRents, RentKind } from '#rooms/prices/rents.ts';

/** The signed sales of the place, or what is published of it, for a flat or a house offered second-hand. */
interface PriceContext extends LocalPrices {
  /** What is asked there for a rental like it, unfurnished. */
  readonly rented: LocalRents | null;
  /** Why the price stands beside nothing, in French; null where it stands beside one of them. */
  readonly alone: string | null;
  /** What the rent-control order says of a rental. */
  readonly rent: RentAnswer | null;
  /** Of a rental: the last day of rent control when it is over, `YYYY-MM-DD`; null while it lasts. */
  readonly rentControlOver: string | null;
}

/** Signed sales and estimated rents know two kinds of homes; a loft is sold as a flat. */
const kinds: Partial<Record<PropertyType, 'apartment' | 'house'>> = {
  apartment: 'apartment',
  loft: 'apartment',
  house: 'house',
};

/** What Vigie knows of a price beside what the agency says of it, or why it knows nothing. */
export async function priceContextOf(db: Queryable, listing: ListingView, now: Date): Promise<PriceContext> {
  const { place, propertyType, transaction } = listing;
  const rental = transaction === RENTAL;
  const judged = rental && (propertyType === 'apartment' || propertyType === 'house');
  const { day } = parisDay(now);
  const [beside, rent, rentControlOver] = await Promise.all([
    place
      ? (rental ? rentedNear : soldNear)(db, listing, place.code)
      : 'le lieu de l’annonce n’est pas reconnu',
    place && judged ? rentVerdictOf(db, { ...listing, placeCode: place.code }, day) : null,
    rental ? recordedEnds(db).then((ends) => overSince('rent-control', day, ends)) : null,
  ]);
  const found = typeof beside === 'string' ? { alone: `Pas de comparaison${NBSP}: ${beside}.` } : beside;
  return { sold: null, published: null, rented: null, alone: null, ...found, rent, rentControlOver };
}

type Beside<Known extends keyof PriceContext> = Pick<PriceContext, Known> | string;

/** The sales signed in its place or around it, what is published of them, or why there is nothing to say. */
async function soldNear(
  db: Queryable,
  listing: ListingView,
  placeCode: string,
): Promise<Beside<'sold' | 'published'>> {
  const kind = kinds[listing.propertyType];
  if (listing.lifeAnnuity)
    return 'le prix d’un viager dépend de l’âge des vendeurs, pas celui d’une autre vente';
  if (listing.isNew || listing.propertyType === 'programme')
    return 'les ventes signées connues ici sont celles de l’ancien, sans les ventes sur plan';
  if (!kind) return 'les ventes signées connues ici sont celles d’appartements et de maisons';
  if (!listing.surface) return 'l’annonce ne dit pas la surface';
  if (netPricePerM2(listing) === null) return 'les ventes de moins de 9\u00a0m² ne sont pas comptées';
  const found = await localPrices(db, placeCode, kind);
  if (found.sold || found.published) return found;
  return withoutSales.some((department) => placeCode.startsWith(department))
    ? 'l’administration fiscale ne publie pas les ventes de ce département'
    : 'trop peu de ventes signées sont connues autour de ce lieu';
}

/** What is asked in its place for a home of its kind and size, or why there is nothing to say. */
async function rentedNear(db: Queryable, listing: ListingView, placeCode: string): Promise<Beside<'rented'>> {
  const { rooms, surface, price } = listing;
  const kind = kinds[listing.propertyType];
  if (!kind) return 'les loyers connus ici sont ceux d’appartements et de maisons';
  if (listing.furnished) return 'les loyers connus ici sont ceux de logements loués vides';
  if (listing.flatShare) return 'les loyers connus ici sont ceux de logements entiers';
  if (!surface) return 'l’annonce ne dit pas la surface';
  const rents = await rentsOf(db, placeCode);
  const sized = rooms && rooms > 2 ? 'apartment-large' : 'apartment-small';
  const like: RentKind = kind === 'apartment' && rooms && rents[sized] ? sized : kind;
  const rent = rents[like];
  return rent
    ? { rented: { kind: like, rent, asked: Math.round(price / surface) } }
    : 'aucun loyer d’annonce n’est connu dans ce lieu';
}
