import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { later } from './leftovers.ts';
import { salesText } from './sales.ts';

/** A file of that content in a folder that goes with the test. */
export async function openDataFile(name: string, content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-open-data-'));
  later(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

/** A department-year file as it is published. */
export function salesFile(rows: readonly string[]): Promise<string> {
  return openDataFile('2024.csv.gz', gzipSync(salesText(rows)));
}
