import type { Queryable } from '#platform/db.server.ts';
import { type Place, placeLabel, type Suggestion, shownTown } from '#rooms/places/contract.ts';
import { placesByName } from '#rooms/places/named-places.server.ts';
import { soundKey, typoKeys } from '#rooms/places/naming.server.ts';
import { editsBetween, suggestPlaces } from '#rooms/places/suggestions.server.ts';
import {
  type FoundRow,
  type Scored,
  selectBySiren,
  selectFound,
  selectInTown,
  selectScored,
  selectTerms,
  type TermMatch,
  TOGETHER,
} from './agency-search.sql.server.ts';
import {
  ALIKE_MAX,
  FOUND_MAX,
  type FoundAgency,
  QUERY_MAX,
  QUERY_MIN,
  type SoughtAgencies,
  type Understood,
} from './agency-search.ts';
import { answerTo } from './search-sentences.ts';
import { errorsForgiven, wordsOf } from './search-words.server.ts';

/** So many are looked at more closely. */
const LOOKED_AT = 300;
/** Words typed beyond these are not looked at, nor the letters of one beyond those. */
const WORDS_MAX = 10;
const LETTERS_MAX = 40;
/** The longest word that forgives two errors, with two letters too many. */
const LETTERS_TWICE = 22;
/** Cost of a prefix match: a longer word ranks behind the very word typed. */
const BEGUN_COST = 0.25;
/** From so many letters on, a word may go on. */
const BEGUN_FROM = 3;
/** A word that the agency has nowhere weighs as two wrong letters; a short one may be an error in « du ». */
const MISSING_COST = 2;
const MISSING_SHORT = 4;
/** What is one more error away than the best is shown behind it. */
const AWAY = 1;
/** A whole name that so many letters part from what was typed is what was meant, whatever its words. */
const PARTED = 2;
/** Half of all agencies are called so: beside another word it says nothing. */
const generic = [
  'agence',
  'cabinet',
  'conseil',
  'gestion',
  'groupe',
  'immo',
  'immobilier',
  'immobiliere',
  'transactions',
];
/** Shorter than this, too many names sound alike. */
const HEARD_FROM = 4;
const little = new Set(['aux', 'chez', 'dans', 'des', 'les', 'sur', 'sarl', 'sas']);

export interface Search {
  readonly agencies: FoundAgency[];
  readonly more: boolean;
  readonly understood: Understood | null;
}

/** What a page shows of the agencies that `q` of its address asks for; null: nothing is asked for. */
export async function soughtAgencies(db: Queryable, q: string | null): Promise<SoughtAgencies> {
  const asked = (q ?? '').trim().slice(0, QUERY_MAX);
  const { agencies, more, understood } = await findAgencies(db, asked);
  const found = { asked, agencies, more };
  return { ...found, ...answerTo(found, understood) };
}

/**
 * The agencies that nine figures (a SIREN), fourteen (a SIRET), two to five (a postal code or its beginning) or words mean:
 * those of its name and of its town, in any order, two wrong letters forgiven in each of five letters or more, one in each
 * of three or four. At most FOUND_MAX, the nearest first, `more` when others fit too. Nothing for less than QUERY_MIN
 * characters.
 */
export async function findAgencies(db: Queryable, asked: string): Promise<Search> {
  const number = numberIn(asked);
  if (number) {
    const rows = await selectBySiren(db, number, FOUND_MAX + 1);
    return shown(rows, { by: 'siren', said: number.siren, exact: true });
  }
  const typed = asked.replaceAll(/\bcedex\b.*$/gi, ' ');
  const words = typedWords(typed);
  if (words.join('').length < QUERY_MIN) return { agencies: [], more: false, understood: null };
  const tokens = await tokensOf(db, words);
  const scored = (await score(db, tokens, words))
    .map((one) => ({ ...one, cost: Math.min(one.together ?? Number.POSITIVE_INFINITY, costOf(one, tokens)) }))
    .filter(({ cost }) => cost < Number.POSITIVE_INFINITY);
  const place = scored.some(({ cost }) => cost < 1) ? null : await townMeant(db, typed);
  const there = place ? await agenciesOf(db, place) : [];
  const costs = new Map(scored.map((one) => [one.id, one]));
  for (const id of there)
    if (!costs.has(id)) costs.set(id, { id, cost: 1, inTown: 1, tokens: [], together: null });
  const rows = await selectFound(db, [...costs.keys()]);
  const best = Math.min(...[...costs.values()].map(({ cost }) => cost));
  const key = words.join('');
  const near = rows
    .map((row) => ({
      row,
      cost: costs.get(row.id)?.cost ?? 0,
      parted: lettersApart(key, wordsOf(row.name).join('')),
      likeness: likenessOf(row, words),
    }))
    .filter(({ cost, parted }) => cost <= best + AWAY || parted <= PARTED);
  const sorted = near
    .toSorted(
      (one, other) =>
        Math.min(one.parted, PARTED + 1) - Math.min(other.parted, PARTED + 1) ||
        one.cost - other.cost ||
        other.likeness - one.likeness ||
        other.row.listings - one.row.listings ||
        one.row.name.localeCompare(other.row.name, 'fr') ||
        one.row.id - other.row.id,
    )
    .map(({ row }) => row);
  const first = sorted[0] && costs.get(sorted[0].id);
  return shown(sorted, understand(asked, tokens, { first, row: sorted[0], place, there }));
}

function shown(rows: readonly FoundRow[], understood: Understood): Search {
  return { agencies: rows.slice(0, FOUND_MAX), more: rows.length > FOUND_MAX, understood };
}

/** « 732 829 320 », « SIRET : 732 829 320 00074 »; null when there is anything else. */
function numberIn(asked: string): { siren: string; siret: string | null } | null {
  const figures = asked.replace(/^\s*sire[nt]\s*(?:n[°o])?\s*:?/i, '').replaceAll(/[\s.\u00a0\u202f-]/g, '');
  if (/^\d{9}$/.test(figures)) return { siren: figures, siret: null };
  return /^\d{14}$/.test(figures) ? { siren: figures.slice(0, 9), siret: figures } : null;
}

/** « 34 000 » is one postal code. */
function typedWords(typed: string): string[] {
  const figures = typed.replaceAll(/\s/g, '');
  return wordsOf(/^\d{5}$/.test(figures) ? figures : typed)
    .slice(0, WORDS_MAX)
    .map((word) => word.slice(0, LETTERS_MAX));
}

interface Token {
  /** What was typed; the postal codes of a district that it names, where it does. */
  readonly words: readonly string[];
  readonly figures: boolean;
  /** That district. */
  readonly place?: Place;
}

/** The words that must be answered: those that say something, or all of them when none does. */
async function tokensOf(db: Queryable, words: readonly string[]): Promise<Token[]> {
  const districts = await districtsIn(db, words);
  const telling: Token[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const district = districts.get(at);
    if (district) at += 1;
    if (district) telling.push({ words: district.postalCodes, figures: true, place: district });
    else if (saysSomething(word)) telling.push({ words: [word], figures: isFigures(word) });
  }
  return telling.length > 0
    ? telling
    : words.map((word) => ({ words: [word], figures: isFigures(word) && word.length > 1 }));
}

function isFigures(word: string): boolean {
  return /^\d{1,5}$/.test(word);
}

function saysSomething(word: string): boolean {
  return word.length > QUERY_MIN || (isFigures(word) && word.length === QUERY_MIN)
    ? !little.has(word) && !generic.some((one) => isAbout(word, one))
    : false;
}

/** The same word but for one letter, long words only. */
function isAbout(word: string, one: string): boolean {
  return word === one || (Math.min(word.length, one.length) > MISSING_SHORT && editsBetween(word, one) <= 1);
}

/** « paris 11 », « lyon 3e »: the district, by where its name begins in the words. */
async function districtsIn(db: Queryable, words: readonly string[]): Promise<Map<number, Place>> {
  const pairs = words.slice(0, -1).flatMap((word, at) => {
    const rank = /^(\d{1,2})(?:er|e|eme)?$/.exec(words[at + 1] ?? '')?.[1];
    return rank ? [{ at, name: `${word} ${Number(rank)}` }] : [];
  });
  const named = await placesByName(
    db,
    pairs.map(({ name }) => name),
  );
  const found = pairs.flatMap(({ at, name }) => {
    const district = named.get(name)?.find(({ kind }) => kind === 'district');
    return district ? [[at, district] as const] : [];
  });
  return new Map(found);
}

/** Agencies that answer some of what was typed, those that answer most of it. */
async function score(db: Queryable, tokens: readonly Token[], words: readonly string[]): Promise<Scored[]> {
  const together = words.join('');
  const letters = tokens.flatMap(({ words: typed, figures }) => (figures ? [] : typed));
  const alone = tokens.length === 1;
  const terms = await selectTerms(db, {
    keys: [...new Set([...letters.flatMap(typedKeys), ...typoKeys(together)])],
    beginnings: [
      ...letters.filter((word) => word.length >= (alone ? QUERY_MIN : BEGUN_FROM)),
      ...tokens.flatMap(({ words: typed, figures }) => (figures ? typed : [])),
    ],
  });
  const near: TermMatch[] = [];
  const codes: TermMatch[] = [];
  for (const [index, { words: typed, figures }] of tokens.entries())
    for (const one of typed) {
      const token = index + 1;
      if (figures && one.length >= QUERY_MIN) codes.push({ word: one, token, cost: 0 });
      for (const word of terms) {
        const cost = figures ? (word === one ? 0 : null) : costBetween(one, word, alone);
        if (cost !== null) near.push({ word, token, cost });
      }
    }
  if (words.length > 1 && together.length > MISSING_SHORT)
    for (const word of terms) {
      const cost = editsBetween(together, word);
      if (cost <= 1) near.push({ word, token: TOGETHER, cost });
    }
  return selectScored(db, { near, codes, asked: tokens.length }, LOOKED_AT);
}

/** All that parts an agency from what was typed; infinite when it misses more than one word of several, small ones apart. */
function costOf({ tokens: answered, cost }: Scored, tokens: readonly Token[]): number {
  const missing = tokens.filter((_, index) => !answered.includes(index + 1));
  const lengths = missing.map(({ words: [word = ''] }) => word.length);
  const isLost =
    (missing.length > 0 && missing.length === tokens.length) ||
    missing.some(({ figures }) => figures) ||
    lengths.filter((length) => length >= MISSING_SHORT).length > 1;
  if (isLost) return Number.POSITIVE_INFINITY;
  return lengths.reduce(
    (sum, length) => sum + (length > MISSING_SHORT ? MISSING_COST : MISSING_COST / 2),
    cost,
  );
}

/** Two letters that may be wrong leave keys in common on both sides, whichever is the longer. */
function typedKeys(word: string): number[] {
  return typoKeys(word, word.length > MISSING_SHORT && word.length <= LETTERS_TWICE ? 2 : 1);
}

/** What parts a word typed from a word of an agency, in wrong letters; null when it is another word. */
function costBetween(typed: string, word: string, alone: boolean): number | null {
  if (typed === word) return 0;
  if (word.startsWith(typed) && typed.length >= (alone ? QUERY_MIN : BEGUN_FROM)) return BEGUN_COST;
  const forgiven = errorsForgiven(word.length);
  if (Math.abs(word.length - typed.length) > forgiven) return null;
  const edits = lettersApart(typed, word);
  return edits <= forgiven ? edits : null;
}

/** Wrong letters, one left out between two that are swapped included: « pignea » is two from « pignade ». */
function lettersApart(one: string, other: string): number {
  const edits = editsBetween(one, other);
  if (edits !== 3 || Math.abs(one.length - other.length) !== 1) return edits;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  const without = Array.from(longer, (_, at) => longer.slice(0, at) + longer.slice(at + 1));
  return without.some((left) => editsBetween(left, shorter) === 1) ? 2 : edits;
}

/** How many of all the words typed stand in the name, the small and the usual ones too. */
function likenessOf({ name }: FoundRow, words: readonly string[]): number {
  const own = wordsOf(name);
  return words.filter((word) => own.some((known) => costBetween(word, known, false) !== null)).length;
}

/** A town that what was typed sounds like, is an old name of, or is a misspelling of. */
async function townMeant(db: Queryable, typed: string): Promise<Suggestion | null> {
  const [place] = await suggestPlaces(db, typed, { limit: 1 });
  if (!place || place.kind === 'department') return null;
  if (place.alias) return place;
  const [one, other] = [wordsOf(typed), wordsOf(place.name)].map((words) => words.join(' '));
  const [heard, real] = [soundKey(one ?? ''), soundKey(other ?? '')];
  // The last letter is seldom heard.
  const sounds = heard.length >= HEARD_FROM && real.startsWith(heard) && real.length - heard.length <= 1;
  return sounds || editsBetween(one ?? '', other ?? '') <= errorsForgiven((other ?? '').length)
    ? place
    : null;
}

function agenciesOf(db: Queryable, place: Place): Promise<number[]> {
  const words = [...new Set(wordsOf(place.cityName ?? place.name))];
  const beginnings = [...new Set(place.postalCodes.map((code) => code.slice(0, 2)))];
  return selectInTown(db, { words, beginnings }, LOOKED_AT);
}

/**
 * The agencies that one that is about to be made may already be, at most ALIKE_MAX: of its SIREN, or whose name says the same
 * but for a few letters and the words that all names have. A `town` (its name or its postal code) leaves those that are
 * known to be elsewhere out.
 */
export async function similarAgencies(
  db: Queryable,
  { name, town, siren }: { name: string; town: string; siren: string },
): Promise<FoundAgency[]> {
  const number = numberIn(siren);
  const same = number ? await selectBySiren(db, number, ALIKE_MAX) : [];
  const words = typedWords(name);
  if (words.join('').length < QUERY_MIN) return same;
  const tokens = await tokensOf(db, words);
  const scored = await score(db, tokens, words);
  const [place = null] = town.trim() ? await suggestPlaces(db, town, { limit: 1 }) : [];
  const rows = await selectFound(
    db,
    scored.map(({ id }) => id),
  );
  const alike = rows
    .filter((row) => isAlike(words, wordsOf(row.name)) && isThere(row, place) !== false)
    .map((row) => ({
      row,
      there: isThere(row, place) === true,
      likeness: likenessOf(row, words),
    }))
    .toSorted((a, b) => Number(b.there) - Number(a.there) || b.likeness - a.likeness || a.row.id - b.row.id)
    .map(({ row }) => row);
  const known = new Set(same.map(({ id }) => id));
  return [...same, ...alike.filter(({ id }) => !known.has(id))].slice(0, ALIKE_MAX);
}

/** All that tells one of two names is in the other, wrong letters forgiven; or they are one name run together. */
function isAlike(one: readonly string[], other: readonly string[]): boolean {
  const [ours, theirs] = [one, other].map((words) => {
    const telling = words.filter(saysSomething);
    return telling.length > 0 ? telling : words;
  }) as [readonly string[], readonly string[]];
  const within = (some: readonly string[], all: readonly string[]) =>
    some.every((word) => all.some((known) => lettersApart(word, known) <= errorsForgiven(known.length)));
  return within(ours, theirs) || within(theirs, ours) || editsBetween(one.join(''), other.join('')) <= 1;
}

/** Whether an agency is in that town; null when that is not known. */
function isThere({ city, postalCode }: FoundRow, place: Place | null): boolean | null {
  if (!place || (city === null && postalCode === null)) return null;
  if (postalCode !== null && place.postalCodes.includes(postalCode)) return true;
  const here = wordsOf((city ?? '').replaceAll(/\bcedex\b.*$/gi, '')).filter((word) => !/^\d/.test(word));
  const there = wordsOf(place.cityName ?? place.name).join(' ');
  return city !== null && editsBetween(here.join(' '), there) <= errorsForgiven(there.length);
}

interface Best {
  readonly first: Scored | undefined;
  readonly row: FoundRow | undefined;
  /** The town that was understood behind another spelling, and who is there. */
  readonly place: Suggestion | null;
  readonly there: readonly number[];
}

/** What the best of the agencies found shows to have been meant. */
function understand(asked: string, tokens: readonly Token[], { first, row, place, there }: Best): Understood {
  const said = asked.trim().replaceAll(/\s+/g, ' ');
  const [only] = tokens;
  if (tokens.length === 1 && only?.place) return { by: 'town', said: placeLabel(only.place), exact: true };
  const code = tokens.length === 1 && only?.figures && only.words.length === 1 ? only.words[0] : undefined;
  if (code && (!first || first.inTown > 0)) return { by: 'postalCode', said: code, exact: true };
  if (!first || !row) return { by: 'name', said, exact: true };
  const exact = first.cost < 1;
  if (first.tokens.length === 0 && place && there.includes(first.id))
    return { by: 'town', said: placeLabel(place), exact: place.alias !== null };
  if (first.together !== null && first.together <= first.cost) return { by: 'name', said, exact };
  if (first.inTown === 0) return { by: 'name', said, exact };
  if (first.inTown < first.tokens.length || first.tokens.length < tokens.length)
    return { by: 'nameAndTown', said, exact };
  return { by: 'town', said: shownTown(row).city ?? said, exact };
}
