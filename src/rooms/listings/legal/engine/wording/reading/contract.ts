/**
 * Reading: finds in a text the few words that matter, in one pass over its letters.
 * Owns nothing.
 * Announces nothing.
 */
import { type Criterion, innocent, type Wording, wordings } from '../criteria/contract.ts';

export interface WordingHit {
  readonly criterion: Criterion;
  /** The words as they stand in the text. */
  readonly excerpt: string;
}

const LETTERS = 27;
const TABLE = 0x2200;

/** Every character as the letter that it is without case or accent, 1 to 26; 0 is no letter. */
const letterOf = foldTable();

function foldTable(): Uint8Array {
  const table = new Uint8Array(TABLE);
  for (let code = 0; code < 0x250; code += 1) {
    const [base = ''] = String.fromCharCode(code).normalize('NFD').toLowerCase();
    if (base >= 'a' && base <= 'z') table[code] = base.charCodeAt(0) - 96;
  }
  for (const [char, base] of [
    ['œ', 'o'],
    ['Œ', 'o'],
    ['æ', 'a'],
    ['Æ', 'a'],
  ] as const) {
    table[char.charCodeAt(0)] = base.charCodeAt(0) - 96;
  }
  return table;
}

/**
 * Words and beginnings of words, as a tree of letters: `next[node × 27 + letter]`. `masks` says which wordings a node
 * calls for as soon as it is reached, `wholes` which ones when the word ends there.
 */
function plant(all: readonly Wording[]) {
  const next: number[] = Array.from({ length: LETTERS }, () => 0);
  const masks = [0];
  const wholes = [0];
  all.forEach((wording, index) => {
    for (const stem of wording.stems.split(' ')) {
      const letters = stem.replace('$', '');
      let node = 0;
      for (const letter of letters) {
        const slot = node * LETTERS + letter.charCodeAt(0) - 96;
        if (!next[slot]) {
          next[slot] = masks.length;
          masks.push(0);
          wholes.push(0);
          next.push(...Array.from({ length: LETTERS }, () => 0));
        }
        node = next[slot] ?? 0;
      }
      const marks = stem.endsWith('$') ? wholes : masks;
      marks[node] = (marks[node] ?? 0) | (1 << index);
    }
  });
  return { next: Uint16Array.from(next), masks: Uint32Array.from(masks), wholes: Uint32Array.from(wholes) };
}

const tree = plant(wordings);

/** What the text says among the known wordings, each criterion once; most texts are read in one pass and say nothing. */
export function readWording(text: string): WordingHit[] {
  const { next, masks, wholes } = tree;
  const hits: WordingHit[] = [];
  const length = text.length;
  let start = 0;
  // The sentence of the last word that called for a look, and what its words call for.
  let sentence = 0;
  let calls = 0;
  while (start < length) {
    let code = text.charCodeAt(start);
    let letter = code < TABLE ? (letterOf[code] as number) : 0;
    if (letter === 0) {
      start += 1;
      continue;
    }
    let at = start;
    let node = 0;
    let mask = 0;
    do {
      node = next[node * LETTERS + letter] as number;
      mask |= masks[node] as number;
      at += 1;
      code = at < length ? text.charCodeAt(at) : 0;
      letter = code < TABLE ? (letterOf[code] as number) : 0;
    } while (node !== 0 && letter !== 0);
    if (letter === 0) {
      mask |= wholes[node] as number;
    } else {
      // No stem begins so: on to the end of the word.
      do {
        at += 1;
        code = at < length ? text.charCodeAt(at) : 0;
      } while (code < TABLE && letterOf[code] !== 0);
    }
    if (mask !== 0) {
      if (calls !== 0 && start >= sentence) {
        judge(text, sentence, calls, hits);
        calls = 0;
      }
      if (calls === 0) sentence = sentenceEnd(text, start);
      calls |= mask;
    }
    start = at;
  }
  if (calls !== 0) judge(text, sentence, calls, hits);
  return hits;
}

const LONGEST_SENTENCE = 300;

function isStop(code: number): boolean {
  // . ! ? ; line feed, bullet
  return code === 46 || code === 33 || code === 63 || code === 59 || code === 10 || code === 0x2022;
}

function sentenceEnd(text: string, from: number): number {
  const most = Math.min(text.length, from + LONGEST_SENTENCE);
  let at = from;
  while (at < most && !isStop(text.charCodeAt(at))) at += 1;
  return at;
}

/** Reads the sentence that ends there for the wordings that its words call for. */
function judge(text: string, end: number, calls: number, hits: WordingHit[]): void {
  const least = Math.max(0, end - 2 * LONGEST_SENTENCE);
  let start = Math.max(0, end - 1);
  while (start > least && !isStop(text.charCodeAt(start - 1))) start -= 1;
  const folded = fold(text.slice(start, end));
  const plain = folded.replace(innocent, (words) => '_'.repeat(words.length));
  wordings.forEach(({ criterion, says }, index) => {
    if ((calls & (1 << index)) === 0 || hits.some((hit) => hit.criterion === criterion)) return;
    const said = says.exec(plain);
    if (!said) return;
    hits.push({
      criterion,
      excerpt: text.slice(start + said.index, start + said.index + said[0].length).trim(),
    });
  });
}

/** Letter by letter, so that places stay the same: lower case without accents, straight apostrophes, plain spaces. */
function fold(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const letter = code < TABLE ? (letterOf[code] as number) : 0;
    if (letter !== 0) folded += String.fromCharCode(96 + letter);
    else if (code === 0x2019) folded += "'";
    else if (code === 0xa0 || code === 0x202f || code === 9) folded += ' ';
    else folded += text.charAt(at);
  }
  return folded;
}
