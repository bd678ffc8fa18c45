import type { Queryable } from '../../../platform/db.server.ts';
import {
  type Place,
  placeDetail,
  placeLabel,
  QUERY_MAX,
  rankOfPostalCode,
  SUGGESTIONS_DEFAULT,
  type Suggestion,
} from '../contract.ts';
import {
  cutCityNamed,
  type PlaceWords,
  rankIn,
  readPlaceWords,
  soundKey,
  spellingKey,
} from '../naming/rules.server.ts';
import { selectBiggest, selectByCodes } from '../sql.server.ts';
import { type Hit, selectByBeginning, selectBySound, selectBySpelling, type Within } from './sql.server.ts';

/** A beginning that no town of this size answers may be a misspelling of one. */
const KNOWN_CITY = 20_000;
/** Shorter than this, too many names sound alike. */
const SOUND_MIN = 4;
/** Longer than this, a name does not sound right by chance. */
const SURE_LENGTH = 6;
/** What sounds right counts as half a wrong letter. */
const SOUNDING_COST = 0.5;
/** Likely spellings looked at more closely. */
const SPELLED = 30;
/** « Lyon, France »: what follows a comma is kept only from its first figure on. */
const AFTER_COMMA = /,[^\d,]*/g;

/**
 * Places that the typed words may mean, best first. Understands accents, case, « st », « ste », « s/ », hyphens
 * and apostrophes, postal codes, districts (« paris 11 », « LYON 03 »), « CEDEX », a department beside a name
 * (« saint denis 93 »), old names of merged communes, and misspellings once nothing begins as typed. Without
 * words, the biggest cities.
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
  const hits = words.name ? await byName(db, words, limit) : await byNumber(db, words, limit);
  if (hits.length === 0 && typed.includes('('))
    return suggestPlaces(db, typed.replaceAll(/\(.*/g, ''), { limit });
  return hits.map((hit) => toSuggestion(hit, hit.alias));
}

async function byNumber(db: Queryable, { postal, number }: PlaceWords, limit: number): Promise<Hit[]> {
  const typed = postal ?? number ?? '';
  const hits = await selectByBeginning(db, typed, {}, limit);
  // « 13 » is the department before it is the beginning of Marseille's codes.
  const isThis = (hit: Hit) => Number(hit.kind === 'department' && hit.term === typed);
  if (hits.length > 0 || typed.length < 5)
    return hits.toSorted((a, b) => isThis(b) - isThis(a)).slice(0, limit);
  const [place] = await selectByCodes(db, [typed.toUpperCase()]);
  return place ? [{ ...place, score: 0, typedInFull: true, term: typed, alias: null }] : [];
}

async function byName(db: Queryable, words: PlaceWords, limit: number): Promise<Hit[]> {
  const { name, postal, number } = words;
  const city = cutCityNamed(name);
  const rank = city && ((postal && rankOfPostalCode(city, postal)) || rankIn(city, number));
  if (rank) {
    // « paris 1 » may go on as « paris 11 », but means the first as long as it does not.
    const hits = await selectByBeginning(db, `${name} ${rank}`, {}, limit);
    return hits.toSorted((a, b) => Number(b.typedInFull) - Number(a.typedInFull)).slice(0, limit);
  }
  const within: Within = postal
    ? { postal }
    : number
      ? { department: number.toUpperCase().padStart(2, '0') }
      : {};
  const inside = await byWords(db, name, within, limit);
  if (inside.length > 0) return inside;
  // The figures and the name disagree: the postal code is the surer of the two, a department the less.
  if (postal) return fit(await selectByBeginning(db, postal, {}, limit), limit);
  const anywhere = number ? await byWords(db, name, {}, limit) : inside;
  return anywhere.length > 0 ? anywhere : byFirstWords(db, name, limit);
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

async function byWords(db: Queryable, name: string, within: Within, limit: number): Promise<Hit[]> {
  const begun = fit(await selectByBeginning(db, name, within, limit), limit);
  if (begun.some(({ population }) => (population ?? 0) >= KNOWN_CITY)) return begun;
  const sound = soundKey(name);
  const sounding = sound.length < SOUND_MIN ? [] : await selectBySound(db, sound, within, limit);
  const rightSound = ({ population }: Hit) => name.length > SURE_LENGTH || (population ?? 0) >= KNOWN_CITY;
  const settled = begun.length > 0 || sounding.some(rightSound);
  const spelled = settled ? [] : await selectBySpelling(db, spellingKey(name), within, SPELLED);
  const ranked = [
    ...begun.map((hit) => ({ hit, value: hit.typedInFull ? Number.POSITIVE_INFINITY : valueOf(hit, 0) })),
    ...sounding.map((hit) => ({ hit, value: valueOf(hit, SOUNDING_COST) })),
    ...spelled
      .map((hit) => ({ hit, edits: editsToBegin(name, hit.term) }))
      .filter(({ edits }) => edits <= 1 + Math.floor(name.length / 6))
      .map(({ hit, edits }) => ({ hit, value: valueOf(hit, edits) })),
  ];
  const hits = ranked.toSorted((a, b) => b.value - a.value).map(({ hit }) => hit);
  return hits
    .filter(({ code }, index) => hits.findIndex((other) => other.code === code) === index)
    .slice(0, limit);
}

/** One wrong letter is worth thirty times the inhabitants. */
function valueOf(hit: Hit, edits: number): number {
  return Math.log10(hit.score + 10) - 1.5 * edits;
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
    detail: placeDetail(place),
    alias,
  };
}
