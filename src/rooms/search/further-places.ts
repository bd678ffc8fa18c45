// Further: the places that a page looks in beside the one of its path, named and taken away.
import { atPlace, type Place, placeLabel } from '#rooms/places/contract.ts';

/** The word of a page's address for its further places; the path carries the first (interface.md, search words). */
export const FURTHER = 'lieux';
/** What was typed to add one, resolved by the server, which answers with the tidy address. */
export const TYPED = 'lieu';
export const CHOSEN = 'lieuChoisi';

export type NamedPlace = Parameters<typeof atPlace>[0];
/** Places are named one by one up to here. */
const NAMED_MAX = 3;

/** All the places of a page, that of its path first. */
export function placesIn<P extends object>(place: P & { readonly further?: readonly P[] | undefined }): P[] {
  return [place, ...(place.further ?? [])];
}

/** « à Nîmes », « à Nîmes, à Lyon 7e et dans l’Hérault », « à Nîmes et dans 4 autres lieux ». */
export function atPlaces(places: readonly NamedPlace[]): string {
  const [first, ...others] = places;
  if (!first) return '';
  if (places.length > NAMED_MAX) return `${atPlace(first)} et dans ${others.length} autres lieux`;
  const last = others.at(-1);
  const before = [first, ...others.slice(0, -1)].map(atPlace).join(', ');
  return last ? `${before} et ${atPlace(last)}` : before;
}

/** The places of a page, each with those that stay without it; null where they would have no page: a department has none. */
export function placeChips<P extends Place>(
  places: readonly P[],
): { place: P; text: string; rest: P[] | null }[] {
  return places.map((place) => {
    const others = places.filter(({ code, kind }) => code !== place.code || kind !== place.kind);
    const first = others.find(({ kind }) => kind !== 'department');
    return {
      place,
      text: placeLabel(place),
      rest: first ? [first, ...others.filter((other) => other !== first)] : null,
    };
  });
}
