import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { countListings } from '#rooms/search/search.server.ts';
import { flat, makeAgency } from '../../../../tests/kit/alerts.ts';
import { testApp } from '../../../../tests/kit/app.ts';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { cleared } from '../../../../tests/kit/law.ts';
import { randomCriteria, randomDraft } from '../../../../tests/kit/random-market.ts';
import { looserOf } from './loosening.ts';
import { alertDraft, previewOf } from './preview.server.ts';
import { mailsAWeek, PREVIEW_DAYS, type Preview } from './preview.ts';

const site = await testApp();
const { db, services } = site;
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await sql`truncate listing, agency, property, property_work cascade`.execute(db);
});

const nimes: Criteria = { transaction: 'achat', places: ['30189'], prixMax: 250_000, pieces: 3 };

async function age(technicalId: string, days: number): Promise<void> {
  await sql`
    update listing set published_at = ${new Date(Date.now() - days * DAY_MS)}, first_seen_at = published_at
    where technical_id = ${technicalId}`.execute(db);
}

const ask = async (criteria: unknown) => {
  const answer = await site.call('POST', '/api/alerts/preview', { body: { criteria } });
  return { status: answer.status, data: answer.json.data as Preview };
};

test('says the last 30 days apart, what it makes a week, the newest, and the criterion that costs the most', async () => {
  const agency = await makeAgency(services);
  await agency.publish(
    ...Array.from({ length: 6 }, (_, index) => flat(`oui${index}`, { floor: index })),
    flat('ancien', { floor: 7 }),
    flat('cher1', { floor: 8, price: 25_900_000 }),
    flat('cher2', { floor: 9, price: 26_000_000 }),
    flat('petit', { floor: 10, rooms: 2 }),
    flat('muet', { floor: 11, rooms: null }),
  );
  await age('ancien', 40);
  const { status, data } = await ask(nimes);
  expect(status).toBe(200);
  expect(data).toMatchObject({
    recent: { yes: 6, maybe: 1 },
    online: { yes: 7, maybe: 1 },
    weekly: 1.4,
    looser: { text: "Jusqu'à 260\u00a0000,00\u00a0€", was: "Jusqu'à 250\u00a0000,00\u00a0€", gain: 2 },
  });
  expect(data.examples).toHaveLength(3);
  // The link is the form, so changed: the search that it says finds as many.
  const { preview } = await alertDraft(db, new URLSearchParams(data.looser?.query), null);
  expect(preview?.recent).toEqual({ yes: 8, maybe: 1 });
});

test('draws the examples that have a public point, numbered as in the list, among names of places', async () => {
  const agency = await makeAgency(services);
  await agency.publish(...[0, 1, 2].map((floor) => flat(`vue${floor}`, { floor })));
  expect((await ask(nimes)).data.sketch).toBeNull();
  await sql`
    update listing set point_radius = 300, lat = 43.83 + 0.002 * floor, lng = 4.36 where floor < 2`.execute(
    db,
  );
  const { examples, sketch } = (await ask(nimes)).data;
  const drawn = await sql<{ id: number }>`select id from listing where lat is not null order by lat`.execute(
    db,
  );
  expect(sketch?.points.map(({ listingId }) => listingId)).toEqual(
    examples.map(({ id }) => id).filter((id) => drawn.rows.some((row) => row.id === id)),
  );
  const y = new Map(sketch?.points.map((point) => [point.listingId, point.y]));
  expect(y.get(drawn.rows[1]!.id)).toBeLessThan(y.get(drawn.rows[0]!.id)!);
  expect(sketch?.names.map(({ name }) => name)).toContain('Nîmes');
});

test('of nothing says nothing: no number a week before a month was watched, no criterion that would not help', async () => {
  expect((await ask(nimes)).data).toEqual({
    recent: { yes: 0, maybe: 0 },
    online: { yes: 0, maybe: 0 },
    weekly: null,
    examples: [],
    sketch: null,
    looser: null,
  });
  const agency = await makeAgency(services);
  await agency.publish(flat('a', { price: 90_000_000 }));
  expect((await ask(nimes)).data).toMatchObject({ weekly: null, looser: null });
  expect((await ask({ transaction: 'achat', places: ['99999'] })).data.recent).toEqual({
    yes: 0,
    maybe: 0,
  });
  expect((await ask({ transaction: 'troc', places: [] })).status).toBe(400);
});

test('without JavaScript, the place being typed counts', async () => {
  const { draft, preview } = await alertDraft(
    db,
    new URLSearchParams('transaction=achat&lieu=Nîmes&frequency=daily'),
    null,
  );
  expect(draft).toMatchObject({ places: [{ label: 'Nîmes' }], frequency: 'daily' });
  expect(preview).not.toBeNull();
});

const chance = chanceOf();
test(`the one criterion is the best of all, each counted alone (SEED=${chance.seed})`, async () => {
  const agency = await addAgency(db, { ref: 'hasard', name: 'Agence du Hasard' });
  const drafts = Array.from({ length: 150 }, (_, index) => cleared(randomDraft(chance, `h${index}`)));
  await db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId: agency.id, source: 'poliris', run: null, now: new Date(), drafts }),
    );
  for (let round = 0; round < 12; round += 1) {
    const { depuis: _, ...criteria } = randomCriteria(chance);
    const { transaction, places, ...filters } = criteria;
    const count = async (some: object) =>
      (await countListings(db, { transaction, places, ...some, depuis: PREVIEW_DAYS })).yes;
    const { recent, looser } = await previewOf(db, criteria);
    expect(recent.yes).toBe(await count(filters));
    const gains = await Promise.all(
      looserOf(transaction, filters).map(async (one) => (await count(one.filters)) - recent.yes),
    );
    expect({ criteria, gain: looser?.gain ?? 0 }).toEqual({ criteria, gain: Math.max(0, ...gains) });
  }
});

test.each([
  [0, 0, 0],
  [3, 3, 2],
  [70, 70, 7],
])('%d finds a week make %d immediate mails, and %d of a day each', (weekly, immediate, daily) => {
  expect([mailsAWeek(weekly, 'immediate'), mailsAWeek(weekly, 'daily')]).toEqual([immediate, daily]);
});
