import type { Queryable } from '#platform/db.server.ts';
import {
  type CutCity,
  cutCities,
  type Place,
  placeDetail,
  placeLabel,
  QUERY_MAX,
  rankOfPostalCode,
  SUGGESTIONS_DEFAULT,
  type Suggestion,
} from './contract.ts';
import {
  cutCityNamed,
  departmentsOfPostalCode,
  type PlaceWords,
  rankIn,
  readPlaceWords,
  searchKey,
  soundKey,
  spellingKey,
  typoKeys,
} from './naming.server.ts';
import { selectBiggest, selectByCodes } from './places.sql.server.ts';
import {
  type Hit,
  selectByBeginning,
  selectBySpelling,
  selectSimilarNames,
  type Within,
} from './suggestions.sql.server.ts';

/** A beginning that no town of this size answers may be a misspelling of one. */
const KNOWN_CITY = 20_000;
/** Shorter than this, too many names sound alike. */
const SOUND_MIN = 4;
/** Longer than this, a name does not sound right by chance. */
const SURE_LENGTH = 6;
/** What sounds right counts as half a wrong letter. */
const SOUNDING_COST = 0.5;
/** Each sound that is still to come counts a little more: « val d’… » is less near to « valdoe » than « Valdoie ». */
const UNHEARD_COST = 0.1;
/** Names that sound so, and as many that a letter parts from it, looked at more closely. */
const CLOSE = 40;
/** Likely spellings looked at more closely. */
const SPELLED = 30;
/** « Lyon, France »: what follows a comma is kept only from its first figure on. */
const AFTER_COMMA = /,[^\d,]*/g;

/**
 * Places that the typed words may mean, best first. Understands accents, case, « st », « ste », « s/ », hyphens
 * and apostrophes, postal codes, districts (« paris 11 », « LYON 03 »), « CEDEX », a department beside a name
 * (« saint denis 93 »), old names of merged communes, and misspellings. A name wins over a postal code that is not its
 * own. Without words, the biggest cities.
 */
export async function suggestPlaces(
  db: Queryable,
  q: string,
  { limit = SUGGESTIONS_DEFAULT }: { limit?: number } = {},
): Promise<Suggestion[]> {
  const typed = q.slice(0, QUERY_MAX).replaceAll(AFTER_COMMA, ' ');
  const words = readPlaceWords(typed);
  if (!words.name && !words.postal && !words.number) {
    return /[\p{L}\p{N}]/u.test(q)
      ? []
      : (await selectBiggest(db, limit)).map((place) => toSuggestion(place, null));
  }
  if (!words.name) return byNumber(db, words, limit);
  const hits = await byName(db, words, limit);
  if (hits.length === 0 && typed.includes('('))
    return suggestPlaces(db, typed.replaceAll(/\(.*/g, ''), { limit });
  return hits.map((hit) => toSuggestion(hit, hit.alias));
}

async function byNumber(db: Queryable, { postal, number }: PlaceWords, limit: number): Promise<Suggestion[]> {
  const typed = postal ?? number ?? '';
  const hits = await selectByBeginning(db, typed, {}, limit);
  // « 13 » is the department before it is the beginning of Marseille's codes.
  const isThis = (hit: Hit) => Number(hit.kind === 'department' && hit.term === typed);
  if (hits.length > 0 || typed.length < 5)
    return hits
      .toSorted((a, b) => isThis(b) - isThis(a))
      .slice(0, limit)
      .map((hit) => toSuggestion(hit, null));
  const [place] = await selectByCodes(db, [typed.toUpperCase()]);
  if (!place) return [];
  // 44021 is no postal code but that of a CEDEX of Nantes: the person who typed it must see why this place answers.
  return [
    { ...toSuggestion(place, null), detail: `${placeDetail(place)} · code INSEE ${typed.toUpperCase()}` },
  ];
}

async function byName(db: Queryable, words: PlaceWords, limit: number): Promise<Hit[]> {
  const { name, postal, number } = words;
  const city = cutCityNamed(name);
  if (city && rankMeant(city, words)) return districtsNamed(db, city, words, limit);
  const within: Within = postal
    ? { postal }
    : number
      ? { departments: [number.toUpperCase().padStart(2, '0')] }
      : {};
  const inside = await byWords(db, name, within, limit);
  if (!postal && !number) return inside.length > 0 ? inside : byFirstWords(db, name, limit);
  if (inside.some(({ typedInFull }) => typedInFull)) return inside;
  const anywhere = await byWords(db, name, {}, limit);
  const known = anywhere.some(({ typedInFull }) => typedInFull);
  const misspelt = known ? undefined : cutCityMisspelt(name);
  if (misspelt && rankMeant(misspelt, words)) {
    const districts = await districtsNamed(db, misspelt, words, limit);
    return distinct([...districts, ...inside], limit);
  }
  if (!postal) return inside.length > 0 ? inside : firstOf(anywhere, () => byFirstWords(db, name, limit));
  // A name that the code bears out, be it begun or misspelt.
  if (inside.some(({ edits }) => edits <= 1) || (inside.length > 0 && !known)) return inside;
  return contradicted(db, name, postal, anywhere, limit);
}

/** The rank of a district that the figures beside the name of a cut city mean. */
function rankMeant(city: CutCity, { postal, number }: PlaceWords): number | null {
  return (postal && rankOfPostalCode(city, postal)) || rankIn(city, number);
}

async function districtsNamed(
  db: Queryable,
  city: CutCity,
  words: PlaceWords,
  limit: number,
): Promise<Hit[]> {
  // « paris 1 » may go on as « paris 11 », but means the first as long as it does not.
  const hits = await selectByBeginning(db, searchKey(`${city.name} ${rankMeant(city, words)}`), {}, limit);
  return hits.toSorted((a, b) => Number(b.typedInFull) - Number(a.typedInFull)).slice(0, limit);
}

/** Paris, Lyon or Marseille written with an error, two in the long name: only worth a look when nothing is called so. */
function cutCityMisspelt(name: string): CutCity | undefined {
  return cutCities.find((city) => {
    const right = searchKey(city.name);
    return soundKey(name) === soundKey(right) || editsBetween(name, right) <= Math.floor(right.length / 4);
  });
}

/**
 * The code is not that of the name: people know the name of their town better than its code, and the codes of a CEDEX
 * are nobody's. First the name, in the department of the code rather than elsewhere; then the places of the code.
 */
async function contradicted(
  db: Queryable,
  name: string,
  postal: string,
  anywhere: readonly Hit[],
  limit: number,
): Promise<Hit[]> {
  const nearby = await byWords(db, name, { departments: departmentsOfPostalCode(postal) }, limit);
  const named = [...nearby, ...anywhere].toSorted((a, b) => Number(b.typedInFull) - Number(a.typedInFull));
  const ofTheName = await firstOf(named, () => byFirstWords(db, name, limit));
  const ofTheCode = await selectByBeginning(db, postal, {}, limit);
  const half = Math.ceil(limit / 2);
  return distinct([...distinct(ofTheName, half), ...fit(ofTheCode, limit), ...ofTheName], limit);
}

async function firstOf(hits: readonly Hit[], otherwise: () => Promise<Hit[]>): Promise<Hit[]> {
  return hits.length > 0 ? [...hits] : otherwise();
}

function distinct<H extends Hit>(hits: readonly H[], limit: number): H[] {
  const seen = new Set<string>();
  return hits.filter(({ code }) => !seen.has(code) && seen.add(code)).slice(0, limit);
}

/** « cergy pontoise », « saint pierre reunion »: the most first words that are together a name. */
async function byFirstWords(db: Queryable, name: string, limit: number): Promise<Hit[]> {
  const words = name.split(' ');
  for (let count = words.length - 1; count > 0; count -= 1) {
    const hits = await selectByBeginning(db, words.slice(0, count).join(' '), {}, limit);
    const named = hits.filter(({ typedInFull }) => typedInFull);
    if (named.length > 0) return named.slice(0, limit);
  }
  return [];
}

async function byWords(db: Queryable, name: string, within: Within, limit: number): Promise<Found[]> {
  const begun = fit(await selectByBeginning(db, name, within, limit), limit).map((hit) => ({
    ...hit,
    edits: 0,
  }));
  if (begun.some(({ population }) => (population ?? 0) >= KNOWN_CITY)) return begun;
  const close = await closeTo(db, name, within);
  const isSure = ({ sounding, population }: Close) =>
    !sounding || name.length > SURE_LENGTH || (population ?? 0) >= KNOWN_CITY;
  const settled = begun.length > 0 || close.some(isSure);
  const spelled = settled ? [] : await selectBySpelling(db, spellingKey(name), within, SPELLED);
  const likely = spelled
    .map((hit) => ({ ...hit, edits: editsToBegin(name, hit.term) }))
    .filter(({ edits }) => edits <= 1 + Math.floor(name.length / 6));
  const ranked = [...begun, ...close, ...likely].map((hit) => ({
    hit,
    value: hit.typedInFull ? Number.POSITIVE_INFINITY : valueOf(hit),
  }));
  return distinct(
    ranked.toSorted((a, b) => b.value - a.value).map(({ hit }) => hit),
    limit,
  );
}

interface Found extends Hit {
  /** What parts the name from what was typed, in wrong letters. */
  readonly edits: number;
}

interface Close extends Found {
  /** Found by its sound: short names sound alike by chance. */
  readonly sounding: boolean;
}

/** What sounds as typed, and what a slip of the finger parts from it. */
async function closeTo(db: Queryable, name: string, within: Within): Promise<Close[]> {
  const sound = soundKey(name);
  const letters = name.replaceAll(' ', '');
  const keys = { letters, sound: sound.length < SOUND_MIN ? null : sound, typo: typoKeys(name) };
  return (await selectSimilarNames(db, keys, within, CLOSE))
    .map((hit) => ({
      ...hit,
      edits: hit.sounding
        ? SOUNDING_COST + UNHEARD_COST * (soundKey(hit.term).length - sound.length)
        : editsBetween(letters, hit.term.replaceAll(' ', '')),
    }))
    .filter(({ edits, sounding }) => sounding || edits <= 1);
}

/** One wrong letter is worth thirty times the inhabitants. */
function valueOf({ score, edits }: Found): number {
  return Math.log10(score + 10) - 1.5 * edits;
}

/** Letters to add, drop, change or swap so that `typed` becomes a beginning of `term`. */
export function editsToBegin(typed: string, term: string): number {
  return Math.min(...edits(typed, term));
}

/** Letters to add, drop, change or swap so that one becomes the other. */
export function editsBetween(one: string, other: string): number {
  return edits(one, other).at(-1) ?? 0;
}

/** The edits from `typed` to each beginning of `term`, the whole of it last (optimal string alignment). */
function edits(typed: string, term: string): number[] {
  let before: number[] = [];
  let above = Array.from({ length: term.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= term.length; column += 1) {
      const same = typed[row - 1] === term[column - 1] ? 0 : 1;
      let least = Math.min(above[column]! + 1, line[column - 1]! + 1, above[column - 1]! + same);
      const swapped = typed[row - 1] === term[column - 2] && typed[row - 2] === term[column - 1];
      if (row > 1 && column > 1 && swapped) least = Math.min(least, before[column - 2]! + 1);
      line.push(least);
    }
    before = above;
    above = line;
  }
  return above;
}

/** Cuts to the limit, the last seat going to a small place typed in full: « Y » among the cities in Y. */
function fit(hits: readonly Hit[], limit: number): Hit[] {
  const shown = hits.slice(0, limit);
  const exact = hits.slice(limit).find(({ typedInFull }) => typedInFull);
  return exact ? [...shown.slice(0, -1), exact] : shown;
}

function toSuggestion(place: Place, alias: string | null): Suggestion {
  return {
    code: place.code,
    kind: place.kind,
    name: place.name,
    liaison: place.liaison,
    slug: place.slug,
    departmentCode: place.departmentCode,
    departmentName: place.departmentName,
    cityCode: place.cityCode,
    cityName: place.cityName,
    citySlug: place.citySlug,
    rank: place.rank,
    postalCodes: place.postalCodes,
    population: place.population,
    lng: place.lng,
    lat: place.lat,
    bbox: place.bbox,
    label: placeLabel(place),
    detail: alias ? `${placeDetail(place)} · « ${alias} »` : placeDetail(place),
    alias,
  };
}
