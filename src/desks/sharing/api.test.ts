import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatPrice, formatPricePerM2 } from '#contract/fmt.ts';
import { sharePicturePath } from '#contract/share-picture.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { openFaces, wrap } from '#platform/lettering.server.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { workOnPhotos } from '#rooms/listings/photos.server.ts';
import { computePrices } from '#rooms/prices/figures.server.ts';
import { pricesBySlug } from '#rooms/prices/prices.server.ts';
import { importSales } from '#rooms/prices/sales.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { salesFile } from '../../../tests/kit/open-data.ts';
import { scene } from '../../../tests/kit/pictures.ts';
import { saleRow } from '../../../tests/kit/sales.ts';
import type { Poster } from './contract.ts';
import { drawPoster, posterSvg } from './drawing.server.ts';
import { forgetPictures, makeRoom, pictureKey } from './pictures.server.ts';
import { posterOf } from './subjects.server.ts';

const DAY_MS = 86_400_000;
const nbsp = '\u00a0';
let site: TestApp;
let agencyId = 0;
const ids: Record<string, number> = {};

beforeAll(async () => {
  site = await testApp({ PUBLIC_URL: 'https://vigie.example' });
  agencyId = (await lawfulAgency(site.db, 'arenes', { name: 'Agence des Arènes' })).id;
  await site.services.storage.put('feeds/photos/1.jpg', await scene('partage', 1_000, 750).jpeg().toBuffer());
  const drafts = [
    lawfulSale('A', { photos: [{ source: 'feeds/photos/1.jpg', kind: 'file', caption: null }] }),
    lawfulSale('B', { quarter: '<script>&"\'</script>', energyNumber: '2330E1680912R' }),
    lawfulRental('L'),
  ];
  const { outcomes } = await site.db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId,
      source: 'poliris',
      run: null,
      now: clock.now(),
      drafts: drafts.map(cleared),
    }),
  );
  for (const { technicalId } of drafts) ids[technicalId] = outcomes.get(technicalId)!.id;
  while (await workOnPhotos(site.services)) {
    // Until none is left.
  }
});

const at = (path: string) => `/partage${path}.jpg`;
async function ask(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: said, rawPayload } = await site.app.inject({ url, headers });
  return { status: statusCode, headers: said, bytes: rawPayload };
}
const average = async (bytes: Buffer, left: number) => {
  const part = await sharp(bytes).extract({ left, top: 100, width: 300, height: 300 }).png().toBuffer();
  const { channels } = await sharp(part).stats();
  return channels.map(({ mean }) => mean);
};

describe('the picture of a page', () => {
  test('is a JPEG of 1200 by 630 that says its age, and is drawn once', async () => {
    for (const path of [
      `/annonce/${ids.A}`,
      '/acheter/nimes-30000',
      '/louer/nimes-30000/appartement',
      '/vigie',
    ]) {
      const { status, headers, bytes } = await ask(at(path));
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'image/jpeg']);
      const { format, width, height } = await sharp(bytes).metadata();
      expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
      expect(headers['cache-control']).toMatch(/^public, max-age=\d+/);
      expect(bytes.length).toBeLessThan(300_000);
      const again = await ask(at(path), { 'if-none-match': String(headers.etag) });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
      expect((await ask(at(path))).bytes.equals(bytes)).toBe(true);
    }
  });

  test('shows the photo of the listing, and another price makes another picture in its place', async () => {
    const before = await ask(at(`/annonce/${ids.A}`));
    const photo = await sharp(await scene('partage', 1_000, 750).jpeg().toBuffer())
      .resize(744, 630, { fit: 'cover' })
      .png()
      .toBuffer();
    const [shown, given] = [await average(before.bytes, 100), await average(photo, 100)];
    for (const [rank, mean] of shown.entries()) expect(Math.abs(mean - given[rank]!)).toBeLessThan(6);
    await sql`update listing set price = price - 1000000 where id = ${ids.A!}`.execute(site.db);
    const after = await ask(at(`/annonce/${ids.A}`));
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.bytes.equals(before.bytes)).toBe(false);
  });

  test('says the price in its legal form, the place and the class', async () => {
    const sale = (await posterOf(site.db, `/annonce/${ids.B}`))!;
    expect(sale.figure).toMatch(/^[\d\u00a0]+,\d\d\u00a0€$/);
    expect(sale.terms.join(' ')).toMatch(/honoraires/i);
    expect(sale.facts.join(' ')).toContain('Nîmes');
    expect(sale.energy).toMatch(/^[A-G]$/);
    const rental = (await posterOf(site.db, `/annonce/${ids.L}`))!;
    expect(rental.figure).toMatch(/€\/mois$/);
    expect(rental.lead).toContain('à louer');
    const city = (await posterOf(site.db, '/acheter/nimes-30000'))!;
    expect([city.lead, city.figure]).toEqual(['Immobilier à vendre à Nîmes', `2${nbsp}annonces`]);
    expect(city.photo).not.toBeNull();
  });

  test('is none where there is no page', async () => {
    for (const path of [
      '/annonce/999999',
      '/annonce/abc',
      `/annonce/${ids.A}/x`,
      '/acheter/nulle-part',
      '/acheter/nimes-30000/appartement/x',
      '/prix-immobilier/nulle-part',
      '/tableau-de-bord',
      '/%2e%2e/%2e%2e/etc/passwd',
      `/${'a'.repeat(3_000)}`,
    ])
      expect([path.slice(0, 40), (await ask(at(path))).status]).toEqual([path.slice(0, 40), 404]);
    expect((await ask('/partage/vigie')).status).toBe(404);
  });

  test('says nothing of a listing that has left, and is forgotten with its page', async () => {
    const { bytes: before } = await ask(at(`/annonce/${ids.L}`));
    const now = clock.now();
    await site.db
      .transaction()
      .execute((tx) => withdrawListings(tx, { agencyId, technicalIds: ['L'], run: null, now }));
    const left = await ask(at(`/annonce/${ids.L}`));
    expect([left.status, left.bytes.equals(before)]).toEqual([200, false]);
    expect(JSON.stringify(await posterOf(site.db, `/annonce/${ids.L}`))).not.toMatch(/\d/);
    moveClock(100 * DAY_MS);
    expect((await ask(at(`/annonce/${ids.L}`))).status).toBe(200);
    const kept = () => site.services.storage.get(pictureKey(`/annonce/${ids.L}`));
    expect(await kept()).not.toBeNull();
    await forgetPictures(site.services, clock.now());
    expect(await kept()).toBeNull();
    moveClock(0);
  });
});

describe('what is kept', () => {
  test('is nothing of a place where nobody publishes: those pages have one picture together', async () => {
    const { bytes: everyPage } = await ask(at('/vigie'));
    for (const path of [
      '/acheter/villeret-02420',
      '/neuf/villeret-02420',
      '/prix-immobilier/villeret-02420',
    ]) {
      const { status, bytes } = await ask(at(path));
      expect([path, status, bytes.equals(everyPage)]).toEqual([path, 200, true]);
      expect(await site.services.storage.get(pictureKey(path))).toBeNull();
    }
  });

  test('never takes more than its room: what was drawn longest ago leaves', async () => {
    const [first, last] = [`/annonce/${ids.A}`, `/annonce/${ids.B}`];
    const kept = (path: string) => site.services.storage.get(pictureKey(path));
    await site.services.storage.delete(pictureKey(first));
    const { bytes: drawnFirst } = await ask(at(first));
    moveClock(1_000);
    await sql`update listing set price = price - 1000000 where id = ${ids.B!}`.execute(site.db);
    const { bytes } = await ask(at(last));
    moveClock(0);
    await makeRoom(site.services, bytes.length + drawnFirst.length - 1);
    expect([await kept(first), await kept('/vigie')]).toEqual([null, null]);
    expect(await kept(last)).not.toBeNull();
    await makeRoom(site.services, bytes.length - 1);
    expect(await kept(last)).toBeNull();
    expect((await ask(at(last))).bytes.equals(bytes)).toBe(true);
  });
});

describe('the picture of a page of prices', () => {
  test('says a median and how many sales it is made of, and nothing of any of them', async () => {
    const chance = chanceOf();
    console.log(`SEED=${chance.seed}`);
    // Never a whole number: a rounded figure cannot be one of them by chance.
    const values = Array.from(
      { length: 31 },
      () => (chance.int(100_000, 999_999) * 10 + chance.int(1, 9)) / 10,
    );
    const rows = values.map((value, index) =>
      saleRow({ commune: '30189', type: 2, on: '2024-05-02', value, surface: 30 + index, rooms: 3 }),
    );
    const report = await importSales(site.db, { file: await salesFile(rows) });
    expect(report).toMatchObject({ status: 'done', sales: 31 });
    await computePrices(site.db);
    const poster = (await posterOf(site.db, '/prix-immobilier/nimes-30000/appartement'))!;
    const { median } = (await pricesBySlug(site.db, 'nimes-30000')).apartment.figure!;
    expect([poster.lead, poster.figure]).toEqual(['Prix des appartements à Nîmes', formatPricePerM2(median)]);
    expect(poster.facts.at(-1)).toMatch(/^31\u00a0ventes d’appartements? signées$/);
    expect(poster.photo).toBeNull();
    const said = JSON.stringify(poster);
    for (const value of values) {
      expect(said).not.toContain(formatPrice(value * 100));
      expect(said).not.toContain(String(value));
    }
    const { status, bytes } = await ask(at('/prix-immobilier/nimes-30000/appartement'));
    expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, 1200]);
    // Without a figure of its own: no number at all.
    expect(JSON.stringify(await posterOf(site.db, '/prix-immobilier/nimes-30000/maison'))).not.toMatch(/\d/);
  });

  test('of a place whose sales are not loaded says the published median, its years and its sample', async () => {
    await sql`
      insert into price_published (code, kind, n, median) values ('87085', 'apartment', 7090, 157700)
    `.execute(site.db);
    expect(await posterOf(site.db, '/prix-immobilier/limoges-87000/appartement')).toMatchObject({
      lead: 'Prix des appartements à Limoges',
      figure: formatPricePerM2(157_700),
      facts: ['médiane publiée des ventes de 2021 à 2025', '7\u00a0090\u00a0ventes d’appartements signées'],
      terms: [],
    });
  });
});

describe('its words', () => {
  const poster: Poster = {
    lead: '</svg><script>alert(1)</script>&amp; " \' ]]>',
    figure: '﷽ 𝕏 漢字 \u202e\u0000 é ﬁ ½',
    terms: ['x'.repeat(5_000), ''],
    facts: [`L’Haÿ${nbsp}–${nbsp}Les-Roses ${'mot '.repeat(400)}`],
    energy: 'G',
    photo: null,
  };

  test('are outlines: nothing that somebody wrote is read as markup', async () => {
    const faces = await openFaces();
    for (const beside of [true, false]) {
      const svg = posterSvg(poster, faces, beside);
      expect(svg).not.toMatch(/script|alert|&|<text/);
      const elements = new Set([...svg.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name));
      expect(elements).toEqual(new Set(beside ? ['svg', 'g', 'path'] : ['svg', 'g', 'path', 'rect']));
    }
    const bytes = await drawPoster(poster, await scene('hostile', 40, 2_000).png().toBuffer());
    const { width, height } = await sharp(bytes).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });

  test('stay within their column', async () => {
    const { text } = await openFaces();
    const look = { size: 30, width: 368, most: 3 };
    for (const long of ['mot '.repeat(200), 'x'.repeat(900), `250${nbsp}000,00${nbsp}€`]) {
      const lines = wrap(text, long, look);
      expect(lines.length).toBeLessThanOrEqual(3);
      for (const line of lines) expect(text.width(line, 30)).toBeLessThanOrEqual(368);
    }
    const place = 'Locations à Saint-Maximin-la-Sainte-Baume';
    expect(wrap(text, place, { ...look, size: 40 }).join('|')).toBe(
      'Locations à Saint-|Maximin-la-Sainte-|Baume',
    );
  });

  test('another price makes another address for the networks that keep pictures', () => {
    const [one, two] = ['250 000,00 €', '240 000,00 €'].map((price) =>
      sharePicturePath('/annonce/12?x=1#y', price),
    );
    expect(one).toMatch(/^\/partage\/annonce\/12\.jpg\?v=[0-9a-z]+$/);
    expect(one).not.toBe(two);
  });
});
