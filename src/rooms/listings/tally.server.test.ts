import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '#platform/db.server.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { labelledSet, layListings } from '../../../tests/kit/properties.ts';
import { matchNextHomes } from './home-matching.server.ts';
import { representatives } from './properties.server.ts';
import { foldTally, repairTally, standsIn, tallyErrors } from './tally.server.ts';

const { db } = await testDb();
const { seed, int, chance, pick } = chanceOf();

// A market where nothing happened by chance: some of its homes surely have several listings.
const { db: quiet } = await testDb();
await layListings(quiet, labelledSet(seed, 0.1).listings);

async function keepAll(db: Db): Promise<void> {
  while (await matchNextHomes(db));
}

/** Something that happens to some listings, in one statement. */
function happening() {
  const some = sql`listing.id % ${int(2, 9)} = ${int(0, 1)}`;
  const [place, other] = [pick(['69387', '69383', '30189', '34172']), pick(['69123', '30189', '34172'])];
  return pick([
    sql`update listing set status = ${pick(['online', 'withdrawn', 'under_offer', 'sold'])} where ${some}`,
    sql`update listing set price = price + 100000 where ${some}`,
    sql`update listing set property_type = ${pick(['apartment', 'loft', 'house'])} where ${some}`,
    sql`update listing set is_new = not is_new where ${some}`,
    sql`update listing set place_code = ${place}, city_code = ${place.startsWith('693') ? '69123' : place},
      department_code = ${place.slice(0, 2)} where ${some} and place_code <> ${other}`,
    sql`update listing set published_at = published_at - interval '3 days' where ${some}`,
    sql`delete from listing where ${some} and id % 5 = 0`,
  ]);
}

const scopes = (['place', 'city', 'department', 'country'] as const).flatMap((level) =>
  [true, false].flatMap((isNew) => [true, false].map((oneType) => ({ level, isNew, oneType }))),
);
const zones = { place: 'place_code', city: 'city_code', department: 'department_code' } as const;

test(`whatever is written, by several at once, the counts are those of the listings (SEED=${seed})`, async () => {
  const ids = await layListings(db, labelledSet(seed, 0.1).listings);
  expect(ids.size).toBeGreaterThan(100);
  expect(await tallyErrors(db)).toBe(0);
  await keepAll(db);
  for (let turn = 0; turn < 12; turn += 1) {
    const said = await Promise.allSettled([
      happening().execute(db),
      happening().execute(db),
      chance(0.5) ? matchNextHomes(db) : null,
      chance(0.5) ? foldTally(db) : null,
    ]);
    // Two at once may stop each other, or compare what is just deleted: the counts are right after that too.
    const failed = said.filter((one) => one.status === 'rejected').map(({ reason }) => reason as Error);
    expect(failed.filter((error) => !/deadlock|listing_listing_id_fkey/.test(error.message))).toEqual([]);
    expect(await tallyErrors(db)).toBe(0);
  }
  await foldTally(db);
  expect(await tallyErrors(db)).toBe(0);
  const { rows } = await sql`select from listing_tally where homes = 0`.execute(db);
  expect(rows).toEqual([]);
});

test(`one listing stands for a home in each scope, the same as when all are compared (SEED=${seed})`, async () => {
  await sql`update listing set status = 'withdrawn' where id % 7 = 0`.execute(quiet);
  await keepAll(quiet);
  expect(await tallyErrors(quiet)).toBe(0);
  let behind = 0;
  for (const { level, isNew, oneType } of scopes) {
    // In each zone of the level and each type, compared within it.
    const within = (alias: string) =>
      sql<boolean>`${sql.ref(`${alias}.status`)} in ('online', 'under_offer')
        and (${!isNew} or ${sql.ref(`${alias}.is_new`)})
        and (${level === 'country'} or ${sql.ref(`${alias}.${level === 'country' ? 'status' : zones[level]}`)}
          = ${sql.ref(`listing.${level === 'country' ? 'status' : zones[level]}`)})
        and (${!oneType} or ${sql.ref(`${alias}.property_type`)} = listing.property_type)`;
    const { rows } = await sql<{ id: number; stands: boolean; best: boolean }>`
      select listing.id, ${standsIn({ level, isNew, oneType })} as stands, ${representatives(within)} as best
      from listing where ${within('listing')}
    `.execute(quiet);
    expect(rows.filter(({ stands, best }) => stands !== best)).toEqual([]);
    behind += rows.filter(({ stands }) => !stands).length;
  }
  expect(behind).toBeGreaterThan(0);
});

test('where the listing that stands for a home leaves, the home stays in the counts', async () => {
  const { rows } = await sql<{ id: number; propertyId: number }>`
    select min(listing.id) as id, kept.property_id from property_listing kept join listing on listing.id = kept.listing_id
    where listing.status = 'online' and kept.rank is not null
    group by kept.property_id having count(*) > 1 and bool_or(listing.leads <> 65535)
  `.execute(quiet);
  const propertyId = rows[0]!.propertyId;
  await sql`
    update listing set status = 'withdrawn' from property_listing kept
    where kept.listing_id = listing.id and kept.property_id = ${propertyId} and leads = 65535
  `.execute(quiet);
  const standing = await sql<{ leads: number }>`
    select leads from listing join property_listing kept on kept.listing_id = listing.id
    where kept.property_id = ${propertyId} and status = 'online'
  `.execute(quiet);
  expect(standing.rows.length).toBeGreaterThan(0);
  expect(standing.rows.every(({ leads }) => leads === 65_535)).toBe(true);
  expect(await tallyErrors(quiet)).toBe(0);
});

test('counts that somebody spoilt are found and put right', async () => {
  await sql`update listing_tally set homes = homes + 2 where day = 'infinity' and zone = 'FR'`.execute(db);
  const wrong = await tallyErrors(db);
  expect(wrong).toBeGreaterThan(0);
  expect(await repairTally(db)).toBe(wrong);
  expect(await tallyErrors(db)).toBe(0);
  expect(await repairTally(db)).toBe(0);
});
