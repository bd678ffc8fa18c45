import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { photoAgency, publishPhotos } from '../../../tests/kit/pictures.ts';
import { photoCommands } from './photos.cli.server.ts';

const { services, db } = await testServices();
const agencyId = await photoAgency(db, 'agence-du-port');

/** Runs `listings photos …` as the operator would; what it printed. */
async function vigie(...words: string[]) {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(photoCommands, ['listings', 'photos', ...words], async () => ({
    services,
    close: async () => {},
  }));
  const printed = { code, out: out.mock.calls.map((call) => String(call[0])).join('\n') };
  vi.restoreAllMocks();
  return printed;
}

test('lists the photos of a listing, and who shows the same', async () => {
  const photo = (name: string) => ({ source: `feeds/${name}.jpg`, kind: 'file', caption: null }) as const;
  const own = await publishPhotos(db, agencyId, [photo('a'), photo('b')], 'A');
  const other = await publishPhotos(db, agencyId, [photo('c')], 'B');
  await sql`
    update listing_photo set status = 'ready', width = 900, height = 600, perceptual_hash = 12345, avif = 'ready'
    where source in ('feeds/b.jpg', 'feeds/c.jpg')
  `.execute(db);
  const { code, out } = await vigie('--listing', String(own));
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    '  1  en attente  feeds/a.jpg',
    '  2  prête  900 × 600  AVIF  feeds/b.jpg',
    `      aussi dans l’annonce ${other} (photo 1, online, agence-du-port)`,
  ]);
  const { data } = JSON.parse((await vigie('--listing', String(own), '--json')).out) as {
    data: { photos: unknown[]; same: unknown[] };
  };
  expect([data.photos.length, data.same.length]).toEqual([2, 1]);
});

test('says so when there is none, and what it expects', async () => {
  expect(await vigie('--listing', '999999')).toEqual({ code: 0, out: 'Aucune photo.' });
  expect((await vigie('--listing', 'abc')).code).toBe(2);
  expect((await vigie()).code).toBe(2);
});
