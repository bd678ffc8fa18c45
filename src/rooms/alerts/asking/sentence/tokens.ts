// Tokens: a French sentence cut into words, numbers, quotations and signs, each with its place in the text.
import { readNumber } from '#contract/number.ts';
import { plain } from '#rooms/places/contract.ts';

export interface Token {
  readonly kind: 'word' | 'number' | 'quote' | 'sign';
  /** As typed; of a quotation, what stands between the marks. */
  readonly text: string;
  /** What is compared: lower case, no accents, a plural put aside; `m2` and `euro` for their signs. */
  readonly key: string;
  /** Of a number. */
  readonly value: number;
  /** Of a number written « 7 300 000 »: its groups, « 7 » first. */
  readonly groups: readonly string[];
  /** Nothing parts it from the token before. */
  readonly glued: boolean;
  /** A hyphen joins it to the word before: both are parts of one name. */
  readonly joined: boolean;
  readonly start: number;
  readonly end: number;
}

/** Of a longer sentence, the rest is not read (and so shown as not understood). */
export const SENTENCE_MAX = 300;

const SPACE = '[ \\u00a0\\u202f]';
const CUT = new RegExp(
  [
    '(?<quote>«[^»]*»|“[^”]*”|"[^"]*")',
    '(?<area>m\\s?²|m2(?![\\p{L}\\d]))',
    `(?<number>\\d{1,3}(?:(?:${SPACE}|[.,'’])\\d{3}(?!\\d))+(?:[.,]\\d{1,2}(?!\\d))?|\\d+(?:[.,]\\d{1,2}(?!\\d))?)`,
    '(?<word>\\p{L}+)',
    '(?<sign>>=|<=|[€%+<>≥≤/&,;()]|(?<!\\p{L})-|-(?!\\p{L}))',
  ].join('|'),
  'gu',
);

const numberWords: Readonly<Record<string, number>> = {
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  six: 6,
  sept: 7,
  huit: 8,
};

/** Cuts a sentence. What is no word, number, quotation nor known sign (a full stop, a hyphen in a name) is left out. */
export function tokenize(text: string): Token[] {
  let before = 0;
  return [...text.slice(0, SENTENCE_MAX).matchAll(CUT)].map((match) => {
    const { quote, area, number, word } = match.groups ?? {};
    const [said] = match;
    const start = match.index;
    const end = start + said.length;
    const glued = start === before && start > 0;
    const joined = text[before] === '-' && start === before + 1;
    before = end;
    const token = { text: said, key: said, value: Number.NaN, groups: [], glued, joined, start, end };
    if (quote !== undefined) return { ...token, kind: 'quote', text: said.slice(1, -1).trim() };
    if (area !== undefined) return { ...token, kind: 'word', key: 'm2' };
    // « 1,250 » may be two numbers: a word that nothing understands, and that is shown so.
    if (number !== undefined) return { ...token, ...(numberOf(number) ?? { kind: 'word' }) };
    if (word === undefined) {
      return said === '€' ? { ...token, kind: 'word', key: 'euro' } : { ...token, kind: 'sign' };
    }
    const value = numberWords[plain(word)];
    if (value !== undefined) return { ...token, kind: 'number', value, groups: [said] };
    return { ...token, kind: 'word', key: stem(plain(word)) };
  });
}

/** « 1.100 » and « 1 100 » are thousands, « 1,5 » and « 1.5 » are not; null when it has no reading. */
function numberOf(said: string): Pick<Token, 'kind' | 'value' | 'groups'> | null {
  const value = readNumber(said, 'thousands');
  return value === null
    ? null
    : { kind: 'number', value, groups: said.split(/[ \u00a0\u202f.,'’](?=\d{3}(?!\d))/) };
}

/** A plural without its mark. Short words keep theirs: « bas », « max ». */
export function stem(key: string): string {
  return key.length > 3 ? key.replace(/[sx]$/, '') : key;
}
