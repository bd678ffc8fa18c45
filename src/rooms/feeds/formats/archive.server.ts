import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { type ErrorSpec, fail, Refusal } from '#contract/errors.ts';
import { feedErrors } from '../contract.ts';

/** What an archive may weigh; every figure is held against the bytes that really come out (security.md 16). */
export interface ArchiveLimits {
  readonly entries: number;
  /** Bytes, all entries together. */
  readonly total: number;
  /** Uncompressed over compressed, beyond `ratioFrom` bytes: small files compress well without harm. */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** Bytes of the listings file. */
  readonly listings: number;
  /** Bytes of one picture (formats/poliris.md, section 4). */
  readonly photo: number;
  /** Bytes of Config.txt and Photos.cfg. */
  readonly side: number;
}

const MB = 1024 * 1024;

export const archiveLimits: ArchiveLimits = {
  entries: 20_000,
  total: 2048 * MB,
  ratio: 100,
  ratioFrom: MB,
  listings: 1024 * MB,
  photo: 40 * MB,
  side: 64 * 1024,
};

const LISTINGS = 'annonces.csv';
const CONFIG = 'config.txt';
const PHOTOS = 'photos.cfg';
const PICTURE = /\.(jpe?g|png|gif|bmp|webp)$/;
const DOCUMENT = /\.(xml|json)$/;
const NESTED = /\.(zip|rar|7z|gz|tgz|tar|bz2|xz)$/;

/** An open archive. Its files are read by what they are, never written under the name they carry. */
export interface Archive {
  /** Annonces.csv, or the one document of another format, from its start; may be read several times. */
  readListings(): AsyncIterable<Buffer>;
  /** The archive has no Annonces.csv, but one file of a format that is sent bare or packed: its base name. */
  readonly document: string | null;
  /** Text of Config.txt and Photos.cfg, empty when missing. */
  readonly config: string;
  readonly photosConfig: string;
  /** Pictures inside: lower-case base name, and a mark that changes with the content. */
  readonly pictures: ReadonlyMap<string, string>;
  /** A picture by its base name, in any case; null when the archive has none of that name. */
  openPicture(name: string): Promise<Readable | null>;
  /** French sentences about entries left aside. */
  readonly notes: readonly string[];
  close(): void;
}

/**
 * Opens a zip file and checks its directory: number of entries, sizes, encryption, links, paths. Throws a
 * `Refusal` of feedErrors when it cannot be trusted or read. Nothing is decompressed yet but the two small files.
 */
export async function openArchive(file: string, limits: ArchiveLimits = archiveLimits): Promise<Archive> {
  const zip = await openZip(file);
  try {
    const directory = await readDirectory(zip, limits);
    const budget = new Budget(limits);
    const read = (entry: yauzl.Entry, cap: number) => readEntry(zip, entry, cap, budget);
    const small = async (entry: yauzl.Entry | undefined) => {
      if (!entry) return '';
      const parts: Buffer[] = [];
      for await (const part of read(entry, limits.side)) parts.push(part);
      return Buffer.concat(parts).toString('latin1');
    };
    return {
      config: await small(directory.config),
      photosConfig: await small(directory.photos),
      readListings: () => read(directory.listings, limits.listings),
      document: directory.document,
      pictures: new Map(
        [...directory.pictures].map(([name, entry]) => [name, `${entry.crc32}-${entry.uncompressedSize}`]),
      ),
      async openPicture(name) {
        const entry = directory.pictures.get(baseName(name));
        return entry ? openEntry(zip, entry, limits.photo, budget) : null;
      },
      notes: directory.notes,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw refusalOf(error);
  }
}

async function openZip(file: string): Promise<yauzl.ZipFile> {
  try {
    const zip = await yauzl.openPromise(file, {
      lazyEntries: true,
      autoClose: false,
      decodeStrings: false,
      validateEntrySizes: true,
    });
    // A disk error told after the directory was read reaches the stream that suffers from it as well.
    zip.on('error', () => {});
    return zip;
  } catch (error) {
    throw await notAnArchive(file, error);
  }
}

/** A zip whose end is missing, or something else altogether? Its first bytes tell. */
async function notAnArchive(file: string, error: unknown): Promise<unknown> {
  const refusal = refusalOf(error);
  if (!(refusal instanceof Refusal) || refusal.spec !== feedErrors.FEED_TRUNCATED) return refusal;
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    if (bytesRead === 0) return fail(feedErrors.FEED_EMPTY_ARCHIVE);
    return buffer.toString('latin1') === 'PK' ? refusal : fail(feedErrors.FEED_UNREADABLE);
  } finally {
    await handle.close();
  }
}

interface Directory {
  readonly listings: yauzl.Entry;
  readonly document: string | null;
  readonly config: yauzl.Entry | undefined;
  readonly photos: yauzl.Entry | undefined;
  readonly pictures: Map<string, yauzl.Entry>;
  readonly notes: string[];
}

async function readDirectory(zip: yauzl.ZipFile, limits: ArchiveLimits): Promise<Directory> {
  if (zip.entryCount > limits.entries) {
    throw tooBig(`${zip.entryCount} entrées, ${limits.entries} au plus`);
  }
  const found = new Map<string, yauzl.Entry>();
  const pictures = new Map<string, yauzl.Entry>();
  const documents: yauzl.Entry[] = [];
  const notes: string[] = [];
  let entries = 0;
  let total = 0;
  let nested = 0;
  let others = 0;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > limits.entries) throw tooBig(`plus de ${limits.entries} entrées`);
    const name = nameOf(entry);
    checkEntry(entry, name);
    total += entry.uncompressedSize;
    if (total > limits.total) throw tooBig(`plus de ${inMegabytes(limits.total)} une fois décompressée`);
    const base = baseName(name);
    if (name.endsWith('/') || base === '' || base.startsWith('.') || /(^|\/)__macosx\//i.test(name)) continue;
    if (base === LISTINGS || base === CONFIG || base === PHOTOS) {
      if (found.has(base))
        throw fail(
          feedErrors.FEED_UNSAFE,
          { entry: base },
          `L’archive contient plusieurs fichiers ${base} : n’en laissez qu’un.`,
        );
      found.set(base, entry);
    } else if (PICTURE.test(base)) {
      pictures.set(base, entry);
    } else if (DOCUMENT.test(base)) {
      documents.push(entry);
    } else if (NESTED.test(base)) {
      nested += 1;
    } else {
      others += 1;
    }
  }
  if (entries === 0) throw fail(feedErrors.FEED_EMPTY_ARCHIVE);
  const listings = found.get(LISTINGS) ?? documents[0];
  const document = found.has(LISTINGS) || !listings ? null : baseName(nameOf(listings));
  if (document !== null && documents.length > 1)
    throw fail(
      feedErrors.FEED_NO_LISTINGS_FILE,
      { entries, documents: documents.length },
      `L’archive contient ${documents.length} fichiers XML ou JSON\u00a0: envoyez-les un par un.`,
    );
  others += document === null ? documents.length : 0;
  if (nested > 0)
    notes.push(`${nested} archive(s) dans l’archive : ignorée(s), placez les fichiers à la racine.`);
  if (others > 0) notes.push(`${others} fichier(s) sans rapport avec le format : ignoré(s).`);
  if (!listings) throw fail(feedErrors.FEED_NO_LISTINGS_FILE, { entries, nested });
  for (const entry of [listings, ...pictures.values()]) checkRatio(entry.uncompressedSize, entry, limits);
  return { listings, document, config: found.get(CONFIG), photos: found.get(PHOTOS), pictures, notes };
}

/** Names are UTF-8, or what an old Windows program wrote. */
function nameOf(entry: yauzl.Entry): string {
  const bytes = entry.fileNameRaw;
  const encoding = isUtf8(bytes) ? 'utf-8' : 'windows-1252';
  return new TextDecoder(encoding).decode(bytes).replaceAll('\\', '/');
}

function baseName(name: string): string {
  return path.posix.basename(name.replaceAll('\\', '/')).toLowerCase();
}

const ENCRYPTED_BIT = 0x1;
const FILE_TYPE = 0o170000;
const SYMLINK = 0o120000;

function checkEntry(entry: yauzl.Entry, name: string): void {
  const shown = JSON.stringify(name.slice(0, 80));
  if (
    name.includes('\0') ||
    name.startsWith('/') ||
    /^[a-z]:/i.test(name) ||
    name.split('/').includes('..')
  ) {
    throw fail(
      feedErrors.FEED_UNSAFE,
      { entry: name },
      `L’archive contient une entrée hors de son dossier (${shown}) : elle est refusée. Exportez-la à nouveau, sans chemin.`,
    );
  }
  if ((entry.generalPurposeBitFlag & ENCRYPTED_BIT) !== 0)
    throw fail(feedErrors.FEED_ENCRYPTED, { entry: name });
  // The mode is in the high half of the attributes when Unix made the entry.
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMLINK) {
    throw fail(
      feedErrors.FEED_UNSAFE,
      { entry: name },
      `L’archive contient un lien (${shown}) : elle est refusée. Mettez-y les fichiers eux-mêmes.`,
    );
  }
}

/** Real bytes counted across every entry read, so that entries that share their data cannot multiply them. */
class Budget {
  #left: number;
  readonly limits: ArchiveLimits;

  constructor(limits: ArchiveLimits) {
    // Annonces.csv is read twice: once to be measured, once to be mapped; a document is first looked at.
    this.#left = limits.total + 2 * limits.listings;
    this.limits = limits;
  }

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw tooBig(`plus de ${inMegabytes(this.limits.total)} une fois décompressée`);
  }
}

function checkRatio(bytes: number, entry: yauzl.Entry, limits: ArchiveLimits): void {
  if (bytes > limits.ratioFrom && bytes > entry.compressedSize * limits.ratio) {
    throw tooBig(`une entrée gonfle plus de ${limits.ratio} fois à la décompression`);
  }
}

async function openEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  cap: number,
  budget: Budget,
): Promise<Readable> {
  const source = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw refusalOf(error);
  });
  let bytes = 0;
  let sum = 0;
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        bytes += chunk.length;
        if (bytes > cap) throw tooBig(`un fichier dépasse ${inMegabytes(cap)}`);
        budget.spend(chunk.length);
        checkRatio(bytes, entry, budget.limits);
        sum = crc32(chunk, sum);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      done(sum === entry.crc32 ? null : fail(feedErrors.FEED_DAMAGED));
    },
  });
  pipeline(source, guard, () => {
    // The reader of `guard` gets the error; the pipeline only makes sure that both ends close.
  });
  return guard;
}

async function* readEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  cap: number,
  budget: Budget,
): AsyncGenerator<Buffer> {
  const stream = await openEntry(zip, entry, cap, budget);
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw refusalOf(error);
  }
}

function tooBig(why: string): Refusal {
  return fail(
    feedErrors.FEED_TOO_BIG,
    { why },
    `Archive refusée : ${why}. Envoyez les photos par adresse (Mode=URL) ou en plusieurs archives.`,
  );
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / MB)} Mo`;
}

/** yauzl's and zlib's words, as a refusal that an agency understands. Errors of the disk stay what they are. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code && /^E[A-Z]+$/.test(code)) return error;
  return fail(code?.startsWith('Z_') ? feedErrors.FEED_DAMAGED : specOf(message), { cause: message });
}

function specOf(message: string): ErrorSpec {
  if (/end of central directory/i.test(message)) return feedErrors.FEED_TRUNCATED;
  // 99 is what WinZip and 7-Zip write for an entry that AES protects.
  if (/encrypt|compression method: 99\b/i.test(message)) return feedErrors.FEED_ENCRYPTED;
  if (/unsupported compression method/i.test(message)) return feedErrors.FEED_COMPRESSION;
  if (
    /too many bytes|not enough bytes|unexpected EOF|invalid (local|central)|file data overflow/i.test(message)
  ) {
    return feedErrors.FEED_DAMAGED;
  }
  return feedErrors.FEED_UNREADABLE;
}
