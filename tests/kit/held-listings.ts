import { sql } from 'kysely';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import { openDb } from '#platform/db.server.ts';
import { matchNextHomes } from '#rooms/listings/home-matching.server.ts';
import { type Sort, sorts } from '#rooms/search/contract.ts';
import type { Sought } from '#rooms/search/found.sql.server.ts';
import { countInMemory, openSearchMemory } from '#rooms/search/memory/memory.server.ts';
import type { ListingMemory } from '#rooms/search/memory/memory.ts';
import { type Results, searchListings } from '#rooms/search/search.server.ts';
import { chanceOf } from './chance.ts';
import { testDb } from './db.ts';
import { PATIENCE_MS } from './patience.ts';
import { labelledSet, layListings } from './properties.ts';

/** Listings around one point, for a test file, held in memory; and the same database, asked by statements alone (`plain`). */
export async function heldListings() {
  const { db, url } = await testDb();
  const plain = openDb(url, { max: 2, name: 'vigie test statements' });
  afterAll(() => plain.destroy());
  const random = chanceOf();
  const { seed, int, chance, pick } = random;

  await layListings(db, labelledSet(seed, 0.15).listings);
  const centre = { lng: 4.84, lat: 45.75 };
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
  while (await matchNextHomes(db));

  const quiet = { info: vi.fn(), warn: vi.fn() };
  const memory = openSearchMemory(db, { from: 1, log: quiet, lookEveryMs: 0 });
  async function loaded(): Promise<ListingMemory> {
    // What was being read when it was forgotten, or while somebody in the cluster still wrote, may have to be read again.
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const held = await memory.now();
      if (held) return held;
      if (Date.now() > deadline) throw new Error('nothing is held');
      await memory.ready();
    }
  }
  beforeEach(async () => {
    quiet.warn.mockClear();
    await loaded();
  });

  const days = { fresh: '2026-11-01', recent: '2026-01-01' };
  /** Both say the same of a search, page after page: how many were found, and whether memory answered. */
  async function agree(sought: Sought): Promise<{ found: number; held: boolean }> {
    const sort = pick(Object.keys(sorts) as Sort[]);
    let after: string | null = null;
    let page = 1;
    let found = 0;
    const held = (await countInMemory(db, sought, null, days, null)) !== null;
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
      if (!theirs.next || page === 3) return { found, held };
      after = chance(0.5) ? theirs.next : null;
      page += 1;
    }
  }

  return { db, plain, random, centre, somewhere, ids, quiet, memory, loaded, days, agree };
}
