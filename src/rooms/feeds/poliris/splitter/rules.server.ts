import { fail } from '../../../../contract/errors.ts';
import { feedErrors } from '../../contract.ts';

export type Encoding = 'utf-8' | 'windows-1252';

/** One listing's fields as they stand, and the physical line where it starts, from 1. */
export interface PolirisRecord {
  readonly line: number;
  readonly fields: readonly string[];
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

/**
 * Cuts the file into records without holding it: lines are glued until the next one starts like a row.
 * Throws FEED_NOT_POLIRIS when a record never ends.
 */
export async function* readRecords(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding | 'latin1',
): AsyncGenerator<PolirisRecord> {
  let held: string[] = [];
  let heldLength = 0;
  let heldLine = 1;
  let line = 0;
  for await (const text of readLines(chunks, encoding)) {
    line += 1;
    if (held.length > 0 && ROW_START.test(text)) {
      yield* recordOf(held, heldLine);
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
  yield* recordOf(held, heldLine);
}

// No text: PostgreSQL refuses the first one, terminals obey another. The same bytes in every encoding admitted.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function* recordOf(lines: readonly string[], line: number): Generator<PolirisRecord> {
  const text = lines.join('\n').replaceAll(CONTROL, '');
  if (text.trim() !== '') yield { line, fields: splitRecord(text) };
}

async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding | 'latin1',
): AsyncGenerator<string> {
  const decoder = decoderOf(encoding);
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_RECORD) throw fail(feedErrors.FEED_NOT_POLIRIS);
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

interface Decoder {
  decode(chunk?: Uint8Array, options?: { stream: boolean }): string;
}

/** `latin1` keeps every byte as it is, the mark at the start apart: enough to count, before the encoding is known. */
function decoderOf(encoding: Encoding | 'latin1'): Decoder {
  if (encoding !== 'latin1') return new TextDecoder(encoding);
  let started = false;
  return {
    decode(chunk) {
      if (!chunk) return '';
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
      const first = !started;
      started = true;
      return first ? text.replace(/^\u00ef\u00bb\u00bf/, '') : text;
    },
  };
}

/** What `latin1` kept, in its real encoding. */
export function decodeKept(text: string, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}

/** The fields of one row. Cut on quote, `!#`, quote: values may hold quotes, never that sequence. */
export function splitRecord(text: string): string[] {
  const body = text.replace(/^[\s\ufeff]*"/, '').trimEnd();
  // Some exporters close the row with one more separator: the quote before it is then the last one.
  const more = /"\s*!#$/.exec(body.slice(-64))?.[0].length ?? 0;
  const bare = body.slice(0, body.length - (more || (body.endsWith('"') ? 1 : 0)));
  return /"\s+!#|!#\s+"/.test(bare) ? bare.split(/"\s*!#\s*"/) : bare.split('"!#"');
}
