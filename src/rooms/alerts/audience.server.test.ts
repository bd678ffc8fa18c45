import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { circleAround, writeRing } from '#rooms/criteria/rings.ts';
import { findAll, flat, makeAgency, makeAlert } from '../../../tests/kit/alerts.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { audienceOf } from './audience.server.ts';
import type { TypedListing } from './audience.ts';

const { db, services, call, loginAs } = await testApp();

beforeEach(async () => {
  await sql`truncate subscriber, alert, alert_key, alert_run, alert_hit, listing, agency, change, change_reader
    cascade`.execute(db);
});

const nimes: Criteria = { transaction: 'achat', places: ['30189'] };
const typed: TypedListing = {
  transaction: 1,
  propertyType: 'apartment',
  placeCode: '30189',
  price: 25_000_000,
  surface: 64,
  rooms: 3,
};
const people = async (said: Partial<TypedListing> = {}) =>
  (await audienceOf(db, { ...typed, ...said })).people;

/** As many people, an alert each. */
async function crowd(count: number, criteria: Criteria, from = 0): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await makeAlert(services, { email: `p${from + index}@example.test`, criteria });
  }
}

test('a number of people, each once, whoever types; none under five', async () => {
  await crowd(4, nimes);
  // Somebody with two alerts is one person.
  await makeAlert(services, { email: 'p0@example.test', criteria: { ...nimes, pieces: 2 } });
  expect(await audienceOf(db, typed)).toEqual({ people: null, sentence: null });
  await crowd(1, nimes, 4);
  expect(await audienceOf(db, typed)).toEqual({ people: 5, sentence: '5 personnes attendent ce bien' });
  await sql`update alert set deleted_at = now() where subscriber_id = (select max(id) from subscriber)`.execute(
    db,
  );
  expect(await people()).toBeNull();
});

test('those whose alert would surely find it: as the matcher finds it once it is published', async () => {
  await crowd(5, nimes);
  await crowd(5, { ...nimes, prixMax: 260_000, pieces: 3, surfaceMin: 60 }, 10);
  await crowd(5, { ...nimes, prixM2Max: 3_907 }, 20);
  await crowd(5, { transaction: 'location', places: ['30189'] }, 30);
  await crowd(5, { ...nimes, balcon: true }, 40);
  await crowd(5, { transaction: 'achat', places: ['D30'], rdc: false }, 50);
  await crowd(5, { ...nimes, places: ['34172'] }, 60);
  const zone = writeRing(circleAround([436_000, 4_383_700], 5));
  await crowd(5, { ...nimes, zone }, 70);
  const agency = await makeAgency(services);
  for (const [id, said] of [
    ['nu', {}],
    ['balcon', { balcony: true, floor: 2 }],
    ['cher', { price: 40_000_000 }],
    ['rdc', { floor: 0, balcony: false }],
  ] as const) {
    await agency.publish(flat(id, { energyClass: null, floor: null, balcony: null, ...said }));
    await findAll(services);
    const { rows } = await sql<{ found: number }>`
      select count(distinct a.subscriber_id) as found
      from alert_hit h join alert a on a.id = h.alert_id
      join change c on c.seq = any(h.sure) join listing l on l.id = c.ref
      where l.technical_id = ${id} and not a.criteria ? 'zone'`.execute(db);
    expect([id, await people(said)]).toEqual([id, rows[0]!.found]);
  }
  expect(await people()).toBe(15);
  expect(await people({ balcony: true, floor: 2 })).toBe(25);
  // What a square metre costs is said by the homes of a programme, which are not typed here.
  expect(await people({ propertyType: 'programme' })).toBe(10);
});

test('is asked by an agency only, and says no more than a number', async () => {
  await crowd(5, nimes);
  const ask = (cookie?: string) =>
    call('POST', '/api/agence/listings/audience', { body: typed, ...(cookie ? { cookie } : {}) });
  expect((await ask()).status).toBe(401);
  expect((await ask(await loginAs('camille@example.test'))).status).toBe(401);
  expect(Object.keys(await audienceOf(db, typed))).toEqual(['people', 'sentence']);
  await expect(audienceOf(db, { ...typed, placeCode: '99999' })).rejects.toThrow('Lieu inconnu');
});
