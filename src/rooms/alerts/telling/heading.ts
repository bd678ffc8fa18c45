/**
 * Heading: what an alert tells, in one line, for the subject of a mail and the title of a notification.
 */
import { formatCount, formatPrice, formatRent } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';
import type { NotifiedListing } from '../digest.ts';

/** « 3 nouvelles annonces et 1 baisse de prix », « 1 annonce, peut-être ». */
export function headlineOf(told: readonly Pick<NotifiedListing, 'occasion' | 'unknown'>[]): string {
  const sure = told.filter(({ unknown }) => unknown.length === 0);
  if (sure.length === 0) return `${formatCount(told.length, 'annonce', 'annonces')} à vérifier`;
  const count = (occasion: NotifiedListing['occasion']) =>
    sure.filter((one) => one.occasion === occasion).length;
  const [fresh, back, fallen, gone] = [
    count('appeared'),
    count('returned'),
    count('priceFell'),
    count('gone'),
  ];
  const parts = [
    fresh > 0 ? formatCount(fresh, 'nouvelle annonce', 'nouvelles annonces') : null,
    back > 0 ? formatCount(back, 'annonce de retour', 'annonces de retour') : null,
    fallen > 0 ? formatCount(fallen, 'baisse de prix', 'baisses de prix') : null,
    gone > 0 ? formatCount(gone, 'bien parti', 'biens partis') : null,
  ].filter((part) => part !== null);
  return parts.length < 3 ? parts.join(' et ') : `${parts.slice(0, -1).join(', ')} et ${parts.at(-1)}`;
}

/** « 2 nouvelles annonces – Nîmes, dès 210 000,00 € ». */
export function subjectOf(places: readonly string[], told: readonly NotifiedListing[]): string {
  const sure = told.filter(({ unknown }) => unknown.length === 0);
  return `${headlineOf(told)} – ${whereOf(places)}${priceHint(sure.length > 0 ? sure : told)}`;
}

/** « Nîmes et Lunel », « Nîmes et 3 autres lieux ». */
export function whereOf(places: readonly string[]): string {
  const [first = '', second] = places;
  if (places.length > 2) return `${first} et ${places.length - 1} autres lieux`;
  return second === undefined ? first : `${first} et ${second}`;
}

function priceHint(told: readonly NotifiedListing[]): string {
  const standing = told.filter(({ occasion }) => occasion !== 'gone');
  if (standing.length === 0 && told.length > 1) return '';
  const cheapest = (standing.length > 0 ? standing : told)
    .map(({ card }) => card)
    .toSorted((a, b) => a.price - b.price)[0];
  if (!cheapest) return '';
  return `${standing.length > 1 ? ' dès' : ','} ${priceOf(cheapest)}`;
}

/** « 250 000,00 € », « 850,00 €/mois ». */
export function priceOf({ price, transaction }: Pick<ListingCard, 'price' | 'transaction'>): string {
  return transaction === RENTAL ? formatRent(price) : formatPrice(price);
}
