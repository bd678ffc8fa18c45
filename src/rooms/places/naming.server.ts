import { type CutCity, cutCities, plain } from './contract.ts';

/** What a person or a feed wrote, taken apart. */
export interface PlaceWords {
  /** Search spelling without figures: `saint etienne`; empty when only figures were given. */
  readonly name: string;
  /** Four or five figures: a postal code, its beginning, or an INSEE code. */
  readonly postal: string | null;
  /** One to three figures, or 2a, 2b: a district's rank or a department, without judging which. */
  readonly number: string | null;
  /** The mail sorting mark was there: such postal codes belong to no commune. */
  readonly cedex: boolean;
}

const ROMAN = [
  'i',
  'ii',
  'iii',
  'iv',
  'v',
  'vi',
  'vii',
  'viii',
  'ix',
  'x',
  'xi',
  'xii',
  'xiii',
  'xiv',
  'xv',
  'xvi',
  'xvii',
  'xviii',
  'xix',
  'xx',
];

/**
 * Search spelling: lower case, no accents, words parted by one space, « St », « Ste », « S/ » and « lez »
 * written out (formats/geography.md 4). `L'Haÿ-les-Roses` gives `l hay les roses`.
 */
export function searchKey(text: string): string {
  return plain(text)
    .replaceAll(/\bs\s?\/\s*/g, ' sur ')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .replaceAll(/\bst(e?)(s?)\b/g, 'saint$1$2')
    .replaceAll(/\blez\b/g, 'les');
}

/**
 * Reads « PARIS 11EME », « paris11 », « Lyon 03 CEDEX », « 34000 Montpellier », « st denis (93) », « 11e arrondissement de
 * Paris », « Paris XVI ».
 */
export function readPlaceWords(text: string): PlaceWords {
  let key = searchKey(text)
    .replaceAll(/\b([a-z]{3,})(\d{1,5})/g, '$1 $2')
    .replaceAll(/\b(\d{4,5})([a-z]{3,})/g, '$1 $2')
    .replaceAll(/\b(\d{1,2}) ?(?:ers?|eres?|emes?|iemes?|e|nde?)\b/g, '$1')
    .replaceAll(/\b(\d{1,2}) arr(?:ondissement|dt|t)?s?\b(?: (?:de|a))?/g, '$1');
  const cedex = /\bcedex\b/.test(key);
  key = key.replace(/\bcedex\b/, ' ');
  const numbers: string[] = [];
  const words: string[] = [];
  for (const word of key.split(' ')) {
    if (/^\d+$|^2[ab](?:\d{3})?$/.test(word)) numbers.push(word);
    else if (word) words.push(word);
  }
  const last = words.at(-1) ?? '';
  const roman = ROMAN.indexOf(last.replace(/(?<=[ivx])e(?:r|me)?$/, '')) + 1;
  if (words.length === 2 && roman > 0 && cutCityNamed(words[0] ?? '')) {
    words.pop();
    numbers.push(String(roman));
  }
  const name = words.join(' ');
  const postal = numbers.find((number) => number.length === 4 || number.length === 5) ?? null;
  const number = numbers.find((candidate) => candidate.length <= 3) ?? null;
  // « MONTPELLIER CEDEX 5 » numbers a sorting office; « LYON CEDEX 03 » does mean the district.
  const kept = cedex && !cutCityNamed(name) ? null : number;
  return { name, postal, number: kept, cedex };
}

/** Paris, Lyon or Marseille, by its search spelling. */
export function cutCityNamed(name: string): CutCity | null {
  return cutCities.find((city) => plain(city.name) === name) ?? null;
}

/** The codes of the departments whose postal codes begin so: Corsica kept 20 for its own. */
export function departmentsOfPostalCode(postal: string): string[] {
  if (postal.startsWith('20')) return ['2A', '2B'];
  return [postal.slice(0, 2), postal.slice(0, 3)];
}

/** `11`, `03` to a rank that exists in the city; null otherwise. */
export function rankIn(city: CutCity, number: string | null): number | null {
  const rank = Number(number ?? Number.NaN);
  return Number.isInteger(rank) && rank >= 1 && rank <= city.districts ? rank : null;
}

/** INSEE code of a district: Paris and 16 to 75116. */
export function districtCode(city: CutCity, rank: number): string {
  return String(city.districtBase + rank);
}

/**
 * What is left to compare letter by letter: « Saint », in one name out of eight, and articles make everything
 * look alike.
 */
export function spellingKey(key: string): string {
  return key.replace(/^(?:(?:le|la|les|l) )?(?:(?:saint|st)(?:e|s|es)? )?(?=\w)/, '');
}

/**
 * The letters of a search spelling run together, then what is left of them without each one in turn, as numbers of 16 bits.
 * Two spellings that one letter left out, added, changed or swapped with the next parts have one of them in common; a
 * space is not a letter, so that words run together are the same word. So few numbers are quick to index, and leave for one
 * name some tens to look at more closely. With two `errors`, the same without each two letters.
 */
export function typoKeys(key: string, errors: 1 | 2 = 1): number[] {
  const letters = key.replaceAll(' ', '');
  const once = withoutALetter(letters);
  const twice = errors === 2 ? once.flatMap(withoutALetter) : [];
  return [...new Set([letters, ...once, ...twice].map(hashed))];
}

function withoutALetter(letters: string): string[] {
  return Array.from(letters, (_, at) => letters.slice(0, at) + letters.slice(at + 1));
}

/** FNV-1a, folded. */
function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & 0xffff;
}

/**
 * How a search spelling sounds in French, roughly: `montpellier` and `monpelier` give the same, `bordo` is the
 * beginning of `bordeaux`. Word breaks vanish, « lhay » and « l'hay » sound alike; so do the words that people
 * leave out, `saint jean luz` and `aix provence`.
 */
export function soundKey(key: string): string {
  return key
    .replaceAll(/\b(?:de|du|des|la|le|les|en|et|au|aux|a|sur|sous)\b/g, '')
    .replaceAll(' ', '')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll('ph', 'f')
    .replaceAll('ch', '*')
    .replaceAll('h', '')
    .replaceAll(/qu?/g, 'k')
    .replaceAll(/s?c(?=[eiy])/g, 's')
    .replaceAll('c', 'k')
    .replaceAll(/gu(?=[eiy])/g, 'g*')
    .replaceAll(/g(?=[eiy])/g, 'j')
    .replaceAll('g*', 'g')
    .replaceAll('gn', 'ni')
    .replaceAll(/eau|au/g, 'o')
    .replaceAll('ou', 'u')
    .replaceAll(/oe|ai|ei|ay|ey/g, 'e')
    .replaceAll('y', 'i')
    .replaceAll(/[ae]n|[ae]m(?=[bp])/g, 'an')
    .replaceAll(/om(?=[bp])/g, 'on')
    .replaceAll(/n[td](?=[bfglmpv])/g, 'n')
    .replaceAll('w', 'v')
    .replaceAll('z', 's')
    .replaceAll(/(.)\1+/g, '$1');
}
