import type { Chance } from './chance.ts';

export const typingErrorKinds = ['swapped', 'missing', 'doubled', 'neighbour', 'phonetic'] as const;
export type TypingErrorKind = (typeof typingErrorKinds)[number];

/** The keys that touch a key of a French keyboard. */
const beside: Readonly<Record<string, string>> = {
  a: 'zq',
  z: 'aesq',
  e: 'zrds',
  r: 'etfd',
  t: 'rygf',
  y: 'tuhg',
  u: 'yijh',
  i: 'uokj',
  o: 'iplk',
  p: 'oml',
  q: 'aszw',
  s: 'qdezwx',
  d: 'sfrexc',
  f: 'dgtrcv',
  g: 'fhytvb',
  h: 'gjuybn',
  j: 'hkiun',
  k: 'jloi',
  l: 'kmpo',
  m: 'lp',
  w: 'qsx',
  x: 'wcsd',
  c: 'xvdf',
  v: 'cbfg',
  b: 'vngh',
  n: 'bhj',
};

/** What is heard the same: each pair is tried one way only, as people simplify. */
const heardTheSame: readonly (readonly [RegExp, string])[] = [
  [/eaux?(?= |-|$)/, 'o'],
  [/au/, 'o'],
  [/ph/, 'f'],
  [/(?<=[a-z])h/, ''],
  [/qu/, 'k'],
  [/c(?=[aou])/, 'k'],
  [/c(?=[ei])/, 's'],
  [/ss/, 'c'],
  [/([lmnprt])\1/, '$1'],
  [/(?<=[aeiou])s(?=[aeiou])/, 'z'],
  [/y/, 'i'],
  [/en(?=[bcdfgpqtv])/, 'an'],
  [/ai/, 'e'],
  [/(?<=[a-z]{3})[stxd](?=$)/, ''],
  [/(?<=[a-z]{3})es?(?=$)/, ''],
  [/g(?=[ei])/, 'j'],
  [/^h/, ''],
];

/**
 * The name in lower case without accents, with one typing error of this kind on its letters, the first one included;
 * null where the name offers no place for one.
 */
export function mistype(name: string, kind: TypingErrorKind, { int, pick }: Chance): string | null {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (kind === 'phonetic') {
    const wrong = heardTheSame
      .map(([heard, written]) => plain.replace(heard, written))
      .filter((text) => text !== plain);
    return wrong.length > 0 ? pick(wrong) : null;
  }
  const isLetter = (at: number) => /[a-z]/.test(plain.charAt(at));
  const swappable = (at: number) => isLetter(at + 1) && plain.charAt(at) !== plain.charAt(at + 1);
  const spots = Array.from(plain, (_, at) => at).filter(
    (at) => isLetter(at) && (kind !== 'swapped' || swappable(at)),
  );
  if (spots.length === 0) return null;
  const at = spots[int(0, spots.length - 1)] as number;
  const [before, letter, after] = [plain.slice(0, at), plain.charAt(at), plain.slice(at + 1)];
  if (kind === 'missing') return before + after;
  if (kind === 'doubled') return before + letter + letter + after;
  if (kind === 'neighbour') return before + pick(Array.from(beside[letter] ?? letter)) + after;
  return before + after.charAt(0) + letter + after.slice(1);
}
