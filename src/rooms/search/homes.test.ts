import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import { openDb } from '#platform/db.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import type { ListingFacts } from '#rooms/criteria/facts.ts';
import { judgedColumns } from '#rooms/criteria/predicate.server.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { matchNextHomes } from '#rooms/listings/home-matching.server.ts';
import { foldTally } from '#rooms/listings/tally.server.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { labelledSet, layListings } from '../../../tests/kit/properties.ts';
import { optionsOfSearch } from './counting.server.ts';
import { countLive, countPlain } from './counting.sql.server.ts';
import { plainSearch, type Sought } from './found.sql.server.ts';
import { countListings, placesAround, searchListings } from './search.server.ts';

const { db, url } = await testDb();
const { seed, int, chance, pick } = chanceOf();
await layListings(db, labelledSet(seed, 0.15).listings);
// Of several types, new and old, here and in another commune, so that homes span what pages show apart.
await sql`update listing set property_type = 'loft' where property_type = 'apartment' and id % 7 = 0`.execute(
  db,
);
await sql`update listing set is_new = true where transaction = 1 and id % 5 = 0`.execute(db);
await sql`update listing set surface = null where id % 11 = 0`.execute(db);
await sql`
  update listing set place_code = '69387', city_code = '69123', department_code = '69'
  where place_code = (select min(place_code) from listing where transaction = 1)
`.execute(db);
while (await matchNextHomes(db));
if (chance(0.5)) await foldTally(db);

interface Home extends ListingFacts {
  readonly id: number;
  readonly home: number;
  readonly rank: number;
  readonly publishedAt: Date;
  readonly price: number;
}

const all = (
  await sql<Home>`
    select listing.id, coalesce(property_id, -listing.id) as home, coalesce(rank, 1) as rank, ${judgedColumns('listing')}
    from listing left join property_listing on listing_id = listing.id
    where status in ('online', 'under_offer') order by listing.published_at desc, listing.id desc
  `.execute(db)
).rows;
const places = [
  ...new Set(
    all.flatMap(({ placeCode, cityCode, departmentCode }) => [placeCode, cityCode, `D${departmentCode}`]),
  ),
];

/** One of each property, the best placed of those that match; sure ones first. In the order of dates. */
function cards(criteria: Criteria): { yes: number[]; maybe: number[] } {
  const of = (verdict: 'yes' | 'maybe', taken: ReadonlySet<number>) => {
    const matching = all.filter(
      (listing) => judge(criteria, listing, clock.now()).verdict === verdict && !taken.has(listing.home),
    );
    const best = new Map<number, Home>();
    for (const listing of matching) {
      const known = best.get(listing.home);
      if (!known || listing.rank < known.rank) best.set(listing.home, listing);
    }
    return matching.filter((listing) => best.get(listing.home) === listing);
  };
  const yes = of('yes', new Set());
  const maybe = of('maybe', new Set(yes.map(({ home }) => home)));
  return { yes: yes.map(({ id }) => id), maybe: maybe.map(({ id }) => id) };
}

async function listed(criteria: Criteria): Promise<number[]> {
  const ids: number[] = [];
  let after: string | null = null;
  do {
    const page = await searchListings(db, criteria, { sort: 'date', page: 1, after });
    ids.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return ids;
}

const plainOnes = (): Criteria => ({
  transaction: pick(['achat', 'location', 'neuf'] as const),
  places: chance(0.1) ? [] : [pick(places)],
  ...(chance(0.5) ? { type: [pick(['appartement', 'maison', 'loft'])] } : {}),
});
const filtered = (): Criteria => ({
  ...plainOnes(),
  places: Array.from({ length: int(1, 3) }, () => pick(places)),
  ...(chance(0.6) ? { prixMax: int(100, 600) * 1000 } : {}),
  ...(chance(0.6) ? { surfaceMin: int(20, 90) } : {}),
  ...(chance(0.3) ? { pieces: int(1, 4) } : {}),
});

/** Of a small place, by the numbers that are asked most. */
const usual = (): Sought => ({
  transaction: pick(['achat', 'location', 'neuf'] as const),
  places: [pick(places.filter((code) => !code.startsWith('D')))],
  small: true,
  ...(chance(0.3) ? { type: [pick(['appartement', 'maison', 'loft'])] } : {}),
  ...(chance(0.3) ? { prixMin: int(50, 200) * 1000 } : {}),
  prixMax: int(100, 600) * 1000,
  ...(chance(0.3) ? { surfaceMin: int(20, 60) } : {}),
  ...(chance(0.3) ? { surfaceMax: int(60, 150) } : {}),
  ...(chance(0.3) ? { pieces: int(1, 4) } : {}),
  ...(chance(0.3) ? { chambres: int(1, 3) } : {}),
});

describe(`one property, one card (SEED=${seed})`, () => {
  test('the market has homes that several agencies show', () => {
    const homes = new Set(all.map(({ home }) => home)).size;
    expect(all.length - homes).toBeGreaterThan(20);
  });

  test.for([
    ['pages of a place', plainOnes, 30],
    ['searches with criteria', filtered, 40],
    ['usual searches of a small place', usual, 40],
  ] as const)(
    '%s list and count each home once, by its best listing that matches',
    async ([, make, turns]) => {
      let shared = 0;
      // Few random searches find two listings of one home: on until one does.
      for (let turn = 0; turn < turns || (shared === 0 && turn < 20 * turns); turn += 1) {
        const criteria = make();
        const { yes, maybe } = cards(criteria);
        const told = `${JSON.stringify(criteria)} (SEED=${seed})`;
        const counts = await countListings(db, criteria);
        expect({ yes: counts.yes, maybe: counts.maybe }, told).toEqual({
          yes: yes.length,
          maybe: maybe.length,
        });
        expect(await listed(criteria), told).toEqual([...yes, ...maybe]);
        shared +=
          all.filter((listing) => judge(criteria, listing, clock.now()).verdict === 'yes').length -
          yes.length;
      }
      expect(shared).toBeGreaterThan(0);
    },
  );

  test('usual searches of a small place are planned once, whatever numbers they ask', async () => {
    const own = openDb(url, { max: 1 });
    try {
      for (let turn = 0; turn < 20; turn += 1) {
        const { type: _, ...numbers } = usual();
        const sought = { ...numbers, transaction: 'achat', places: ['69123'] } as const;
        await searchListings(own, sought, { sort: 'date', page: 1, after: null });
      }
      const { rows } = await sql<{ generic: boolean }>`
        select generic_plans > 0 as generic from pg_prepared_statements where statement ~ 'from listing'
      `.execute(own);
      // One counts, one lists.
      expect(rows).toEqual([{ generic: true }, { generic: true }]);
    } finally {
      await own.destroy();
    }
  });

  test('what is kept counted is what one counts: types, news, prices, districts and neighbours', async () => {
    const dayOf = (days: number) =>
      new Date(clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
    for (let turn = 0; turn < 30; turn += 1) {
      const { type, ...criteria } = plainOnes();
      const column = type && { appartement: 'apartment', maison: 'house', loft: 'loft' }[type[0] ?? ''];
      const recent = int(0, 300);
      const days = { fresh: dayOf(int(0, recent)), recent: dayOf(recent) };
      const live = await countLive(db, criteria, column ? [column] : null, days, null);
      const kept = await countPlain(db, plainSearch(type ? { ...criteria, type } : criteria)!, days);
      const told = `${JSON.stringify({ type, ...criteria, days })} (SEED=${seed})`;
      const inOrder = (counted: typeof live) => ({
        ...counted,
        types: counted.types.toSorted((one, other) => (one.propertyType < other.propertyType ? -1 : 1)),
        ...(criteria.places.length === 0 ? { cheapest: null, dearest: null } : {}),
      });
      expect(inOrder(kept), told).toEqual(inOrder(live));
    }
    const { districts, neighbours } = await placesAround(db, 'achat', { cityCode: '69123' });
    expect(districts).not.toEqual([]);
    for (const { code, count } of [...districts, ...neighbours]) {
      expect(count).toBe(cards({ transaction: 'achat', places: [code] }).yes.length);
    }
  });

  test('an option counts the homes that it would leave', async () => {
    const options = await optionsOfSearch(db, new URLSearchParams({ transaction: 'achat' }));
    for (const type of ['appartement', 'maison', 'loft']) {
      const { yes } = cards({ transaction: 'achat', places: [], type: [type] });
      expect(options.type?.[type], type).toBe(yes.length);
    }
  });

  test('a home that somebody hid is hidden whoever shows it', async () => {
    const [twin] = all.filter(
      (listing) =>
        listing.transaction === 1 && all.some(({ id, home }) => home === listing.home && id !== listing.id),
    );
    const { id: account } = await db
      .insertInto('account')
      .values({ email: 'cachee@example.test', firstName: 'Ana', lastName: 'Cachée' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('hiddenListing')
      .values({ accountId: account, listingId: twin!.id, at: clock.now() })
      .execute();
    const criteria: Criteria = { transaction: 'achat', places: [twin!.cityCode] };
    const at = { sort: 'date', page: 1, after: null } as const;
    const [everybody, reader] = [
      await searchListings(db, criteria, at),
      await searchListings(db, criteria, at, account),
    ];
    expect(reader.counts.yes).toBe(everybody.counts.yes - 1);
    const homeOf = (id: number) => all.find((listing) => listing.id === id)?.home;
    expect(reader.rows.map(({ id }) => homeOf(id))).not.toContain(twin!.home);
  });
});
