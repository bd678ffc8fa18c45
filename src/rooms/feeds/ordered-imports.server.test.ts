import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testServices } from '../../../tests/kit/app.ts';
import { sweepArchives } from './ordered-imports.server.ts';

test('an archive that a killed worker left on the disk goes after a day, one being read stays', async () => {
  const { services } = await testServices();
  expect(await sweepArchives(services)).toBe(0);
  const bench = path.join(services.env.dataDir, 'cache/feeds');
  for (const [name, hours] of [
    ['1-abandonnee', 25],
    ['2-en-cours', 1],
  ] as const) {
    const folder = path.join(bench, name);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'flux.zip'), 'archive');
    const at = new Date(Date.now() - hours * 3_600_000);
    await utimes(folder, at, at);
  }
  expect(await sweepArchives(services)).toBe(1);
  expect(await readdir(bench)).toEqual(['2-en-cours']);
});
