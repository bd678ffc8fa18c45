import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { boostable, give, paidBoost } from '../../../tests/kit/boosts.ts';
import { lawfulSale } from '../../../tests/kit/law.ts';
import { makeLawful } from '../../../tests/kit/portfolio.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
let [shown, plain] = [0, 0];
beforeAll(async () => {
  site = await testApp();
  space = await joined(site, 'Agence des Arènes', 'arenes@essai.test');
  other = await joined(site, 'Agence du Port', 'port@essai.test');
  await makeLawful(site, space.agency.id);
  [shown = 0, plain = 0] = await boostable(site.db, space.agency.id, [lawfulSale('A'), lawfulSale('B')]);
});

const read = async (path: string, { cookie } = space) =>
  (await site.call('GET', `/api/agence${path}`, { cookie })).json.data;
/** Each listing of the table, and the campaign that shows it. */
const table = async () =>
  new Map<number, string | null>(
    (await read('/listings')).rows.map(({ card, boost }: { card: { id: number }; boost: string | null }) => [
      card.id,
      boost,
    ]),
  );

test('the dashboard counts the boosts of the agency that spend, and its table names the listings that they show', async () => {
  expect((await read('/dashboard')).boosts).toEqual({ running: 0 });
  const { id } = await paidBoost(site.db, space.agency.id, [shown]);
  await sql`update boost set status = 'active' where id = ${id}`.execute(site.db);
  expect((await read('/dashboard')).boosts).toEqual({ running: 1 });
  expect((await read('/dashboard', other)).boosts).toEqual({ running: 0 });
  const rows = await table();
  expect([rows.get(shown), rows.get(plain)]).toEqual(['active', null]);
  // Off line it is still told, until the boost lets it go.
  await give(site.db, shown, 'suspended');
  expect((await table()).get(shown)).toBe('active');
  await sql`update boost set status = 'completed' where id = ${id}`.execute(site.db);
  expect([(await table()).get(shown), (await read('/dashboard')).boosts]).toEqual([null, { running: 0 }]);
});
