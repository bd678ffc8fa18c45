import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { csvOf } from './csv.server.ts';
import { loadEmbeddedPrices } from './embedded.server.ts';
import { pricesBySlug } from './prices.server.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
  await loadEmbeddedPrices(site.db);
});

test('the file of a place holds the figures of its page, and its sources', async () => {
  const response = await site.app.inject({ url: '/api/prices/montpellier-34000/agregats.csv' });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toContain('prix-montpellier-34000.csv');
  const lines = response.body.trimEnd().split('\r\n');
  expect(lines).toContain(
    'Montpellier;34172;Montpellier;appartement;ensemble;;01/07/2024;30/06/2025;3494;3326;2599;4048',
  );
  expect(response.body).toContain('Licence Ouverte 2.0');
  expect(response.body).not.toContain(';tous;');
  expect(lines[0]).toMatch(/^\ufeffLieu;Code;/);
});

test('a published median is called so, and a mean of medians is in no column of medians', async () => {
  const lines = async (slug: string) =>
    (await site.app.inject({ url: `/api/prices/${slug}/agregats.csv` })).body.split('\r\n');
  expect(await lines('limoges-87000')).toContain(
    'Limoges;87085;Limoges;appartement;médiane publiée;;01/01/2021;31/12/2025;7090;1577;;',
  );
  const creuse = (await lines('creuse-23')).filter((line) => line.includes('moyenne de médianes publiées'));
  expect(creuse).toHaveLength(2);
  for (const line of creuse) expect(line).toMatch(/;\d+ \(de \d+ à \d+\);01\/01\/2021;31\/12\/2025;\d+;;;$/);
});

test('no text of it is run by a spreadsheet', async () => {
  const prices = await pricesBySlug(site.db, 'montpellier-34000');
  for (const name of ['=1+1', '+A1', '-A1', '@SUM(A1)', '\tA', 'a"b, c']) {
    const text = csvOf({ ...prices, place: { ...prices.place, name } });
    expect(text).not.toContain(`\n${name}`);
    expect(text).toContain(
      name === 'a"b, c' ? '\n"a""b, c";' : `\n${name === '\tA' ? '"\'\tA"' : `'${name}`};`,
    );
  }
});

test('a place that is none has no file', async () => {
  const response = await site.app.inject({ url: '/api/prices/nulle-part/agregats.csv' });
  expect(response.statusCode).toBe(404);
});
