// Terms: the words that are looked for in titles and descriptions, cut from a text in one way only.
import { visible } from '#contract/visible.ts';

/** Terms of one search, and what a term may be: an alert keeps them in its index. */
export const TERMS_MAX = 8;
const TERM_LENGTH_MAX = 40;
const TERM_WORDS_MAX = 6;

/** Longer words are left out, and of a word only so many places are kept: as PostgreSQL does (tsvector). */
const WORD_LENGTH_MAX = 2045;
const PLACES_MAX = 256;

/**
 * The words of a text: runs of a-z and 0-9 once accents, case and ligatures are put aside (« Vue dégagée, 65 m² » is
 * `vue degagee 65 m2`). The SQL function search_words (migrations/0023_listings.sql) cuts alike.
 */
export function wordsIn(text: string): string[] {
  return (
    text
      .replaceAll(/[œŒ]/g, 'oe')
      .replaceAll(/[æÆ]/g, 'ae')
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]+/g, '')
      .replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
      .match(/[a-z0-9]+/g) ?? []
  ).filter((word) => word.length <= WORD_LENGTH_MAX);
}

interface Term {
  readonly words: readonly string[];
  /** The last word may go on: « lumin* ». */
  readonly prefix: boolean;
}

const termOf = (text: string): Term => ({ words: wordsIn(text), prefix: text.endsWith('*') });

function cleaned(text: string): string {
  return visible(text)
    .replaceAll(/[",«»“”]/g, ' ')
    .replaceAll(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}

/** Whether this is a term as searches keep it: one line, no quote nor comma, one to six words. */
export function isTerm(text: string): boolean {
  const { words } = termOf(text);
  return (
    cleaned(text) === text &&
    /^\P{Cc}*$/u.test(text) &&
    text.length <= TERM_LENGTH_MAX &&
    words.length > 0 &&
    words.length <= TERM_WORDS_MAX
  );
}

/** The terms that people or an address write: words, and phrases between quotes. Undefined when there is none. */
export function readTerms(texts: readonly string[]): string[] | undefined {
  const said = texts.flatMap(
    (text) => text.slice(0, 2000).match(/"[^"]*"|“[^”]*”|«[^»]*»|[^\s,"«»“”]+/g) ?? [],
  );
  const terms = new Map<string, string>();
  for (const text of said.map(cleaned)) {
    const { words, prefix } = termOf(text);
    const key = `${words.join(' ')}${prefix ? '*' : ''}`;
    if (isTerm(text) && !terms.has(key)) terms.set(key, text);
  }
  return terms.size > 0 ? [...terms.values()].slice(0, TERMS_MAX) : undefined;
}

/** Writes terms as an address has them: `balcon,"vue mer"`. */
export function writeTerms(terms: readonly string[]): string {
  return terms.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(',');
}

/**
 * The terms as a question to listing.search_words, whose words begin with a w: `all` of them, or `any`. Only letters,
 * digits and operators.
 */
export function tsqueryOf(terms: readonly string[], how: 'all' | 'any'): string {
  const questions = terms
    .map(termOf)
    .map(({ words, prefix }) => `${words.map((word) => `w${word}`).join('<->')}${prefix ? ':*' : ''}`);
  return questions.join(how === 'all' ? '&' : '|');
}

/** Which of the terms a text holds: whole words, in a row for a phrase. */
export function termsWithin(text: string, terms: readonly string[]): string[] {
  const places = new Map<string, number[]>();
  for (const [place, word] of wordsIn(text).entries()) {
    const known = places.get(word) ?? [];
    if (known.length < PLACES_MAX) known.push(place);
    places.set(word, known);
  }
  const ending = (start: string) =>
    [...places].flatMap(([word, where]) => (word.startsWith(start) ? where : []));
  return terms.filter((said) => {
    const { words, prefix } = termOf(said);
    const rows = words.map((word, rank) => {
      const where = prefix && rank === words.length - 1 ? ending(word) : (places.get(word) ?? []);
      return new Set(where.map((place) => place - rank));
    });
    const [first, ...others] = rows;
    return first !== undefined && [...first].some((start) => others.every((row) => row.has(start)));
  });
}
