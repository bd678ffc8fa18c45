import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { addConfiguration, configurationAt, configurationVersions } from './configuration.server.ts';
import { configurationSchema, formulaOn, priceOf, RADIUS_LEAST_KM } from './contract.ts';

const { db } = await testServices();
const now = new Date('2027-03-10T11:00:00Z');
const first = await configurationAt(db, now);
const add = (settings: unknown, effectiveOn: string | null = null) =>
  addConfiguration(
    db,
    { settings, effectiveOn, by: asAdministratorName('Essai'), note: null, newest: null },
    now,
  );

afterEach(async () => {
  await sql`delete from boost_configuration where author = 'Essai'`.execute(db);
});

describe('what is sold', () => {
  test('from the first day are formulas that networks accept for a home, at 20 % VAT', () => {
    expect(configurationSchema.parse(first)).toEqual(first);
    expect([first.open, first.vatRate, first.radiusMinKm]).toEqual([true, 2_000, RADIUS_LEAST_KM]);
    expect(first.formulas.map(({ key }) => key)).toEqual([
      'decouverte',
      'essentiel',
      'visibilite',
      'grand-angle',
    ]);
    const prices = first.formulas.map(priceOf);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    // Most of what an agency pays reaches the network.
    for (const { mediaBudget, fee } of first.formulas) expect(fee).toBeLessThan(mediaBudget / 2);
  });

  test('changes at midnight in Paris of its day, and the version of before stays', async () => {
    await add({ ...first, runningMax: 5 }, '2027-04-01');
    const capAt = async (moment: string) => (await configurationAt(db, new Date(moment))).runningMax;
    expect(await capAt('2027-03-31T21:59:59Z')).toBe(20);
    expect(await capAt('2027-03-31T22:00:00Z')).toBe(5);
    expect((await configurationVersions(db)).map(({ author }) => author)).toEqual(['Essai', 'Vigie']);
  });

  test('is the version loaded last when two have the same date', async () => {
    await add({ ...first, runningMax: 5 }, '2027-04-01');
    await add({ ...first, runningMax: 6 }, '2027-04-01');
    expect((await configurationAt(db, new Date('2027-04-02T00:00:00Z'))).runningMax).toBe(6);
  });

  test.each([
    ['no formula', { formulas: [] }, 'formulas'],
    ['two formulas of one key', { formulas: [first.formulas[0], first.formulas[0]] }, 'formulas'],
    ['a radius that networks refuse', { radiusMinKm: 17 }, 'radiusMinKm'],
    ['a radius from more to less', { radiusMinKm: 60, radiusMaxKm: 50 }, 'radiusMinKm'],
    [
      'a price that is no whole number of cents',
      { formulas: [{ ...first.formulas[0], fee: 1.5 }] },
      'formulas.0.fee',
    ],
    [
      'a title that is too long',
      { defaults: { ...first.defaults, title: 'x'.repeat(61) } },
      'defaults.title',
    ],
  ])('is not %s', async (_, wrong, field) => {
    await expect(add({ ...first, ...wrong })).rejects.toMatchObject({
      spec: { code: 'VALIDATION_ERROR' },
      details: { fields: [expect.objectContaining({ field })] },
    });
    expect(await configurationVersions(db)).toHaveLength(1);
  });

  test('does not change in the past', async () => {
    await expect(add(first, '2027-03-10')).rejects.toMatchObject({ spec: { code: 'VALIDATION_ERROR' } });
  });
});

test('a formula is sold within its days, both included, while it is active', () => {
  const [formula] = first.formulas;
  const dated = { ...formula!, validFrom: '2027-04-01', validUntil: '2027-04-30' };
  const sold = (day: string, said = {}) =>
    formulaOn({ formulas: [{ ...dated, ...said }] }, dated.key, day) !== null;
  expect(['2027-03-31', '2027-04-01', '2027-04-30', '2027-05-01'].map((day) => sold(day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(sold('2027-04-10', { active: false })).toBe(false);
  expect(formulaOn({ formulas: [dated] }, 'autre', '2027-04-10')).toBeNull();
});
