import { fail } from '#contract/errors.ts';
import { feedErrors } from '../contract.ts';
import { malformed } from './xml.server.ts';

/** One object of the list, and where to find a fact of it again. */
export class JsonRecord {
  readonly line: number;
  readonly value: unknown;
  readonly #text: string;

  constructor(line: number, text: string, value: unknown) {
    this.line = line;
    this.#text = text;
    this.value = value;
  }

  /** `price.value`, `pictures.0.url`; undefined when there is none. Numbers are the text of the file. */
  at(path: string): unknown {
    let here = this.value;
    for (const key of path.split('.')) {
      if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined;
      here = (here as Record<string, unknown>)[key];
    }
    return here;
  }

  /** The line of that fact, or of the nearest that holds it. Only looked for when something is to be said of it. */
  lineOf(path: string): number {
    return this.line + linesBefore(this.#text, offsetOf(this.#text, path.split('.')));
  }
}

/** What a JSON file says beside its list, of one piece: `total_items`. */
export interface JsonEnd {
  readonly found: boolean;
  readonly facts: ReadonlyMap<string, string>;
}

const DEEPEST = 32;
const LONGEST = 1_000_000;
const LONGEST_FACT = 100;
const MOST_FACTS = 100;

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;
const COMMA = 44;
const COLON = 58;

/**
 * The objects of the list that stands under this name in the outermost object, one at a time, whatever the size of the
 * file; then what else was found. Throws FEED_UNSAFE (too deep), FEED_TOO_BIG, FEED_TRUNCATED or FEED_MALFORMED with its line.
 */
export async function* readJson(
  chunks: AsyncIterable<string>,
  list: string,
): AsyncGenerator<JsonRecord, JsonEnd> {
  const facts = new Map<string, string>();
  const open: number[] = [];
  let found = false;
  let inList = false;
  let inText = false;
  let escaped = false;
  let line = 1;
  /** What is being kept: a record, else a key or a fact of the outermost object. */
  let held = '';
  let heldLine = 0;
  let inRecord = false;
  let key = '';
  let over = false;
  for await (const chunk of chunks) {
    let from = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      if (code === NEWLINE) line += 1;
      if (inText) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) inText = false;
        continue;
      }
      if (code === QUOTE) {
        inText = true;
      } else if (code === OPEN || code === OPEN_LIST) {
        if (over) throw malformed('JSON', line, 'text after the end');
        if (open.length === 0) {
          held = '';
          from = index + 1;
        } else if (open.length === 1 && !inList) {
          inList = code === OPEN_LIST && key === list && !found;
          found ||= inList;
        } else if (open.length === 2 && inList && code === OPEN) {
          inRecord = true;
          held = '';
          heldLine = line;
          from = index;
        }
        open.push(code);
        if (open.length > DEEPEST)
          throw fail(
            feedErrors.FEED_UNSAFE,
            { line },
            `Le fichier JSON imbrique trop d’objets (ligne ${line}). Exportez-le à nouveau.`,
          );
      } else if (code === CLOSE || code === CLOSE_LIST) {
        if (open.pop() !== (code === CLOSE ? OPEN : OPEN_LIST)) throw malformed('JSON', line, 'unbalanced');
        over = open.length === 0;
        if (inRecord && open.length === 2) {
          inRecord = false;
          yield recordOf(held + chunk.slice(from, index + 1), heldLine, line);
          held = '';
        } else if (open.length === 1) inList = false;
        if (over && key !== '') keep(facts, key, held + chunk.slice(from, index));
        if (open.length <= 1) {
          held = '';
          from = index + 1;
          key = open.length === 0 ? '' : key;
        }
      } else if (open.length === 1 && code === COLON) {
        key = textOf(held + chunk.slice(from, index));
        held = '';
        from = index + 1;
      } else if (open.length === 1 && code === COMMA) {
        keep(facts, key, held + chunk.slice(from, index));
        held = '';
        key = '';
        from = index + 1;
      }
    }
    if (inRecord || open.length <= 1) held += chunk.slice(from);
    if (held.length > LONGEST) {
      throw fail(
        feedErrors.FEED_TOO_BIG,
        { line },
        `Une annonce du fichier, vers la ligne ${line}, est démesurée. Exportez-le à nouveau.`,
      );
    }
  }
  if (!over) throw fail(feedErrors.FEED_TRUNCATED);
  return { found, facts };
}

function keep(facts: Map<string, string>, key: string, text: string): void {
  const fact = text.trim();
  if (fact !== '' && fact.length <= LONGEST_FACT && key !== '' && facts.size < MOST_FACTS)
    facts.set(key, fact);
}

/** A key, without its quotes. */
function textOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return '';
  }
}

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;

/** Numbers keep their own writing: an identifier of twenty figures is not rounded, 1e999 is no price. */
const asWritten: Reviver = (_key, value, context) =>
  typeof value === 'number' ? (context.source ?? '') : value;

function recordOf(text: string, line: number, end: number): JsonRecord {
  if (text.length > LONGEST) {
    throw fail(
      feedErrors.FEED_TOO_BIG,
      { line },
      `Une annonce du fichier, vers la ligne ${line}, est démesurée. Exportez-le à nouveau.`,
    );
  }
  try {
    return new JsonRecord(line, text, JSON.parse(text, asWritten as Parameters<typeof JSON.parse>[1]));
  } catch (error) {
    throw malformed('JSON', end === line ? line : line + brokenAt(error, text), (error as Error).message);
  }
}

/** Lines into the record where the parser gave up. */
function brokenAt(error: unknown, text: string): number {
  const position = /position (\d+)/.exec((error as Error).message)?.[1];
  return position ? linesBefore(text, Number(position)) : 0;
}

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gy;

/** Where the value of that path begins in the text of a record that is known to be JSON. */
function offsetOf(text: string, path: readonly string[]): number {
  const open: { list: boolean; key: string; index: number }[] = [];
  let nearest = 0;
  let deepest = 0;
  let last = '';
  const token = new RegExp(TOKEN);
  for (let at = skip(text, 0); at < text.length; at = skip(text, token.lastIndex)) {
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    if (found === undefined) return nearest;
    const here = open.at(-1);
    if (found === '}' || found === ']') open.pop();
    else if (found === ',') {
      if (here?.list) here.index += 1;
    } else if (found === ':') {
      if (here) here.key = textOf(last);
    } else {
      // A value, or a key: the key is the path of its own value.
      const names = open.map(({ list, key, index }) => (list ? String(index) : key));
      const shared = names.findIndex((name, rank) => name !== path[rank]);
      const depth = shared === -1 ? names.length : shared;
      if (depth > deepest && depth === names.length) {
        deepest = depth;
        nearest = at;
        if (depth === path.length) return nearest;
      }
      if (found === '{' || found === '[') open.push({ list: found === '[', key: '', index: 0 });
    }
    last = found;
  }
  return nearest;
}

function skip(text: string, at: number): number {
  let index = at;
  while (index < text.length && text.charCodeAt(index) <= 32) index += 1;
  return index;
}
