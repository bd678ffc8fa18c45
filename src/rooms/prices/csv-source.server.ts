import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { CsvError, type Options, parse } from 'csv-parse';
import { FileRefused } from './csv-source.ts';

interface CsvSource {
  readonly file: string;
  readonly delimiter: ',' | ';';
  /** Columns that must be there, whatever their order; others are ignored. */
  readonly columns: readonly string[];
  readonly latin1?: boolean;
  /** always: refused when it is not gzip; maybe: told from the first bytes. */
  readonly gzip: 'always' | 'maybe';
  /** Bytes read of the file and its size. */
  readonly onProgress?: (read: number, size: number) => void;
}

/** One row: the value of each column asked, by its rank in `columns`, and its line. */
export interface CsvRow {
  readonly values: readonly string[];
  readonly line: number;
}

/** Whether the first two bytes are those of gzip. */
async function isGzip(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

/**
 * The rows of a CSV file, read as a stream whatever its size, in batches. Throws `FileRefused` with its line when it
 * is not gzip, is cut short, lacks a column, has a row that is not one, or is not text of its encoding.
 */
export async function* readCsv(source: CsvSource, batch = 1_000): AsyncGenerator<readonly CsvRow[]> {
  const found = await stat(source.file).catch(() => null);
  if (!found?.isFile()) throw new FileRefused('ce fichier n’existe pas');
  const zipped = await isGzip(source.file);
  if (!zipped && source.gzip === 'always') {
    throw new FileRefused(
      'ce n’est pas un fichier gzip (les fichiers de geo-dvf s’appellent «\u00a0….csv.gz\u00a0»)',
    );
  }
  const input = createReadStream(source.file);
  const parser = parse(csvOptions(source));
  const stages = [
    input,
    ...(zipped ? [createGunzip()] : []),
    ...(source.latin1 ? [] : [checkUtf8()]),
    parser,
  ];
  const done = pipeline(stages as unknown as [NodeJS.ReadableStream, NodeJS.WritableStream]);
  // Told by the loop below, which sees the same error.
  done.catch(() => {});
  let ranks: number[] | null = null;
  let rows: CsvRow[] = [];
  let line = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      line = info.lines;
      if (!ranks) {
        ranks = ranksOf(source.columns, record);
        continue;
      }
      rows.push({ values: ranks.map((rank) => record[rank] ?? ''), line });
      if (rows.length >= batch) {
        source.onProgress?.(input.bytesRead, found.size);
        yield rows;
        rows = [];
      }
    }
    await done;
  } catch (error) {
    throw refusalOf(error, line);
  } finally {
    input.destroy();
  }
  if (!ranks) throw new FileRefused('ce fichier est vide');
  if (rows.length > 0) yield rows;
  source.onProgress?.(found.size, found.size);
}

function csvOptions({ delimiter, latin1 }: CsvSource): Options {
  return {
    delimiter,
    bom: true,
    info: true,
    encoding: latin1 ? 'latin1' : 'utf8',
    // A quote that never closes must not swallow the memory.
    max_record_size: 1_000_000,
    skip_empty_lines: true,
  };
}

function ranksOf(columns: readonly string[], header: readonly string[]): number[] {
  const names = header.map((name) => name.trim());
  const missing = columns.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new FileRefused(
      `ce n’est pas le fichier attendu\u00a0: il lui manque ${missing.length > 1 ? 'les colonnes' : 'la colonne'} ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? '…' : ''}`,
      { line: 1 },
    );
  }
  return columns.map((name) => names.indexOf(name));
}

/** Passes bytes on, and stops at the first that is not UTF-8. */
function checkUtf8(): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return new Transform({
    transform(chunk: Buffer, _encoding, next) {
      try {
        decoder.decode(chunk, { stream: true });
        next(null, chunk);
      } catch {
        next(new FileRefused('ce texte n’est pas en UTF-8'));
      }
    },
  });
}

function refusalOf(error: unknown, line: number): unknown {
  if (error instanceof CsvError) {
    const at = { line: 'lines' in error ? Number(error.lines) : line + 1 };
    if (error.code === 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH') {
      return new FileRefused('cette ligne n’a pas autant de champs que l’en-tête', at);
    }
    return new FileRefused(`cette ligne n’est pas du CSV (${error.code})`, at);
  }
  const code = (error as { code?: string } | null)?.code ?? '';
  if (code === 'Z_BUF_ERROR') {
    return new FileRefused('le fichier est coupé\u00a0: l’archive gzip s’arrête avant sa fin', {
      line: line + 1,
    });
  }
  if (code.startsWith('Z_')) return new FileRefused('l’archive gzip est abîmée', { line: line + 1 });
  if (error instanceof FileRefused && error.fault.line === null) {
    return new FileRefused(error.fault.reason, { line: line + 1 });
  }
  return error;
}

/** What is wrong with a file that must be gzip, read to its end: another thing, cut, damaged. Null when it is whole. */
export async function faultOfGzip(file: string): Promise<string | null> {
  if (!(await isGzip(file))) return 'ce n’est pas un fichier gzip';
  const nowhere = new Writable({
    write(_chunk, _encoding, next) {
      next();
    },
  });
  try {
    await pipeline(createReadStream(file), createGunzip(), nowhere);
    return null;
  } catch (error) {
    const refusal = refusalOf(error, 0);
    if (!(refusal instanceof FileRefused)) throw refusal;
    return refusal.fault.reason;
  }
}

/** The first line of a text file, gzip or not; at most 64 kB of it. Throws `FileRefused` when there is none. */
export async function readFirstLine(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new FileRefused('ce fichier n’existe pas');
  const input = createReadStream(file);
  const text = (await isGzip(file)) ? input.pipe(createGunzip()) : input;
  let head = '';
  try {
    for await (const chunk of text) {
      head += (chunk as Buffer).toString('latin1');
      if (head.includes('\n') || head.length > 65_536) break;
    }
  } catch (error) {
    throw refusalOf(error, 0);
  } finally {
    input.destroy();
  }
  const [line = ''] = head.split('\n');
  if (!line.trim()) throw new FileRefused('ce fichier est vide');
  return line;
}
