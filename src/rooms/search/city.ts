// City: what one page of listings of a commune or a district shows.
import { formatCount, formatOrdinal, formatPrice, formatRent } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { type AreaWords, hasArea } from '#rooms/criteria/area-words.ts';
import type { Filters, TransactionWord } from '#rooms/criteria/contract.ts';
import { atPlace, type Place } from '#rooms/places/contract.ts';
import {
  type Counts,
  headingOf,
  kindOfSearch,
  type Loosening,
  manners,
  type PlaceCount,
  pluralOf,
  type SearchResult,
  type Sort,
  searchPath,
  typeRefinements,
} from './contract.ts';
import { atPlaces, placesIn } from './further-places.ts';

export interface CityPage {
  readonly transaction: TransactionWord;
  /** The commune or the district. */
  readonly place: Place & { readonly area?: AreaWords; readonly further?: readonly Place[] };
  /** What was typed to add a place means several, or none; null when nothing waits for an answer. */
  readonly typed: { readonly text: string; readonly places: readonly Suggested[] } | null;
  readonly filters: Filters;
  readonly sort: Sort;
  readonly found: readonly SearchResult[];
  readonly counts: Counts;
  readonly page: number;
  readonly pages: number;
  readonly lastNumbered: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly districts: readonly PlaceCount[];
  readonly neighbours: readonly PlaceCount[];
  /** Only when nothing was found. */
  readonly wayOut: { readonly cheapestAbove: number | null; readonly looser: readonly Loosening[] } | null;
  /** Now, for « il y a 2 heures », the same on both sides of the wire. */
  readonly now: string;
}

export interface Suggested {
  readonly label: string;
  readonly detail: string;
  readonly path: string;
}

/** « Accueil › Louer à Lyon › 7e arrondissement ». The last one is the page itself, whatever other places it looks in. */
export function crumbsOf(view: CityPage): { label: string; href?: string }[] {
  const { transaction, filters } = view;
  const place = { ...view.place, further: undefined };
  const city = {
    ...place,
    area: undefined,
    further: undefined,
    kind: 'commune' as const,
    name: place.cityName ?? place.name,
    rank: null,
  };
  const type = filters.type?.length === 1 ? filters.type : undefined;
  const crumbs = [
    { label: 'Accueil', href: paths.home() },
    {
      label: `${manners[transaction]} ${atPlace(city)}`,
      href: searchPath(transaction, city) ?? paths.home(),
    },
    ...(place.rank === null
      ? []
      : [
          {
            label: `${formatOrdinal(place.rank)} arrondissement`,
            href: searchPath(transaction, place) ?? paths.home(),
          },
        ]),
    ...(type
      ? [
          {
            label: pluralOf(type[0] ?? ''),
            href: searchPath(transaction, place, { filters: { type } }) ?? paths.home(),
          },
        ]
      : []),
  ];
  const last = crumbs.at(-1);
  return [...crumbs.slice(0, -1), { label: last?.label ?? '' }];
}

/** What is shown: « Appartements à vendre à Nîmes », « … dans la zone choisie », « … et jusqu’à 10 km autour ». */
export function pageHeading({ transaction, place, filters }: CityPage): string {
  const { zone, bbox, rayon } = place.area ?? {};
  if (zone || bbox) return `${kindOfSearch(transaction, filters.type)} dans la zone choisie`;
  const heading = headingOf(transaction, place, filters.type);
  return rayon ? `${heading} et jusqu’à ${rayon}\u00a0km autour` : heading;
}

/** What search engines read: one address per place, type and page number; other filters and orders are not indexed. */
export function indexingOf(view: CityPage): { canonical: string; index: boolean } {
  const { transaction, place, filters, sort, page, counts, typed } = view;
  const { type, ...others } = filters;
  const own = type?.length === 1 && typeRefinements.some((word) => word === type[0]) ? { type } : {};
  const plain =
    !hasArea(place.area) &&
    !place.further &&
    !typed &&
    Object.keys(others).length === 0 &&
    (type === undefined || 'type' in own);
  return {
    canonical:
      searchPath(
        transaction,
        { ...place, area: undefined, further: undefined },
        { filters: own, page: plain ? page : 1 },
      ) ?? paths.home(),
    index: plain && sort === 'date' && counts.yes > 0,
  };
}

/** Title and description of the page. */
export function titlesOf(view: CityPage): { title: string; description: string } {
  const { transaction, place, filters, page } = view;
  const heading = headingOf(transaction, place, filters.type);
  return {
    title: `${heading}${page > 1 ? `, page ${page}` : ''} – Vigie`,
    description: `${countText(view)}. Une alerte vous écrit dès qu’une nouvelle annonce paraît ${atPlaces(placesIn(place))}.`,
  };
}

/**
 * What the picture of the page says. It is that of the place, or of its type where the address has one: another search says no
 * count of its own beside it.
 */
export function pictureText(view: CityPage): string {
  const { transaction, place, filters } = view;
  const { type, ...others } = filters;
  const [address = ''] = indexingOf(view).canonical.split('?');
  const shown = type?.length === 1 && address.endsWith(`/${type[0]}`) ? type : undefined;
  const same = !hasArea(place.area) && !place.further && Object.keys(others).length === 0 && shown === type;
  return same ? countText(view) : headingOf(transaction, { ...place, further: undefined }, shown);
}

/** « Immobilier à vendre à Nîmes : 128 annonces, de 65 000,00 € à 1 250 000,00 € ». */
function countText({ transaction, place, filters, counts }: CityPage): string {
  const heading = headingOf(transaction, place, filters.type);
  const money = transaction === 'location' ? formatRent : formatPrice;
  const range =
    counts.cheapest === null || counts.dearest === null || counts.cheapest === counts.dearest
      ? ''
      : `, de ${money(counts.cheapest)} à ${money(counts.dearest)}`;
  return counts.yes > 0
    ? `${heading}\u00a0: ${formatCount(counts.yes, 'annonce', 'annonces')}${range}`
    : heading;
}
