import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { boostable, orderedBoost, paidBoost } from '../../../tests/kit/boosts.ts';
import { lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { type BoostStatus, boostStatuses, runningStatuses } from './contract.ts';
import { runningBoostsOf, runningByListing } from './running.server.ts';

const { db } = await testServices();
let [agencyId, otherId] = [0, 0];
let [sale, rental] = [0, 0];

beforeAll(async () => {
  agencyId = (await lawfulAgency(db, 'arenes')).id;
  otherId = (await lawfulAgency(db, 'voisine')).id;
  [sale = 0, rental = 0] = await boostable(db, agencyId, [lawfulSale('A'), lawfulRental('L')]);
});
afterEach(async () => {
  await sql`truncate boost cascade`.execute(db);
});

const put = (id: number, status: BoostStatus) =>
  sql`update boost set status = ${status} where id = ${id}`.execute(db);
const shown = async () => [...(await runningByListing(db, [sale, rental]))];

test.each(Object.keys(boostStatuses) as BoostStatus[])(
  'a boost that is %s counts while it spends',
  async (status) => {
    const { id } = await orderedBoost(db, agencyId, [sale]);
    await put(id, status);
    const runs = (runningStatuses as readonly BoostStatus[]).includes(status);
    expect(await runningBoostsOf(db, asAgencyId(agencyId))).toBe(runs ? 1 : 0);
    expect(await runningBoostsOf(db, asAgencyId(otherId))).toBe(0);
    expect(await shown()).toEqual(runs ? [[sale, status]] : []);
  },
);

test('a listing has the status of the boost that is on the network, and none once it left its boost', async () => {
  const first = await paidBoost(db, agencyId, [sale, rental]);
  await put(first.id, 'active');
  await paidBoost(db, agencyId, [sale]);
  expect((await shown()).toSorted(([one], [other]) => one - other)).toEqual(
    [
      [sale, 'active'],
      [rental, 'active'],
    ].toSorted(([one], [other]) => Number(one) - Number(other)),
  );
  await sql`update boost_listing set dropped_at = now(), dropped_because = 'sold'
    where boost_id = ${first.id} and listing_id = ${rental}`.execute(db);
  expect(await shown()).toEqual([[sale, 'active']]);
  expect(await runningByListing(db, [])).toEqual(new Map());
});
