// Picture: the map of a search as one still picture, for who has not opened the map.

import { readableQuery, writeSearch } from '#rooms/criteria/contract.ts';
import type { CityPage } from './city.ts';
import { slugsOf } from './contract.ts';

export const MAP_PICTURE = '/carte.svg';

/** The address of the picture of a search: the words of `GET /api/listings/map`. */
export function mapPicturePath({
  transaction,
  place,
  filters,
}: Pick<CityPage, 'transaction' | 'place' | 'filters'>): string {
  const { carte: _, ...where } = place.area ?? {};
  const words = [
    writeSearch(transaction, slugsOf(place), filters),
    readableQuery(new URLSearchParams(where)),
  ];
  return `${MAP_PICTURE}?${words.filter(Boolean).join('&')}`;
}
