import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';
import { COLUMNS, type Column, type ColumnKey } from '#rooms/feeds/columns.ts';

/** One row by column names. Booleans, numbers and `YYYY-MM-DD` dates are written as the format asks; missing is empty. */
export type PolirisValues = Partial<Record<ColumnKey, string | number | boolean | null>>;

export interface WriteOptions {
  readonly encoding?: 'windows-1252' | 'utf-8';
  /** Mark of UTF-8 at the start. */
  readonly mark?: boolean;
  readonly newline?: '\n' | '\r\n' | '\r';
  /** `!#` at the end of each row, as Hektor does. */
  readonly trailing?: boolean;
  /** Spaces around `!#`, as in the specification's own example. */
  readonly spaced?: boolean;
  /** New lines of texts as they are instead of `<BR>`, as careless exporters do. */
  readonly rawNewlines?: boolean;
  /** How many of the 334 columns. */
  readonly columns?: number;
}

/** The bytes of Annonces.csv. */
export function writeListings(rows: readonly PolirisValues[], options: WriteOptions = {}): Buffer {
  const { newline = '\n', encoding = 'windows-1252', columns = COLUMNS.length } = options;
  const shown = COLUMNS.slice(0, columns);
  const separator = options.spaced ? '" !# "' : '"!#"';
  const end = options.trailing ? '"!#' : '"';
  const lines = rows.map(
    (row) =>
      `"${shown.map((column) => cell(column, row[column.key], options)).join(separator)}${end}${newline}`,
  );
  const text = lines.join('');
  if (encoding === 'windows-1252') return encodeWindows1252(text);
  return Buffer.from(options.mark ? `\ufeff${text}` : text, 'utf8');
}

function cell(
  column: Column,
  value: string | number | boolean | null | undefined,
  options: WriteOptions,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'OUI' : 'NON';
  if (typeof value === 'number') return String(value);
  const date = column.type === 'date' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
  if (date) return `${date[3]}/${date[2]}/${date[1]}`;
  const quoted = value.replaceAll('"', "'");
  return options.rawNewlines ? quoted : quoted.replaceAll(/\r?\n/g, '<BR>');
}

const HIGH = new Map(
  Array.from({ length: 128 }, (_, index) => {
    const byte = index + 128;
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const;
  }),
);

/** Node decodes windows-1252 but does not write it. What it lacks becomes `?`. */
function encodeWindows1252(text: string): Buffer {
  const bytes = Buffer.alloc(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    bytes[index] = code < 128 ? code : (HIGH.get(text.charAt(index)) ?? 0x3f);
  }
  return bytes;
}

interface ArchiveContent {
  readonly listings: Uint8Array;
  /** Pictures inside the archive (Mode=FULL); without them photos are addresses (Mode=URL). */
  readonly pictures?: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  readonly software?: string;
  readonly version?: string;
}

// The same content makes the same bytes: an import is recognised by them.
const STAMP = new Date(2026, 0, 1);

/** A zip as agencies' software makes it: Annonces.csv, Config.txt, Photos.cfg and the pictures. */
export async function zipFeed(content: ArchiveContent): Promise<Buffer> {
  const { pictures = [], software = 'Vigie Démonstration / 1.0', version = '4.12' } = content;
  const config = `Version=${version}\r\nApplication=${software}\r\nDevise=Euro\r\n`;
  return zipFiles([
    { name: 'Annonces.csv', bytes: content.listings },
    { name: 'Config.txt', bytes: encodeWindows1252(config) },
    { name: 'Photos.cfg', bytes: Buffer.from(`Mode=${pictures.length > 0 ? 'FULL' : 'URL'}\r\n`) },
    ...pictures,
  ]);
}

/** A zip of these files. */
export async function zipFiles(
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { name, bytes } of files) {
    zip.addBuffer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), name, {
      mtime: STAMP,
      mode: 0o100644,
      // A JPEG gains nothing by being deflated.
      compress: !/\.jpe?g$/i.test(name),
    });
  }
  zip.end();
  return buffer(Readable.from(zip.outputStream));
}
