import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { keyColumns } from '#rooms/criteria/verdict.ts';
import { flagWords } from '../matcher.ts';
import { Columns } from './columns.server.ts';
import { lineFacts } from './predicate.server.ts';

const MAGIC = 'VIGIECOL';
/** One more whenever what is written means something else. */
const VERSION = 3;
const HEAD = MAGIC.length + 8;

/** What the numbers mean: another table of criteria makes another file. */
const layout = crc32(JSON.stringify([VERSION, keyColumns, lineFacts, flagWords]));

interface Header {
  readonly layout: number;
  readonly stamp: string;
  readonly rows: number;
  readonly latestSince: number;
  readonly words: boolean;
  readonly bucketNames: string[];
  readonly texts: string[];
  readonly lengths: number[];
  readonly checksum: number;
}

const columnsOf = (columns: Columns) => [
  columns.maxPrice,
  columns.ids,
  columns.since,
  columns.more,
  columns.areas.whole,
  columns.first,
  columns.second,
  columns.minSurface,
  columns.alertOf,
  columns.moreAt,
  columns.bucketStart,
];

/** Writes settled columns beside a file, then in its place. `stamp`: what they are a copy of. */
export function save(columns: Columns, file: string, stamp: string): void {
  const parts = columnsOf(columns).map((column) => {
    const used = column.used();
    return Buffer.from(used.buffer, used.byteOffset, used.byteLength);
  });
  const header = {
    layout,
    stamp,
    rows: columns.settled,
    latestSince: columns.latestSince,
    words: columns.words,
    bucketNames: columns.bucketNames,
    texts: columns.texts,
    lengths: columnsOf(columns).map(({ length }) => length),
    checksum: checksumOf(parts),
  } satisfies Header;
  const text = Buffer.from(JSON.stringify(header));
  const head = Buffer.alloc(HEAD);
  head.write(MAGIC, 'latin1');
  head.writeUInt32LE(text.length, MAGIC.length);
  head.writeUInt32LE(crc32(text), MAGIC.length + 4);
  mkdirSync(path.dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}`;
  const descriptor = openSync(beside, 'w', 0o600);
  try {
    // Numbers of eight bytes begin at a multiple of eight.
    for (const part of [head, text, Buffer.alloc(paddingAfter(HEAD + text.length)), ...parts]) {
      for (let at = 0; at < part.length; ) at += writeSync(descriptor, part, at);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
}

/** What `save` wrote; null for a file that is not there, not whole, or of another version. */
export function restore(file: string): { columns: Columns; stamp: string } | null {
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch {
    return null;
  }
  if (content.length < HEAD || content.toString('latin1', 0, MAGIC.length) !== MAGIC) return null;
  const end = HEAD + content.readUInt32LE(MAGIC.length);
  const text = content.subarray(HEAD, end);
  if (text.length !== end - HEAD || crc32(text) !== content.readUInt32LE(MAGIC.length + 4)) return null;
  const header = JSON.parse(text.toString()) as Header;
  if (header.layout !== layout) return null;
  const columns = new Columns();
  let at = end + paddingAfter(end);
  const body = content.subarray(at);
  if (checksumOf([body]) !== header.checksum) return null;
  for (const [rank, column] of columnsOf(columns).entries()) {
    const length = header.lengths[rank]!;
    const wide = column.values.BYTES_PER_ELEMENT;
    const from = content.buffer.slice(content.byteOffset + at, content.byteOffset + at + length * wide);
    if (wide === 8) column.adopt(new Float64Array(from) as never);
    else column.adopt(new Int32Array(from) as never);
    at += length * wide;
  }
  columns.bucketNames = header.bucketNames;
  columns.texts = header.texts;
  columns.latestSince = header.latestSince;
  columns.words = header.words;
  columns.heads.adopt(new Int32Array(columns.bucketNames.length).fill(-1));
  columns.settledAs(header.rows);
  return { columns, stamp: header.stamp };
}

const paddingAfter = (length: number) => (8 - (length % 8)) % 8;

function checksumOf(parts: readonly Buffer[]): number {
  return parts.reduce((sum, part) => crc32(part, sum), 0);
}
