// Search: which listings one sees in a place, in what order, at what address.
// Owns nothing: it reads listings, places and agencies.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { type Page, paths } from '#contract/paths.ts';
import { type AreaWords, areaWordNames } from '#rooms/criteria/area-words.ts';
import {
  type Filters,
  readableQuery,
  readFilters,
  type TransactionWord,
  writeFilters,
  writeSearch,
} from '#rooms/criteria/contract.ts';
import { type CriterionWord, criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { type ListingCard, listingCardSchema } from '#rooms/listings/reading.ts';
import { districtSegment, type Place } from '#rooms/places/contract.ts';
import { atPlaces, FURTHER, type NamedPlace, placesIn } from './further-places.ts';

export const sorts = {
  date: 'Plus récentes',
  prix: 'Prix croissant',
  '-prix': 'Prix décroissant',
  surface: 'Surface croissante',
  '-surface': 'Surface décroissante',
  prixM2: 'Prix au m² croissant',
  baisse: 'Plus fortes baisses de prix',
} as const;
export type Sort = keyof typeof sorts;

/** What an address says beside its place: filters, order, and where one stands in the list. */
export interface SearchWords {
  readonly filters: Filters;
  readonly sort: Sort;
  /** From 1. With `after` it is only a number to show. */
  readonly page: number;
  /** Keyset position: the page begins (or, reversed, ends) next to this listing. */
  readonly after: string | null;
}

/** Never throws: unknown words are ignored, malformed values dropped. */
export function readSearchWords(params: URLSearchParams): SearchWords {
  const sort = params.get('tri') ?? '';
  const page = params.get('page') ?? '';
  const after = params.get('apres') ?? '';
  return {
    filters: readFilters(params),
    sort: Object.hasOwn(sorts, sort) ? (sort as Sort) : 'date',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    after: /^[a-z]{0,2}-?[\d.]{1,24}_\d{1,15}$/.test(after) ? after : null,
  };
}

type PlaceAddress = Pick<Place, 'kind' | 'slug' | 'citySlug' | 'rank'> & {
  /** Where to look around it, or the map beside it: every address of the same search keeps it. */
  readonly area?: AreaWords | undefined;
  /** The other places of the search: the path carries the first. */
  readonly further?: readonly { readonly slug: string }[] | undefined;
};

const sections: Record<
  TransactionWord,
  { city: Page<`/${string}/:citySlug`>; refined: Page<`/${string}/:citySlug/:refinement`> }
> = {
  achat: { city: paths.buyCity, refined: paths.buyCityRefined },
  location: { city: paths.rentCity, refined: paths.rentCityRefined },
  neuf: { city: paths.newCity, refined: paths.newCityRefined },
};

/** Types that have an address of their own: `/acheter/nimes-30000/maison`. */
export const typeRefinements = ['appartement', 'maison'] as const;

/**
 * The address of a search: the type alone or the district becomes a segment, the rest are words. Null for a
 * department, which has no page.
 */
export function searchPath(
  transaction: TransactionWord,
  place: PlaceAddress,
  words: { filters?: Filters; sort?: Sort; page?: number; after?: string | null } = {},
): string | null {
  const { kind, citySlug, rank } = place;
  if (kind === 'department' || !citySlug) return null;
  const { city, refined } = sections[transaction];
  const { type, ...others } = words.filters ?? {};
  const segment =
    rank !== null
      ? districtSegment(rank)
      : type?.length === 1
        ? typeRefinements.find((word) => word === type[0])
        : undefined;
  const path = segment ? refined({ citySlug, refinement: segment }) : city({ citySlug });
  const params = new URLSearchParams([
    ...(place.further?.length ? [[FURTHER, place.further.map(({ slug }) => slug).join(',')]] : []),
    ...writeFilters(rank === null && segment ? others : (words.filters ?? {})),
  ] as [string, string][]);
  for (const name of areaWordNames) {
    const value = place.area?.[name];
    if (value) params.set(name, value);
  }
  if (words.sort && words.sort !== 'date') params.set('tri', words.sort);
  if (words.page && words.page > 1) params.set('page', String(words.page));
  if (words.after) params.set('apres', words.after);
  const query = readableQuery(params);
  return query ? `${path}?${query}` : path;
}

/** The address of a page of results, with the map beside the list or without. */
export function mapPath({ transaction, place, filters, sort, page }: MappedSearch, open: boolean): string {
  const area = { ...place.area, carte: open ? 'oui' : '' };
  return searchPath(transaction, { ...place, area }, { filters, sort, page }) ?? '';
}

interface MappedSearch {
  readonly transaction: TransactionWord;
  readonly place: PlaceAddress;
  readonly filters: Filters;
  readonly sort: Sort;
  readonly page: number;
}

/** The slugs of all the places of a page, as alerts and the API take them. */
export function slugsOf(place: Pick<PlaceAddress, 'slug' | 'further'>): string[] {
  return [place.slug, ...(place.further ?? []).map(({ slug }) => slug)];
}

/** The alert form, filled with a search. */
export function alertPath(
  transaction: TransactionWord,
  placeSlugs: readonly string[],
  filters: Filters,
  area: AreaWords = {},
): string {
  const { carte: _carte, ...where } = area;
  const words = [writeSearch(transaction, placeSlugs, filters), readableQuery(new URLSearchParams(where))];
  return `${paths.newAlert()}?${words.filter(Boolean).join('&')}`;
}

const plurals: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(propertyTypes).map(({ word, plural }) => [word, plural]),
);

/** What one does, in menus and breadcrumbs. */
export const manners: Record<TransactionWord, string> = { achat: 'Acheter', location: 'Louer', neuf: 'Neuf' };

/** « Appartements »; the word itself when it is no type. */
export function pluralOf(type: string): string {
  return plurals[type] ?? type;
}

/** « Appartements à louer », « Maisons neuves », « Appartements et maisons à vendre », « Immobilier à vendre ». */
export function kindOfSearch(transaction: TransactionWord, types: readonly string[] = []): string {
  const names = types.length <= 2 ? types.flatMap((word) => plurals[word] ?? []) : [];
  const [first, second] = names;
  if (!first)
    return { achat: 'Immobilier à vendre', location: 'Locations', neuf: 'Immobilier neuf' }[transaction];
  const what = second ? `${first} et ${second.charAt(0).toLowerCase()}${second.slice(1)}` : first;
  if (transaction === 'location') return `${what} à louer`;
  if (transaction === 'achat') return `${what} à vendre`;
  if (types.every((word) => word === 'maison')) return `${what} neuves`;
  return types.at(-1) === 'programme' ? what : `${what} neufs`;
}

/** « Appartements à louer à Lyon 7e », « Maisons à vendre à Nîmes et dans l’Hérault ». */
export function headingOf(
  transaction: TransactionWord,
  place: NamedPlace & { readonly further?: readonly NamedPlace[] | undefined },
  types: readonly string[] = [],
): string {
  return `${kindOfSearch(transaction, types)} ${atPlaces(placesIn(place))}`;
}

/** What a search says of its listings, beside the listings. */
export interface Counts {
  readonly yes: number;
  readonly maybe: number;
  /** Published since yesterday, midnight in Paris. */
  readonly fresh: number;
  /** Expected a week, from the last four; null when we have watched for less. */
  readonly weekly: number | null;
  /** Asking prices of what surely matches, in cents. */
  readonly cheapest: number | null;
  readonly dearest: number | null;
  /** By word of the address, whatever types are asked: what surely matches; 0 where all of a type is in doubt. */
  readonly types: Readonly<Record<string, number>>;
}

/** A listing of a page of results, and how surely it matches. */
export interface SearchResult extends ListingCard {
  readonly verdict: 'yes' | 'maybe';
  readonly unknown: UnknownWord[];
}

/** What a listing may be silent on: a criterion, or where it is. */
export type UnknownWord = CriterionWord | 'place';

/** A search with one criterion less. */
export interface Loosening {
  /** The criterion left out, as its chip says it. */
  readonly text: string;
  readonly rest: Filters;
  readonly count: number;
}

/** A commune or a district, and its listings on line. */
export interface PlaceCount {
  readonly code: string;
  readonly kind: 'commune' | 'district';
  readonly name: string;
  readonly liaison: number;
  readonly slug: string;
  readonly citySlug: string;
  readonly cityName: string;
  readonly rank: number | null;
  readonly count: number;
}

/** What nobody must be able to make fail: any value is taken as text, then read like the words of an address. */
const word = z.optional(z.union([z.string(), z.array(z.string())]));
export const searchQuery = z.looseObject({
  transaction: word,
  lieux: word,
  zone: word,
  bbox: word,
  rayon: word,
  ...(Object.fromEntries(criteriaTable.map((criterion) => [criterion.word, word])) as Record<
    (typeof criteriaTable)[number]['word'],
    typeof word
  >),
});

/** The query of a call as the words of an address. */
export function paramsOf(query: Readonly<Record<string, unknown>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one): one is string => typeof one === 'string')
        .map((one): [string, string] => [name, one]),
    ),
  );
}

const countSchema = z.object({
  /** Listings that meet every criterion. */
  yes: z.int(),
  /** Listings that meet all they say, and are silent on the rest. */
  maybe: z.int(),
});

/** A listing found, and how surely. */
const foundSchema = z.extend(listingCardSchema, {
  /** Site-relative. */
  url: z.string(),
  verdict: z.enum(['yes', 'maybe']),
  /** Words of the search that the listing says nothing about. */
  unknown: z.array(z.string()),
});

/** Days that forms offer for `depuis`. */
export const daysOffered = [1, 3, 7, 14, 30] as const;

/** By word of the address and value: how many listings surely match the search with that option, alone of its word. */
const optionCounts = z.record(z.string(), z.record(z.string(), z.int()));
export type OptionCounts = z.output<typeof optionCounts>;

export const searchListingsCall = defineCall({
  method: 'GET',
  path: '/listings',
  access: 'all',
  summary: 'Annonces d’une recherche, 24 par page, mêmes mots que les adresses des pages',
  query: z.extend(searchQuery, { tri: word, page: word, apres: word }),
  answer: z.object({
    listings: z.array(foundSchema),
    count: countSchema,
    page: z.int(),
    pages: z.int(),
    /** Values for `apres`, null at the ends. */
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
  }),
});

export const countListingsCall = defineCall({
  method: 'GET',
  path: '/listings/count',
  access: 'all',
  summary: 'Nombre exact d’annonces d’une recherche : sûres et peut-être',
  query: searchQuery,
  answer: countSchema,
});

export const countOptionsCall = defineCall({
  method: 'GET',
  path: '/listings/options',
  access: 'all',
  summary:
    'Nombre exact d’annonces que laisserait chaque option d’une recherche : types, équipements, classes',
  query: searchQuery,
  answer: z.object({ options: optionCounts }),
});
