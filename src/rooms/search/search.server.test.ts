import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/constants.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import type { ListingFacts } from '#rooms/criteria/facts.ts';
import { judgedColumns } from '#rooms/criteria/predicate.server.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { makeAgency } from '../../../tests/kit/alerts.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { randomCriteria, randomDraft } from '../../../tests/kit/random-market.ts';
import { type Sort, sorts } from './contract.ts';
import { cardsOf, countListings, placesAround, searchListings, waysOut } from './search.server.ts';

const chance = chanceOf();
const { db } = await testDb();
const agency = await makeAgency({ db });
const DAY_MS = 86_400_000;

// Published over forty days, a tenth of them cheaper since.
const drafts = Array.from({ length: 400 }, (_, index) => randomDraft(chance, `L${index}`));
for (let start = 0; start < drafts.length; start += 40) {
  moveClock(-40 * DAY_MS + start * 0.11 * DAY_MS);
  await agency.publish(...drafts.slice(start, start + 40));
}
moveClock(-2 * DAY_MS);
await agency.publish(
  ...drafts
    .filter((_, index) => index % 10 === 3)
    .map((draft) => ({ ...draft, price: draft.price - chance.int(1, 40) * 100 })),
);
moveClock(0);

const everywhere = (more: Partial<Criteria> = {}): Criteria => ({
  transaction: 'achat',
  places: ['D69'],
  ...more,
});

async function stored() {
  const { rows } = await sql<
    ListingFacts & {
      id: number;
      surface: number | null;
      pricePerM2: number | null;
      previousPrice: number | null;
    }
  >`
    select id, ${judgedColumns('listing')} from listing where status in ('online', 'under_offer')
  `.execute(db);
  return rows;
}
type Stored = Awaited<ReturnType<typeof stored>>[number];

/** What the lists promise, written a second time, without SQL. */
const keys: Record<Sort, (listing: Stored) => number> = {
  date: ({ publishedAt }) => -(publishedAt?.getTime() ?? 0),
  prix: ({ price }) => price,
  '-prix': ({ price }) => -price,
  surface: ({ surface }) => surface ?? Infinity,
  '-surface': ({ surface }) => -(surface ?? -1),
  prixM2: ({ pricePerM2 }) => pricePerM2 ?? Infinity,
  baisse: ({ previousPrice, price }) =>
    previousPrice !== null && previousPrice > price
      ? -Math.floor(((previousPrice - price) * 1_000_000) / previousPrice)
      : 0,
};
const descending = new Set<Sort>(['date', '-prix', '-surface', 'baisse']);

async function expected(criteria: Criteria, sort: Sort): Promise<{ yes: number[]; maybe: number[] }> {
  const all = (await stored()).toSorted((a, b) => {
    const [left, right] = [keys[sort](a), keys[sort](b)];
    return left === right ? (descending.has(sort) ? b.id - a.id : a.id - b.id) : left < right ? -1 : 1;
  });
  const of = (verdict: string) =>
    all.filter((listing) => judge(criteria, listing, clock.now()).verdict === verdict).map(({ id }) => id);
  return { yes: of('yes'), maybe: of('maybe') };
}

const idsOf = ({ rows }: { rows: readonly { id: number }[] }) => rows.map(({ id }) => id);

test('every order, by numbers, forwards and backwards, gives each listing once: sure ones, then silent ones', async () => {
  console.info(`seed ${chance.seed} (SEED=${chance.seed} runs it again)`);
  for (const sort of Object.keys(sorts) as Sort[]) {
    const criteria = everywhere({ surfaceMin: 30, etageMin: 1 });
    const { yes, maybe } = await expected(criteria, sort);
    expect(yes.length).toBeGreaterThan(PAGE_SIZE);
    expect(maybe.length).toBeGreaterThan(PAGE_SIZE);
    const all = [...yes, ...maybe];
    const pages = Math.ceil(all.length / PAGE_SIZE);

    const numbered: number[][] = [];
    for (let page = 1; page <= pages; page += 1) {
      const found = await searchListings(db, criteria, { sort, page, after: null });
      expect(found).toMatchObject({ page, pages, counts: { yes: yes.length, maybe: maybe.length } });
      numbered.push(idsOf(found));
    }
    expect(numbered.flat(), `${sort}, seed ${chance.seed}`).toEqual(all);

    let after: string | null = null;
    let last: string | null = null;
    for (const [index, ids] of numbered.entries()) {
      const found = await searchListings(db, criteria, { sort, page: 1, after });
      expect(idsOf(found), `${sort} forwards, page ${index + 1}`).toEqual(ids);
      expect(
        found.rows.map(({ id, verdict }) => verdict === (yes.includes(id) ? 'yes' : 'maybe')),
      ).not.toContain(false);
      after = found.next;
      last = found.previous;
    }
    expect(after).toBeNull();

    for (const ids of numbered.slice(0, -1).toReversed()) {
      const found = await searchListings(db, criteria, { sort, page: 1, after: last });
      expect(idsOf(found), `${sort} backwards`).toEqual(ids);
      last = found.previous;
    }
    expect(last).toBeNull();
  }
});

test('60 random searches find and count what the predicate says', async () => {
  for (let turn = 0; turn < 60; turn += 1) {
    const criteria = randomCriteria(chance);
    const sort = chance.pick(Object.keys(sorts) as Sort[]);
    const { yes, maybe } = await expected(criteria, sort);
    const found = await searchListings(db, criteria, { sort, page: 1, after: null });
    const told = `${JSON.stringify(criteria)} ${sort} (seed ${chance.seed})`;
    expect({ yes: found.counts.yes, maybe: found.counts.maybe }, told).toEqual({
      yes: yes.length,
      maybe: maybe.length,
    });
    expect(idsOf(found), told).toEqual([...yes, ...maybe].slice(0, PAGE_SIZE));
  }
});

test('a page past the end gives the last one; a position of another order or of nowhere is ignored', async () => {
  const first = await searchListings(db, everywhere(), { sort: 'date', page: 1, after: null });
  const last = await searchListings(db, everywhere(), { sort: 'date', page: 9999, after: null });
  expect(last).toMatchObject({ page: first.pages, next: null });
  expect(last.rows.length).toBeGreaterThan(0);
  for (const after of ['0.5_3', 'mm1_1', 'r', '99999999999999999999_1', "1_1'; drop table listing"]) {
    const found = await searchListings(db, everywhere(), { sort: 'date', page: 1, after });
    expect(idsOf(found), after).toEqual(idsOf(first));
  }
  const beyond = await searchListings(db, everywhere(), { sort: 'prix', page: 1, after: '999999999999_1' });
  expect(beyond).toMatchObject({ rows: [], next: null });
});

test('counts say what is new since yesterday, what comes in a week, the price range and the types', async () => {
  const { yes } = await expected(everywhere(), 'date');
  const mine = (await stored()).filter(({ id }) => yes.includes(id));
  const counts = await countListings(db, everywhere());
  const dayOf = (at: Date) => at.toLocaleDateString('fr-FR', { timeZone: 'Europe/Paris' });
  const recent = [dayOf(new Date()), dayOf(new Date(Date.now() - DAY_MS))];
  expect(counts.fresh).toBe(
    mine.filter(({ publishedAt }) => publishedAt && recent.includes(dayOf(publishedAt))).length,
  );
  expect(counts.fresh).toBeGreaterThan(0);
  const month = mine.filter(
    ({ publishedAt }) => (publishedAt?.getTime() ?? 0) >= Date.now() - 28 * DAY_MS,
  ).length;
  expect(Math.abs((counts.weekly ?? 0) - month / 4)).toBeLessThanOrEqual(1);
  expect(counts.cheapest).toBe(Math.min(...mine.map(({ price }) => price)));
  expect(counts.dearest).toBe(Math.max(...mine.map(({ price }) => price)));
  expect(counts.types.appartement).toBe(
    mine.filter(({ propertyType }) => propertyType === 'apartment').length,
  );
  expect(Object.values(counts.types).reduce((sum, count) => sum + count, 0)).toBe(mine.length);
  // The types beside the chosen one keep their numbers: one sees what choosing them would bring.
  const houses = await countListings(db, everywhere({ type: ['maison'] }));
  expect(houses.types).toEqual(counts.types);
  expect(houses.yes).toBe(counts.types.maison);
  // They count what surely matches, as the total does.
  const calm = everywhere({ calme: true });
  const stated = await expected(calm, 'date');
  expect(stated.maybe.length).toBeGreaterThan(0);
  const { types } = await countListings(db, calm);
  expect(Object.values(types).reduce((sum, count) => sum + count, 0)).toBe(stated.yes.length);
});

test('no weekly number is promised before four weeks of watching', async () => {
  moveClock(-20 * DAY_MS);
  try {
    expect((await countListings(db, everywhere())).weekly).toBeNull();
  } finally {
    moveClock(0);
  }
});

test('a page of 24 costs as many statements as a page of one', async () => {
  const one = counting();
  const narrow = everywhere({ places: ['69387'], prixMax: 1_000_000, etageMin: 0 });
  await cardsOf(
    one.db,
    (await searchListings(one.db, narrow, { sort: 'date', page: 1, after: null })).rows.slice(0, 1),
  );
  const many = counting();
  const found = await searchListings(many.db, everywhere(), { sort: 'date', page: 1, after: null });
  expect(await cardsOf(many.db, found.rows)).toHaveLength(PAGE_SIZE);
  expect(many.statements()).toBe(3);
  expect(one.statements()).toBeLessThanOrEqual(4);
});

/** The same database, counting what it is asked. */
function counting(): { db: Db; statements(): number } {
  let count = 0;
  return {
    db: db.withPlugin({
      transformQuery: ({ node }) => node,
      // Not where they are composed: some are once for all.
      async transformResult({ result }) {
        count += 1;
        return result;
      },
    }),
    statements: () => count,
  };
}

test('when nothing matches, the cheapest listing above the budget and the helpful criteria are told', async () => {
  const criteria = everywhere({ prixMax: 1, type: ['appartement', 'maison'] });
  const { yes } = await expected(everywhere({ type: ['appartement', 'maison'] }), 'prix');
  const cheapest = (await stored()).find(({ id }) => id === yes[0])?.price;
  const { cheapestAbove, looser } = await waysOut(db, criteria);
  expect(cheapestAbove).toBe(cheapest);
  expect(looser.map(({ text, count }) => ({ text: text.replaceAll('\u00a0', ' '), count }))).toEqual([
    { text: "Jusqu'à 1,00 €", count: yes.length },
  ]);
});

test('districts and neighbours come with their listings on line', async () => {
  const { districts, neighbours } = await placesAround(db, 'location', { cityCode: '69123' });
  const rentals = (await stored()).filter(({ transaction }) => transaction === 2);
  const of = (code: string) => rentals.filter(({ placeCode }) => placeCode === code).length;
  expect(districts.map(({ code, count }) => [code, count])).toEqual([
    ['69383', of('69383')],
    ['69387', of('69387')],
  ]);
  expect(neighbours.map(({ code, count }) => [code, count])).toEqual([['69266', of('69266')]]);
});
