import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { testDb } from '../../../../tests/kit/db.ts';
import { labelledSet, layListings } from '../../../../tests/kit/properties.ts';
import { openDb } from '../../../platform/db.server.ts';
import { keepProperties } from '../../listings/properties/keeping/rules.server.ts';
import { forgetTouches } from '../../listings/touches/rules.server.ts';
import { circleAround, type Ring, type Spot, UNITS } from '../area/rings/contract.ts';
import { type Sort, sorts } from '../contract.ts';
import { type Results, searchListings } from '../rules.server.ts';
import type { Sought } from '../sought/sql.server.ts';
import { type Held, STRIDE } from './contract.ts';
import { countInMemory, openSearchMemory, pageInMemory, SearchMemory } from './rules.server.ts';

const { db, url } = await testDb();
/** The same database, asked by statements alone. */
const plain = openDb(url, { max: 2, name: 'vigie test statements' });
afterAll(() => plain.destroy());
const { seed, int, chance, pick, some } = chanceOf();

await layListings(db, labelledSet(seed, 0.15).listings);
const centre = { lng: 4.84, lat: 45.75 };
const types = ['apartment', 'house', 'loft', 'land'];
const places = [
  ['69387', '69123', '69'],
  ['69383', '69123', '69'],
  ['30189', '30189', '30'],
] as const;
/** Within some five kilometres of the centre; one of eight says nothing of where it is. */
const somewhere = () =>
  chance(0.12)
    ? { lng: null, lat: null }
    : {
        lng: Math.round((centre.lng + int(-400, 400) / 10_000) * 10_000) / 10_000,
        lat: Math.round((centre.lat + int(-300, 300) / 10_000) * 10_000) / 10_000,
      };
const ids = (await sql<{ id: number }>`select id from listing order by id`.execute(db)).rows.map(
  ({ id }) => id,
);
for (const id of ids) {
  const { lng, lat } = somewhere();
  const [place, city, department] = pick(places);
  await sql`
    update listing set lng = ${lng}, lat = ${lat}, place_code = ${place}, city_code = ${city},
      department_code = ${department}, is_new = transaction = 1 and ${chance(0.2)},
      surface = case when ${chance(0.2)} then null else surface end, rooms = case when ${chance(0.2)} then null else rooms end
    where id = ${id}
  `.execute(db);
}
while (await keepProperties(db));

const quiet = { info: vi.fn(), warn: vi.fn() };
const memory = openSearchMemory(db, { from: 1, log: quiet, lookEveryMs: 0 });
async function loaded(): Promise<Held> {
  // What was being read when it was forgotten may have to be read again.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const held = await memory.now();
    if (held) return held;
    await memory.ready();
  }
  throw new Error('nothing is held');
}
beforeEach(async () => {
  quiet.warn.mockClear();
  await loaded();
});

function randomZone(): Ring {
  const middle: Spot = [
    Math.round((centre.lng + int(-300, 300) / 10_000) * UNITS),
    Math.round((centre.lat + int(-200, 200) / 10_000) * UNITS),
  ];
  if (chance(0.3)) return circleAround(middle, int(1, 30) / 10);
  const corners = int(3, 16);
  return Array.from({ length: corners }, (_, index): Spot => {
    const turn = (index / corners) * 2 * Math.PI;
    const reach = int(200, 3000);
    // Corners where points are, as often as not.
    const near = (value: number) => Math.round(value / 10) * 10;
    return [near(middle[0] + Math.cos(turn) * reach * 1.4), near(middle[1] + Math.sin(turn) * reach)];
  });
}

function randomSought(): Sought {
  const rental = chance(0.3);
  const zones = Array.from({ length: chance(0.3) ? 2 : 1 }, randomZone);
  const x = Math.round(centre.lng * UNITS);
  const y = Math.round(centre.lat * UNITS);
  return {
    transaction: rental ? 'location' : chance(0.2) ? 'neuf' : 'achat',
    places: chance(0.5) ? [] : [pick(['69387', '69123', 'D69', '30189'])],
    within: {
      zones,
      box: chance(0.2) ? [x - 2000, y - 2000, x + int(0, 3000), y + int(0, 3000)] : null,
      radius: null,
      circles: [],
    },
    ...(chance(0.5) ? { prixMax: rental ? int(400, 2000) : int(100, 900) * 1000 } : {}),
    ...(chance(0.2) ? { prixMin: rental ? 300 : 90_000 } : {}),
    ...(chance(0.3) ? { surfaceMin: int(10, 90) } : {}),
    ...(chance(0.2) ? { surfaceMax: int(40, 200) } : {}),
    ...(chance(0.3) ? { pieces: int(1, 4) } : {}),
    ...(chance(0.1) ? { chambres: int(1, 3) } : {}),
    ...(chance(0.3) ? { type: some(['appartement', 'maison', 'loft', 'terrain'], 0.5) } : {}),
    ...(chance(0.2) ? { dpe: some(['A', 'B', 'C', 'D', 'E'], 0.6) } : {}),
    // Not held: the database answers.
    ...(chance(0.05) ? { balcon: true } : {}),
  };
}

const days = { fresh: '2026-11-01', recent: '2026-01-01' };
let answered = 0;

/** Both say the same of a search, page after page. Returns how many were found. */
async function agree(sought: Sought): Promise<number> {
  const sort = pick(Object.keys(sorts) as Sort[]);
  let after: string | null = null;
  let page = 1;
  let found = 0;
  if (await countInMemory(db, sought, null, days, null)) answered += 1;
  for (;;) {
    const at: { sort: Sort; page: number; after: string | null } = { sort, page, after };
    const ours: Results = await searchListings(db, sought, at);
    const theirs: Results = await searchListings(plain, sought, at);
    expect({ seed, sought, at, ours }).toEqual({ seed, sought, at, ours: theirs });
    found = theirs.counts.yes + theirs.counts.maybe;
    if (theirs.previous) {
      const back = { sort, page: page - 1, after: theirs.previous };
      expect(await searchListings(db, sought, back)).toEqual(await searchListings(plain, sought, back));
    }
    if (!theirs.next || page === 3) return found;
    after = chance(0.5) ? theirs.next : null;
    page += 1;
  }
}

/** Something that listings live: prices, moves, comings and goings, homes. */
async function happen(): Promise<void> {
  const id = pick(ids);
  const write = (set: RawBuilder<unknown>) => sql`update listing set ${set} where id = ${id}`.execute(plain);
  const { lng, lat } = somewhere();
  switch (int(0, 8)) {
    case 0:
    case 1:
      return void (await write(sql`lng = ${lng}, lat = ${lat}`));
    case 2:
      return void (await write(sql`price = greatest(1, price + ${int(-300, 300) * 10_000})`));
    case 3:
      return void (await write(
        sql`status = ${pick(['online', 'under_offer', 'withdrawn', 'online'])}, withdrawn_at = now()`,
      ));
    case 4:
      return void (await write(
        sql`property_type = ${pick(types)}, surface = ${chance(0.2) ? null : int(9, 200)}`,
      ));
    case 5:
      return void (await write(sql`published_at = published_at - interval '1 hour'`));
    case 6:
      return void (await sql`
        update property_listing set rank = 9 - rank where property_id = (
          select property_id from property_listing where rank is not null order by random() limit 1)
      `.execute(plain));
    case 7:
      return void (await keepProperties(plain));
    default:
      return void (await sql`delete from listing where id = ${id}`.execute(plain));
  }
}

test('random zones, words and orders: memory and statements find the same, count the same, page after page', async () => {
  answered = 0;
  let found = 0;
  for (let round = 0; round < 20; round += 1) found += await agree(randomSought());
  // Neither was silent.
  expect(answered).toBeGreaterThan(10);
  expect(found).toBeGreaterThan(150);
  expect(quiet.warn).not.toHaveBeenCalled();
});

test('the same while listings change between two searches', async () => {
  answered = 0;
  for (let round = 0; round < 20; round += 1) {
    for (let times = int(0, 6); times > 0; times -= 1) await happen();
    await agree(randomSought());
  }
  expect(answered).toBeGreaterThan(10);
  expect(memory.size).not.toBeNull();
  expect(quiet.warn).not.toHaveBeenCalled();
});

/** Around the centre, without any word. */
const around = (more: Partial<Sought> = {}): Sought => ({
  transaction: 'achat',
  places: [],
  within: {
    zones: [circleAround([Math.round(centre.lng * UNITS), Math.round(centre.lat * UNITS)], 4)],
    box: null,
    radius: null,
    circles: [],
  },
  ...more,
});
const countNow = async () => (await countInMemory(db, around(), null, days, null))?.yes;
const countSaid = async () =>
  (await searchListings(plain, around(), { sort: 'date', page: 1, after: null })).counts.yes;
const inside = sql`lng = ${centre.lng}, lat = ${centre.lat}`;
const outside = sql`lng = ${centre.lng + 1}, lat = ${centre.lat}`;

/** A listing that shows a home alone, outside the circle. */
async function single(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update listing set status = 'online', transaction = 1, home = null, ${outside}
    where id = (select id from listing where home is null and status <> 'withdrawn' order by random() limit 1) returning id
  `.execute(plain);
  return rows[0]!.id;
}

describe('writers beside', () => {
  test('a writer that commits late is seen once it has, whoever committed in between', async () => {
    const [slow, quick] = [await single(), await single()];
    const before = (await countNow())!;
    const { promise: told, resolve: tell } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const late = plain.transaction().execute(async (tx) => {
      await sql`update listing set ${inside} where id = ${slow}`.execute(tx);
      begin();
      await told;
    });
    await begun;
    await sql`update listing set ${inside} where id = ${quick}`.execute(plain);
    expect(await countNow()).toBe(before + 1);
    expect(await countNow()).toBe(before + 1);
    tell();
    await late;
    expect(await countNow()).toBe(before + 2);
    expect(await countSaid()).toBe(before + 2);
  });

  test('what is rolled back never was', async () => {
    const id = await single();
    const before = await countNow();
    const failure = plain.transaction().execute(async (tx) => {
      await sql`update listing set ${inside} where id = ${id}`.execute(tx);
      throw new Error('given up');
    });
    await expect(failure).rejects.toThrow('given up');
    expect(await countNow()).toBe(before);
  });

  test('each answer is of one moment: two listings that change places are never both there, nor both away', async () => {
    const pairs = [];
    for (let number = 0; number < 3; number += 1) pairs.push([await single(), await single()] as const);
    for (const [a] of pairs) await sql`update listing set ${inside} where id = ${a}`.execute(plain);
    const expected = await countSaid();
    let writing = pairs.length;
    const writers = pairs.map(async (pair) => {
      let [a, b] = pair;
      for (let swap = 0; swap < 12; swap += 1) {
        await db.transaction().execute(async (tx) => {
          await sql`update listing set ${outside} where id = ${a}`.execute(tx);
          await sql`update listing set ${inside} where id = ${b}`.execute(tx);
        });
        [a, b] = [b, a];
      }
      writing -= 1;
    });
    const readers = Array.from({ length: 4 }, async () => {
      const counts = new Set<number | undefined>();
      while (writing > 0) counts.add(await countNow());
      return counts;
    });
    const seen = await Promise.all(readers);
    await Promise.all(writers);
    for (const counts of seen) expect([...counts]).toEqual([expected]);
  });
});

describe('a cache', () => {
  test('forgotten: the database answers, then all is read anew', async () => {
    memory.forget();
    expect(await countNow()).toBeUndefined();
    await agree(around());
    await loaded();
    expect(await countNow()).toBe(await countSaid());
  });

  /** Whoever began to write before what is written now is done: transactions are numbered across the databases of all tests. */
  const othersDone = () =>
    expect
      .poll(
        async () => {
          const { rows } = await sql<{ done: boolean }>`
            select coalesce(max(xid) < pg_snapshot_xmin(pg_current_snapshot()), true) as done from listing_touch
          `.execute(plain);
          return rows[0]?.done;
        },
        { timeout: 20_000 },
      )
      .toBe(true);
  /** Two hours go by since what was written. */
  const forgetAll = async () => {
    await sql`update listing_touch set at = at - interval '2 hours'`.execute(plain);
    await othersDone();
    return forgetTouches(plain);
  };

  test('what was written is forgotten after an hour: who has read it goes on, who has not reads all anew', async () => {
    const id = await single();
    await sql`update listing set ${inside} where id = ${id}`.execute(plain);
    await othersDone();
    expect(await countNow()).toBe(await countSaid());
    expect(await forgetAll()).toBeGreaterThan(0);
    expect(await forgetAll()).toBe(0);
    expect(await countNow()).toBe(await countSaid());

    await sql`update listing set ${outside} where id = ${id}`.execute(plain);
    expect(await forgetAll()).toBeGreaterThan(0);
    expect(await countNow()).toBeUndefined();
    await loaded();
    expect(await countNow()).toBe(await countSaid());
  });

  test('what was written is kept for an hour, and while somebody who began before still writes', async () => {
    await forgetAll();
    await single();
    expect(await forgetTouches(plain)).toBe(0);
    await db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx);
      await single();
      await sql`update listing_touch set at = at - interval '2 hours' where xid > pg_current_xact_id()`.execute(
        plain,
      );
      await forgetTouches(plain);
      const { rows } = await sql<{ kept: number }>`
        select count(*)::int as kept from listing_touch where xid > pg_current_xact_id()
      `.execute(tx);
      expect(rows[0]!.kept).toBeGreaterThan(0);
    });
  });

  test('a reading that fails is said in the log, and the database answers', async () => {
    await sql`alter table listing_touch rename to listing_touch_away`.execute(plain);
    expect(await countNow()).toBeUndefined();
    await agree(around());
    await sql`alter table listing_touch_away rename to listing_touch`.execute(plain);
    expect(quiet.warn).toHaveBeenCalled();
    await loaded();
    expect(await countNow()).toBe(await countSaid());
  });

  test('a listing that does not fit: the database answers', async () => {
    const id = await single();
    const { rows } = await sql<{ home: number | null }>`select home from listing where id = ${id}`.execute(
      plain,
    );
    await sql`update listing set home = 3000000000 where id = ${id}`.execute(plain);
    expect(await countNow()).toBeUndefined();
    await memory.ready();
    expect(await countNow()).toBeUndefined();
    await agree(around());
    expect(quiet.warn).toHaveBeenCalled();
    await sql`update listing set home = ${rows[0]!.home} where id = ${id}`.execute(plain);
  });

  test('few listings are not held', async () => {
    const few = new SearchMemory(db, { from: 1_000_000, log: quiet });
    expect(await few.now()).toBeNull();
    await few.ready();
    expect(await few.now()).toBeNull();
    expect(few.size).toBeNull();
  });

  test('what is not held is not answered: other words, a radius, a region, no zone, what somebody hid, another order', async () => {
    const { within } = around();
    const [spot] = within!.zones[0]!;
    const elsewhere: Sought[] = [
      around({ balcon: true }),
      around({ prixM2Max: 4000 }),
      around({ within: { ...within!, radius: 5 } }),
      around({ within: { ...within!, zones: [circleAround(spot!, 60)] } }),
      around({ within: { ...within!, zones: [], box: [480_000, 4_570_000, 490_000, 4_580_000] } }),
      around({ within: undefined }),
    ];
    for (const sought of elsewhere) expect(await countInMemory(db, sought, null, days, null)).toBeNull();
    expect(await countInMemory(db, around(), null, days, 1)).toBeNull();
    const page = { criteria: around(), verdict: 'yes', limit: 25, reader: null } as const;
    expect(await pageInMemory(db, { ...page, sort: 'prixM2' })).toBeNull();
    expect(await pageInMemory(db, { ...page, sort: 'date' })).not.toBeNull();
  });
});

/** What is held, by listing. */
function recordsIn({ base, late, touched }: Held): Map<number, number[]> {
  const records = new Map<number, number[]>();
  for (let at = 0; at < base.length; at += STRIDE) {
    if (!touched.has(base[at]!)) records.set(base[at]!, [...base.subarray(at, at + STRIDE)]);
  }
  for (const [id, at] of touched) if (at >= 0) records.set(id, [...late.subarray(at, at + STRIDE)]);
  return records;
}

const written: Readonly<Record<string, RawBuilder<unknown>>> = {
  lng: sql`update listing set lng = lng + 0.001`,
  'lng and lat': sql`update listing set lng = null, lat = null where id % 5 = 0`,
  place_code: sql`update listing set place_code = '69388'`,
  city_code: sql`update listing set city_code = '30007'`,
  department_code: sql`update listing set department_code = '2A'`,
  transaction: sql`update listing set transaction = 3 - transaction, is_new = false`,
  is_new: sql`update listing set is_new = not is_new where transaction = 1`,
  property_type: sql`update listing set property_type = 'land'`,
  price: sql`update listing set price = price + 5000000000`,
  surface: sql`update listing set surface = 12.34`,
  rooms: sql`update listing set rooms = 7`,
  bedrooms: sql`update listing set bedrooms = 6`,
  energy_class: sql`update listing set energy_class = null`,
  published_at: sql`update listing set published_at = published_at - interval '1 microsecond'`,
  market_since: sql`update listing set market_since = '2020-01-01'`,
  home: sql`update listing set home = 123`,
  status: sql`update listing set status = 'withdrawn' where id % 3 = 0`,
  'a listing': sql`delete from listing where id % 3 = 1`,
  rank: sql`update property_listing set rank = coalesce(rank, 0) + 1`,
  'a property': sql`delete from property_listing`,
};

test.each(Object.keys(written))(
  '%s: what is held after it is written is what all reads anew hold',
  async (name) => {
    const before = recordsIn(await loaded());
    await written[name]!.execute(plain);
    const held = await memory.now();
    const after = recordsIn(held!);
    expect(after).not.toEqual(before);
    const anew = new SearchMemory(db, { from: 1, log: quiet });
    await anew.now();
    await anew.ready();
    const fresh = recordsIn((await anew.now())!);
    expect(after).toEqual(fresh);
    expect(fresh.size).toBeGreaterThan(20);
  },
);

test('a truncated table: nothing of it is held', async () => {
  await sql`truncate listing cascade`.execute(plain);
  expect(await countNow()).toBeUndefined();
  await memory.ready();
  expect(await countNow()).toBeUndefined();
});
