import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { joined } from '../../../../tests/kit/agencies.ts';
import { flat } from '../../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../../tests/kit/app.ts';
import { boostable, give } from '../../../../tests/kit/boosts.ts';
import { makeLawful } from '../../../../tests/kit/portfolio.ts';
import { boostableOf, orderingOf } from './boostable.server.ts';
import { PICKED_FROM, readIds } from './boostable.ts';

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
const ids: number[] = [];
let foreign = 0;

beforeAll(async () => {
  site = await testApp();
  own = await joined(site, 'Agence du Port', 'port@essai.test');
  other = await joined(site, 'Agence du Parc', 'parc@essai.test');
  for (const { agency } of [own, other]) await makeLawful(site, agency.id);
  for (let rank = 0; rank < PICKED_FROM + 2; rank += 1)
    ids.push(...(await boostable(site.db, own.agency.id, [flat(`port-${rank}`)])));
  [foreign = 0] = await boostable(site.db, other.agency.id, [flat('parc-1')]);
});

const ask = async (words: Record<string, string>, who = own) => {
  const { status, json } = await site.call(
    'GET',
    `/api/agence/boosts/listings?${new URLSearchParams(words)}`,
    {
      cookie: who.cookie,
    },
  );
  expect(status).toBe(200);
  return json.data as { listings: { id: number; title: string; place: { code: string } }[]; found: number };
};
const rename = (id: number, title: string) =>
  sql`update listing set title = ${title} where id = ${id}`.execute(site.db);

test('an agency picks from its own listings on line, and hears how many there are', async () => {
  const { listings, found } = await ask({});
  expect([listings.length, found]).toEqual([PICKED_FROM, ids.length]);
  expect(listings.every(({ id }) => ids.includes(id))).toBe(true);
  expect(listings[0]?.place).toEqual({ code: expect.any(String), label: expect.any(String) });
});

test('it finds them by a title, a reference, a town; signs of a pattern are letters', async () => {
  await rename(ids[3]!, 'Maison aux 100 % de lumière');
  expect((await ask({ q: 'AUX 100 %' })).listings.map(({ id }) => id)).toEqual([ids[3]]);
  expect((await ask({ q: 'aux_100' })).found).toBe(0);
  expect((await ask({ q: 'Nîmes' })).found).toBe(ids.length);
  expect((await ask({ q: 'Nulle-Part' })).listings).toEqual([]);
});

test('numbers name any of its listings, and none of another agency', async () => {
  const wanted = [ids.at(-1)!, ids[0]!];
  const answer = await ask({ ids: [...wanted, foreign, 999_999_999].join(',') });
  expect(answer.listings.map(({ id }) => id)).toEqual(wanted);
  expect((await ask({ ids: ids.join(',') }, other)).listings).toEqual([]);
});

test('what is sold, under an offer or off line is not picked from', async () => {
  for (const status of ['sold', 'under_offer', 'suspended', 'refused'] as const) {
    await give(site.db, ids[1]!, status);
    expect([status, (await ask({ ids: String(ids[1]) })).listings]).toEqual([status, []]);
  }
  await give(site.db, ids[1]!, 'online');
});

test('the page is made of what is sold today and of the listings that were asked for', async () => {
  const page = await orderingOf(site.services, asAgencyId(own.agency.id), [ids[2]!, foreign]);
  expect(page).toMatchObject({ open: true, found: ids.length, asked: [{ id: ids[2] }] });
  expect(page.settings.formulas.map(({ key }) => key)).toContain('essentiel');
  expect(page.settings.lastDay > page.settings.firstDay).toBe(true);
  const without = await boostableOf(site.db, asAgencyId(own.agency.id + 1_000), {});
  expect(without).toEqual({ listings: [], found: 0 });
});

test.each([
  ['12,13', [12, 13]],
  [' 12 , 12,x,-1,1.5,', [12]],
  ['', []],
  [null, []],
])('reads %j as %j', (words, read) => {
  expect(readIds(words)).toEqual(read);
});
