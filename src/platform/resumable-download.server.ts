import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clock } from './clock.server.ts';
import { DownloadRefused, openSafely } from './safe-download.server.ts';

/** How hard a server is asked, and how long it is waited for. */
export interface Pace {
  readonly bytesPerSecond: number;
  /** Longest time without a byte. */
  readonly silenceMs: number;
  /** Attempts in a row that bring nothing new. */
  readonly tries: number;
  /** Before the second attempt; doubled before each of the next. */
  readonly pauseMs: number;
}

interface ResumableDownload {
  readonly address: string;
  /** Where the whole file goes; what has come of it waits in `<file>.part`, with its version beside. */
  readonly file: string;
  /** Host names that may be private and use any port: those of the operator's own setting. */
  readonly allowedHosts: readonly string[];
  /** Version already loaded in the database: the same one is not sent again. */
  readonly known: string | null;
  readonly maxBytes: number;
  readonly pace: Pace;
  /** What is wrong with a file whose last byte has come, in French; null when it is sound. */
  readonly check: (file: string) => Promise<string | null>;
  /** Bytes that are there, and their number in the end; null while the server does not say it. */
  readonly onProgress?: (received: number, size: number | null) => void;
}

/** `unchanged`: the version that is known is the current one. `absent`: there is no such file. */
export type Downloaded =
  | {
      readonly outcome: 'whole';
      /** ETag, else Last-Modified; null when the server says neither. */
      readonly version: string | null;
      readonly bytes: number;
      /** Bytes that were there before the last request. */
      readonly resumedFrom: number;
    }
  | { readonly outcome: 'unchanged' | 'absent' };

/** What is known of a file, whole or not, in `<file>.json`. */
interface Saved {
  readonly address: string;
  readonly version: string | null;
  /** What proves that a second part is of the same file (RFC 9110, 13.1.5); null: it cannot be resumed. */
  readonly validator: string | null;
  readonly size: number | null;
}

const MAX_REDIRECTS = 5;
/** A server that asks for more time than this is asked again by a person. */
const LONGEST_WAIT_MS = 300_000;
const DOUBLINGS = 6;
/** One byte at a time is progress too, but not for ever. */
const TRIES_IN_ALL = 20;

/** The server says when to come back. */
class Busy extends DownloadRefused {
  readonly waitMs: number;

  constructor(message: string, waitMs: number) {
    super(message, false);
    this.waitMs = waitMs;
  }
}

/**
 * Downloads a large file, and goes on where it was cut, in this process or an earlier one: only if the server
 * proves that the rest is of the same version (`If-Range`). A file that `check` finds spoiled is asked for once
 * more, from its first byte. Throws `DownloadRefused` when it cannot be had; what has come stays for the next call.
 */
export async function downloadToFile(asked: ResumableDownload): Promise<Downloaded> {
  const part = `${asked.file}.part`;
  await mkdir(path.dirname(asked.file), { recursive: true });
  let before = await sizeOf(part);
  let fruitless = 0;
  let restarts = 0;
  let tries = 0;
  let spoiled = false;
  for (;;) {
    try {
      const answer = await attempt(asked, part);
      if (answer.outcome !== 'came') return answer;
      const fault = await asked.check(part);
      if (fault === null) {
        await keepWhole(part, asked.file);
        return { ...answer, outcome: 'whole' };
      }
      await forgetFile(part);
      if (spoiled) throw new DownloadRefused(`${fault}, deux fois de suite`, true);
      spoiled = true;
      before = 0;
    } catch (error) {
      if (!(error instanceof DownloadRefused) || error.permanent) throw error;
      const now = await sizeOf(part);
      fruitless = now > before ? 0 : fruitless + 1;
      // What was there is lost when another version begins, or when the server cannot resume: it is asked again, not for ever.
      if (now < before) restarts += 1;
      before = now;
      tries += 1;
      const most = asked.pace.tries;
      if (Math.max(fruitless, restarts) >= most || tries >= most * TRIES_IN_ALL) throw error;
      await wait(
        error instanceof Busy ? error.waitMs : asked.pace.pauseMs * 2 ** Math.min(fruitless, DOUBLINGS),
      );
    }
  }
}

/** Removes the file, what has come of another version, and what is known of both. */
export async function forgetDownload(file: string): Promise<void> {
  await forgetFile(file);
  await forgetFile(`${file}.part`);
}

async function forgetFile(file: string): Promise<void> {
  await rm(`${file}.json`, { force: true });
  await rm(file, { force: true });
}

/**
 * The old version note is removed before the file is replaced and the new one written after, so that no crash leaves a file
 * beside the version of another.
 */
async function keepWhole(part: string, file: string): Promise<void> {
  await rm(`${file}.json`, { force: true });
  await rename(part, file);
  await rename(`${part}.json`, `${file}.json`);
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}

async function readSaved(file: string, address: string): Promise<Saved | null> {
  const text = await readFile(`${file}.json`, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const saved = JSON.parse(text) as Saved;
    return saved.address === address ? saved : null;
  } catch {
    // Cut while it was written: the file beside it is asked for again.
    return null;
  }
}

interface Came {
  readonly outcome: 'came';
  readonly version: string | null;
  readonly bytes: number;
  readonly resumedFrom: number;
}

/** One request, and its body into `part`. */
async function attempt(asked: ResumableDownload, part: string): Promise<Downloaded | Came> {
  const begun = await readSaved(part, asked.address);
  const there = begun ? await sizeOf(part) : 0;
  if (begun && there > 0 && there === begun.size)
    return { outcome: 'came', version: begun.version, bytes: there, resumedFrom: there };
  const resumed =
    begun?.validator && there > 0 ? { ...begun, validator: begun.validator, from: there } : null;
  const keptBytes = await sizeOf(asked.file);
  const kept = keptBytes > 0 ? await readSaved(asked.file, asked.address) : null;
  const known = kept?.version ?? asked.known;
  const silence = new AbortController();
  const response = await heard(
    'connexion impossible',
    openSafely(asked.address, {
      allowedHosts: asked.allowedHosts,
      maxRedirects: MAX_REDIRECTS,
      signal: silence.signal,
      keepHttps: true,
      headers: resumed
        ? { range: `bytes=${resumed.from}-`, 'if-range': resumed.validator }
        : known === null
          ? {}
          : conditionOf(known),
    }),
    silence,
    asked.pace,
  );
  const { headers, statusCode = 0 } = response;
  if (statusCode === 206 && resumed) {
    if (!continues(headers, resumed)) {
      response.destroy();
      await forgetFile(part);
      throw new DownloadRefused('la suite reçue n’est pas celle de ce qui était là', false);
    }
    const bytes = await receive(response, { part, from: resumed.from, size: resumed.size }, asked, silence);
    return { outcome: 'came', version: resumed.version, bytes, resumedFrom: resumed.from };
  }
  if (statusCode === 200) {
    const saved = savedOf(asked.address, headers);
    await rm(part, { force: true });
    await writeFile(`${part}.json`, JSON.stringify(saved));
    const bytes = await receive(response, { part, from: 0, size: saved.size }, asked, silence);
    return { outcome: 'came', version: saved.version, bytes, resumedFrom: 0 };
  }
  response.destroy();
  if (statusCode === 304 && !resumed && known !== null) {
    return kept?.version
      ? { outcome: 'whole', version: kept.version, bytes: keptBytes, resumedFrom: keptBytes }
      : { outcome: 'unchanged' };
  }
  if (statusCode === 404 || statusCode === 410) return { outcome: 'absent' };
  if (statusCode === 416 && resumed) {
    await forgetFile(part);
    throw new DownloadRefused('le serveur n’a pas la suite de ce qui était là', false);
  }
  throw refusalOf(statusCode, headers['retry-after'] ?? null);
}

/** The headers that ask for another version than this one. */
function conditionOf(version: string): Record<string, string> {
  return /^(W\/)?"/.test(version) ? { 'if-none-match': version } : { 'if-modified-since': version };
}

function savedOf(address: string, headers: IncomingHttpHeaders): Saved {
  const { etag = null, 'last-modified': modified = null } = headers;
  const length = headers['content-length'];
  return {
    address,
    version: etag ?? modified,
    validator: etag?.startsWith('"') ? etag : modified,
    size: length === undefined ? null : Number(length),
  };
}

/** Whether a partial answer goes on where the file stops, of the same size and version as before. */
function continues(headers: IncomingHttpHeaders, resumed: Saved & { readonly from: number }): boolean {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  if (!range || Number(range[1]) !== resumed.from) return false;
  if (resumed.size !== null && range[2] !== '*' && Number(range[2]) !== resumed.size) return false;
  const { version } = savedOf(resumed.address, headers);
  return version === null || version === resumed.version;
}

interface Target {
  readonly part: string;
  readonly from: number;
  readonly size: number | null;
}

/** Writes the body at the end of `part`, no faster than the pace; returns the size of the file. */
async function receive(
  response: IncomingMessage,
  { part, from, size }: Target,
  { maxBytes, pace, onProgress }: ResumableDownload,
  silence: AbortController,
): Promise<number> {
  let at = from;
  try {
    if ((size ?? 0) > maxBytes) throw tooBig(maxBytes);
    const handle = await open(part, from > 0 ? 'a' : 'w');
    try {
      const began = performance.now();
      const chunks = (response as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      for (;;) {
        const next = await heard('connexion coupée', chunks.next(), silence, pace);
        if (next.done) break;
        at += next.value.byteLength;
        if (at > maxBytes) {
          await forgetFile(part);
          throw tooBig(maxBytes);
        }
        await handle.appendFile(next.value);
        onProgress?.(at, size);
        const early = ((at - from) / pace.bytesPerSecond) * 1_000 - (performance.now() - began);
        if (early >= 1) await wait(early);
      }
    } finally {
      await handle.close();
    }
  } finally {
    // Left midway, the connection goes with the answer.
    response.destroy();
  }
  if (size !== null && at !== size) {
    // More than was said: these bytes are of no file that one knows.
    if (at > size) await forgetFile(part);
    throw new DownloadRefused(`${at} octets reçus sur ${size}`, false);
  }
  return at;
}

const tooBig = (maxBytes: number) => new DownloadRefused(`plus de ${maxBytes} octets`, true);

/** The answer of the server, if it comes before its silence is too long. Throws `DownloadRefused`, in these words. */
async function heard<T>(
  failure: string,
  answer: Promise<T>,
  silence: AbortController,
  { silenceMs }: Pace,
): Promise<T> {
  const timer = setTimeout(() => silence.abort(), silenceMs);
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DownloadRefused) throw error;
    if (silence.signal.aborted)
      throw new DownloadRefused(`aucun octet reçu en ${Math.round(silenceMs / 1_000)}\u00a0s`, false);
    const { code, message } = error as NodeJS.ErrnoException;
    throw new DownloadRefused(`${failure} (${code ?? message})`, false);
  } finally {
    clearTimeout(timer);
  }
}

function refusalOf(status: number, retryAfter: string | null): DownloadRefused {
  const waitMs = waitOf(retryAfter);
  if ((status === 429 || status === 503) && waitMs !== null) {
    const minutes = Math.ceil(waitMs / 60_000);
    return waitMs > LONGEST_WAIT_MS
      ? new DownloadRefused(`réponse ${status}, à redemander dans ${minutes}\u00a0min`, true)
      : new Busy(`réponse ${status}`, waitMs);
  }
  return new DownloadRefused(`réponse ${status}`, status < 500 && ![408, 425, 429].includes(status));
}

/** A `Retry-After` in milliseconds: seconds, or a date (RFC 9110, 10.2.3); null when it says neither. */
export function waitOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now().getTime());
}
