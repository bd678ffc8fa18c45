import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { importRentControl, rentVerdictOf } from './rent-control.server.ts';
import type { RentalFacts } from './rent-control.ts';

const { db } = await testDb();
const shared = path.resolve('../shared/data/encadrement');
const france = path.resolve('../shared/data/france/encadrement');

const salpetriere = {
  annee: '2025',
  nom_quartier: 'Salpêtrière',
  id_quartier: 49,
  id_zone: 10,
  piece: 1,
  epoque: '1946-1970',
  meuble_txt: 'non meublé',
  ref: 26.9,
  max: 32.3,
  min: 18.8,
};

const json = (rows: unknown) => openDataFile('arrete.json', JSON.stringify(rows));

const table = (...rows: string[]) =>
  openDataFile(
    'baremes.csv',
    `territoire,code_insee,secteur,pieces,epoque,meuble,type,minore,reference,majore,annee\n${rows.join('\n')}\n`,
  );

const aFlat: RentalFacts = {
  placeCode: '75113',
  propertyType: 'apartment',
  lat: null,
  lng: null,
  pointRadius: null,
  rooms: 1,
  builtYear: 1960,
  furnished: false,
  surface: 20,
  price: 70_000,
  charges: 5_000,
  baseRent: null,
  rentSupplement: null,
  referenceRent: null,
  rentControlled: null,
};

describe('orders of rent control', () => {
  test('of Paris hold one year from the 1st of July; the last one is then a landmark', async () => {
    const orders = [2023, 2025].map((year) => ({ ...salpetriere, annee: String(year) }));
    expect(await importRentControl(db, await json(orders))).toMatchObject({
      status: 'done',
      territories: ['paris'],
      orders: [
        { territory: 'paris', from: '2023-07-01', lastDay: '2024-06-30' },
        { territory: 'paris', from: '2025-07-01', lastDay: '2026-06-30' },
      ],
      references: 2,
      quarters: 1,
    });
    const { rows } = await sql`select valid_from, valid_to from rent_order order by 1`.execute(db);
    expect(rows).toEqual([
      { validFrom: '2023-07-01', validTo: '2024-07-01' },
      { validFrom: '2025-07-01', validTo: '2026-07-01' },
    ]);
    const verdict = (on: string) => rentVerdictOf(db, aFlat, on);
    expect((await verdict('2023-06-30'))?.verdict).toBe('insufficient');
    expect((await verdict('2023-06-30'))?.past).toBeNull();
    expect((await verdict('2024-01-01'))?.order).toEqual({
      territory: 'paris',
      area: 'Paris',
      title: null,
      from: '2023-07-01',
      lastDay: '2024-06-30',
      outdated: false,
    });
    expect(await verdict('2024-09-01')).toMatchObject({
      order: null,
      past: { order: { from: '2023-07-01' } },
    });
    expect(await verdict('2026-06-30')).toMatchObject({ verdict: 'exceeds', past: null });
    expect(await verdict('2026-07-01')).toMatchObject({
      verdict: 'insufficient',
      excess: null,
      order: null,
      past: { order: { lastDay: '2026-06-30' }, compared: { verdict: 'exceeds', excess: 400 } },
    });
  });

  test('that say no end hold until the next, and are old after a year', async () => {
    const lyon = (annee: number) =>
      table(`lyon-villeurbanne,69381,693810101,1,1946-1970,0,,11.20,16.00,19.20,${annee}`);
    const inLyon = { ...aFlat, placeCode: '69381', surface: 20, price: 40_000 };
    expect(await importRentControl(db, await lyon(2024))).toMatchObject({
      status: 'done',
      orders: [{ territory: 'lyon-villeurbanne', from: '2024-11-01', lastDay: null }],
    });
    const order = async (on: string) => (await rentVerdictOf(db, inLyon, on))?.order;
    expect(await order('2024-10-31')).toBeNull();
    expect(await order('2025-10-31')).toMatchObject({ from: '2024-11-01', outdated: false });
    expect(await order('2025-11-02')).toMatchObject({ from: '2024-11-01', outdated: true });
    await importRentControl(db, await lyon(2025));
    expect(await order('2025-11-02')).toMatchObject({ from: '2025-11-01', outdated: false });
    expect(await order('2025-10-31')).toMatchObject({ from: '2024-11-01', outdated: false });
    // The city of a quarter and its district see it; another district does not.
    const at = async (placeCode: string) =>
      (await rentVerdictOf(db, { ...inLyon, placeCode }, '2025-12-01'))?.order?.territory;
    expect(await Promise.all(['69123', '69381', '69382', '69266'].map(at))).toEqual([
      'lyon-villeurbanne',
      'lyon-villeurbanne',
      undefined,
      undefined,
    ]);
  });

  test('have other ceilings for houses where they say so, and for each epoch of theirs', async () => {
    const file = await table(
      'est-ensemble,93008,315,3,1946-1970,0,appartement,10.80,15.40,18.50,2026',
      'est-ensemble,93008,315,3,1946-1970,0,maison,12.50,17.90,21.50,2026',
      'est-ensemble,93008,315,3,>1990,0,appartement,11.00,16.00,19.00,2026',
    );
    await importRentControl(db, file);
    const inBobigny = { ...aFlat, placeCode: '93008', rooms: 3, surface: 50 };
    const ceiling = async (said: Partial<RentalFacts>) =>
      (await rentVerdictOf(db, { ...inBobigny, ...said }, '2026-07-01'))?.ceilingPerM2;
    expect(await ceiling({})).toEqual({ low: 18.5, high: 18.5 });
    expect(await ceiling({ propertyType: 'house' })).toEqual({ low: 21.5, high: 21.5 });
    expect(await ceiling({ builtYear: 2004 })).toEqual({ low: 19, high: 19 });
    expect(await ceiling({ builtYear: null })).toEqual({ low: 18.5, high: 19 });
    expect(await ceiling({ builtYear: 1980 })).toBeNull();
  });

  test('of a commune merged since hold in the one it joined', async () => {
    await importRentControl(db, await table('plaine-commune,93059,317,1,<1946,1,appartement,12,17,20,2026'));
    const inSaintDenis = { ...aFlat, placeCode: '93066', builtYear: 1930, furnished: true };
    expect((await rentVerdictOf(db, inSaintDenis, '2026-07-01'))?.quarters).toEqual(['zone 317']);
  });

  test('tell the zones of a commune controlled in part from the rest of it', async () => {
    const grenoble = { territory: 'grenoble', from: '2026-01-20', to: null, title: null } as const;
    const record = { meuble: false, nombre_de_piece: '2', annee_de_construction: '1946-1970' };
    const rents = { prix_min: '7,0', prix_med: '10,0', prix_max: '12,0' };
    const order = await openDataFile('grenoble.json', JSON.stringify([{ zone: 'A', ...record, ...rents }]));
    expect(await importRentControl(db, order, grenoble)).toMatchObject({ status: 'done', contours: 0 });
    const inGrenoble = { ...aFlat, placeCode: '38185', rooms: 2, lat: 45.19, lng: 5.72, pointRadius: 100 };
    const verdict = (lng: number) => rentVerdictOf(db, { ...inGrenoble, lng }, '2026-02-01');
    // No contour is known: it may be anywhere in the territory.
    expect(await verdict(5.72)).toMatchObject({ quarters: ['zone A'], order: { territory: 'grenoble' } });
    const ring = [
      [5.71, 45.18],
      [5.73, 45.18],
      [5.73, 45.2],
      [5.71, 45.2],
      [5.71, 45.18],
    ];
    const shapes = {
      zone_cal: [
        {
          geojson: {
            type: 'FeatureCollection',
            features: [
              {
                type: 'Feature',
                properties: { code: '1.04' },
                geometry: { type: 'Polygon', coordinates: [ring] },
              },
            ],
          },
        },
      ],
    };
    const drawn = await openDataFile('zones.json', JSON.stringify(shapes));
    expect(await importRentControl(db, drawn, grenoble)).toMatchObject({ status: 'done', contours: 1 });
    expect(await verdict(5.72)).toMatchObject({ quarters: ['zone A'], order: { territory: 'grenoble' } });
    expect(await verdict(5.8)).toMatchObject({ quarters: [], order: null, verdict: 'insufficient' });
    // Meylan is controlled as a whole: a point off every contour says nothing there.
    const inMeylan = { ...inGrenoble, placeCode: '38229', lng: 5.8 };
    expect((await rentVerdictOf(db, inMeylan, '2026-02-01'))?.quarters).toEqual(['zone A']);
  });

  test('that cut the ground anew do not weigh the quarters of the others', async () => {
    const { db: own } = await testDb();
    const load = async (
      year: number,
      sectors: [code: string, from: number, to: number, ceiling: number][],
    ) => {
      const rows = sectors.map(
        ([code, , , ceiling]) => `montpellier,34172,${code},1,1946-1970,0,,12,18,${ceiling},${year}`,
      );
      const features = sectors.map(([code, from, to]) => ({
        type: 'Feature',
        properties: { territoire: 'montpellier', code_insee: '34172', secteur: code, libelle: `Q${code}` },
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [from, 43.6],
              [to, 43.6],
              [to, 43.62],
              [from, 43.62],
              [from, 43.6],
            ],
          ],
        },
      }));
      const shapes = await openDataFile(
        'secteurs.geojson',
        JSON.stringify({ type: 'FeatureCollection', features }),
      );
      for (const file of [await table(...rows), shapes])
        expect(await importRentControl(own, file)).toMatchObject({ status: 'done' });
    };
    const ceiling = async (on: string, lng: number | null) => {
      const point = lng === null ? {} : { lat: 43.61, lng, pointRadius: 100 };
      return (await rentVerdictOf(own, { ...aFlat, ...point, placeCode: '34172' }, on))?.ceilingPerM2;
    };
    await load(2025, [
      ['341720101', 3.84, 3.88, 20],
      ['341720102', 3.88, 3.92, 21],
    ]);
    await load(2026, [
      ['341720901', 3.84, 3.86, 30],
      ['341720902', 3.86, 3.9, 31],
    ]);
    expect(await ceiling('2025-09-01', 3.85)).toEqual({ low: 20, high: 20 });
    expect(await ceiling('2025-09-01', null)).toEqual({ low: 20, high: 21 });
    expect(await ceiling('2026-09-01', 3.85)).toEqual({ low: 30, high: 30 });
    expect(await ceiling('2026-09-01', 3.87)).toEqual({ low: 31, high: 31 });
    expect(await ceiling('2026-09-01', null)).toEqual({ low: 30, high: 31 });
    // Where the first order held and the next says nothing, it may hold no longer.
    expect(await ceiling('2026-09-01', 3.91)).toBeNull();
  });

  test('say their numbers', async () => {
    // 32,30 × 20 = 646; 650 without charges.
    expect(await rentVerdictOf(db, aFlat, '2025-09-01')).toMatchObject({
      verdict: 'exceeds',
      excess: 400,
      baseRent: 65_000,
      ceiling: { low: 64_600, high: 64_600 },
      quarters: ['Salpêtrière'],
    });
  });

  test('say nothing where nothing is controlled, and weigh what the listing states elsewhere', async () => {
    const inNimes = { ...aFlat, placeCode: '30189' };
    expect(await rentVerdictOf(db, inNimes, '2025-09-01')).toBeNull();
    const stated = { ...inNimes, rentControlled: true, referenceRent: 64_000 };
    expect(await rentVerdictOf(db, stated, '2025-09-01')).toMatchObject({
      verdict: 'exceeds',
      excess: 1_000,
      ceilingFrom: 'listing',
      order: null,
    });
    expect((await rentVerdictOf(db, { ...inNimes, rentControlled: true }, '2025-09-01'))?.verdict).toBe(
      'insufficient',
    );
  });

  test.for([
    ['not JSON', '[{"annee"', /abîmé/],
    ['something else', '{"type":"FeatureCollection","features":[{}]}', /contours de zones/],
    ['no row', '[]', /aucun loyer/],
    ['a rent of nothing', JSON.stringify([{ ...salpetriere, ref: 0 }]), /pas une ligne/],
    ['a quarter too many', JSON.stringify([{ ...salpetriere, id_quartier: 81 }]), /pas une ligne/],
    ['an epoch of elsewhere', JSON.stringify([{ ...salpetriere, epoque: '2000' }]), /époque/],
    ['a ceiling under the reference', JSON.stringify([{ ...salpetriere, max: 20 }]), /majoré/],
    ['the same twice', JSON.stringify([salpetriere, salpetriere]), /déjà dits/],
    ['another CSV', 'a;b\n1;2\n', /manque/],
  ] as const)('a wrong file changes nothing: %s', async ([, text, reason]) => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from rent_ceiling`.execute(db)).rows[0]?.n;
    const before = await count();
    const report = await importRentControl(db, await openDataFile('arrete.json', text));
    expect(report).toMatchObject({ status: 'refused' });
    expect(report.fault?.reason).toMatch(reason);
    expect(await count()).toBe(before);
  });
});

describe('the Paris order of ../shared', () => {
  test('is read whole, with its contours, and finds a quarter around a public point', async ({ skip }) => {
    skip(!existsSync(shared), '../shared is absent');
    const order = await importRentControl(db, path.join(shared, 'paris-2025-loyers-reference.json'));
    expect(order).toMatchObject({
      status: 'done',
      references: 2_560,
      quarters: 80,
      orders: [{ territory: 'paris', from: '2025-07-01', lastDay: '2026-06-30' }],
    });
    const contours = await importRentControl(db, path.join(shared, 'paris-80-quartiers.geojson'));
    expect(contours).toMatchObject({ status: 'done', quarters: 80, contours: 80 });
    const csv = await importRentControl(
      db,
      path.join(shared, 'logement-encadrement-des-loyers-2020-extrait.csv'),
    );
    expect(csv).toMatchObject({
      status: 'done',
      references: 500,
      orders: [{ territory: 'paris', from: '2020-07-01', lastDay: '2021-06-30' }],
    });

    // In the middle of the Salpêtrière, known to 100 metres.
    const sure = { ...aFlat, lat: 48.8388, lng: 2.3655, pointRadius: 100 };
    expect(await rentVerdictOf(db, sure, '2025-09-01')).toMatchObject({
      quarters: ['Salpêtrière'],
      ceilingPerM2: { low: 32.3, high: 32.3 },
      verdict: 'exceeds',
      excess: 400,
    });
    // Known to a kilometre, and its epoch not said: several ceilings, none of which settles 650 €.
    const vague = { ...sure, pointRadius: 1_000, builtYear: null };
    const answer = await rentVerdictOf(db, vague, '2025-09-01');
    expect(answer?.quarters.length).toBeGreaterThan(1);
    expect(answer).toMatchObject({ verdict: 'insufficient' });
    expect(answer?.missing).toEqual(['le quartier', 'l’époque de construction']);
  });

  test('puts each quarter in its district', async ({ skip }) => {
    skip(!existsSync(shared), '../shared is absent');
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from rent_quarter join place on place.code = any(place_codes) and place.city_code = '75056'
      where territory = 'paris'`.execute(db);
    expect(rows[0]?.n).toBe(80);
  });
});

describe('the orders of ../shared/data/france', () => {
  const tables = path.join(france, 'baremes-2025-2026.csv.gz');
  const sectors = path.join(france, 'secteurs-2025-2026.geojson.gz');

  test('are read whole: every line, every sector, its contour and its communes', async ({ skip }) => {
    skip(!existsSync(france), '../shared is absent');
    expect(await importRentControl(db, tables)).toMatchObject({
      status: 'done',
      references: 16_880,
      quarters: 426,
    });
    expect(await importRentControl(db, sectors)).toMatchObject({
      status: 'done',
      quarters: 426,
      contours: 426,
    });
    const { rows } = await sql`
      select territory, count(*) as quarters, count(rings) as drawn,
        count(*) filter (where exists (select from place where place.code = any(place_codes))) as placed
      from rent_quarter where territory <> 'grenoble' group by territory order by territory`.execute(db);
    expect(rows).toEqual(
      [
        ['est-ensemble', 10],
        ['lyon-villeurbanne', 233],
        ['montpellier', 93],
        ['paris', 80],
        ['plaine-commune', 10],
      ].map(([territory, quarters]) => ({ territory, quarters, drawn: quarters, placed: quarters })),
    );
  });

  test('give a rental of Lyon its zone by its public point', async ({ skip }) => {
    skip(!existsSync(france), '../shared is absent');
    // Croix-Rousse, known to 100 metres.
    const flat = { ...aFlat, placeCode: '69384', lat: 45.7785, lng: 4.8275, pointRadius: 100 };
    const answer = await rentVerdictOf(db, { ...flat, surface: 20, price: 60_000 }, '2026-02-01');
    expect(answer).toMatchObject({ order: { area: 'Lyon et Villeurbanne', from: '2025-11-01' } });
    expect(answer?.quarters.every((name) => /^zone [1-5]$/.test(name))).toBe(true);
    expect(answer).toMatchObject({ verdict: 'exceeds', ceilingFrom: 'order' });
  });
});
