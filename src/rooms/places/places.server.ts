import type { Queryable } from '#platform/db.server.ts';
import {
  type CutCity,
  cutCities,
  districtSegment,
  type Place,
  rankOfPostalCode,
  slugify,
} from './contract.ts';
import { cutCityNamed, rankIn, readPlaceWords, searchKey } from './naming.server.ts';
import {
  type Surroundings,
  selectByCodes,
  selectBySlug,
  selectCommunes,
  selectDistricts,
  selectNamed,
  selectNeighbours,
  selectPopulations,
} from './places.sql.server.ts';

export { loadPlaces } from './loading/loading.server.ts';
export { loadShippedContours } from './loading/shipped-contours.server.ts';

/**
 * What an address segment means: the place itself, or the place whose address should be asked instead. A
 * district found where a city was asked keeps `kind: 'district'`: its page is its city's, then `districtSegment`.
 */
export type SlugAnswer = { readonly found: 'place' | 'redirect'; readonly place: Place } | null;

/** « neuf » and property types stand where a city could (interface.md, fine points 4). */
const NEVER_A_PLACE = new Set(['neuf', 'appartement', 'maison']);

const KNOWN_CITY = 20_000;
const TIMES_THE_NEXT = 10;

/**
 * Reads `montpellier-34000` (found), and sends `montpellier`, `montpellier-34070`, `montpellier-34`,
 * `st-etienne`, `paris-11`, merged communes and other writings to the place they mean when they can mean only
 * one (interface.md, fine points 3). Null when there is none.
 */
export async function placeBySlug(db: Queryable, slug: string): Promise<SlugAnswer> {
  // A text of the database has no such letter, and no place has it.
  const exact = slug.includes('\0') ? null : await selectBySlug(db, slug);
  if (exact) return { found: 'place', place: exact };
  const tidy = slugify(slug);
  if (!tidy || NEVER_A_PLACE.has(tidy)) return null;
  const place = (tidy === slug ? undefined : await selectBySlug(db, tidy)) ?? (await placeWritten(db, tidy));
  return place ? { found: 'redirect', place } : null;
}

async function placeWritten(db: Queryable, slug: string): Promise<Place | null> {
  const { name, postal, number } = readPlaceWords(slug);
  if (!name) return null;
  const city = cutCityNamed(name);
  if (city && (postal || number)) return placeInCutCity(db, city, postal, number);
  const named = await selectNamed(db, name);
  if (postal) return onlyOne(named.filter((place) => place.postalCodes.includes(postal)));
  if (number) {
    const department = number.toUpperCase().padStart(2, '0');
    return onlyOne(
      named.filter((place) => place.kind !== 'department' && place.departmentCode === department),
    );
  }
  // A name of today before a name without its article, before a name of the past; a department last.
  for (const termKind of [1, 2, 3]) {
    const communes = named.filter((place) => place.termKind === termKind && place.kind === 'commune');
    if (communes.length > 0) return outstanding(communes);
  }
  return onlyOne(named);
}

async function placeInCutCity(
  db: Queryable,
  city: CutCity,
  postal: string | null,
  number: string | null,
): Promise<Place | null> {
  const rank = (postal && rankOfPostalCode(city, postal)) || rankIn(city, number);
  if (rank) return (await districtsOf(db, city.code))[rank - 1] ?? null;
  const isWhole = postal === String(city.postalBase) || (!postal && number === city.code.slice(0, 2));
  return isWhole ? placeByCode(db, city.code) : null;
}

function onlyOne(places: readonly Place[]): Place | null {
  return places.length === 1 ? (places[0] ?? null) : null;
}

/** The only one, or the one that everybody means. Most inhabitants first. */
function outstanding(places: readonly Place[]): Place | null {
  const [first, second] = places;
  if (!first || !second) return first ?? null;
  const inhabitants = first.population ?? 0;
  return inhabitants > KNOWN_CITY && inhabitants >= TIMES_THE_NEXT * (second.population ?? 0) ? first : null;
}

/**
 * Reads the second segment of a city's address as one of its districts: `7e-arrondissement` (found); `7`, `7e`,
 * `7eme`, `vii`, `69007`, `69387`, `lyon-7`, `lyon-7e-arrondissement` (redirect). Null for anything else, and
 * for cities that have no districts. `districts` are the city's, where they are known already.
 */
export async function districtOf(
  db: Queryable,
  city: Place,
  segment: string,
  districts?: readonly Place[],
): Promise<SlugAnswer> {
  const cut = cutCities.find(({ code }) => code === city.code);
  const rank = cut && rankOfSegment(cut, segment);
  if (!rank) return null;
  const place = (districts ?? (await districtsOf(db, city.code)))[rank - 1];
  return place ? { found: segment === districtSegment(rank) ? 'place' : 'redirect', place } : null;
}

function rankOfSegment(city: CutCity, segment: string): number | null {
  const key = searchKey(segment);
  const own = searchKey(city.name);
  const { name, postal, number } = readPlaceWords(key.startsWith(own) ? key : `${own} ${key}`);
  if (name !== own) return null;
  if (!postal) return rankIn(city, number);
  const insee = Number(postal) - city.districtBase;
  return rankOfPostalCode(city, postal) ?? rankIn(city, String(insee));
}

/** The place of an INSEE code, of today or of a commune merged since; null when there is none. */
export async function placeByCode(db: Queryable, code: string): Promise<Place | null> {
  return (await placesByCode(db, [code])).get(code) ?? null;
}

/** The places of INSEE codes: each code asked, of today or of the past, to its place of today. Unknown codes are absent. */
export async function placesByCode(db: Queryable, codes: readonly string[]): Promise<Map<string, Place>> {
  if (codes.length === 0) return new Map();
  const rows = await selectByCodes(db, [...new Set(codes)]);
  return new Map(rows.map(({ asked, ...place }) => [asked, place]));
}

/** Districts of Paris, Lyon or Marseille in the order of their rank; empty for another commune. */
export async function districtsOf(db: Queryable, cityCode: string): Promise<Place[]> {
  return selectDistricts(db, cityCode);
}

/** Communes of a department, by name. */
export async function communesOf(db: Queryable, departmentCode: string): Promise<Place[]> {
  return selectCommunes(db, departmentCode);
}

/**
 * The nearest communes, nearest first, as the crow flies between centres; for a district, districts of its
 * city too. At most 12; none where the centre is unknown.
 */
export async function neighboursOf(db: Queryable, code: string, limit = 8): Promise<Place[]> {
  return selectNeighbours(db, code, limit);
}

/**
 * How many people live in the communes whose centre is within `radiusKm` of the centre of each place, as the crow flies. One
 * answer for each that is asked, in their order; null where the centre is unknown, or no place has this code.
 */
export async function populationsWithin(
  db: Queryable,
  asked: readonly Surroundings[],
): Promise<(number | null)[]> {
  if (asked.length === 0) return [];
  const nameOf = ({ code, radiusKm }: Surroundings) => `${code} ${radiusKm}`;
  const found = await selectPopulations(db, asked);
  const known = new Map(found.map((one) => [nameOf(one), one.population]));
  return asked.map((one) => known.get(nameOf(one)) ?? null);
}
