import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepFilesPrivate } from './private-files.server.ts';

const before = process.umask();
let dataDir = '';
const mode = (...names: string[]) => (statSync(path.join(dataDir, ...names)).mode & 0o777).toString(8);

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vigie-private-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => {
  process.umask(before);
  rmSync(dataDir, { recursive: true });
});

it('closes what stood open, and all that is written from then on', () => {
  process.umask(0o022);
  for (const name of ['mailbox', 'files']) mkdirSync(path.join(dataDir, name));
  keepFilesPrivate({ dataDir, production: false });
  writeFileSync(path.join(dataDir, 'files', 'photo'), '');
  mkdirSync(path.join(dataDir, 'files', 'feeds'));
  expect([mode('mailbox'), mode('files'), mode('files', 'photo'), mode('files', 'feeds')]).toEqual([
    '700',
    '700',
    '600',
    '700',
  ]);
  // Where the database is ours, its account enters this folder.
  expect(mode()).toBe('755');
});

it('closes the data folder in production, or refuses to start', () => {
  keepFilesPrivate({ dataDir, production: true });
  expect(mode()).toBe('700');
  keepFilesPrivate({ dataDir: path.join(dataDir, 'un', 'autre'), production: true });
  expect(mode('un', 'autre')).toBe('700');
  // A folder whose mode nobody changes.
  expect(() => keepFilesPrivate({ dataDir: '/proc/self', production: true })).toThrow(/VIGIE_DATA/);
});
