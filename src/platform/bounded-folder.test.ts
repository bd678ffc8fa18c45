import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { BoundedFolder } from './bounded-folder.server.ts';
import { moveClock } from './clock.server.ts';

const root = await mkdtemp(path.join(tmpdir(), 'vigie-bounded-'));
afterAll(() => rm(root, { recursive: true, force: true }));
afterEach(() => moveClock(0));

const MEGABYTE = 1024 * 1024;
const HOUR = 3_600_000;

/** What a folder holds, in files and bytes. */
async function contents(folder: string): Promise<{ files: string[]; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return { files, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

test('gives back what was put, with its date, and nothing else', async () => {
  const folder = new BoundedFolder(path.join(root, 'given'), 64 * MEGABYTE);
  const before = Date.now();
  await folder.put('une clé / ../ quelconque', Buffer.from('bonjour'));
  await folder.put('vide', new Uint8Array());
  const kept = await folder.get('une clé / ../ quelconque');
  expect(kept?.bytes.toString()).toBe('bonjour');
  expect(Math.abs((kept?.since.getTime() ?? 0) - before)).toBeLessThan(60_000);
  expect((await folder.get('vide'))?.bytes).toHaveLength(0);
  expect(await folder.get('une autre')).toBeNull();
  await folder.put('une clé / ../ quelconque', Buffer.from('bonsoir'));
  expect((await folder.get('une clé / ../ quelconque'))?.bytes.toString()).toBe('bonsoir');
  // Never a name that a key chose.
  for (const file of (await contents(path.join(root, 'given'))).files)
    expect(path.relative(path.join(root, 'given'), file)).toMatch(/^[0-7][0-9a-f]\/[0-9a-f]{64}$/);
});

test('never holds more than its bound, whoever writes', async () => {
  const home = path.join(root, 'bound');
  // Two processes.
  const folders = [new BoundedFolder(home, 4 * MEGABYTE), new BoundedFolder(home, 4 * MEGABYTE)];
  const bytes = Buffer.alloc(8_000, 7);
  for (let turn = 0; turn < 20; turn += 1)
    await Promise.all(
      Array.from({ length: 60 }, async (_, index) => folders[index % 2]?.put(`${turn} ${index}`, bytes)),
    );
  const held = await contents(home);
  expect(held.bytes).toBeLessThanOrEqual(4 * MEGABYTE);
  expect(held.files.length).toBeGreaterThan(200);
  expect(held.files.filter((file) => file.endsWith('.tmp'))).toEqual([]);
});

test('keeps what is read, and drops what was not read for longest', async () => {
  const folder = new BoundedFolder(path.join(root, 'read'), 4 * MEGABYTE);
  const bytes = Buffer.alloc(4_000, 1);
  await folder.put('lue', bytes);
  await folder.put('oubliée', bytes);
  for (let hour = 2; hour < 90; hour += 2) {
    moveClock(hour * HOUR);
    expect(await folder.get('lue'), `after ${hour} hours`).not.toBeNull();
    for (let index = 0; index < 60; index += 1) await folder.put(`${hour} ${index}`, bytes);
  }
  expect(await folder.get('oubliée')).toBeNull();
});

test('leaves aside what is larger than its share', async () => {
  const folder = new BoundedFolder(path.join(root, 'large'), MEGABYTE);
  await folder.put('petite', Buffer.alloc(100));
  await folder.put('trop grande', Buffer.alloc(20_000));
  expect(await folder.get('trop grande')).toBeNull();
  expect((await contents(path.join(root, 'large'))).files).toHaveLength(1);
});

test.each<[string, (file: string) => Promise<void>]>([
  ['empty', (file) => truncate(file)],
  ['cut', (file) => truncate(file, 40)],
  ['zeroed', async (file) => writeFile(file, Buffer.alloc((await stat(file)).size))],
  ['zeroed at its end', async (file) => writeFile(file, (await readFile(file)).fill(0, 50))],
])('a file that a power cut left %s is as absent, until it is written again', async (state, spoil) => {
  const home = path.join(root, state);
  const folder = new BoundedFolder(home, 64 * MEGABYTE);
  const bytes = Buffer.alloc(100, 7);
  await folder.put('clé', bytes);
  const [file = ''] = (await contents(home)).files;
  await spoil(file);
  expect(await folder.get('clé')).toBeNull();
  await folder.put('clé', bytes);
  expect((await folder.get('clé'))?.bytes.equals(bytes)).toBe(true);
});

test('nothing is kept as such, and lost as well', async () => {
  const home = path.join(root, 'nothing');
  const folder = new BoundedFolder(home, 64 * MEGABYTE);
  await folder.put('rien', Buffer.alloc(0));
  expect((await folder.get('rien'))?.bytes).toHaveLength(0);
  await truncate((await contents(home)).files[0] ?? '');
  expect(await folder.get('rien')).toBeNull();
});

test('a folder that cannot be written refuses, and reads as empty', async () => {
  const file = path.join(root, 'fichier');
  await writeFile(file, 'pas un dossier');
  const folder = new BoundedFolder(file, 64 * MEGABYTE);
  await expect(folder.put('clé', Buffer.alloc(1))).rejects.toThrow(/ENOTDIR|EEXIST/);
  // What went wrong once does not keep the next one from being tried.
  await expect(folder.put('clé', Buffer.alloc(1))).rejects.toThrow(/ENOTDIR|EEXIST/);
  expect(await folder.get('clé')).toBeNull();
  expect(await readFile(file, 'utf8')).toBe('pas un dossier');
});
