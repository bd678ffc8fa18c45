import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { openDataFile, salesFile } from '../../../tests/kit/open-data.ts';
import { saleRow } from '../../../tests/kit/sales.ts';
import { refreshAsking } from './asking-prices.server.ts';
import { priceCommands } from './cli.server.ts';
import { BIN_MIN, type Prices, SALES_MIN } from './contract.ts';
import { loadEmbeddedPrices } from './embedded.server.ts';
import { localPrices, mediansOf, pricedCities } from './prices.server.ts';

let site: TestApp;
const chance = chanceOf();
const printed: string[] = [];

/** Sales of the Gard with prices that nothing else can be: 30 flats in Nîmes, 12 in Alès, 4 houses and 10 flats in Uzès. */
const NIMES = '30189';
const ALES = '30007';
const UZES = '30334';
/** Beside Uzès: no flat is sold there, nor published. */
const BLAUZAC = '30041';
const secrets: number[] = [];
function some(count: number, commune: string, type: 1 | 2, on: string): string[] {
  return Array.from({ length: count }, () => {
    // Never a whole number: rounded figures cannot be the same by chance.
    const value = (chance.int(100_000, 999_999) * 10 + chance.int(1, 9)) / 10;
    secrets.push(value);
    return saleRow({ commune, type, on, value, surface: chance.int(20, 90), rooms: 3 });
  });
}

/** Runs `vigie prices …` and keeps all that it printed. */
async function vigie(...words: string[]): Promise<{ code: number; out: string }> {
  const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')].map((spy) =>
    spy.mockImplementation(() => {}),
  );
  const code = await runCommand(priceCommands, ['prices', ...words], async () => ({
    services: site.services,
    close: async () => {},
  }));
  const out = spies.map((spy) => spy.mock.calls.flat().join('\n')).join('\n');
  vi.restoreAllMocks();
  printed.push(out);
  return { code, out };
}

async function ask(slug: string): Promise<Prices> {
  const { status, json } = await site.call('GET', `/api/prices/${slug}`);
  expect(status).toBe(200);
  return json.data as Prices;
}

beforeAll(async () => {
  console.log(`SEED=${chance.seed}`);
  site = await testApp();
  await loadEmbeddedPrices(site.db);
  const file = await salesFile([
    ...some(30, NIMES, 2, '2024-05-02'),
    ...some(12, ALES, 2, '2024-05-03'),
    ...some(4, UZES, 1, '2024-12-31'),
    ...some(10, UZES, 2, '2024-05-04'),
  ]);
  const { code, out } = await vigie('import', '--release', '2025-04', '--json', file);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    imports: [{ status: 'done', departmentCode: '30', year: 2024, rows: 56, sales: 56, replaced: null }],
    computed: { departments: ['30'] },
  });
});

describe('GET /prices/{citySlug}', () => {
  test('answers with a median, its sample and its period', async () => {
    const { apartment, house, release, coverage, place, sources } = await ask('nimes-30000');
    expect(place).toMatchObject({ code: NIMES, level: 'commune', slug: 'nimes-30000', departmentCode: '30' });
    expect(coverage).toBe('sales');
    expect(release).toEqual({ month: '2025-04', from: '2024-05-02', to: '2024-12-31', embedded: false });
    expect(apartment).toMatchObject({
      widened: false,
      notice: null,
      confidence: 4,
      figure: { n: 30, months: 12, to: '2024-12-31' },
      area: { code: NIMES, level: 'commune' },
    });
    expect(apartment.published).toBeNull();
    // No house was sold in the file: what is published of the place stands in, named as what it is.
    expect(house).toMatchObject({
      figure: null,
      area: null,
      confidence: 2,
      points: [],
      changes: [],
      grossYield: null,
      published: { measure: 'median', value: 282_700, n: 3_168, area: { code: NIMES }, widened: false },
    });
    expect(house.notice).toMatch(/^Médiane de cinq ans \(de 2021 à 2025\).*une autre méthode/);
    expect(sources.map(({ name }) => name)).toContain('Statistiques DVF');
    expect(sources[0]?.attribution).toBe(
      'Source\u00a0: DGFiP, Demandes de valeurs foncières, géolocalisées par Etalab – Licence Ouverte 2.0 – données du 02/05/2024 au 31/12/2024, publiées en avril 2025',
    );
  });

  test('says when sales are few', async () => {
    const { apartment } = await ask('ales-30100');
    expect(apartment).toMatchObject({ figure: { n: 12 }, confidence: 3, widened: false });
    expect(apartment.notice).toBe('Faible nombre de ventes\u00a0: 12 sur la période.');
  });

  test('widens openly to the parent, by its name', async () => {
    const { apartment } = await ask('blauzac-30700');
    expect(apartment).toMatchObject({
      published: null,
      widened: true,
      confidence: 1,
      figure: { n: 52 },
      area: { level: 'department', name: 'Gard' },
      grossYield: null,
    });
    expect(apartment.notice).toBe(
      'Données insuffisantes\u00a0: moins de 11 ventes d’appartements à Blauzac en cinq ans. Ces chiffres sont ceux d’un territoire plus large, Gard (département).',
    );
  });

  test('widens a district to its city', async () => {
    const { house } = await ask('paris-11e-arrondissement-75011');
    expect(house).toMatchObject({ widened: true, area: { code: '75056', level: 'commune', name: 'Paris' } });
  });

  test('gives a city its districts, and any place its neighbours, each with its own median or none', async () => {
    const paris = await ask('paris-75000');
    expect(paris.districts).toHaveLength(20);
    expect(paris.districts[10]).toMatchObject({
      code: '75111',
      apartment: { n: 1_864, median: 980_000 },
      house: null,
    });
    expect(paris.apartment.rent).toMatchObject({ basis: 'districts', year: 2022 });
    const montpellier = await ask('montpellier-34000');
    expect(montpellier.districts).toEqual([]);
    expect(montpellier.neighbours.length).toBeGreaterThan(3);
    expect(montpellier.neighbours.some((one) => one.house !== null)).toBe(true);
  });

  test('compares with one year and the longest span of the data, and gives rents and yield', async () => {
    const { apartment } = await ask('montpellier-34000');
    expect(apartment.points).toHaveLength(17);
    expect(apartment.changes.map(({ years }) => years)).toEqual([1, 4]);
    const [oneYear] = apartment.changes;
    const before = apartment.points.find(({ to }) => to === '2024-06-30');
    expect(oneYear?.before).toEqual(before);
    expect(
      Math.abs((oneYear?.percent ?? 99) - (332_600 / (before?.median ?? 1) - 1) * 100),
    ).toBeLessThanOrEqual(0.25);
    expect(apartment.rent).toMatchObject({ rent: 1_433, year: 2022, indicative: true });
    // 14,33 × 12 over 3 326.
    expect(apartment.grossYield).toBe(5.2);
  });

  test.for([
    ['strasbourg-67000', 'unpublished', /livre foncier/],
    ['metz-57000', 'unpublished', /livre foncier/],
    ['mamoudzou-97600', 'unpublished', /ne publie pas les ventes de Mayotte/],
    ['saint-pierre-97500', 'missing', /n’est publiée ni chargée ici/],
  ] as const)('%s: %s, and why', async ([slug, coverage, notice]) => {
    const prices = await ask(slug);
    expect(prices).toMatchObject({
      coverage,
      apartment: { figure: null, published: null, notice: null },
      house: { figure: null, published: null },
    });
    expect(prices.notice).toMatch(notice);
  });

  test('reads a writing that means a place, and knows none other', async () => {
    expect((await ask('paris-11')).place.slug).toBe('paris-11e-arrondissement-75011');
    expect((await ask('herault-34')).apartment.figure?.n).toBeGreaterThan(5_000);
    const { status, json } = await site.call('GET', '/api/prices/nulle-part-99999');
    expect(status).toBe(404);
    expect(json).toMatchObject({ success: false, code: 'NOT_FOUND', message: 'Cette ville n’existe pas.' });
  });

  test('shows the median asked beside, with its gap, once enough homes are on sale', async () => {
    const agency = await makeAgency(site);
    await agency.publish(
      ...Array.from({ length: 11 }, (_, rank) =>
        flat(`a${rank}`, { price: (rank + 11) * 1_000_000, surface: 50, rooms: 2 }),
      ),
    );
    expect(await refreshAsking(site.db)).toBe(2);
    const { apartment, house } = await ask('nimes-30000');
    const median = apartment.figure?.median ?? 0;
    expect(apartment.asking).toMatchObject({
      n: 11,
      median: 320_000,
      gap: Math.round((320_000 / median - 1) * 1_000) / 10,
    });
    expect(house.asking).toBeNull();
    await agency.withdraw('a0');
    expect(await refreshAsking(site.db)).toBe(0);
    expect((await ask('nimes-30000')).apartment.asking).toBeNull();
  });
});

describe('what other rooms borrow', () => {
  test('own medians of many places at once, never widened', async () => {
    const medians = await mediansOf(site.db, [NIMES, BLAUZAC, '34172', '67482']);
    expect(medians.get('34172')).toMatchObject({ apartment: { n: 3_494 }, house: { n: 368 } });
    // Ours first, else the published one.
    expect(medians.get(NIMES)).toMatchObject({
      apartment: { n: 30, months: 12, published: false },
      house: { n: 3_168, median: 282_700, months: 60, published: true },
    });
    expect(medians.get(BLAUZAC)?.apartment).toBeNull();
    expect(medians.has('67482')).toBe(false);
  });
  test('the sales to hold a home against: its place’s own, else those of the nearest wider area', async () => {
    expect(await localPrices(site.db, '34172', 'house')).toMatchObject({
      sold: { figure: { n: 368 }, area: { code: '34172' }, widened: false },
      published: null,
    });
    const { sold: district } = await localPrices(site.db, '75101', 'house');
    expect(district?.widened).toBe(true);
    expect(district?.area.code).not.toBe('75101');
    const { sold: wider } = await localPrices(site.db, BLAUZAC, 'apartment');
    expect(wider).toMatchObject({ widened: true, area: { level: 'department' } });
    expect(wider?.low).toBeLessThan(wider?.figure.q1 ?? 0);
  });
  test('what is published of its place where no sales of it are counted, before a wider area', async () => {
    expect(await localPrices(site.db, UZES, 'apartment')).toMatchObject({
      sold: null,
      published: { measure: 'median', n: 522, value: 318_000, widened: false },
    });
    expect(await localPrices(site.db, '87085', 'house')).toMatchObject({
      sold: null,
      published: { measure: 'median', n: 3_008, value: 193_300, from: '2021-01-01', to: '2025-12-31' },
    });
    const nothing = { sold: null, published: null };
    expect(await localPrices(site.db, '67482', 'apartment')).toEqual(nothing);
    expect(await localPrices(site.db, '00000', 'apartment')).toEqual(nothing);
  });
  test('cities that have a price', async () => {
    const cities = await pricedCities(site.db, 3);
    expect(cities.map(({ slug }) => slug)).toEqual(['paris-75000', 'marseille-13000', 'lyon-69000']);
  });
});

describe('commands', () => {
  test('refuse a wrong file with its line and exit 1, wrong words with 2', async () => {
    const refused = await vigie('import', await openDataFile('2024.csv.gz', 'id_mutation\n'));
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/refusé, rien n’est changé\. ce n’est pas un fichier gzip/);
    expect((await vigie('import')).code).toBe(2);
    expect((await vigie('import', '--release', 'octobre', import.meta.filename)).out).toContain('AAAA-MM');
    expect((await vigie('rents', '--kind', 'chateau', import.meta.filename)).out).toContain('Le type est');
    expect((await vigie('rents', '--licence', 'L', import.meta.filename)).out).toContain(
      'La licence s’écrit',
    );
    expect((await vigie('export', 'x.ndjson')).code).toBe(2);
    for (const verb of ['import', 'rents', 'rent-control']) {
      const missing = await vigie(verb, '/nulle/part.csv');
      expect([verb, missing.code]).toEqual([verb, 2]);
      expect(missing.out).toContain('Ce fichier n’existe pas');
    }
    for (const [option, value] of [
      ['--territory', 'nice'],
      ['--from', '2026-02-30'],
      ['--to', 'demain'],
    ] as const) {
      const wrong = await vigie('rent-control', option, value, import.meta.filename);
      expect([option, wrong.code]).toEqual([option, 2]);
    }
    expect((await vigie('rent-control', import.meta.filename)).code).toBe(1);
    expect((await vigie('export-orders', 'x.json.gz')).code).toBe(2);
    const computed = await vigie('compute', '--json');
    expect(computed.code).toBe(0);
    expect(JSON.parse(computed.out)).toMatchObject({ computed: { departments: ['30'] } });
  });
});

describe('no sale leaves (LPF R*112 A-3)', () => {
  test('a crawl of the answers, the commands and the export finds aggregates only', async () => {
    const file = await openDataFile('agregats.ndjson', '');
    await vigie('export', '--departments', '30,34,75', file);
    const { readFileSync } = await import('node:fs');
    const { rows } = await sql<{ slug: string }>`
      select slug from place
      where department_code = '75' or code in (${NIMES}, ${ALES}, ${UZES}, '30', '34', '34172', '34192', '34008')
        or (department_code = '30' and code < '30040')
      order by slug`.execute(site.db);
    const pages = new Map([
      ['commands', printed.join('\n')],
      ['export', readFileSync(file, 'utf8')],
    ]);
    for (const { slug } of rows) {
      const text = JSON.stringify((await site.call('GET', `/api/prices/${slug}`)).json);
      pages.set(slug, text);
      checkCounts(slug, JSON.parse(text));
    }
    expect(pages.size).toBeGreaterThan(60);
    const perM2 = await sql<{ cents: string }>`
      select round(price_per_m2 * 100)::bigint::text as cents from price_sale
      where place_code = ${UZES} and round(price_per_m2 * 100)::bigint % 100 <> 0`.execute(site.db);
    expect(perM2.rows.length).toBeGreaterThan(5);
    for (const [name, text] of pages) {
      // Deed, parcel and address, as formats/prices.md 5.6 writes them.
      expect(text.replaceAll(/\b20\d\d-\d\d(-\d\d)?\b/g, ''), name).not.toMatch(/\b20\d\d-\d{1,7}\b/);
      expect(text, name).not.toMatch(/\d{5}\d{3}[0-9A-Z]{2}\d{4}/);
      expect(text, name).not.toContain('ARENES');
      for (const value of secrets) expect(text.includes(String(value)), `${name}: ${value}`).toBe(false);
      for (const { cents } of perM2.rows) {
        expect(new RegExp(`\\b${cents}\\b`).test(text), `${name}: ${cents}`).toBe(false);
      }
    }
  });
});

/** Every count of an answer is of enough sales, whatever holds it. */
function checkCounts(name: string, value: unknown, key = ''): void {
  if (Array.isArray(value)) for (const one of value) checkCounts(name, one, key);
  else if (typeof value === 'object' && value !== null) {
    for (const [inner, one] of Object.entries(value)) {
      if (inner === 'n')
        expect(one, `${name} ${key}`).toBeGreaterThanOrEqual(key === 'bins' ? BIN_MIN : SALES_MIN);
      checkCounts(name, one, inner);
    }
  }
}
