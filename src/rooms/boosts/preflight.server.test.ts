import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayBefore, parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import { populationsWithin } from '#rooms/places/places.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { boostable, give, orderedBoost, paidBoost, wantedFor } from '../../../tests/kit/boosts.ts';
import { lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { configurationAt } from './configuration.server.ts';
import type { WantedBoost } from './contract.ts';
import { preflight } from './preflight.server.ts';

const { db } = await testServices();
const configuration = await configurationAt(db, clock.now());
let agencyId = 0;
let [sale, rental, poor, foreign] = [0, 0, 0, 0];
const { day: today } = parisDay(clock.now());

beforeAll(async () => {
  agencyId = (await lawfulAgency(db, 'arenes')).id;
  const other = (await lawfulAgency(db, 'parc')).id;
  [sale = 0, rental = 0] = await boostable(db, agencyId, [lawfulSale('A'), lawfulRental('L')]);
  [poor = 0] = await boostable(db, agencyId, [lawfulSale('P')], { photos: 4, width: 640, height: 480 });
  [foreign = 0] = await boostable(db, other, [lawfulSale('X', { title: 'Secret d’une autre agence' })]);
});

async function check(said: Partial<WantedBoost>, changes = {}) {
  const [one] = await preflight(
    db,
    agencyId,
    [wantedFor([sale], said)],
    { ...configuration, ...changes },
    clock.now(),
  );
  return one!;
}

describe('before it is paid, a boost', () => {
  test('of lawful listings on line lacks nothing, and its reach is told', async () => {
    const one = await check({ listingIds: [sale, rental, sale] });
    expect(one).toMatchObject({ listingIds: [sale, rental], dropped: [], failures: [] });
    expect(one.reach!.high).toBeGreaterThan(one.reach!.low);
    expect(one.reach!.method).toMatch(/jamais une promesse/);
  });

  test.each([
    ['under_offer', 'Le bien est sous offre.'],
    ['sold', 'Le bien est vendu.'],
    ['rented', 'Le bien est loué.'],
    ['withdrawn', 'Elle est retirée.'],
    ['refused', 'La loi la retient hors ligne.'],
    ['expired', 'Elle a quitté la ligne, faute de confirmation.'],
  ] as const)('goes without a listing that is %s, and says so', async (status, reason) => {
    await give(db, rental, status);
    const one = await check({ listingIds: [sale, rental] });
    await give(db, rental, 'online');
    expect(one.listingIds).toEqual([sale]);
    expect(one.dropped).toEqual([{ listingId: rental, title: 'Appartement 2 pièces à louer', reason }]);
    expect(one.failures).toEqual([]);
  });

  test('tells nothing of what is another agency’s, or nobody’s', async () => {
    const one = await check({ listingIds: [foreign, 999_999_999] });
    expect(one.listingIds).toEqual([]);
    expect(JSON.stringify(one)).not.toContain('Secret');
    expect(one.dropped.map(({ listingId }) => listingId)).toEqual([foreign, 999_999_999]);
    expect(one.failures).toEqual([
      expect.objectContaining({ code: 'offline', listingId: null, path: '/agence/annonces' }),
    ]);
  });

  test('of a listing whose law is not in order leads to the field of each finding', async () => {
    await sql`
      insert into listing_verdict (listing_id, hold, score, findings, wanted, checked_at)
      values (${sale}, null, 76, ${JSON.stringify([
        {
          rule: 'R21',
          code: 'risks',
          severity: 'warning',
          field: 'risksConcerned',
          message: 'Risques non dits.',
          remedy: 'Dites-les.',
        },
        {
          rule: 'R24',
          code: 'mediator',
          severity: 'warning',
          field: 'agency.mediatorName',
          message: 'Médiateur absent.',
          remedy: 'Nommez-le.',
        },
      ])}, 'online', now())
      on conflict (listing_id) do update set score = excluded.score, findings = excluded.findings`.execute(
      db,
    );
    const one = await check({});
    expect(one.failures).toEqual([
      {
        listingId: sale,
        code: 'score',
        message: expect.stringContaining(
          'conformité 76 sur 100, il en faut 80. Risques non dits. Dites-les.',
        ),
        path: `/agence/annonces/${sale}/modifier?champ=risksConcerned#champ-risksConcerned`,
        field: null,
      },
      expect.objectContaining({ code: 'score', path: '/agence/profil' }),
    ]);
    expect((await check({}, { requiredScore: 70 })).failures).toEqual([]);
    await sql`update listing_verdict set score = 100, findings = '[]' where listing_id = ${sale}`.execute(db);
  });

  test.each<[string, () => Partial<WantedBoost>, object, string, string | null]>([
    ['photos that are too small', () => ({ listingIds: [poor] }), {}, 'photos', 'photos'],
    ['too few photos', () => ({}), { requiredPhotos: 4 }, 'photos', 'photos'],
    [
      'a title that chooses people',
      () => ({ title: 'Idéal couple sans enfant, pas d’étrangers' }),
      {},
      'discrimination',
      null,
    ],
    [
      'a text that chooses people',
      () => ({ text: 'Locataire femme uniquement.' }),
      {},
      'discrimination',
      null,
    ],
    ['a radius that is too small', () => ({ radiusKm: 17 }), {}, 'radius', null],
    ['a radius that is too wide', () => ({ radiusKm: 81 }), {}, 'radius', null],
    ['a first day that is past', () => ({ startOn: dayBefore(today, 1) }), {}, 'start', null],
    ['a first day that is too far', () => ({ startOn: dayBefore(today, -61) }), {}, 'start', null],
    ['a place that is none', () => ({ place: '99999' }), {}, 'place', null],
    ['a department for a place', () => ({ place: '30' }), {}, 'place', null],
  ])('is refused for %s', async (_, said, changes, code, field) => {
    const { failures } = await check(said(), changes);
    expect(failures.length).toBeGreaterThan(0);
    expect(new Set(failures.map((one) => one.code))).toEqual(new Set([code]));
    for (const { path, message } of failures) {
      expect(message.length).toBeGreaterThan(10);
      expect(path?.split('champ=')[1] ?? null).toBe(field === null ? null : `${field}#champ-${field}`);
    }
  });

  test('wrong words say whether they stand in the title or in the text', async () => {
    const [title, text] = ['Idéal couple sans enfant, pas d’étrangers', 'Locataire femme uniquement.'];
    const fieldsOf = async (said: Partial<WantedBoost>) => [
      ...new Set((await check(said)).failures.map(({ field }) => field)),
    ];
    expect(await fieldsOf({ title })).toEqual(['title']);
    expect(await fieldsOf({ text })).toEqual(['text']);
    expect(await fieldsOf({ title, text })).toEqual(['title', 'text']);
    expect(await fieldsOf({ startOn: dayBefore(today, 1) })).toEqual([null]);
  });

  test('may begin today and in sixty days', async () => {
    for (const startOn of [today, dayBefore(today, -60)])
      expect((await check({ startOn })).failures).toEqual([]);
  });

  test.each([
    ['run', paidBoost],
    ['are ordered and not paid yet', orderedBoost],
  ] as const)('counts with those that %s and those of the same cart', async (_, made) => {
    const { id } = await made(db, agencyId, [sale]);
    const answers = await preflight(
      db,
      agencyId,
      [wantedFor([sale]), wantedFor([rental])],
      { ...configuration, runningMax: 2 },
      clock.now(),
    );
    expect(answers.map(({ failures }) => failures.map(({ code }) => code))).toEqual([[], ['cap']]);
    await sql`delete from boost where id = ${id}`.execute(db);
  });

  test('has no reach without a formula that is sold', async () => {
    expect(await check({ formula: 'ancienne' })).toMatchObject({ reach: null, failures: [] });
  });
});

test('the inhabitants around a place grow with the radius, and are unknown where its centre is', async () => {
  const around = (code: string, radiusKm: number) => ({ code, radiusKm });
  // Answers follow what is asked, though each place and radius is counted once.
  const [near = 0, far = 0, ...others] = (await populationsWithin(db, [
    around('30189', 25),
    around('30189', 80),
    around('99999', 25),
    around('34172', 25),
    around('30189', 25),
  ])) as number[];
  expect(near).toBeGreaterThan(140_000);
  expect(far).toBeGreaterThan(2 * near);
  expect(others).toEqual([null, expect.any(Number), near]);
  expect(others[1]).not.toBe(near);
  expect(await populationsWithin(db, [])).toEqual([]);
});
