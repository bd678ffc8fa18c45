import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { DEMO_AGENCIES } from '#demonstration/market/agencies/agencies.ts';
import { later } from '../kit/leftovers.ts';
import { startSite } from '../kit/site.ts';

/** Files of the built program where code of the demonstration stands: the bundler names each source in a comment. */
const invented = globSync('build/server/**/*.js')
  .filter((file) => /^\/\/ demonstration\//m.test(readFileSync(file, 'utf8')))
  .map((file) => path.resolve(file));

it('le produit sans démonstration n’en lit aucun fichier', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-lus-'));
  later(() => rm(folder, { recursive: true, force: true }));
  const site = await startSite({ settings: { NODE_V8_COVERAGE: folder } });
  expect((await fetch(`${site.origin}/`)).status).toBe(200);
  expect((await fetch(`${site.origin}/photos/0-0123456789abcdef-400.webp`)).status).toBe(404);
  await site.stop();
  // At its end Node writes the list of the files that it ran.
  const reports = await Promise.all(
    (await readdir(folder)).map(
      async (name) =>
        JSON.parse(await readFile(path.join(folder, name), 'utf8')) as { result: { url: string }[] },
    ),
  );
  const read = reports
    .flatMap(({ result }) => result.map(({ url }) => url))
    .flatMap((url) => (url.startsWith('file:') ? [fileURLToPath(url)] : []));
  expect(read).toContain(path.resolve('build/server/index.js'));
  expect(invented.length).toBeGreaterThan(0);
  expect(read.filter((file) => invented.includes(file))).toEqual([]);
});

it('aucun fichier servi aux navigateurs ne nomme ce qu’elle invente', () => {
  const names = DEMO_AGENCIES.map(({ email }) => email);
  const said = globSync('build/client/**/*.{js,css,json}').filter((file) => {
    const text = readFileSync(file, 'utf8');
    return names.some((name) => text.includes(name));
  });
  expect(names.length).toBeGreaterThan(20);
  expect(said).toEqual([]);
});
