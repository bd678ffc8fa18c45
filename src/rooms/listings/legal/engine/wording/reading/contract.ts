/**
 * Reading: finds in a text the few words that matter, in one pass over its letters.
 * Owns nothing.
 * Announces nothing.
 */
import { type Criterion, choosers, innocent, type Wording, wordings } from '../criteria/contract.ts';

export interface WordingHit {
  readonly criterion: Criterion;
  /** The words as they stand in the text. */
  readonly excerpt: string;
}

/** Every code unit has its entry, so that none needs a test. */
const TABLE = 0x10000;

/**
 * Every character folded to one of ASCII: a letter without case or accent, a plain space or apostrophe, itself, or `-`.
 * Only letters stand above 96, so that `(code + 31) >> 7` is 1 for a letter and 0 for anything else.
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
 * calls for as soon as it is reached, `wholes` which ones when the word ends there.
 */
function plant(all: readonly (readonly [stems: string, mark: number])[]) {
  const leaf = Array.from({ length: 32 }, () => 0);
  const next = [...leaf];
  const masks = [0];
  const wholes = [0];
  for (const [stems, mark] of all) {
    for (const stem of stems.split(' ')) {
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

/** The node that two letters lead to: most words of a text end their reading there. */
const pairs = Uint16Array.from({ length: 1024 }, (_, pair) => {
  const first = tree.next[pair >> 5];
  return first ? (tree.next[(first << 5) | (pair & 31)] ?? 0) : 0;
});

let folded = new Uint8Array(8_192);
let starts = new Uint32Array(8_192);

/**
 * Fills `folded` with the text, then 0, and `starts` with where words begin; returns how many. No branch depends on the
 * letters: a text of 1,500 characters is mostly words that say nothing, of lengths that no processor foresees.
 */
function cut(text: string): number {
  const length = text.length;
  if (length >= folded.length) {
    folded = new Uint8Array(2 * length);
    starts = new Uint32Array(2 * length);
  }
  const [to, begins] = [folded, starts];
  let words = 0;
  let gap = 1;
  for (let at = 0; at < length; at += 1) {
    const code = foldedOf[text.charCodeAt(at)] as number;
    const letter = (code + 31) >> 7;
    to[at] = code;
    begins[words] = at;
    words += letter & gap;
    gap = letter ^ 1;
  }
  to[length] = 0;
  return words;
}

/** What the text says among the known wordings, each criterion once; most texts are read in one pass and say nothing. */
export function readWording(text: string): readonly WordingHit[] {
  const words = cut(text);
  const { next, masks, wholes } = tree;
  const [read, begins] = [folded, starts];
  const hits: WordingHit[] = [];
  // The end of the sentence of the last word that called for a look, and what its words call for.
  let sentence = 0;
  let calls = 0;
  for (let word = 0; word < words; word += 1) {
    const start = begins[word] as number;
    let at = start + 1;
    let code = read[at] as number;
    let node = code > 96 ? (pairs[(((read[start] as number) & 31) << 5) | (code & 31)] as number) : 0;
    if (node === 0) continue;
    let mask = masks[node] as number;
    for (code = read[++at] as number; code > 96 && node !== 0; code = read[++at] as number) {
      node = next[(node << 5) | (code & 31)] as number;
      mask |= masks[node] as number;
    }
    mask |= wholes[node] as number;
    if (mask === 0) continue;
    if (calls !== 0 && start >= sentence) {
      judge(text, sentence, calls, hits);
      calls = 0;
    }
    if (calls === 0) sentence = sentenceEnd(start, text.length);
    calls |= mask;
  }
  if (calls !== 0) judge(text, sentence, calls, hits);
  return hits;
}

const LONGEST_SENTENCE = 300;

function isStop(code: number): boolean {
  // . ! ? ; line feed
  return code < 64 && (code === 46 || code === 33 || code === 63 || code === 59 || code === 10);
}

function sentenceEnd(from: number, length: number): number {
  const most = Math.min(length, from + LONGEST_SENTENCE);
  let at = from;
  while (at < most && !isStop(folded[at] as number)) at += 1;
  return at;
}

/** Reads the sentence that ends there for the wordings that its words call for. */
function judge(text: string, end: number, calls: number, hits: WordingHit[]): void {
  if ((calls & ALONE) === 0 && ((calls & CHOOSES) === 0 || calls === CHOOSES)) return;
  const least = Math.max(0, end - 2 * LONGEST_SENTENCE);
  let start = Math.max(0, end - 1);
  while (start > least && !isStop(folded[start - 1] as number)) start -= 1;
  const sentence = String.fromCharCode.apply(null, folded.subarray(start, end) as unknown as number[]);
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
