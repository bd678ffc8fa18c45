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

const aFlat: RentalFacts = {
  placeCode: '75113',
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
  test('hold from the 1st of July of their year until the next; the last stays until another is known', async () => {
    const orders = [2023, 2025].map((year) => ({ ...salpetriere, annee: String(year) }));
    expect(await importRentControl(db, await json(orders))).toMatchObject({
      status: 'done',
      orders: ['2023-07-01', '2025-07-01'],
      references: 2,
      quarters: 1,
    });
    const { rows } = await sql`select valid_from, valid_to from rent_reference order by 1`.execute(db);
    expect(rows).toEqual([
      { validFrom: '2023-07-01', validTo: '2024-07-01' },
      { validFrom: '2025-07-01', validTo: null },
    ]);
    const verdict = (on: string) => rentVerdictOf(db, aFlat, on);
    expect((await verdict('2023-06-30'))?.verdict).toBe('insufficient');
    expect((await verdict('2024-01-01'))?.order).toEqual({
      territory: 'paris',
      from: '2023-07-01',
      outdated: false,
    });
    expect((await verdict('2024-09-01'))?.order).toBeNull();
    expect((await verdict('2026-06-30'))?.order?.outdated).toBe(false);
    expect((await verdict('2026-11-21'))?.order).toMatchObject({ from: '2025-07-01', outdated: true });
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
    ['something else', '{"type":"FeatureCollection","features":[{}]}', /quartiers administratifs/],
    ['no row', '[]', /aucun loyer/],
    ['a rent of nothing', JSON.stringify([{ ...salpetriere, ref: 0 }]), /pas une ligne/],
    ['a quarter too many', JSON.stringify([{ ...salpetriere, id_quartier: 81 }]), /pas une ligne/],
    ['an epoch of elsewhere', JSON.stringify([{ ...salpetriere, epoque: '2000' }]), /époque/],
    ['a ceiling under the reference', JSON.stringify([{ ...salpetriere, max: 20 }]), /majoré/],
    ['the same twice', JSON.stringify([salpetriere, salpetriere]), /déjà dits/],
    ['another CSV', 'a;b\n1;2\n', /manque/],
  ] as const)('a wrong file changes nothing: %s', async ([, text, reason]) => {
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from rent_reference`.execute(db)).rows[0]?.n;
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
    expect(order).toMatchObject({ status: 'done', references: 2_560, quarters: 80, orders: ['2025-07-01'] });
    const contours = await importRentControl(db, path.join(shared, 'paris-80-quartiers.geojson'));
    expect(contours).toMatchObject({ status: 'done', quarters: 80, contours: 80 });
    const csv = await importRentControl(
      db,
      path.join(shared, 'logement-encadrement-des-loyers-2020-extrait.csv'),
    );
    expect(csv).toMatchObject({ status: 'done', references: 500, orders: ['2020-07-01'] });

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
      select count(*) as n from rent_quarter join place on place.code = place_code and place.city_code = '75056'`.execute(
      db,
    );
    expect(rows[0]?.n).toBe(80);
  });
});
