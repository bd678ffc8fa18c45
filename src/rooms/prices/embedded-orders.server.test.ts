import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { exportOrders, loadEmbeddedOrders } from './embedded-orders.server.ts';
import { packControl, unpackControl } from './orders/packing.server.ts';
import { importRentControl, rentVerdictOf } from './rent-control.server.ts';
import { selectControl } from './rent-control.sql.server.ts';
import type { RentalFacts } from './rent-control.ts';

const flat: RentalFacts = {
  placeCode: '34172',
  propertyType: 'apartment',
  lat: null,
  lng: null,
  pointRadius: null,
  rooms: 1,
  builtYear: 1960,
  furnished: false,
  surface: 20,
  price: 60_000,
  charges: 0,
  baseRent: null,
  rentSupplement: null,
  referenceRent: null,
  rentControlled: null,
};

const HEADER = 'territoire,code_insee,secteur,pieces,epoque,meuble,type,minore,reference,majore,annee';

describe('the orders shipped', () => {
  test('are laid once, whoever comes first, and judge rents without any import', async () => {
    const { db } = await testDb();
    const laid = await Promise.all([loadEmbeddedOrders(db), loadEmbeddedOrders(db)]);
    expect(laid.toSorted((one, other) => one - other)).toEqual([0, 4]);
    expect(await loadEmbeddedOrders(db)).toBe(0);
    const { rows } = await sql`
      select territory, valid_from, last_day, title, origin, (select count(*) from rent_quarter
        where rent_quarter.territory = rent_order.territory and rings is not null) as drawn
      from rent_order order by territory`.execute(db);
    const order = (territory: string, validFrom: string, lastDay: string | null, drawn: number) => ({
      territory,
      validFrom,
      lastDay,
      title: territory === 'montpellier' ? 'DDTM34-2026-06-17135' : null,
      origin: 'embedded',
      drawn,
    });
    expect(rows).toEqual([
      order('est-ensemble', '2026-06-01', '2027-05-31', 10),
      order('lyon-villeurbanne', '2025-11-01', null, 233),
      order('montpellier', '2026-07-01', null, 93),
      order('plaine-commune', '2026-06-01', '2027-05-31', 10),
    ]);
    // Every quarter has a schedule in its order, and lies in a place that is known.
    const { rows: lost } = await sql`
      select code from rent_quarter join rent_order using (territory)
      where not schedules ? code or not exists (select from place where place.code = any(place_codes))`.execute(
      db,
    );
    expect(lost).toEqual([]);
    expect(await rentVerdictOf(db, flat, '2026-10-01')).toMatchObject({
      verdict: 'exceeds',
      order: { area: 'Montpellier', title: 'DDTM34-2026-06-17135' },
    });
  });

  test('leave alone what an operator loaded', async () => {
    const { db } = await testDb();
    const load = async (line: string) =>
      importRentControl(db, await openDataFile('baremes.csv', `${HEADER}\n${line}\n`));
    await load('montpellier,34172,341720102,1,1946-1970,0,,12,18,40,2026');
    expect(await loadEmbeddedOrders(db)).toBe(3);
    expect((await rentVerdictOf(db, flat, '2026-10-01'))?.ceilingPerM2).toEqual({ low: 40, high: 40 });
    // An order that an operator loads takes the place of the one shipped.
    await load('est-ensemble,93008,315,1,1946-1970,0,appartement,12,18,40,2026');
    const { rows } = await sql`
      select origin from rent_order where territory = 'est-ensemble' and valid_from = '2026-06-01'`.execute(
      db,
    );
    expect(rows).toEqual([{ origin: 'import' }]);
  });

  test('give way, with their quarters, to those of another version', async () => {
    const { db } = await testDb();
    await loadEmbeddedOrders(db);
    const { orders, quarters } = await selectControl(db);
    // The same ground under other codes, as after a new cut.
    const packed = packControl({
      about: ['Un seul territoire.'],
      source: 'Préfecture',
      orders: orders
        .filter(({ territory }) => territory === 'montpellier')
        .map(({ schedules, ...order }) => ({
          ...order,
          schedules: Object.fromEntries(
            Object.entries(schedules).map(([code, schedule]) => [`${code}-2`, schedule]),
          ),
        })),
      quarters: quarters
        .filter(({ territory }) => territory === 'montpellier')
        .map(({ code, ...quarter }) => ({ ...quarter, code: `${code}-2` })),
    });
    const file = await openDataFile('encadrement.json.gz', packed);
    expect(await loadEmbeddedOrders(db, path.dirname(file))).toBe(1);
    const { rows } = await sql`select territory, source from rent_order`.execute(db);
    expect(rows).toEqual([{ territory: 'montpellier', source: 'Préfecture' }]);
    const { rows: left } = await sql`
      select territory, count(*) as quarters, bool_and(code like '%-2') as cut_anew from rent_quarter group by territory`.execute(
      db,
    );
    expect(left).toEqual([{ territory: 'montpellier', quarters: 93, cutAnew: true }]);
    expect((await rentVerdictOf(db, flat, '2026-10-01'))?.verdict).toBe('exceeds');
  });

  test('are written as they are read', async () => {
    const { db } = await testDb();
    await loadEmbeddedOrders(db);
    const file = await openDataFile('ecrit.json.gz', '');
    const written = await exportOrders(db, file, { about: ['Essai.'], source: 'Préfectures' });
    expect(written).toMatchObject({ orders: 4, quarters: 346 });
    const before = await selectControl(db);
    const again = await testDb();
    expect(await loadEmbeddedOrders(again.db, path.dirname(file))).toBe(4);
    const after = await selectControl(again.db);
    expect(after.quarters).toEqual(before.quarters);
    expect(after.orders).toEqual(before.orders.map((order) => ({ ...order, source: 'Préfectures' })));
  });
});

test('packing loses nothing but the digits under a metre', () => {
  const packed = {
    about: ['Essai.'],
    source: 'Préfecture',
    orders: [
      {
        territory: 'lille',
        validFrom: '2026-04-01',
        lastDay: null,
        title: null,
        source: 'Préfecture',
        schedules: { 'zone 1': 1 },
        ceilings: [
          {
            schedule: 1,
            dwelling: 'any',
            rooms: 4,
            builtFrom: 0,
            builtTo: 1945,
            furnished: true,
            floor: 9.1,
            reference: 13,
            ceiling: 15.6,
          },
        ],
      },
    ],
    quarters: [
      {
        territory: 'lille',
        code: 'zone 1',
        name: 'zone 1',
        zone: '1',
        placeCodes: ['59350'],
        rings: [
          [
            [3.05, 50.62],
            [3.06001, 50.62],
            [3.06, 50.63],
          ],
        ],
      },
      { territory: 'lille', code: 'zone 2', name: null, zone: '2', placeCodes: [], rings: null },
    ],
  } as const;
  expect(unpackControl(packControl(packed))).toEqual(packed);
});
