import { isUtf8 } from 'node:buffer';
import { fail } from '#contract/errors.ts';
import { feedErrors } from '../contract.ts';

type Encoding = 'utf-8' | 'windows-1252';

/** One listing's fields as they stand, and the physical line where it starts, from 1. */
export interface PolirisRecord {
  readonly line: number;
  readonly fields: readonly string[];
  /** What closes it: the quote of its last field, one more separator, or neither. */
  readonly closing: 'quote' | 'separator' | 'none';
}

/**
 * The format does not fix the encoding: UTF-8 when every byte is (a mark at the start or not), else
 * windows-1252. Feed it the chunks, then ask.
 */
export class EncodingProbe {
  readonly #strict = new TextDecoder('utf-8', { fatal: true });
  #utf8 = true;

  see(chunk: Uint8Array): void {
    if (!this.#utf8) return;
    try {
      this.#strict.decode(chunk, { stream: true });
    } catch {
      this.#utf8 = false;
    }
  }

  answer(): Encoding {
    if (this.#utf8) {
      try {
        this.#strict.decode();
      } catch {
        this.#utf8 = false;
      }
    }
    return this.#utf8 ? 'utf-8' : 'windows-1252';
  }
}

/** A listing takes a few thousand characters; what never ends is no Poliris file. */
const LONGEST_RECORD = 1_000_000;

// A row starts by the agency's identifier, 16 characters at most and perhaps stray spaces.
const ROW_START = /^[\s\ufeff]*"[^"!]{0,32}"\s*!#/;
// The same, cut before its first separator is whole.
const CUT_START = /^"[^"!]{0,32}(?:"\s*!?)?$/;

/**
 * Cuts the file into records without holding it: lines are glued until the next one starts like a row. `latin1` keeps
 * every byte as it is, the mark at the start apart: enough to count, before the encoding is known. Throws
 * FEED_NOT_POLIRIS when a record never ends.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding | 'latin1',
): AsyncGenerator<PolirisRecord> {
  let held: string[] = [];
  let heldLength = 0;
  let heldLine = 1;
  let line = 0;
  for await (const given of readLines(chunks)) {
    line += 1;
    const text = line === 1 ? given.replace(/^\u00ef\u00bb\u00bf/, '') : given;
    if (held.length > 0 && ROW_START.test(text)) {
      yield* recordOf(held, heldLine, encoding);
      held = [];
      heldLength = 0;
    }
    if (held.length === 0) {
      if (text.trim() === '') continue;
      heldLine = line;
    }
    held.push(text);
    heldLength += text.length + 1;
    if (heldLength > LONGEST_RECORD) throw fail(feedErrors.FEED_NOT_POLIRIS, { line: heldLine });
  }
  // The file may end in the first field of a row, which belongs to the row before it no more than a whole one does.
  const start = held.length > 1 && CUT_START.test(held.at(-1) ?? '') ? held.splice(-1) : [];
  yield* recordOf(held, heldLine, encoding);
  yield* recordOf(start, line, encoding);
}

// No text: PostgreSQL refuses the first one, terminals obey another. The same bytes in every encoding admitted.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function* recordOf(
  lines: readonly string[],
  line: number,
  encoding: Encoding | 'latin1',
): Generator<PolirisRecord> {
  const text = lines.join('\n').replaceAll(CONTROL, '');
  if (text.trim() === '') return;
  const fields = splitRecord(text);
  const closing = /"\s*!#\s*$/.test(text.slice(-64)) ? 'separator' : /"\s*$/.test(text) ? 'quote' : 'none';
  yield {
    line,
    closing,
    fields: encoding === 'latin1' ? fields : fields.map((field) => decodeKept(field, encoding)),
  };
}

/** Lines end by LF, CRLF or CR. Bytes stay as they are: a row is cut before it is known how it is written. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const text: string =
      rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    // Perhaps the first half of a CRLF.
    const end: number = text.endsWith('\r') ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(end);
    if (rest.length > LONGEST_RECORD) throw fail(feedErrors.FEED_NOT_POLIRIS);
    yield* lines;
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '') yield last;
}

const utf8 = new TextDecoder('utf-8');
const windows1252 = new TextDecoder('windows-1252');
// Bytes that begin no letter, sign or picture which a French listing holds in UTF-8: É before a no-break space is one of them.
const NO_UTF8_START = /[\u00c0\u00c1\u00c6-\u00e1\u00e3-\u00ee\u00f1-\u00ff]/;

/**
 * What `latin1` kept, in its real encoding. In a file that is not UTF-8 as a whole, a field that is stays so: what
 * groups the exports of several software copies their rows as they are.
 */
export function decodeKept(text: string, encoding: Encoding): string {
  if (!/[\u0080-\u00ff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  const own = encoding === 'utf-8' || (!NO_UTF8_START.test(text) && isUtf8(bytes)) ? utf8 : windows1252;
  return own.decode(bytes);
}

/** The bytes of the file, those of UTF-16 written as UTF-8: with its mark or, without it, by its zeroes. */
export async function* withoutUtf16(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: TextDecoder | null | undefined;
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let bytes: Uint8Array = chunk;
    if (decoder === undefined) {
      head = Buffer.concat([head, chunk]);
      if (head.length < 4) continue;
      const encoding = utf16Of(head);
      decoder = encoding === null ? null : new TextDecoder(encoding);
      bytes = head;
    }
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  if (decoder) yield Buffer.from(decoder.decode());
  else if (decoder === undefined && head.length > 0) yield head;
}

function utf16Of(head: Buffer): string | null {
  if (head.readUInt16BE(0) === 0xfffe) return 'utf-16le';
  if (head.readUInt16BE(0) === 0xfeff) return 'utf-16be';
  if (head[0] !== 0 && head[1] === 0 && head[2] !== 0 && head[3] === 0) return 'utf-16le';
  return head[0] === 0 && head[1] !== 0 && head[2] === 0 && head[3] !== 0 ? 'utf-16be' : null;
}

/** How the last line of a file ends, beside the others. Feed it the chunks, then ask. */
export class EndProbe {
  #first: string | null = null;
  #last = '';

  see(chunk: Uint8Array): void {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    this.#first ??= /\r\n|\n|\r(?!$)/.exec(this.#last + text)?.[0] ?? null;
    this.#last = (this.#last + text).slice(-64);
  }

  /** `half`: one of the two characters that end the others. */
  answer(): 'ended' | 'half' | 'open' {
    if (this.#first === '\r\n' && this.#last.endsWith('\r')) return 'half';
    // oxlint-disable-next-line no-control-regex
    return /[\r\n]\s*\u001a?$/.test(this.#last) ? 'ended' : 'open';
  }
}

/** The fields of one row. Cut on quote, `!#`, quote: values may hold quotes, never that sequence. */
export function splitRecord(text: string): string[] {
  const body = text.replace(/^[\s\ufeff]*"/, '').replace(/[ \t\r\n]+$/, '');
  // Some exporters close the row with one more separator: the quote before it is then the last one.
  const more = /"\s*!#$/.exec(body.slice(-64))?.[0].length ?? 0;
  const bare = body.slice(0, body.length - (more || (body.endsWith('"') ? 1 : 0)));
  return /"\s+!#|!#\s+"/.test(bare) ? bare.split(/"\s*!#\s*"/) : bare.split('"!#"');
}
