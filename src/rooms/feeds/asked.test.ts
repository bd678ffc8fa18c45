import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { saleBase } from '../../../tests/kit/poliris.ts';
import { importFeed } from './importing.server.ts';

const { services, db } = await testServices();
const place = { postalCode: '30000', city: 'Nîmes', lat: 43.837, lng: 4.36 };
const sale: PolirisValues = {
  ...generatePortfolio({ seed: 7, agency: 'demandes', count: 1, places: [place] })[0],
  ...saleBase,
  energyClass: 'D',
  energyValue: 200,
  climateClass: 'C',
  climateValue: 25,
  energyDate: '2025-02-01',
  energyVersion: 'DPE_v07-2021',
  energyCostMin: 900,
  energyCostMax: 1200,
  energyCostYear: '01/01/2023',
  coOwned: true,
  lots: 12,
  yearlyCharges: 900,
  procedure: false,
};

beforeEach(async () => {
  await sql`truncate agency, change cascade`.execute(db);
  await lawfulAgency(db, 'demandes');
});

async function feed(...rows: PolirisValues[]) {
  const file = path.join(services.env.dataDir, 'demandes.zip');
  const listings = rows.map((values, rank) => ({
    ...sale,
    technicalId: `D-${rank}`,
    reference: `D${rank}`,
    ...values,
  }));
  await writeFile(file, await zipFeed({ listings: writeListings(listings) }));
  return importFeed(services, { file, collect: true });
}

test('a home that says neither surface nor rooms is held, one that says less than all is told of it', async () => {
  const { publication } = await feed(
    {},
    { surface: '', rooms: '', bedrooms: '' },
    { surface: '' },
    { rooms: '', bedrooms: '' },
  );
  expect(publication.map(({ status, rules }) => [status, rules])).toEqual([
    ['online', []],
    ['refused', ['C14']],
    ['online', []],
    ['online', []],
  ]);
  expect(publication.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
    [],
    ['sizes_missing'],
    ['surface_missing'],
    ['rooms_missing'],
  ]);
});

test('a city without its arrondissement is asked for, never guessed', async () => {
  const { publication } = await feed(
    { city: 'Marseille', postalCode: '13000' },
    { city: 'Marseille', postalCode: '13006' },
  );
  expect(publication.map(({ status, rules }) => [status, rules])).toEqual([
    ['refused', ['C15']],
    ['online', []],
  ]);
  const { rows } = await sql<{ placeCode: string; postalCode: string }>`
    select place_code, postal_code from listing order by technical_id
  `.execute(db);
  expect(rows).toEqual([
    { placeCode: '13055', postalCode: '13000' },
    { placeCode: '13206', postalCode: '13006' },
  ]);
});

test('phones, addresses and links are taken out of what is shown, and told with their column', async () => {
  const { publication, diagnostics } = await feed({
    title: 'Appartement 3 pièces – 06.12.34.56.78',
    description: 'Un séjour au sud. Tél. : +33 6 12 34 56 78, paul@agence.fr ou www.agence.fr. Au calme.',
    photo1: 'https://photos.test/1.jpg',
    photoTitle1: 'Séjour, 06 12 34 56 78',
  });
  expect(publication).toMatchObject([{ status: 'online' }]);
  expect(diagnostics.filter(({ code }) => code === 'contact')).toMatchObject([
    { severity: 'warning', column: 20, message: expect.stringContaining('06.12.34.56.78') },
    { severity: 'warning', column: 21, message: expect.stringContaining('paul@agence.fr') },
    { severity: 'warning', message: expect.stringContaining('06 12 34 56 78') },
  ]);
  const { rows } = await sql<{ title: string; description: string; caption: string }>`
    select title, description, caption from listing
    join listing_photo on listing_photo.listing_id = listing.id and position = 0
  `.execute(db);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toMatch(/12.?34|@|www|agence/);
  expect(rows[0]?.title).toContain('Appartement 3 pièces');
  expect(rows[0]?.description).toMatch(/^Un séjour au sud\..*Au calme\.$/s);
  expect(rows[0]?.caption).toContain('Séjour');
});
