import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { placesByCode } from '#rooms/places/places.server.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { type Nearby, type Prices, SALES_MIN, withoutSales } from './contract.ts';
import { loadEmbeddedPrices, parsePublished } from './embedded.server.ts';
import { cachedAnswer } from './kept-answers.server.ts';
import { districtRanges, pricesBySlug } from './prices.server.ts';
import { meanOf, publishedOf } from './published.server.ts';
import { publication } from './published.ts';

const PLACES = 1_000;
const AT_ONCE = 8;
const kinds = ['apartment', 'house'] as const;

const folder = path.resolve('data/prices');
const file = readdirSync(folder).find((name) => name.startsWith('statistiques-dvf_')) ?? '';
const text = gunzipSync(readFileSync(path.join(folder, file))).toString('utf8');
const lines = parsePublished(text);
const lineOf = (code: string, kind: 'apartment' | 'house') =>
  lines.find((one) => one.code === code && one.kind === kind);

const { db } = await testDb();
const ask = (slug: string) => pricesBySlug(db, slug);

beforeAll(async () => {
  await loadEmbeddedPrices(db);
});

describe('what is shipped', () => {
  test('is of the years that the pages say, under the licence that they name, and never under eleven sales', () => {
    expect(file).toContain(`_${publication.from}_${publication.to}_`);
    const head = text
      .split('\n')
      .filter((line) => line.startsWith('#'))
      .join('\n');
    for (const said of [publication.name, publication.licence, 'DGFiP']) expect(head).toContain(said);
    expect(lines.length).toBeGreaterThan(31_000);
    expect(lines.filter(({ n }) => n < SALES_MIN)).toEqual([]);
    expect(
      lines.filter(({ code }) => withoutSales.some((department) => code.startsWith(department))),
    ).toEqual([]);
  });
});

describe('the published figure of a place', () => {
  const area = { code: '69123', level: 'commune', name: 'Lyon', slug: 'lyon-69000' } as const;
  const department = { code: '69', level: 'department', name: 'Rhône', slug: 'rhone-69' } as const;
  const mean = { kind: 'house', n: 40, value: 300_000, count: 3, low: 100_000, high: 500_000 } as const;
  const line = (code: string, n: number, median: number) => ({ code, kind: 'house', n, median }) as const;
  const around = { area, districts: ['69381', '69382'], department, lines: [], means: [mean] };

  test('is its own median, else the mean of its districts, else that of its department, else none', () => {
    const inside = [line('69381', 30, 200_000), line('69382', 10, 400_000)];
    expect(publishedOf('house', { ...around, lines: [...inside, line('69123', 12, 250_000)] })).toMatchObject(
      {
        measure: 'median',
        value: 250_000,
        n: 12,
        widened: false,
        medians: null,
      },
    );
    expect(publishedOf('house', { ...around, lines: inside })).toMatchObject({
      measure: 'mean',
      value: 250_000,
      n: 40,
      area,
      widened: false,
      medians: { count: 2, low: 200_000, high: 400_000 },
    });
    expect(publishedOf('house', around)).toMatchObject({ measure: 'mean', area: department, widened: true });
    expect(publishedOf('house', { ...around, department: null })).toBeNull();
    expect(publishedOf('apartment', around)).toBeNull();
  });

  test('of a department is the mean of its communes, its own', () => {
    const found = publishedOf('house', { ...around, area: department, districts: [], department: null });
    expect(found).toMatchObject({ measure: 'mean', value: 300_000, area: department, widened: false });
  });

  test('is a mean weighted by sales, to the euro', () => {
    expect(meanOf('house', [line('a', 11, 100_000), line('b', 22, 200_100)])).toEqual({
      kind: 'house',
      n: 33,
      value: 166_700,
      count: 2,
      low: 100_000,
      high: 200_100,
    });
  });
});

describe('a place whose sales are not loaded', () => {
  test('has its published median, without spread, curve, evolution or yield', async () => {
    const { coverage, notice, release, apartment, house, sources } = await ask('limoges-87000');
    expect([coverage, notice, release]).toEqual(['published', null, null]);
    expect(apartment).toMatchObject({
      figure: null,
      area: null,
      widened: false,
      trimmed: null,
      bins: [],
      byRooms: [],
      bySurface: [],
      changes: [],
      points: [],
      grossYield: null,
      confidence: 2,
      published: {
        measure: 'median',
        value: 157_700,
        n: 7_090,
        from: '2021-01-01',
        to: '2025-12-31',
        area: { code: '87085', level: 'commune' },
        widened: false,
        medians: null,
      },
    });
    expect(house.published).toMatchObject({ value: 193_300, n: 3_008 });
    expect(apartment.notice).toMatch(/telle que publiée sur data\.gouv\.fr \(Statistiques DVF\)/);
    expect(sources.find(({ name }) => name === 'Statistiques DVF')).toMatchObject({
      licence: 'Licence Ouverte 2.0',
      attribution: expect.stringContaining('01/01/2021 au 31/12/2025') as string,
    });
  });

  test('and that is cut into districts has their range, and no median', async () => {
    const { apartment, districts } = await ask('lyon-69000');
    const inside = lines.filter(({ code, kind }) => /^6938\d$/.test(code) && kind === 'apartment');
    const { n, value, low, high } = meanOf('apartment', inside);
    expect(inside).toHaveLength(9);
    expect(apartment).toMatchObject({
      figure: null,
      confidence: 2,
      published: { measure: 'mean', n, value, widened: false, medians: { count: 9, low, high } },
    });
    expect(apartment.notice).toMatch(/que par arrondissement.*ce n’est pas une médiane/);
    expect(districts.map((one) => one.apartment?.published)).toEqual(districts.map(() => true));
    expect((await districtRanges(db, '69123')).apartment).toMatchObject({ n, low, high, count: 9 });
    expect(await districtRanges(db, '87085')).toEqual({ apartment: null, house: null });
  });

  test('and has under eleven sales takes the mean of its department, called so', async () => {
    const { house } = await ask('banize-23120');
    const creuse = await ask('creuse-23');
    expect(creuse.house.published).toMatchObject({ measure: 'mean', widened: false, area: { code: '23' } });
    expect(house.published).toEqual({ ...creuse.house.published, widened: true });
    expect(house.notice).toMatch(
      /^Données insuffisantes\u00a0: moins de 11 ventes de maisons à Banize de 2021 à 2025\..*Creuse \(département\).*Ce n’est pas une médiane\./,
    );
    expect(creuse.house.notice).toMatch(
      /^La médiane du département n’est pas connue ici\. Ce chiffre est une moyenne de \d+ médianes communales /,
    );
    const { apartment } = await ask('rhone-69');
    expect(apartment.notice).toMatch(/ médianes de communes et d’arrondissements publiées sur cinq ans /);
    // By the sales of the file: those of communes of today.
    const { rows } = await sql<{ code: string }>`
      select code from place where department_code = '23' and kind = 'commune'`.execute(db);
    const today = new Set(rows.map(({ code }) => code));
    const wanted = meanOf(
      'house',
      lines.filter(({ code, kind }) => kind === 'house' && today.has(code)),
    );
    expect(creuse.house.published).toMatchObject({
      n: wanted.n,
      value: wanted.value,
      medians: { count: wanted.count, low: wanted.low, high: wanted.high },
    });
  });

  test('and that others joined keeps its own line, and says what is published apart', async () => {
    const { house } = await ask('oullins-pierre-benite-69310');
    expect(house.published).toMatchObject({ measure: 'median', n: lineOf('69149', 'house')?.n });
    expect(house.notice).toMatch(
      /anciennes communes réunies depuis, et non comptées ici\u00a0: Pierre-Bénite \(117\u00a0ventes, 4\u00a0241,00\u00a0€\/m²\)/,
    );
    const solore = await ask('solore-en-forez-42130');
    expect(solore.house.published).toMatchObject({ measure: 'mean', widened: true });
    expect(solore.house.notice).toMatch(
      /aucune médiane des ventes de maisons n’est publiée pour l’ensemble de la commune.*H[oô]pital-sous-Rochefort \(14\u00a0ventes/,
    );
  });

  test('and none is published says why', async () => {
    for (const [slug, why] of [
      ['strasbourg-67000', /livre foncier/],
      ['mamoudzou-97600', /Mayotte/],
    ] as const) {
      const { coverage, notice, apartment, house } = await ask(slug);
      expect([coverage, apartment.published, house.published]).toEqual(['unpublished', null, null]);
      expect(notice).toMatch(why);
    }
  });
});

test('a place whose sales are loaded keeps its own figure, beside neighbours of either kind', async () => {
  const { apartment, house } = await ask('montpellier-34000');
  expect([apartment.figure?.n, apartment.published, house.published]).toEqual([3_494, null, null]);
  const { neighbours } = await ask('ales-30100');
  const heads = neighbours.flatMap((one) => kinds.flatMap((kind) => one[kind] ?? []));
  expect(heads.length).toBeGreaterThan(3);
  for (const one of heads) expect(one).toMatchObject({ published: true, months: 60, to: '2025-12-31' });
});

/** What is wrong with the figures of an answer, and of the communes of a department; empty when all can be shown. */
function faultsOf(code: string, prices: Prices, communes: readonly Nearby[] = []): string[] {
  const sourced = (name: string) => prices.sources.some((one) => one.name === name);
  const own = kinds.flatMap((kind) => {
    const { figure, published, widened, notice } = prices[kind];
    const line = lineOf(code, kind);
    const shown = figure ?? published;
    return [
      figure && published ? `${kind} : deux chiffres` : '',
      shown && shown.n < SALES_MIN ? `${kind} : ${shown.n} ventes` : '',
      figure && !sourced('Demandes de valeurs foncières') ? `${kind} : sans source` : '',
      published && !sourced(publication.name) ? `${kind} : médiane publiée sans source` : '',
      line && !(figure && !widened) && published?.value !== line.median ? `${kind} : autre que publié` : '',
      !line && published?.measure === 'median' ? `${kind} : médiane inventée` : '',
      (published ?? (widened ? figure : null)) && !notice ? `${kind} : rien n’est dit` : '',
      !shown && !notice && !prices.notice ? `${kind} : sans raison` : '',
      published?.widened &&
      notice?.includes('prix des lieux voisins sont donnés à part') !==
        prices.neighbours.some((one) => one[kind])
        ? `${kind} : voisines mal dites`
        : '',
    ];
  });
  const others = [...prices.districts, ...prices.neighbours, ...communes].flatMap((one) =>
    kinds.map((kind) => {
      const found = one[kind];
      if (!found) return '';
      if (found.n < SALES_MIN) return `${one.name} : ${found.n} ventes`;
      return found.published && !sourced(publication.name) ? `${one.name} : sans source` : '';
    }),
  );
  return [...own, ...others].filter(Boolean);
}

test(`${PLACES} communes and districts at random: no figure without source and sample, none under eleven sales`, async () => {
  const chance = chanceOf();
  console.log(`SEED=${chance.seed}`);
  const { rows } = await sql<{ code: string; slug: string }>`
    select code, slug from place where kind <> 'department' order by code`.execute(db);
  const asked = Array.from({ length: PLACES }, () => chance.pick(rows));
  const faults: string[] = [];
  let figured = 0;
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const answers = await Promise.all(
      asked.slice(from, from + AT_ONCE).map(async (one) => ({ ...one, prices: await ask(one.slug) })),
    );
    for (const { code, slug, prices } of answers) {
      if (kinds.some((kind) => prices[kind].figure ?? prices[kind].published)) figured += 1;
      faults.push(...faultsOf(code, prices).map((fault) => `${slug} ${fault}`));
    }
  }
  expect(faults).toEqual([]);
  // Nineteen of twenty communes are where sales are published.
  expect(figured).toBeGreaterThan(PLACES * 0.85);
});

test('every department: its communes have none either, where a page shows them all', async () => {
  const { rows } = await sql<{ code: string }>`
    select code from place where kind = 'department' order by code`.execute(db);
  const departments = await placesByCode(
    db,
    rows.map(({ code }) => code),
  );
  const faults: string[] = [];
  for (const place of departments.values()) {
    const { prices, communes } = await cachedAnswer(db, place, '2026-11-27');
    faults.push(...faultsOf(place.code, prices, communes).map((fault) => `${place.slug} ${fault}`));
  }
  expect(departments.size).toBeGreaterThan(95);
  expect(faults).toEqual([]);
  // Hérault: our own figures, and a few communes of which a median is published alone.
  const { prices, communes } = await cachedAnswer(db, departments.get('34')!, '2026-11-27');
  expect(communes.some(({ apartment, house }) => apartment?.published || house?.published)).toBe(true);
  expect(prices.sources.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Demandes de valeurs foncières', 'Statistiques DVF']),
  );
});
