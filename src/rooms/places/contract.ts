// Places: communes, districts of Paris, Lyon and Marseille, departments; their names, addresses and neighbours.
// Owns place, place_alias, place_term, place_edition, place_contour.
// Announces nothing: the open data changes once a year, with the code.
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { formatOrdinal } from '#contract/fmt.ts';

export const placeKinds = ['commune', 'district', 'department'] as const;
export type PlaceKind = (typeof placeKinds)[number];

export const placeSchema = z.object({
  /** INSEE code, always text: 34172, 75111, 2A004; 34 or 974 for a department. */
  code: z.string(),
  kind: z.enum(placeKinds),
  /** Official name with its article: « Le Havre », « Lyon 7e arrondissement », « Hérault ». */
  name: z.string(),
  /** TNCC of INSEE: 0 none (de), 1 none (d’), 2 Le, 3 La, 4 Les, 5 L’, 6 Aux, 7 Las, 8 Los. */
  liaison: z.int(),
  slug: z.string(),
  departmentCode: z.string(),
  departmentName: z.string(),
  /** The commune of a district, itself for a commune, null for a department. */
  cityCode: z.nullable(z.string()),
  cityName: z.nullable(z.string()),
  citySlug: z.nullable(z.string()),
  /** 7 for the 7th district; null for the others. */
  rank: z.nullable(z.int()),
  postalCodes: z.array(z.string()),
  population: z.nullable(z.int()),
  /** Centre, WGS 84 degrees; null for some overseas communes. */
  lng: z.nullable(z.number()),
  lat: z.nullable(z.number()),
  /** West, south, east, north. */
  bbox: z.nullable(z.tuple([z.number(), z.number(), z.number(), z.number()])),
});
export type Place = z.output<typeof placeSchema>;

export const suggestionSchema = z.extend(placeSchema, {
  /** What the field shows once chosen: « Montpellier », « Lyon 7e ». */
  label: z.string(),
  /** What tells namesakes apart, and why a place of another name answers: « 34000 · Hérault », « … · « Lomme » ». */
  detail: z.string(),
  /** The old or local name that was typed, when the place now bears another. */
  alias: z.nullable(z.string()),
});
export type Suggestion = z.output<typeof suggestionSchema>;

export const SUGGESTIONS_DEFAULT = 8;
export const SUGGESTIONS_MAX = 20;
/** Longer queries are cut: no place is called that. */
export const QUERY_MAX = 80;

export const searchPlacesCall = defineCall({
  method: 'GET',
  path: '/places',
  access: 'all',
  summary: 'Communes, arrondissements et départements dont le nom ou le code postal commence ainsi',
  query: z.object({
    q: z._default(z.string(), ''),
    limit: z.catch(
      z.coerce.number().check(z.int(), z.minimum(1), z.maximum(SUGGESTIONS_MAX)),
      SUGGESTIONS_DEFAULT,
    ),
  }),
  answer: z.object({ places: z.array(suggestionSchema) }),
});

/** « L'Haÿ-les-Roses » to `l-hay-les-roses` (formats/geography.md 4). */
export function slugify(text: string): string {
  return plain(text)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}

/** Lower case, without accents nor ligatures. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae');
}

/** Cities cut into municipal arrondissements, and how their codes are made. */
export const cutCities = [
  { code: '75056', name: 'Paris', districts: 20, districtBase: 75_100, postalBase: 75_000 },
  { code: '69123', name: 'Lyon', districts: 9, districtBase: 69_380, postalBase: 69_000 },
  { code: '13055', name: 'Marseille', districts: 16, districtBase: 13_200, postalBase: 13_000 },
] as const;
export type CutCity = (typeof cutCities)[number];

/** Whether a code is that of the whole of Paris, Lyon or Marseille: no home is anywhere in it without its arrondissement. */
export function isCutCity(code: string): boolean {
  return cutCities.some((city) => city.code === code);
}

/** The city that is cut into districts whose address segment this is: `lyon-69000`. */
export function cutCityOfSlug(slug: string): CutCity | undefined {
  return cutCities.find(({ name, postalBase }) => slug === `${name.toLowerCase()}-${postalBase}`);
}

/** The only postal code that is not its city's base plus the rank: the north of the 16th. */
export const SECOND_PARIS_16 = '75116';

/** Rank of the district that a postal code means in this city; null when it means none. */
export function rankOfPostalCode(city: CutCity, postalCode: string): number | null {
  if (city.code === '75056' && postalCode === SECOND_PARIS_16) return 16;
  const rank = Number(postalCode) - city.postalBase;
  return Number.isInteger(rank) && rank >= 1 && rank <= city.districts ? rank : null;
}

const articles: readonly RegExp[] = [
  /^$/,
  /^$/,
  /^Le /,
  /^La /,
  /^Les /,
  /^L['’]/,
  /^Aux /,
  /^Las /,
  /^Los /,
];

/** « Le Havre » to « Havre »; a name without article is returned as it is. */
export function withoutArticle(place: Pick<Place, 'name' | 'liaison'>): string {
  return place.name.replace(articles[place.liaison] ?? /^$/, '');
}

type Named = Pick<Place, 'code' | 'kind' | 'name' | 'liaison' | 'cityName' | 'rank'>;

/** « Montpellier », « Lyon 7e », « Hérault ». */
export function placeLabel(place: Named): string {
  return place.rank === null ? place.name : `${place.cityName} ${formatOrdinal(place.rank)}`;
}

/** « Lyon 7e arrondissement »; the same as the label elsewhere. */
export function placeLongLabel(place: Named): string {
  return place.rank === null ? place.name : `${placeLabel(place)} arrondissement`;
}

/** « à Lyon », « au Havre », « aux Ulis », « à L'Haÿ-les-Roses », « à Paris 11e », « dans l’Hérault ». */
export function atPlace(place: Named): string {
  if (place.kind === 'department') return atDepartment(place);
  if (place.liaison === 2) return `au ${withoutArticle(place)}`;
  if (place.liaison === 4 || place.liaison === 6) return `aux ${withoutArticle(place)}`;
  return `à ${placeLabel(place)}`;
}

/** « de Lyon », « d’Annecy », « du Havre », « des Ulis », « de La Rochelle », « de Paris 11e », « de l’Hérault ». */
export function ofPlace(place: Named): string {
  if (place.liaison === 1) return `d’${placeLabel(place)}`;
  if (place.liaison === 2) return `du ${withoutArticle(place)}`;
  if (place.liaison === 4 || place.liaison === 6) return `des ${withoutArticle(place)}`;
  // A department's name has no article, a commune's has.
  if (place.kind === 'department' && place.liaison === 3) return `de la ${place.name}`;
  if (place.kind === 'department' && place.liaison === 5) return `de l’${place.name}`;
  return `de ${placeLabel(place)}`;
}

// Islands and overseas territories follow usage, which the article does not give.
const overseas: Readonly<Record<string, string>> = {
  '971': 'en',
  '972': 'en',
  '973': 'en',
  '974': 'à',
  '975': 'à',
  '976': 'à',
  '977': 'à',
  '978': 'à',
  '984': 'dans les',
  '986': 'à',
  '987': 'en',
  '988': 'en',
  '989': 'sur l’',
};

function atDepartment(place: Named): string {
  const usage = overseas[place.code];
  if (usage) return usage.endsWith('’') ? `${usage}${place.name}` : `${usage} ${place.name}`;
  if (place.liaison === 2) return `dans le ${place.name}`;
  if (place.liaison === 3) return `dans la ${place.name}`;
  if (place.liaison === 4) return `dans les ${place.name}`;
  if (place.liaison === 5) return `dans l’${place.name}`;
  return `en ${place.name}`;
}

/** The second segment of a district's address: 7 to `7e-arrondissement`, 1 to `1er-arrondissement`. */
export function districtSegment(rank: number): string {
  return `${formatOrdinal(rank)}-arrondissement`;
}

/** What tells namesakes apart in a list: « 34000 · Hérault », « Toute la ville », « Département 34 ». */
export function placeDetail(
  place: Pick<Place, 'code' | 'kind' | 'rank' | 'postalCodes' | 'departmentName'>,
): string {
  if (place.kind === 'department') return `Département ${place.code}`;
  if (isCutCity(place.code)) return 'Toute la ville';
  const [first] = place.postalCodes;
  return first ? `${first} · ${place.departmentName}` : place.departmentName;
}

interface WrittenTown {
  readonly postalCode: string | null;
  readonly city: string | null;
}

/**
 * The town of an address as it is shown. A CEDEX (« 31685 », « Toulouse Cedex 6 ») is a sorting office: its code is no
 * town's and leads no visitor anywhere, so that the name alone stays.
 */
export function shownTown({ postalCode, city }: WrittenTown): WrittenTown {
  const sorted = /\s*\bcedex\b.*$/i;
  if (city === null || !sorted.test(city)) return { postalCode, city };
  return { postalCode: null, city: city.replace(sorted, '') };
}

/** « 31000 Toulouse », « Toulouse » for a CEDEX; empty when nothing is known. */
export function townLine(given: WrittenTown): string {
  const { postalCode, city } = shownTown(given);
  return [postalCode, city].filter(Boolean).join(' ');
}
