import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { readArea, writeArea } from '#rooms/criteria/area.ts';
import { type Filters, placeCodeOf, type TransactionWord } from '#rooms/criteria/contract.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { cutCityOfSlug, type Place, placeLongLabel } from '#rooms/places/contract.ts';
import { districtOf, districtsOf, placeBySlug } from '#rooms/places/places.server.ts';
import { suggestPlaces } from '#rooms/places/suggestions.server.ts';
import type { CityPage, Suggested } from './city.ts';
import { readSearchWords, type SearchWords, searchPath, typeRefinements } from './contract.ts';
import { hidingReader, type Sought } from './found.sql.server.ts';
import { readFurtherPlaces } from './further-places.server.ts';
import { placesIn } from './further-places.ts';
import { cardsOf, placesAround, searchListings, waysOut, withinOf } from './search.server.ts';

const SUGGESTIONS_SHOWN = 6;
/** Up to so many inhabitants a place has some thousands of listings at most. */
const SMALL = 200_000;

/** What an address of the form /acheter/{city}/{refinement} means. */
type CityAnswer =
  | { readonly kind: 'page'; readonly page: CityPage }
  /** `lasting`: this address never is the right one (301); else only its words are untidy (302). */
  | { readonly kind: 'moved'; readonly to: string; readonly lasting: boolean }
  | { readonly kind: 'missing'; readonly asked: string; readonly suggestions: readonly Suggested[] };

interface Asked {
  readonly transaction: TransactionWord;
  readonly citySlug: string;
  readonly refinement?: string | undefined;
  readonly params: URLSearchParams;
  /** The account that asks: what it hid is left out of lists and counts. */
  readonly reader?: number | null;
}

/** Reads an address (interface.md, fine points 3 and 4), then its listings. */
export async function cityPage(db: Db, asked: Asked): Promise<CityAnswer> {
  const words = readSearchWords(asked.params);
  const target = await targetOf(db, asked, words.filters);
  if (!target) return missing(db, asked);
  const { filters, moved } = target;
  const area = writeArea(readArea(asked.params), asked.params.get('carte') === 'oui');
  const further = await readFurtherPlaces(db, target.place, asked.params);
  const place = {
    ...target.place,
    ...(Object.keys(area).length > 0 ? { area } : {}),
    ...(further.places.length > 0 ? { further: further.places } : {}),
  };
  const to = searchPath(asked.transaction, place, { ...words, filters });
  if (!to) return missing(db, asked);
  if (moved) return { kind: 'moved', to, lasting: true };
  if (further.untidy || isUntidy(asked.params)) return { kind: 'moved', to, lasting: false };
  const { sort } = words;
  const typed = further.choice && {
    text: further.choice.text,
    places: suggested(further.choice.places, (added) =>
      searchPath(asked.transaction, { ...place, further: [...further.places, added] }, { filters, sort }),
    ),
  };
  return { kind: 'page', page: { ...(await readPage(db, asked, place, { ...words, filters })), typed } };
}

interface Target {
  readonly place: Place;
  readonly filters: Filters;
  readonly moved: boolean;
}

async function targetOf(db: Db, { citySlug, refinement }: Asked, filters: Filters): Promise<Target | null> {
  const said = refinement?.toLowerCase();
  const type = typeRefinements.find((word) => word === said || `${word}s` === said);
  const cut = refinement && !type ? cutCityOfSlug(citySlug) : undefined;
  // Asked in one turn, the city and its districts come in one answer.
  const [answer, districts] = await Promise.all([
    placeBySlug(db, citySlug),
    cut ? districtsOf(db, cut.code) : undefined,
  ]);
  if (!answer || answer.place.kind === 'department') return null;
  const { place } = answer;
  // A district has no address without its city.
  const moved = answer.found === 'redirect' || place.kind === 'district';
  if (!refinement) return { place, filters, moved };
  if (type) return { place, filters: { ...filters, type: [type] }, moved: moved || type !== refinement };
  const district = await districtOf(db, place, refinement, districts);
  return district && { place: district.place, filters, moved: moved || district.found === 'redirect' };
}

/** A form without JavaScript sends empty fields and repeats its lists: the address is tidied once. */
function isUntidy(params: URLSearchParams): boolean {
  const known = ['tri', ...criteriaTable.map(({ word }) => word)];
  return known.some((word) => {
    const values = params.getAll(word);
    return values.length > 1 || values[0] === '';
  });
}

async function missing(db: Db, { transaction, citySlug, refinement }: Asked): Promise<CityAnswer> {
  const text = [citySlug, refinement].filter(Boolean).join(' ').replaceAll('-', ' ');
  const places =
    citySlug === 'neuf'
      ? []
      : await suggestPlaces(db, citySlug.replaceAll('-', ' '), { limit: SUGGESTIONS_SHOWN });
  return {
    kind: 'missing',
    asked: text,
    suggestions: suggested(places, (place) => searchPath(transaction, place)),
  };
}

/** Places that were perhaps meant, each with the address it leads to. */
function suggested<P extends Place & { detail: string }>(
  places: readonly P[],
  pathOf: (place: P) => string | null,
): Suggested[] {
  return places.flatMap((place) => {
    const path = pathOf(place);
    return path ? [{ label: placeLongLabel(place), detail: place.detail, path }] : [];
  });
}

async function readPage(
  db: Db,
  { transaction, params, reader: asking = null }: Asked,
  place: CityPage['place'],
  words: SearchWords,
): Promise<Omit<CityPage, 'typed'>> {
  const reader = await hidingReader(db, asking);
  const { filters, sort } = words;
  const places: readonly Place[] = placesIn<Place>(place);
  const criteria: Sought = {
    transaction,
    places: places.map(placeCodeOf),
    within: withinOf(params, places),
    small: (place.population ?? 0) <= SMALL,
    ...filters,
  };
  const [{ results, found }, around] = await Promise.all([
    searchListings(db, criteria, words, reader).then(async (results) => ({
      results,
      found: await cardsOf(db, results.rows),
    })),
    placesAround(db, transaction, { cityCode: place.cityCode ?? place.code }, reader),
  ]);
  const { rows: _, ...rest } = results;
  const empty = results.counts.yes + results.counts.maybe === 0;
  return {
    transaction,
    place,
    filters,
    sort,
    found,
    ...rest,
    ...around,
    wayOut: empty ? await waysOut(db, criteria, reader) : null,
    now: clock.now().toISOString(),
  };
}
