import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { QUERY_MAX, rankOfPostalCode, SUGGESTIONS_DEFAULT } from '#rooms/places/contract.ts';
import {
  cutCityNamed,
  type PlaceWords,
  rankIn,
  readPlaceWords,
  soundKey,
  spellingKey,
} from '#rooms/places/naming.server.ts';
import { placeColumns, selectBiggest, selectByCodes } from '#rooms/places/places.sql.server.ts';
import { editsToBegin } from '#rooms/places/suggestions.server.ts';
import {
  type Hit,
  selectByBeginning,
  selectBySpelling,
  type Within,
} from '#rooms/places/suggestions.sql.server.ts';

const KNOWN_CITY = 20_000;
const SOUND_MIN = 4;
const SURE_LENGTH = 6;
const SOUNDING_COST = 0.5;
const SPELLED = 30;
const AFTER_COMMA = /,[^\d,]*/g;

/**
 * The way of before, the peer of `places`: likeness of spelling is all that finds a slip, and a postal code beats a name. It
 * reads the words as they are read today, so that what is run together is not its fault.
 */
export async function suggestAsBefore(db: Queryable, q: string): Promise<readonly { code: string }[]> {
  const limit = SUGGESTIONS_DEFAULT;
  const words = readPlaceWords(q.slice(0, QUERY_MAX).replaceAll(AFTER_COMMA, ' '));
  if (!words.name && !words.postal && !words.number) return selectBiggest(db, limit);
  return words.name ? byName(db, words, limit) : byNumber(db, words, limit);
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
      ? { departments: [number.toUpperCase().padStart(2, '0')] }
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

/** Cuts to the limit, the last seat going to a small place typed in full: « Y » among the cities in Y. */
function fit(hits: readonly Hit[], limit: number): Hit[] {
  const shown = hits.slice(0, limit);
  const exact = hits.slice(limit).find(({ typedInFull }) => typedInFull);
  return exact ? [...shown.slice(0, -1), exact] : shown;
}

async function selectBySound(db: Queryable, sound: string, within: Within, limit: number): Promise<Hit[]> {
  const inside = within.postal
    ? sql`and place_code in (select code from place where postal_codes @> array[${within.postal}])`
    : within.departments
      ? sql`and place_code in (select code from place where department_code = any(${within.departments}::text[]))`
      : sql``;
  const { rows } = await sql<Hit>`
    with hit as (
      select place_code, term, alias, weight as score, weight as value, false as typed_in_full
      from place_term where sound >= ${sound} and sound < ${`${sound}~`} ${inside}
    ), shown as (
      (select * from hit order by value desc, place_code limit ${limit * 4})
      union all
      (select * from hit where typed_in_full order by value desc, place_code limit 1)
    )
    select shown.term, shown.alias, shown.score, shown.typed_in_full, ${placeColumns()}
    from shown join place on place.code = shown.place_code
    order by shown.value desc, place.code`.execute(db);
  const seen = new Set<string>();
  return rows.filter(({ code }) => !seen.has(code) && seen.add(code)).slice(0, limit);
}
