import { Readable } from 'node:stream';
import { fail, sharedErrors } from '#contract/errors.ts';

/** A file as it comes from a stranger: its name and what it says of itself are not to be believed. */
export interface StreamedFile {
  readonly name: string;
  /** Read once; fails when the form is cut before its end. */
  readonly content: Readable;
}

const MOST_HEADERS = 8_192;
/** Bytes of everything in a form that is not its file. */
const MOST_ASIDE = 65_536;

/**
 * The first file of a form (RFC 7578), read as it comes: nothing of it is kept in memory. Null when the form has none.
 * Fields before it say nothing; what follows it is not read. Throws VALIDATION_ERROR on what is no form.
 */
export async function firstFile(body: Readable, contentType: string): Promise<StreamedFile | null> {
  const said = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType);
  const boundary = said?.[1] ?? said?.[2];
  if (!boundary) throw malformed();
  const parts = new Parts(body, boundary);
  await parts.drain();
  while (await parts.opens()) {
    const name = /;\s*filename="([^"\r\n]*)"/i.exec(await parts.headers())?.[1];
    if (name !== undefined) {
      // The only character that browsers write otherwise (WHATWG, multipart/form-data encoding).
      return {
        name: name.replaceAll('%22', '"'),
        content: Readable.from(parts.content(), { objectMode: false }),
      };
    }
    await parts.drain();
  }
  return null;
}

function malformed() {
  return fail(sharedErrors.VALIDATION_ERROR, undefined, 'Le formulaire est mal formé.');
}

/** A form between its boundaries. Holds no more than one chunk of it. */
class Parts {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #delimiter: Buffer;
  // As if a line ended before the first boundary, like before the others.
  #held: Buffer = Buffer.from('\r\n');
  #aside = 0;

  constructor(body: Readable, boundary: string) {
    // A half-read body is closed by the server, once it has answered.
    this.#chunks = body.iterator({ destroyOnReturn: false });
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return true;
  }

  /** After a boundary: whether a part opens. False: it was the last. */
  async opens(): Promise<boolean> {
    while (this.#held.length < 2) if (!(await this.#more())) throw malformed();
    const next = this.#held.toString('latin1', 0, 2);
    if (next !== '\r\n' && next !== '--') throw malformed();
    if (next === '\r\n') this.#held = this.#held.subarray(2);
    return next === '\r\n';
  }

  async headers(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf('\r\n\r\n');
      if (end > MOST_HEADERS || (end < 0 && this.#held.length > MOST_HEADERS)) throw malformed();
      if (end >= 0) {
        const headers = this.#held.toString('utf8', 0, end);
        // Its line end stays: an empty part ends at once.
        this.#held = this.#held.subarray(end + 2);
        return headers;
      }
      if (!(await this.#more())) throw malformed();
    }
  }

  /** Up to the next boundary, which is passed. Begins at the line end that an empty part shares with its boundary. */
  async *content(): AsyncGenerator<Buffer> {
    const { length } = this.#delimiter;
    while (this.#held.length < length && (await this.#more()));
    if (!this.#held.subarray(0, length).equals(this.#delimiter)) this.#held = this.#held.subarray(2);
    for (;;) {
      const end = this.#held.indexOf(this.#delimiter);
      const safe = end >= 0 ? end : this.#held.length - length + 1;
      if (safe > 0) {
        yield this.#held.subarray(0, safe);
        this.#held = this.#held.subarray(safe);
      }
      if (end >= 0) {
        this.#held = this.#held.subarray(length);
        return;
      }
      if (!(await this.#more())) throw malformed();
    }
  }

  /** Passes the next boundary, whatever comes before it. */
  async drain(): Promise<void> {
    for await (const chunk of this.content()) {
      this.#aside += chunk.length;
      if (this.#aside > MOST_ASIDE) throw malformed();
    }
  }
}
