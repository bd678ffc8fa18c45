/**
 * Folding: a text as the detector reads it, whatever was done to hide its words. Case, accents, homoglyphs of other alphabets,
 * characters that no screen shows, figures and signs that stand for letters, and letters written one by one are undone.
 */

export interface FoldedText {
  /** Letters a to z, figures, plain spaces, apostrophes and the punctuation that ends something. */
  readonly letters: string;
  /** Where each of them stands in the text, in UTF-16 units; the length of the text after the last one. */
  readonly at: readonly number[];
}

const SPACE = 32;
const LINE = 10;
/** No character: it is left out. */
const NOTHING = 0;

/** Greek and Cyrillic letters that look like those of ours. */
const HOMOGLYPHS =
  'аa вb еe ёe кk мm нh оo рp сc тt уy хx іi їi јj ѕs ԁd ɡg ԛq ԝw αa βb εe ιi κk νv οo ρp τt υu χx ωw';

/** First unit of the mathematical letters, bold or slanted, that some write in to be seen or not to be found. */
const MATHEMATICAL = 0xd835;

const foldedOf = foldTable();

function foldTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(SPACE);
  for (let code = 33; code < 127; code += 1) table[code] = code;
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') table[letter.charCodeAt(0)] = letter.charCodeAt(0) + 32;
  for (let code = 0xc0; code < 0x250; code += 1) {
    const [base = ''] = String.fromCharCode(code).normalize('NFD').toLowerCase();
    if (base >= 'a' && base <= 'z') table[code] = base.charCodeAt(0);
  }
  // Circled and full-width letters, and accented ones of other tables.
  for (const [from, to] of [
    [0x1e00, 0x1eff],
    [0x24b6, 0x24e9],
    [0xff01, 0xff5e],
  ] as const) {
    for (let code = from; code <= to; code += 1) {
      const [base = ' '] = String.fromCharCode(code).normalize('NFKD').toLowerCase();
      if (base.charCodeAt(0) < 127) table[code] = base.charCodeAt(0);
    }
  }
  for (const pair of HOMOGLYPHS.split(' ')) {
    const [strange = '', plain = ''] = pair;
    for (const form of [strange, strange.toUpperCase()]) table[form.charCodeAt(0)] = plain.charCodeAt(0);
  }
  for (const [chars, folded] of [
    ['œŒ', 'o'],
    ['æÆ', 'a'],
    ['’‘`´ʼ', "'"],
    ['\n\r\u2028\u2029', '\n'],
    ['…', '.'],
    ['•●▪►➡✅✔★|', ';'],
    ['€£', '$'],
    // What separates words, or decorates them.
    ['-_*~"«»<>[]{}^=+#\\', ' '],
  ] as const) {
    for (const char of chars) table[char.charCodeAt(0)] = folded.charCodeAt(0);
  }
  // Soft hyphens, joiners, marks of direction, combining accents, selectors of emoji.
  for (const [from, to] of [
    [0xad, 0xad],
    [0x300, 0x36f],
    [0x200b, 0x200f],
    [0x202a, 0x202e],
    [0x2060, 0x2069],
    [0xfe00, 0xfe0f],
    [0xfeff, 0xfeff],
  ] as const)
    table.fill(NOTHING, from, to + 1);
  return table;
}

/** Letters that these stand for in the middle of a word. */
const STANDS_FOR: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const DISGUISED = /(?<=[a-z])[013457@$](?=[a-z])/g;

/** Four letters or more, one by one: « w e s t e r n », « m.a.n.d.a.t ». */
const SPELT = /(?<![a-z0-9'])(?:[a-z][ .,/]{1,2}){3,}[a-z](?![a-z0-9'])/g;

export function fold(text: string): FoldedText {
  let letters = '';
  const at: number[] = [];
  let before = SPACE;
  for (let index = 0; index < text.length; index += 1) {
    const start = index;
    let code = foldedOf[text.charCodeAt(index)] as number;
    if (text.charCodeAt(index) === MATHEMATICAL) {
      code =
        text
          .slice(index, index + 2)
          .normalize('NFKD')
          .toLowerCase()
          .charCodeAt(0) & 127;
      index += 1;
    }
    if (code === NOTHING) continue;
    if (code === SPACE && (before === SPACE || before === LINE)) continue;
    if (code === LINE && before === LINE) continue;
    letters += String.fromCharCode(code);
    at.push(start);
    before = code;
  }
  at.push(text.length);
  letters = letters.replaceAll(DISGUISED, (sign) => STANDS_FOR[sign] ?? sign);
  return letters.search(SPELT) >= 0 ? joined({ letters, at }) : { letters, at };
}

/** The same, with words that were spelt out in one piece. */
function joined({ letters, at }: FoldedText): FoldedText {
  const dropped = new Set<number>();
  for (const { 0: word, index } of letters.matchAll(SPELT)) {
    for (let offset = 0; offset < word.length; offset += 1) {
      const letter = word[offset] ?? '';
      if (letter < 'a' || letter > 'z') dropped.add(index + offset);
    }
  }
  const kept = at.flatMap((_, index) => (dropped.has(index) ? [] : [index]));
  return {
    letters: kept.map((index) => letters[index] ?? '').join(''),
    at: kept.map((index) => at[index] ?? 0),
  };
}

/** The words of a text, in letters and figures alone: two texts that say the same in other clothes are one. */
export function wordsOf(text: string): string {
  return fold(text)
    .letters.replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
}

/** The piece of the text that stands at these places of its folded letters. */
export function excerptOf(text: string, { at }: FoldedText, from: number, to: number): string {
  const [start = 0, end = text.length] = [at[from], at[to]];
  return text.slice(start, end).replaceAll(/\s+/g, ' ').trim();
}
