/**
 * Reading: finds in a text the few words that matter, in one pass over its letters.
 */
import { type Criterion, choosers, innocent, type Wording, wordings } from './discrimination.ts';

export interface WordingHit {
  readonly criterion: Criterion;
  /** The words as they stand in the text. */
  readonly excerpt: string;
}

/** Every code unit has its entry, so that none needs a test. */
const TABLE = 0x10000;
/** The greatest of the folded characters that are no letters. */
const NO_LETTER = 96;

/**
 * Every character folded to one of ASCII: a letter without case or accent, a plain space or apostrophe, itself, or `-`.
 * Only letters stand above `NO_LETTER`.
 */
const foldedOf = foldTable();

function foldTable(): Uint8Array {
  const table = new Uint8Array(TABLE).fill(45);
  for (let code = 0; code < 96; code += 1) table[code] = code;
  for (let code = 65; code < 0x250; code += 1) {
    const [base = ''] = String.fromCharCode(code).normalize('NFD').toLowerCase();
    if (base >= 'a' && base <= 'z') table[code] = base.charCodeAt(0);
  }
  for (const [chars, folded] of [
    ['œŒ', 'o'],
    ['æÆ', 'a'],
    ['’`´', "'"],
    ['\t\u00a0\u202f', ' '],
    ['•|', ';'],
  ] as const) {
    for (const char of chars) table[char.charCodeAt(0)] = folded.charCodeAt(0);
  }
  return table;
}

/**
 * Words and beginnings of words, as a tree of letters: `next[node << 5 | code & 31]`. `masks` says which wordings a node
 * calls for as soon as it is reached, `wholes` which ones when the word ends there. Throws a RangeError on what the table
 * of beginnings could not find: a whole word of one letter, the beginning of words in fewer than three.
 */
function plant(all: readonly (readonly [stems: string, mark: number])[]) {
  const leaf = Array.from({ length: 32 }, () => 0);
  const next = [...leaf];
  const masks = [0];
  const wholes = [0];
  for (const [stems, mark] of all) {
    for (const stem of stems.split(' ')) {
      if (stem.length < 3) throw new RangeError(`« ${stem} »: stems have three letters, whole words two`);
      let node = 0;
      for (const letter of stem.replace('$', '')) {
        const slot = (node << 5) | (letter.charCodeAt(0) & 31);
        if (!next[slot]) {
          next[slot] = masks.length;
          masks.push(0);
          wholes.push(0);
          next.push(...leaf);
        }
        node = next[slot] ?? 0;
      }
      const marks = stem.endsWith('$') ? wholes : masks;
      marks[node] = (marks[node] ?? 0) | mark;
    }
  }
  return { next: Uint16Array.from(next), masks: Uint32Array.from(masks), wholes: Uint32Array.from(wholes) };
}

/** The mark of the words that choose; a wording has that of its place in the table. */
const CHOOSES = 1 << 30;
/** Fees are included without choosing anybody. */
const ALONE = 1 << wordings.findIndex(({ criterion }) => criterion === 'fees');

const tree = plant([
  [choosers, CHOOSES],
  ...wordings.map(({ stems }, index) => [stems, 1 << index] as const),
]);

/**
 * The node that the first three letters of a word lead to, or the two of a word that has no more: most words of a text
 * end their reading there.
 */
const beginnings = Uint16Array.from({ length: 0x8000 }, (_, letters) => {
  const first = after(0, letters >> 10);
  const second = first && after(first, (letters >> 5) & 31);
  if ((letters & 31) === 0) return tree.wholes[second] ? second : 0;
  return second && after(second, letters & 31);
});

function after(node: number, letter: number): number {
  return tree.next[(node << 5) | letter] ?? 0;
}

/** The folded character at that place, 0 after the last one. */
function foldedAt(text: string, at: number): number {
  return at < text.length ? (foldedOf[text.charCodeAt(at)] as number) : 0;
}

/**
 * What the text says among the known wordings, each criterion once. Most texts are read in one pass and say nothing; the
 * three first letters of a word tell that three words in four are not looked for.
 */
export function readWording(text: string): readonly WordingHit[] {
  const { next, masks, wholes } = tree;
  const hits: WordingHit[] = [];
  // What the words of this sentence call for, and where the first of them stands.
  let calls = 0;
  let caller = 0;
  for (let at = 0; at < text.length; ) {
    const start = at;
    const first = foldedAt(text, at++);
    if (first <= NO_LETTER) {
      if (calls !== 0 && (isStop(first) || start - caller >= LONGEST_SENTENCE)) {
        judge(text, Math.min(start, caller + LONGEST_SENTENCE), calls, hits);
        calls = 0;
      }
      continue;
    }
    const second = foldedAt(text, at);
    if (second <= NO_LETTER) continue;
    let code = foldedAt(text, ++at);
    const third = code > NO_LETTER ? code & 31 : 0;
    let node = beginnings[((first & 31) << 10) | ((second & 31) << 5) | third] as number;
    if (node !== 0) {
      let mask = masks[node] as number;
      if (third !== 0) code = foldedAt(text, ++at);
      while (code > NO_LETTER && node !== 0) {
        node = next[(node << 5) | (code & 31)] as number;
        mask |= masks[node] as number;
        code = foldedAt(text, ++at);
      }
      mask |= wholes[node] as number;
      if (mask !== 0) {
        if (calls === 0) caller = start;
        calls |= mask;
      }
    }
    while (code > NO_LETTER) code = foldedAt(text, ++at);
  }
  if (calls !== 0) judge(text, Math.min(text.length, caller + LONGEST_SENTENCE), calls, hits);
  return hits;
}

const LONGEST_SENTENCE = 300;

function isStop(code: number): boolean {
  // . ! ? ; line feed
  return code < 64 && (code === 46 || code === 33 || code === 63 || code === 59 || code === 10);
}

const letters = new Uint8Array(2 * LONGEST_SENTENCE);

/** Reads the sentence that ends there for the wordings that its words call for. */
function judge(text: string, end: number, calls: number, hits: WordingHit[]): void {
  if ((calls & ALONE) === 0 && ((calls & CHOOSES) === 0 || calls === CHOOSES)) return;
  let start = end;
  let free = letters.length;
  while (start > 0 && free > 0) {
    const code = foldedAt(text, start - 1);
    if (isStop(code)) break;
    start -= 1;
    free -= 1;
    letters[free] = code;
  }
  const sentence = String.fromCharCode.apply(null, letters.subarray(free) as unknown as number[]);
  let plain: string | null = null;
  for (let index = 0; index < wordings.length; index += 1) {
    if ((calls & (1 << index)) === 0) continue;
    const { criterion, says } = wordings[index] as Wording;
    if (!says.test(sentence) || hits.some((hit) => hit.criterion === criterion)) continue;
    // Few sentences come this far: what chooses nobody is erased, and the rest read again.
    plain ??= sentence.replace(innocent, (words) => '_'.repeat(words.length));
    const said = says.exec(plain);
    if (!said) continue;
    const from = start + said.index;
    hits.push({ criterion, excerpt: text.slice(from, from + said[0].length).trim() });
  }
}
