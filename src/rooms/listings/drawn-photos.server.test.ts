import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testApp } from '../../../tests/kit/app.ts';
import { photoAgency, publishPhotos } from '../../../tests/kit/pictures.ts';
import { drawnPhoto } from './drawn-photos.server.ts';
import { matchNextHomes } from './home-matching.server.ts';
import { publicListing } from './reading.server.ts';

const site = await testApp();

test('without a drawer a drawn picture is unknown, and its listing is shown without it', async () => {
  const source = '1.noon.any.cellar.tl-1001-cave';
  expect(drawnPhoto(source)).toBeNull();
  const agencyId = await photoAgency(site.db, 'sans-dessin');
  const id = await publishPhotos(site.db, agencyId, [{ source, kind: 'drawn', caption: null }]);
  const { listing } = await publicListing(site.db, String(id), new Date());
  expect(listing).toMatchObject({ photo: null, photoCount: 1 });
  // Nothing of it to compare with the pictures of others.
  expect(await matchNextHomes(site.db)).toBe(true);
  const { rows } = await sql`select prints from property_listing`.execute(site.db);
  expect(rows).toEqual([{ prints: [] }]);
  const file = await site.app.inject('/photos/0-0123456789abcdef-400.webp');
  expect(file.statusCode).toBe(404);
});
