import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { fail, Refusal } from '#contract/errors.ts';
import { feedErrors } from '../contract.ts';
import { type ArchiveLimits, archiveLimits } from './archive.server.ts';
import { EncodingProbe } from './poliris-records.server.ts';

type Limits = Pick<ArchiveLimits, 'listings' | 'ratio' | 'ratioFrom'>;

/** A text file, compressed by gzip or not, that has been looked at once: it is read as often as needed, never held. */
export interface TextFile {
  /** Its first characters. */
  readonly head: string;
  read(): AsyncGenerator<string>;
}

const GZIP = 0x1f8b;
const HEAD = 64 * 1024;

/** The first two bytes: enough to tell a zip and a gzip apart from text. */
export async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Looks at all bytes of the file: size, compression, encoding. Throws FEED_TOO_BIG, FEED_DAMAGED, FEED_TRUNCATED or
 * FEED_UNREADABLE (bytes that are no text).
 */
export async function openText(file: string, limits: Limits = archiveLimits): Promise<TextFile> {
  const start = await firstBytes(file);
  const packed = start.length === 2 && start.readUInt16BE(0) === GZIP;
  return textOf(() => bytesOf(file, packed, limits));
}

/** The text of these bytes, looked at once. Throws FEED_UNREADABLE when they are none, and what reading them throws. */
export async function textOf(open: () => AsyncIterable<Buffer>): Promise<TextFile> {
  const probe = new EncodingProbe();
  const parts: Buffer[] = [];
  let kept = 0;
  for await (const chunk of open()) {
    probe.see(chunk);
    if (kept >= HEAD) continue;
    parts.push(chunk);
    kept += chunk.length;
  }
  const head = Buffer.concat(parts).subarray(0, HEAD);
  const encoding = encodingOf(head, probe.answer());
  const text = new TextDecoder(encoding).decode(head);
  if (text.includes('\0')) throw fail(feedErrors.FEED_UNREADABLE);
  return {
    head: text,
    async *read() {
      const decoder = new TextDecoder(encoding);
      for await (const chunk of open()) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    },
  };
}

async function* bytesOf(file: string, packed: boolean, limits: Limits): AsyncGenerator<Buffer> {
  const { size } = await stat(file);
  const source = createReadStream(file);
  const stream = packed ? source.pipe(createGunzip()) : source;
  source.on('error', (error) => stream.destroy(error));
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limits.listings || (packed && bytes > limits.ratioFrom && bytes > size * limits.ratio))
        throw fail(
          feedErrors.FEED_TOO_BIG,
          { bytes },
          'Fichier refusé : une fois lu, il dépasse les limites admises. Envoyez-le en plusieurs fichiers.',
        );
      yield chunk;
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    source.destroy();
    stream.destroy();
  }
}

function refusalOf(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof Refusal || !code?.startsWith('Z_')) return error;
  return fail(code === 'Z_BUF_ERROR' ? feedErrors.FEED_TRUNCATED : feedErrors.FEED_DAMAGED, { cause: code });
}

/** What the bytes are before what the file says of itself: exporters are often wrong about it. */
function encodingOf(head: Buffer, probed: 'utf-8' | 'windows-1252'): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  if (probed === 'utf-8') return 'utf-8';
  const said = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(
    head.toString('latin1', 0, 400),
  )?.[1];
  return said && /^(iso-8859-(1|15)|windows-125[02]|cp1252|latin-?[19])$/i.test(said)
    ? labelOf(said)
    : 'windows-1252';
}

function labelOf(said: string): string {
  try {
    return new TextDecoder(said).encoding;
  } catch {
    return 'windows-1252';
  }
}
