import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { type Boost, boostStatuses } from '#rooms/boosts/contract.ts';
import { boostsOf } from '#rooms/boosts/reading.server.ts';
import { flat } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { boostable, openSpace } from '../../../tests/kit/boosts.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { demoFigures, NEIGHBOUR, OPEN_TO_ALL, stories } from './demonstration.ts';
import { ordersOf } from './orders.server.ts';
import { seedBoosts } from './seed.server.ts';

const { services, db } = await testServices();
const DAY_MS = 86_400_000;
const NOW = new Date();
let own = 0;
let neighbour = 0;

beforeAll(async () => {
  moveClock(-80 * DAY_MS);
  const made = async (reference: string, count: number) => {
    const { id } = await lawfulAgency(db, reference, { email: `${reference}@demo.vigie.test` });
    await sql`update agency set demo = true where id = ${id}`.execute(db);
    await openSpace(db, id);
    const drafts = Array.from({ length: count }, (_, rank) => flat(`${reference}-${rank + 10}`));
    await boostable(db, id, drafts, { photos: 5 });
    return id;
  };
  own = await made(OPEN_TO_ALL, 22);
  neighbour = await made(NEIGHBOUR, 4);
  moveClock(0);
});

const boosts = () => boostsOf(db, asAgencyId(own));
const orders = () => ordersOf(db, asAgencyId(own));
const sum = (boost: Boost, field: 'spend' | 'leads' | 'impressions' | 'clicks') =>
  boost.ledger.reduce((total, day) => total + day[field], 0);
/** Everything that the laying writes, as rows. */
async function everything() {
  const { rows } = await sql<{ rows: unknown }>`
    select json_build_array(
      (select json_agg(b order by id) from boost b), (select json_agg(e order by id) from boost_event e),
      (select json_agg(d order by boost_id, day) from boost_day d), (select json_agg(o order by id) from payment_order o),
      (select json_agg(json_build_array(number, gross, created_at) order by id) from invoice),
      (select json_agg(r order by id) from payment_refund r), (select json_agg(c order by id) from coupon c),
      (select json_agg(l order by id) from lead l), (select count(*) from agency_notification)) as rows
  `.execute(db);
  return rows[0]!.rows;
}

test('the demonstration has campaigns in every status, whose figures, invoices and credit notes add up', async () => {
  await seedBoosts(services, NOW);
  const all = await boosts();
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(Object.keys(boostStatuses)));
  expect(all.length + (await boostsOf(db, asAgencyId(neighbour))).length).toBe(stories.length);
  const ended = new Set(all.map(({ endedBecause }) => endedBecause));
  for (const because of ['over', 'sold', 'stopped', 'cancelled']) expect(ended).toContain(because);
  expect(all.some(({ listings }) => listings.some(({ dropped }) => dropped === 'withdrawn'))).toBe(true);
  expect(all.find(({ status }) => status === 'sync_error')?.failure).toMatch(/^Meta refuse la campagne/);
  expect(all.find(({ status }) => status === 'syncing')?.failure).toMatch(/^Meta ne répond pas/);

  const shown = all.filter(({ startedAt }) => startedAt !== null);
  expect(shown.length).toBeGreaterThanOrEqual(6);
  for (const boost of shown) {
    expect([boost.reference, sum(boost, 'impressions') > 0]).toEqual([boost.reference, true]);
    expect(sum(boost, 'spend')).toBeLessThanOrEqual(boost.mediaBudget);
    for (const { impressions, clicks, reach } of boost.ledger)
      expect(Math.max(clicks, reach)).toBeLessThanOrEqual(impressions);
    for (const { at } of boost.timeline) expect(Date.parse(at)).toBeLessThanOrEqual(NOW.getTime());
  }
  const over = shown.find(({ endedBecause }) => endedBecause === 'over')!;
  expect(sum(over, 'spend')).toBe(over.mediaBudget);
  expect(shown.reduce((total, boost) => total + sum(boost, 'leads'), 0)).toBeGreaterThanOrEqual(10);
  expect(shown.some(({ comparison }) => comparison !== null)).toBe(true);

  // What the home that was sold did not spend is given back, at the price that was paid.
  const sold = shown.find(({ endedBecause }) => endedBecause === 'sold')!;
  const order = (await orders()).find(({ boosts: [first] }) => first === sold.reference)!;
  expect(order.documents.map(({ number }) => number[0])).toEqual(['F', 'A']);
  const unspent = sold.mediaBudget - sum(sold, 'spend');
  expect(order.documents[1]?.gross).toBe(unspent + Math.round(unspent * 0.2));
  const cancelled = all.find(({ endedBecause }) => endedBecause === 'cancelled')!;
  expect((await orders()).find(({ boosts: [first] }) => first === cancelled.reference)).toMatchObject({
    status: 'refunded',
    documents: [{ gross: 17_400 }, { gross: 17_400 }],
  });
  // The one that waits can be paid by whoever tries it, in a week too.
  moveClock(7 * DAY_MS);
  const pending = (await orders()).filter(({ status }) => status === 'pending');
  moveClock(0);
  expect(pending).toMatchObject([{ url: expect.stringContaining('/dev/paiement/') }]);
  const { rows } = await sql<{ mails: number; due: number }>`
    select (select count(*)::int from mail_outbox) as mails,
      (select count(*)::int from agency_notification where mail = 'due') as due`.execute(db);
  expect(rows).toEqual([{ mails: 0, due: 0 }]);
});

test('laid again, it adds nothing; cut after any of its campaigns, it goes on', async () => {
  const before = await everything();
  await seedBoosts(services, new Date(NOW.getTime() + 3_600_000));
  expect(await everything()).toEqual(before);
  const whole = (await boosts()).map(({ status, formula }) => `${status} ${formula}`);
  // Cut between its last two orders, and in the middle of the one before.
  await sql`delete from payment_line where order_id in (select id from payment_order where key = 'demonstration-13')`.execute(
    db,
  );
  await sql`delete from payment_order where key = 'demonstration-13'`.execute(db);
  await sql`delete from boost where status = 'pending'`.execute(db);
  await seedBoosts(services, NOW);
  expect((await boosts()).map(({ status, formula }) => `${status} ${formula}`)).toEqual(whole);
});

test('the figures of a campaign that was shown to its end spend its budget, others no more than their share', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
  const whole = demoFigures(days, { share: 1_000, budget: 3_000, seed: 1 });
  expect(whole.reduce((total, { spend }) => total + spend, 0)).toBe(3_000);
  expect(demoFigures(days, { share: 1_000, seed: 1 })).toEqual(demoFigures(days, { share: 1_000, seed: 1 }));
  expect(demoFigures([], { share: 1_000, budget: 3_000, seed: 0 })).toEqual([]);
});
