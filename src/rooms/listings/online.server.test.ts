import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency, lawfulSale, receiveListings } from '../../../tests/kit/law.ts';
import { listingStatuses, visibleStatuses } from './contract.ts';
import { isOnline } from './online.server.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});

const columnsOf = async (table: string) =>
  (
    await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = ${table} order by 1`.execute(
      site.db,
    )
  ).rows.map(({ name }) => name);

it('has every column of a listing: a migration that adds one writes the view again', async () => {
  expect(await columnsOf('listing_online')).toEqual(await columnsOf('listing'));
});

it('holds the listings of the statuses that pages show, and no others', async () => {
  const { id } = await lawfulAgency(site.db, 'en-ligne');
  await receiveListings(
    site.db,
    id,
    Object.keys(listingStatuses).map((status) => cleared(lawfulSale(status))),
  );
  await sql`update listing set status = technical_id`.execute(site.db);
  const online = await sql<{ status: string }>`select status from listing_online order by 1`.execute(site.db);
  expect(online.rows.map(({ status }) => status)).toEqual([...visibleStatuses].toSorted());
  const said = await sql<{ status: string }>`
    select status from listing where ${isOnline('listing')} order by 1`.execute(site.db);
  expect(said.rows).toEqual(online.rows);
});

it('is planned as its condition is, by the partial indexes', async () => {
  const planOf = async (from: ReturnType<typeof sql>) =>
    site.db.transaction().execute(async (tx) => {
      // What is left to the planner in a table of ten rows: the one index that has this order.
      for (const way of ['seqscan', 'bitmapscan', 'sort'])
        await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(tx);
      const { rows } = await sql<{ plan: string }>`
        explain (costs off) select id from ${from} order by published_at desc, id desc limit 5`.execute(tx);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });
  const plan = await planOf(sql`listing_online listing`);
  expect(plan).toContain('listing_recent');
  expect(plan).toBe(await planOf(sql`listing where ${isOnline('listing')}`));
});
