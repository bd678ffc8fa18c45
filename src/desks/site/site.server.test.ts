import { expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { homeContent, requestedPlace } from './site.server.ts';

const { db } = await testDb();
const HOUR_MS = 3_600_000;

const ask = (query: string) => requestedPlace(db, new URLSearchParams(query));

test('the home page of an empty product says nothing it cannot count', async () => {
  expect(await homeContent(db)).toEqual({
    figures: { listings: 0, agencies: 0, cities: 0, fresh: 0 },
    latest: [],
    drops: [],
    cities: [],
  });
});

test('figures, latest listings, price drops and cities are those of the database', async () => {
  const agency = await makeAgency({ db });
  const other = await makeAgency({ db }, 'autre-agence');
  moveClock(-100 * HOUR_MS);
  await agency.publish(flat('a'), flat('b', { price: 30_000_000 }), flat('gone'));
  moveClock(-1 * HOUR_MS);
  await other.publish(
    flat('paris', {
      transaction: 2,
      placeCode: '75111',
      cityCode: '75056',
      departmentCode: '75',
      postalCode: '75011',
      price: 90_000,
    }),
  );
  await agency.publish(flat('a', { price: 24_000_000 }), flat('b', { price: 15_000_000 }));
  await agency.withdraw('gone');
  moveClock(60_000);
  try {
    const { figures, latest, drops, cities } = await homeContent(db);
    expect(figures).toEqual({ listings: 3, agencies: 2, cities: 2, fresh: 1 });
    expect(latest.map(({ reference }) => reference)).toEqual(['paris', 'b', 'a']);
    expect(drops.map(({ reference }) => reference)).toEqual(['b', 'a']);
    expect(cities.map(({ name, achat, location, neuf }) => ({ name, achat, location, neuf }))).toEqual([
      { name: 'Nîmes', achat: 2, location: 0, neuf: 0 },
      { name: 'Paris', achat: 0, location: 1, neuf: 0 },
    ]);
  } finally {
    moveClock(0);
  }
});

test('a place chosen, a name written in full, a district or a postal code lead straight to it', async () => {
  for (const [query, slug] of [
    ['lieux=nimes-30000&lieu=n’importe quoi', 'nimes-30000'],
    ['lieu=NIMES', 'nimes-30000'],
    ['lieu=lyon 7e', 'lyon-7e-arrondissement-69007'],
    ['lieu=75011', 'paris-11e-arrondissement-75011'],
    ['lieu=L’Haÿ-les-Roses', 'l-hay-les-roses-94240'],
  ] as const) {
    expect(await ask(query), query).toMatchObject({ kind: 'place', place: { slug } });
  }
});

test('a name that several places bear is asked about', async () => {
  const answer = await ask('lieu=saint-denis');
  if (answer.kind !== 'choice') throw new Error(answer.kind);
  expect(answer.text).toBe('saint-denis');
  expect(answer.places.length).toBeGreaterThan(2);
  expect(answer.places.map(({ slug }) => slug)).toContain('saint-denis-93200');
});

test('a name that no place bears is a choice among none; nothing typed is no question', async () => {
  expect(await ask('lieu=qsdfghjklm')).toEqual({ kind: 'choice', text: 'qsdfghjklm', places: [] });
  expect(await ask('lieu=%20%20')).toEqual({ kind: 'none' });
  expect(await ask('lieux=nulle-part')).toEqual({ kind: 'none' });
  expect(await ask('')).toEqual({ kind: 'none' });
});
