import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { placeCodeOf } from '#rooms/criteria/contract.ts';
import { isCutCity, type Place, placeLongLabel, slugify } from '#rooms/places/contract.ts';
import { placeBySlug } from '#rooms/places/places.server.ts';
import { suggestPlaces } from '#rooms/places/suggestions.server.ts';
import { cardsOf, searchListings } from '#rooms/search/search.server.ts';
import { type Brief, type KindPrices, type Prices, priceKindWords } from './contract.ts';
import { estimateHome } from './estimate.server.ts';
import { readLocated } from './estimate.ts';
import { cachedAnswer } from './kept-answers.server.ts';
import { mapPlaceOf } from './price-map.ts';
import {
  kindOfWord,
  type PriceHome,
  type PricePage,
  pricePath,
  type ShownKind,
  type Sold,
  type Suggested,
} from './price-page.ts';
import { districtRanges, mediansOf, pricedCities } from './prices.server.ts';
import { publication } from './published.ts';
import { rentControlHere } from './rent-control-here.server.ts';

const SUGGESTIONS_SHOWN = 6;
const LISTINGS_SHOWN = 3;

/** What an address of the form /prix-immobilier/{city}/{type} means. */
type PriceAnswer =
  | { readonly kind: 'page'; readonly page: PricePage }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'missing'; readonly asked: string; readonly suggestions: readonly Suggested[] };

interface Asked {
  readonly citySlug: string;
  readonly propertyType?: string | undefined;
  readonly params: URLSearchParams;
}

/** Reads an address (interface.md, fine points 3), then all that its page says. */
export async function pricePage(db: Db, { citySlug, propertyType, params }: Asked): Promise<PriceAnswer> {
  const answer = await placeBySlug(db, citySlug);
  const kind = propertyType === undefined ? null : readKind(propertyType);
  if (!answer || (propertyType !== undefined && !kind)) {
    const asked = [citySlug, propertyType].filter(Boolean).join(' ').replaceAll('-', ' ');
    const found = answer ? [answer.place] : [];
    return { kind: 'missing', asked, suggestions: await suggestionsFor(db, citySlug, found) };
  }
  const { place } = answer;
  const word = kind ? priceKindWords[kind].word : undefined;
  if (place.slug !== citySlug || word !== propertyType) {
    const query = params.toString();
    return { kind: 'moved', to: `${pricePath(place.slug, kind)}${query ? `?${query}` : ''}` };
  }
  return { kind: 'page', page: await readPage(db, place, kind, params) };
}

function readKind(word: string): ShownKind | null {
  return kindOfWord(word.toLowerCase().replace(/s$/, ''));
}

/** Places that a text may mean, each with its page. */
async function suggestionsFor(
  db: Queryable,
  text: string,
  sure: readonly Place[] = [],
): Promise<Suggested[]> {
  const found = await suggestPlaces(db, text.replaceAll('-', ' '), { limit: SUGGESTIONS_SHOWN });
  return [...sure.map((place) => ({ ...place, detail: place.departmentName })), ...found]
    .filter((place, rank, all) => all.findIndex(({ code }) => code === place.code) === rank)
    .map((place) => ({
      label: placeLongLabel(place),
      detail: place.detail,
      path: pricePath(place.slug),
    }));
}

async function readPage(
  db: Db,
  place: Place,
  kind: ShownKind | null,
  params: URLSearchParams,
): Promise<PricePage> {
  const now = clock.now();
  const answer = cachedAnswer(db, place, parisDay(now).day);
  const [{ prices, map, communes }, onSale, rentControl] = await Promise.all([
    answer,
    listingsOnSale(db, place, kind),
    rentControlHere(db, place, answer, now),
  ]);
  const shown = kind ?? leading(prices);
  const { coverage, notice, release, sources, districts, neighbours, apartment, house } = prices;
  // A whole department has no distances to compare homes by.
  const until = release && !release.embedded && place.kind !== 'department' ? release.to : null;
  const located = readLocated(params, until !== null);
  const home = located?.home ?? null;
  return {
    place,
    shown,
    typed: kind !== null,
    prices: { coverage, notice, release, sources, districts, neighbours, apartment, house },
    map,
    communes: communes.map((one) => mapPlaceOf(shown, one)),
    lastYear: params.get('periode') === '1-an',
    rentControl,
    located,
    estimable: until !== null,
    estimate:
      home && until ? await estimateHome(db, { placeCode: place.code, kind: shown, home, until }) : null,
    ...onSale,
    now: now.toISOString(),
  };
}

/** Of a place without a type asked: the kind that it has figures of its own for, and most sales. */
function leading({ apartment, house }: Prices): ShownKind {
  const weight = ({ figure, widened, published }: KindPrices) => {
    if (figure) return figure.n / figure.months - (widened ? 1e9 : 0);
    return published ? published.n / publication.months - (published.widened ? 1e9 : 0) : -2e9;
  };
  return weight(house) > weight(apartment) ? 'house' : 'apartment';
}

/** The newest homes on sale here, neither new nor rented; none for a department, which has no list. */
async function listingsOnSale(db: Db, place: Place, kind: ShownKind | null) {
  if (place.kind === 'department') return { listings: [], listed: 0 };
  const results = await searchListings(
    db,
    {
      transaction: 'achat',
      places: [placeCodeOf(place)],
      ...(kind ? { type: [priceKindWords[kind].word] } : {}),
    },
    { sort: 'date', page: 1, after: null },
  );
  const found = await cardsOf(db, results.rows.slice(0, LISTINGS_SHOWN));
  return {
    listings: found,
    listed: results.counts.yes,
  };
}

const CITIES_SHOWN = 24;

/** `/prix-immobilier`: reads the search (`lieux`, a slug chosen, before `lieu`, what was typed), else what is known. */
export async function priceHome(
  db: Db,
  params: URLSearchParams,
): Promise<{ kind: 'moved'; to: string } | { kind: 'home'; home: PriceHome }> {
  const asked = (params.get('lieu') ?? '').trim().slice(0, 80) || null;
  const slug = params.get('lieux')?.split(',')[0]?.trim() || (asked && slugify(asked));
  const meant = slug ? await placeBySlug(db, slug) : null;
  if (meant) return { kind: 'moved', to: pricePath(meant.place.slug) };
  const suggestions = asked ? await suggestionsFor(db, asked) : [];
  const [only, ...others] = suggestions;
  if (only && others.length === 0) return { kind: 'moved', to: only.path };
  return { kind: 'home', home: { asked, suggestions, cities: await citiesOf(db) } };
}

/** The biggest cities with what is known of each: a median, ours or published, or the range of its districts. */
async function citiesOf(db: Queryable): Promise<PriceHome['cities']> {
  const cities = await pricedCities(db, CITIES_SHOWN);
  const medians = await mediansOf(
    db,
    cities.map(({ code }) => code),
  );
  return Promise.all(
    cities.map(async (city) => {
      const { apartment, house } = medians.get(city.code) ?? { apartment: null, house: null };
      const ranges =
        isCutCity(city.code) && !(apartment && house)
          ? await districtRanges(db, city.code)
          : { apartment: null, house: null };
      const sold = (median: Brief | null, range: typeof ranges.apartment): Sold | null => {
        if (median) {
          const { n, months, published, median: value } = median;
          return { n, months, published, low: value, high: value, districts: null };
        }
        if (!range) return null;
        const { n, low, high, count } = range;
        return { n, months: publication.months, published: true, low, high, districts: count };
      };
      return { ...city, apartment: sold(apartment, ranges.apartment), house: sold(house, ranges.house) };
    }),
  );
}
