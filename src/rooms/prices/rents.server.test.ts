import { existsSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { exportPrices } from './embedded.server.ts';
import { pricesBySlug, rentsOf } from './prices.server.ts';
import { importRents, readRentsName } from './rents.server.ts';
import { rentTerms } from './rents.ts';

const { db } = await testDb();
const shared = path.resolve('../shared/data/loyers/loyers-communes-2018-2022-derive.csv.gz');
const shared2025 = path.resolve('../shared/data/france/loyers-communes-2025.csv.gz');

const HEADER =
  '"id_zone";"INSEE_C";"LIBGEO";"EPCI";"DEP";"REG";"loypredm2";"lwr.IPm2";"upr.IPm2";"TYPPRED";"nbobs_com";"nbobs_mail";"R2_adj"';
const official = (...rows: string[]) => Buffer.from(`${[HEADER, ...rows].join('\r\n')}\r\n`, 'latin1');
const nimes =
  '"12";"30189";"Nîmes";"243000643";"30";"76";"11,5312345";"9,1";"14,6";"commune";"2154";"9000";"0,71"';
const alone = '"12";"30007";"Alès";"200066918";"30";"76";"10,2";"7,5";"13,9";"maille";"12";"900";"0,44"';

beforeEach(async () => {
  await sql`delete from price_rent`.execute(db);
  await sql`delete from price_rent_edition`.execute(db);
});

describe('the official layout', () => {
  test('is read in its encoding, its comma and its name', async () => {
    const file = await openDataFile('pred-app-mef-dhup.csv', official(nimes, alone));
    const report = await importRents(db, { file, year: 2025 });
    expect(report).toMatchObject({ status: 'done', layout: 'official', years: [2025], rents: 2 });
    expect((await rentsOf(db, '30189')).apartment).toEqual({
      rent: 1_153,
      low: 910,
      high: 1_460,
      year: 2025,
      basis: 'commune',
      observations: 2_154,
      indicative: false,
    });
    // Of a group of communes, on 12 observations: to be read with caution.
    expect((await rentsOf(db, '30007')).apartment).toMatchObject({ basis: 'group', indicative: true });
    expect((await rentsOf(db, '30189')).house).toBeNull();
  });

  test('says that a rent is predicted for the intercommunality', async () => {
    const file = await openDataFile('pred-mai-2025.csv', official(alone.replace('maille', 'epci')));
    await importRents(db, { file });
    expect((await rentsOf(db, '30007')).house).toMatchObject({ basis: 'epci', indicative: true });
  });

  test('replaces its year and kind; the latest year is shown', async () => {
    const give = async (name: string, year: number, rent: string) =>
      importRents(db, {
        file: await openDataFile(name, official(nimes.replace('11,5312345', rent))),
        year,
      });
    await give('pred-app-mef-dhup.csv', 2024, '11,00');
    await give('pred-app-mef-dhup.csv', 2025, '12,00');
    await give('pred-app-mef-dhup.csv', 2025, '13,00');
    await give('pred-app12-mef-dhup.csv', 2025, '15,00');
    expect(await rentsOf(db, '30189')).toMatchObject({
      apartment: { rent: 1_300, year: 2025 },
      'apartment-small': { rent: 1_500 },
      'apartment-large': null,
    });
  });

  test.for([
    ['pred-app-mef-dhup.csv', 'apartment', null],
    ['pred-app12-mef-dhup.csv', 'apartment-small', null],
    ['indicateurs-de-loyers-en-2025/20251211-145010/pred-app3-mef-dhup.csv', 'apartment-large', 2025],
    ['pred-mai-mef-dhup-2024.csv.gz', 'house', 2024],
    ['loyers.csv', null, null],
  ] as const)('%s says what it is', ([name, kind, year]) => {
    expect(readRentsName(name)).toEqual({ kind, year });
  });
});

describe('the derived layout', () => {
  const derived = (...rows: string[]) =>
    gzipSync(`departement,id_ville,ville,date,loyer_m2_appartement,loyer_m2_maison\n${rows.join('\n')}\n`);

  test('is read, overseas too, and whole cities get the average of their districts', async () => {
    const file = await openDataFile(
      'loyers.csv.gz',
      derived(
        '1,004,Ambérieu-en-Bugey,2018,9.5,8.1',
        '1,004,Ambérieu-en-Bugey,2022,10.07450708,8.411183934',
        '974,422,Le Tampon,2022,12.2345,10.2068',
        '2A,004,Ajaccio,2022,14.3,',
        '69,381,Lyon 1er,2022,15,16',
        '69,382,Lyon 2e,2022,17,18',
      ),
    );
    expect(await importRents(db, { file })).toMatchObject({
      status: 'done',
      layout: 'derived',
      years: [2018, 2022],
      rents: 11,
    });
    expect(await rentsOf(db, '01004')).toMatchObject({
      apartment: { rent: 1_007, year: 2022, basis: null, indicative: true },
      house: { rent: 841 },
    });
    expect((await rentsOf(db, '97422')).apartment?.rent).toBe(1_223);
    expect((await rentsOf(db, '2A004')).house).toBeNull();
    const lyon = (await rentsOf(db, '69123')).apartment;
    expect(lyon).toMatchObject({ basis: 'districts', low: 1_500, high: 1_700 });
    expect(lyon?.rent).toBeGreaterThan(1_500);
    expect(lyon?.rent).toBeLessThan(1_700);
  });

  test.runIf(existsSync(shared))(
    'the sample of ../shared gives the rents of formats/prices.md 4.1',
    async () => {
      expect(await importRents(db, { file: shared })).toMatchObject({ status: 'done', years: [2018, 2022] });
      expect(await rentsOf(db, '34172')).toMatchObject({
        apartment: { rent: 1_433 },
        house: { rent: 1_305 },
      });
      expect((await rentsOf(db, '75111')).apartment?.rent).toBe(2_842);
      expect((await rentsOf(db, '34301')).apartment?.rent).toBe(1_250);
    },
  );
});

const COMPILED_HEADER = [
  'code_commune',
  ...['app', 'app12', 'app3', 'maison'].flatMap((kind) =>
    ['loyer_m2', 'bas', 'haut', 'annonces_commune', 'niveau'].map((figure) => `${kind}_${figure}`),
  ),
].join(',');
const compiled = (...rows: string[]) => gzipSync(`${[COMPILED_HEADER, ...rows].join('\n')}\n`);
const nimes2025 = '30189,11.5,9.1,14.6,2154,c,14,11.2,17.5,800,c,10.4,8.2,13.1,1354,c,10.9,8.1,14.7,29,m';

describe('the compiled layout', () => {
  test('gives four series, each with its interval, its advertisements and what it is predicted for', async () => {
    const file = await openDataFile(
      'loyers-communes-2025.csv.gz',
      compiled(nimes2025, '30007,10.2,7.5,13.9,0,e,,,,,,,,,,,9,6.5,12.4,0,m'),
    );
    expect(await importRents(db, { file })).toMatchObject({
      status: 'done',
      layout: 'compiled',
      years: [2025],
      rents: 6,
      unlicensed: [2025],
    });
    const known = await rentsOf(db, '30189');
    expect(known.apartment).toEqual({
      rent: 1_150,
      low: 910,
      high: 1_460,
      year: 2025,
      basis: 'commune',
      observations: 2_154,
      indicative: false,
    });
    expect(known['apartment-small']).toMatchObject({ rent: 1_400, basis: 'commune' });
    expect(known.house).toMatchObject({ basis: 'group', observations: 29, indicative: true });
    expect(rentTerms('house', known.house!)).toContain(
      'Prédit pour un groupe de communes semblables, car les annonces sont trop peu nombreuses ici\u00a0: 29\u00a0annonces observées. À lire comme une indication.',
    );
    const ales = await rentsOf(db, '30007');
    expect(ales.apartment).toMatchObject({ basis: 'epci', observations: 0, indicative: true });
    expect(rentTerms('apartment', ales.apartment!)).toContain(
      'Prédit pour l’intercommunalité, car les annonces sont trop peu nombreuses dans la commune seule\u00a0: aucune annonce observée.',
    );
    expect(ales['apartment-large']).toBeNull();
  });

  test('is on the price page by size of flat, under the licence that its loader read', async () => {
    const file = await openDataFile('loyers-communes-2025.csv.gz', compiled(nimes2025));
    await importRents(db, { file });
    const before = await pricesBySlug(db, 'nimes-30000');
    expect(before.apartment).toMatchObject({
      rent: { rent: 1_150 },
      smallRent: { rent: 1_400 },
      largeRent: { rent: 1_040 },
    });
    expect(before.house).toMatchObject({ rent: { rent: 1_090 }, smallRent: null, largeRent: null });
    expect(before.sources).toMatchObject([{ name: 'Carte des loyers 2025', licence: null }]);
    expect(before.sources[0]?.attribution).toMatch(/publiées par la DHUP – licence non confirmée – 2025$/);
    expect(await importRents(db, { file, licence: 'Licence Ouverte 2.0' })).toMatchObject({ unlicensed: [] });
    const after = await pricesBySlug(db, 'nimes-30000');
    expect(after.sources[0]).toMatchObject({ licence: 'Licence Ouverte 2.0' });
    // Loaded again without a word of it, it is still known.
    expect(await importRents(db, { file })).toMatchObject({ unlicensed: [] });
  });

  test('is not exported to be shipped while its licence is unknown', async () => {
    const file = await openDataFile('loyers-communes-2025.csv.gz', compiled(nimes2025));
    const target = await openDataFile('agregats.ndjson', '');
    await importRents(db, { file });
    expect(await exportPrices(db, target, ['30'], [])).toBe(0);
    await importRents(db, { file, licence: 'Licence Ouverte 2.0' });
    expect(await exportPrices(db, target, ['30'], [])).toBe(5);
  });

  test.for([
    ['no year in its name', 'loyers.csv', nimes2025, null, /ajoutez --year/],
    ['no code', 'loyers-2025.csv', nimes2025.replace('30189', 'Nimes'), 2, /code d’une commune/],
    ['a level that is none', 'loyers-2025.csv', nimes2025.replace(',c,', ',z,'), 2, /niveau de prédiction/],
    ['half an advertisement', 'loyers-2025.csv', nimes2025.replace('2154', '21.5'), 2, /nombre d’annonces/],
    ['no interval', 'loyers-2025.csv', nimes2025.replace('9.1,14.6', ',14.6'), 2, /pas un loyer/],
    ['a rent outside its interval', 'loyers-2025.csv', nimes2025.replace('9.1', '12'), 2, /ne contient pas/],
    ['a column less', 'loyers-2025.csv', null, 1, /la colonne maison_niveau/],
  ] as const)('%s: refused, nothing changes', async ([, name, row, line, reason]) => {
    await importRents(db, { file: await openDataFile('loyers-2025.csv', compiled(nimes2025)) });
    const content =
      row === null
        ? gzipSync(`${COMPILED_HEADER.replace(',maison_niveau', '')}\n${nimes2025.slice(0, -2)}\n`)
        : compiled(row);
    const report = await importRents(db, { file: await openDataFile(name, content) });
    expect(report.status).toBe('refused');
    expect(report.fault?.line ?? null).toBe(line);
    expect(report.fault?.reason).toMatch(reason);
    expect((await rentsOf(db, '30189')).apartment?.rent).toBe(1_150);
  });

  test.runIf(existsSync(shared2025))('the file of ../shared covers the country', async () => {
    const report = await importRents(db, { file: shared2025 });
    expect(report).toMatchObject({ status: 'done', layout: 'compiled', years: [2025] });
    expect(report.rents).toBeGreaterThan(139_000);
    expect(await rentsOf(db, '87085')).toMatchObject({
      apartment: { rent: 1_040, low: 820, high: 1_300, observations: 39_985, basis: 'commune' },
      'apartment-small': { rent: 1_340 },
      'apartment-large': { rent: 1_000 },
      house: { rent: 1_000 },
    });
    expect((await rentsOf(db, '67482')).apartment?.rent).toBe(1_560);
    expect((await rentsOf(db, '75111')).house).toMatchObject({ basis: 'group', observations: 33 });
    expect((await rentsOf(db, '75056')).apartment).toMatchObject({ basis: 'districts', year: 2025 });
    expect((await rentsOf(db, '97608')).apartment).toBeNull();
  });
});

describe('a wrong file changes nothing', () => {
  test.for([
    ['no rent', 'pred-app-2025.csv', official(nimes.replace('"11,5312345"', '"NA"')), 2, /pas un loyer/],
    [
      'a rent of madness',
      'pred-app-2025.csv',
      official(nimes, alone.replace('10,2', '1020')),
      3,
      /pas un loyer/,
    ],
    ['no code', 'pred-app-2025.csv', official(nimes.replace('30189', 'Nimes')), 2, /code d’une commune/],
    ['no name', 'loyers.csv', official(nimes), null, /--year et --kind/],
    ['only a header', 'pred-app-2025.csv', official(), 1, /aucun loyer/],
    ['another file', 'pred-app-2025.csv', Buffer.from('a,b\n1,2\n'), 1, /manque/],
    ['nothing', 'pred-app-2025.csv', Buffer.alloc(0), null, /vide/],
    ['a cut row', 'pred-app-2025.csv', official('"12";"30189";"Nîmes"'), 2, /autant de champs/],
  ] as const)('%s', async ([, name, content, line, reason]) => {
    await importRents(db, { file: await openDataFile('pred-app-2025.csv', official(nimes)) });
    const report = await importRents(db, { file: await openDataFile(name, content) });
    expect(report.status).toBe('refused');
    expect(report.fault?.line ?? null).toBe(line);
    expect(report.fault?.reason).toMatch(reason);
    expect((await rentsOf(db, '30189')).apartment?.rent).toBe(1_153);
  });
});
