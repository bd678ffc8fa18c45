/**
 * Feed formats: those that the product reads, one row each, and the words that sentences about them are made of.
 * A format more is a row more, its reader in `feeds/formats`, and a migration for the tables that name the formats.
 */
interface FeedFormatWords {
  readonly name: string;
  /** After a noun: « le fichier d’Ubiflow ». */
  readonly of: string;
  /** What its files are: an archive holds several, XML and JSON are one document each. */
  readonly file: 'archive' | 'XML' | 'JSON';
}

export const feedFormats = {
  poliris: { name: 'Poliris', of: 'de Poliris', file: 'archive' },
  ubiflow: { name: 'Ubiflow', of: 'd’Ubiflow', file: 'XML' },
  apimo: { name: 'Apimo', of: 'd’Apimo', file: 'JSON' },
  kyero: { name: 'Kyero', of: 'de Kyero', file: 'XML' },
} as const satisfies Readonly<Record<string, FeedFormatWords>>;
export type FeedFormat = keyof typeof feedFormats;
export const feedFormatKeys = Object.keys(feedFormats) as FeedFormat[];

const formats: readonly FeedFormatWords[] = Object.values(feedFormats);
const documents = formats.filter(({ file }) => file !== 'archive');

/** « Poliris, Ubiflow, Apimo et Kyero », or the same with « ou » or a last comma. */
export function formatNames(last: 'et' | 'ou' | ','): string {
  return series(
    formats.map(({ name }) => name),
    last,
  );
}

/** The formats of one document: « d’Ubiflow, d’Apimo ou de Kyero ». */
export function documentNames(): string {
  return series(
    documents.map(({ of }) => of),
    'ou',
  );
}

/** The same with what their files are: « d’Ubiflow (XML), d’Apimo (JSON) et de Kyero (XML) ». */
export function documentKinds(): string {
  return series(
    documents.map(({ of, file }) => `${of} (${file})`),
    'et',
  );
}

/** By kind of file: « archive Poliris, XML Ubiflow ou Kyero, JSON Apimo ». */
export function formatsByFile(): string {
  return byFile(formats)
    .map(
      ([file, all]) =>
        `${file} ${series(
          all.map(({ name }) => name),
          'ou',
        )}`,
    )
    .join(', ');
}

/** The formats after what is said of archives: « …, le XML d’Ubiflow, celui de Kyero et le JSON d’Apimo ». */
export function formatsAfter(archives: string): string {
  const said = byFile(documents).flatMap(([file, all]) =>
    all.map(({ of }, rank) => (rank === 0 ? `le ${file} ${of}` : `celui ${of}`)),
  );
  return series([archives, ...said], 'et');
}

function byFile(given: readonly FeedFormatWords[]): (readonly [string, readonly FeedFormatWords[]])[] {
  const files = [...new Set(given.map(({ file }) => file))];
  return files.map((file) => [file, given.filter((each) => each.file === file)] as const);
}

function series(words: readonly string[], last: 'et' | 'ou' | ','): string {
  if (last === ',' || words.length < 2) return words.join(', ');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}
