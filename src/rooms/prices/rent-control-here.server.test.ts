import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { beforeAll, describe, expect, test } from 'vitest';
import { prolongLaw } from '#rooms/listings/prolongations.server.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { loadEmbeddedOrders } from './embedded-orders.server.ts';
import { cachedAnswer } from './kept-answers.server.ts';
import { RentCeilings } from './parts/rent-ceilings.tsx';
import type { PricePage } from './price-page.ts';
import { importRentControl } from './rent-control.server.ts';
import { citedOrders, orderHere, rentControlHere } from './rent-control-here.server.ts';

const base = await testDb();
const { db } = base;
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

async function here(code: string, day: string) {
  const place = await placeByCode(db, code);
  if (!place) return null;
  const order = await orderHere(db, place, day);
  return rentControlHere(db, place, Promise.resolve({ order }), noon(day));
}

beforeAll(async () => {
  await loadEmbeddedOrders(db);
});

describe('rent control of a place', () => {
  test('names its area and its order, and gives the ceilings of its own quarters', async () => {
    const lyon = await here('69123', '2026-06-01');
    expect(lyon).toMatchObject({
      area: 'Lyon et Villeurbanne',
      partly: false,
      ended: false,
      over: null,
      byDwelling: false,
      order: { territory: 'lyon-villeurbanne', from: '2025-11-01', lastDay: null, outdated: false },
    });
    expect(lyon?.source).toContain('Licence Ouverte 2.0');
    expect(lyon?.ceilings.map(({ rooms }) => rooms)).toEqual([1, 2, 3, 4]);
    const ofDistrict = (await here('69384', '2026-06-01'))?.ceilings[0]?.empty;
    const ofCity = lyon?.ceilings[0]?.empty;
    expect(ofDistrict!.low).toBeGreaterThanOrEqual(ofCity!.low);
    expect(ofDistrict!.high).toBeLessThanOrEqual(ofCity!.high);
    expect(ofCity!.low).toBeLessThan(ofCity!.high);
    expect(await here('93048', '2026-06-15')).toMatchObject({ area: 'Est Ensemble', byDwelling: true });
  });

  test('is nothing where the law sets none, and no order where none is loaded or has begun', async () => {
    expect(await here('30189', '2026-06-01')).toBeNull();
    expect(await here('34', '2026-06-01')).toBeNull();
    expect(await here('59350', '2026-06-01')).toMatchObject({
      area: 'Lille, Hellemmes et Lomme',
      order: null,
      ceilings: [],
    });
    expect(await here('38185', '2026-06-01')).toMatchObject({ partly: true, order: null });
    expect(await here('34172', '2026-06-30')).toMatchObject({ order: null });
  });

  test('says what has ended, the order or the law, unless the law was prolonged', async () => {
    expect(await here('93048', '2027-05-31')).toMatchObject({ ended: false, over: '2026-11-24' });
    expect(await here('93048', '2027-06-01')).toMatchObject({ ended: true, ceilings: [] });
    expect(await here('34172', '2026-11-24')).toMatchObject({ over: null });
    expect(await here('34172', '2027-07-02')).toMatchObject({ ended: false, order: { outdated: true } });
    await prolongLaw(base, { law: 'rent-control', until: '2027-11-24', text: 'Loi d’essai', by: 'Camille' });
    expect(await here('93048', '2027-05-31')).toMatchObject({ over: null });
  });

  test('every order loaded is cited, by area, with whether it still holds', async () => {
    const rows =
      'paris,75113,49,1,1946-1970,0,,18.8,26.9,32.3,2025\nparis,75113,50,1,1946-1970,0,,18.8,26.9,32.3,2025';
    const paris = (await placeByCode(db, '75113'))!;
    const keptOrder = async () => (await cachedAnswer(db, paris, '2026-06-01')).order?.validFrom;
    expect(await keptOrder()).toBeUndefined();
    await importRentControl(
      db,
      await openDataFile(
        'baremes.csv',
        `territoire,code_insee,secteur,pieces,epoque,meuble,type,minore,reference,majore,annee\n${rows}\n`,
      ),
    );
    // A page that was read before says it too.
    expect(await keptOrder()).toBe('2025-07-01');
    const { orders, over } = await citedOrders(db, noon('2027-11-25'));
    expect(over).toBe('2027-11-24');
    expect(orders.map(({ area, ended, source }) => [area, ended, source !== null])).toEqual([
      ['Est Ensemble', true, true],
      ['Lyon et Villeurbanne', false, true],
      ['Montpellier', false, true],
      ['Paris', true, false],
      ['Plaine Commune', true, true],
    ]);
  });
});

describe('its section on the price page', () => {
  const shown = async (code: string, day: string) => {
    const place = await placeByCode(db, code);
    const page = { place, rentControl: await here(code, day) } as unknown as PricePage;
    const Stub = createRoutesStub([{ path: '/', Component: () => createElement(RentCeilings, { page }) }]);
    return renderToStaticMarkup(createElement(Stub))
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ');
  };

  test('in force, old, ended, unknown, absent', async () => {
    const lyon = await shown('69123', '2026-06-01');
    expect(lyon).toContain('Les loyers des logements sont encadrés à Lyon');
    expect(lyon).toContain('L’arrêté applicable depuis le 1er novembre 2025.');
    expect(lyon).toMatch(/4 et plus [\d,]+ € à [\d,]+ € /);
    expect(await shown('69123', '2026-11-20')).toContain('Un plus récent devrait exister.');
    expect(await shown('75113', '2026-08-01')).toContain(
      'Le dernier arrêté connu ici n’est plus en vigueur : l’arrêté applicable du 1er juillet 2025 au 30 juin 2026.',
    );
    expect(await shown('59350', '2026-06-01')).toContain('L’arrêté du préfet n’est pas chargé ici.');
    expect(await shown('38185', '2026-06-01')).toContain('Dans une partie de la commune');
    expect(await shown('30189', '2026-06-01')).toBe('');
  });
});
