import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { circleAround, UNITS } from '#rooms/criteria/rings.ts';
import { forgetTouches } from '#rooms/listings/touches.server.ts';
import { heldListings } from '../../../../tests/kit/held-listings.ts';
import type { Sought } from '../found.sql.server.ts';
import { searchListings } from '../search.server.ts';
import { countInMemory, pageInMemory, SearchMemory } from './memory.server.ts';
import { type ListingMemory, STRIDE, TOUCHED_MOST } from './memory.ts';

const { db, plain, centre, quiet, memory, loaded, days, agree } = await heldListings();

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

/** Another listing each time, which shows a home alone, now outside the circle. */
const singles: number[] = [];
async function single(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update listing set status = 'online', transaction = 1, home = null, ${outside}
    where id = (select id from listing where home is null and status <> 'withdrawn' and id <> all(${singles}::bigint[])
      order by random() limit 1)
    returning id
  `.execute(plain);
  const { id } = rows[0]!;
  singles.push(id);
  return id;
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
      .poll(async () => {
        const { rows } = await sql<{ done: boolean }>`
          select greatest(xid, (select max(xid) from listing_touch)) < pg_snapshot_xmin(pg_current_snapshot()) as done
          from listing_touch_floor
        `.execute(plain);
        return rows[0]?.done;
      })
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

  test('too many writings to read, even of few listings: the database answers', async () => {
    const id = await single();
    await loaded();
    await sql`update listing set ${inside} where id = ${id}`.execute(plain);
    await sql`
      insert into listing_touch (listing_id) select ${await single()} from generate_series(1, ${TOUCHED_MOST + 1})
    `.execute(plain);
    expect([undefined, await countSaid()]).toContain(await countNow());
    await othersDone();
    await loaded();
    expect(await countNow()).toBe(await countSaid());
  });

  test('put back in another database, whose transactions have lower numbers: all is held again', async () => {
    const far = '9000000000000000000';
    await sql`insert into listing_touch (xid, listing_id) values (${far}::xid8, ${await single()})`.execute(
      plain,
    );
    await sql`update listing_touch_floor set xid = ${far}::xid8`.execute(plain);
    expect(await countNow()).toBeUndefined();
    expect(await forgetTouches(plain)).toBe(1);
    await othersDone();
    await loaded();
    expect(await countNow()).toBe(await countSaid());
    expect(await forgetTouches(plain)).toBe(0);
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

  test('what is not held is not answered: other words, a radius, a region, no area, what somebody hid, another order', async () => {
    const { within } = around();
    const [spot] = within!.zones[0]!;
    const elsewhere: Sought[] = [
      around({ balcon: true }),
      around({ prixM2Max: 4000 }),
      around({ within: { ...within!, radius: 5 } }),
      around({ within: { ...within!, zones: [circleAround(spot!, 60)] } }),
      around({ within: { ...within!, zones: [] } }),
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
function recordsIn({ base, late, touched }: ListingMemory): Map<number, number[]> {
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
