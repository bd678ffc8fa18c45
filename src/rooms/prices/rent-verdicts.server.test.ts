import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { chanceOf } from '../../../tests/kit/chance.ts';
import { testDb } from '../../../tests/kit/db.ts';
import { openDataFile } from '../../../tests/kit/open-data.ts';
import { importRentControl, rentVerdictOf } from './rent-control.server.ts';
import type { RentalFacts } from './rent-control.ts';
import { saveRentVerdicts } from './rent-verdicts.server.ts';

const { db } = await testDb();
const chance = chanceOf();
const TODAY = '2026-02-01';
const epochs = ['Avant 1946', '1946-1970', '1971-1990', 'Apres 1990'];

/** Three quarters of the 13th, one of the 11th; each epoch, number of rooms and furnishing has its own ceiling. */
async function order(year: number): Promise<string> {
  const rows = [49, 50, 51, 43].flatMap((quarter) =>
    epochs.flatMap((epoque) =>
      [1, 2, 3, 4].flatMap((piece) =>
        ['meublé', 'non meublé'].map((meuble_txt) => {
          const ref = chance.int(180, 380) / 10;
          return {
            annee: String(year),
            nom_quartier: `Quartier ${quarter}`,
            id_quartier: quarter,
            id_zone: 1 + (quarter % 14),
            piece,
            epoque,
            meuble_txt,
            ref,
            max: Math.round(ref * 12) / 10,
            min: Math.round(ref * 7) / 10,
          };
        }),
      ),
    ),
  );
  return openDataFile('arrete.json', JSON.stringify(rows));
}

async function publish(count: number): Promise<void> {
  const maybe = <T>(value: T): T | null => (chance.chance(0.25) ? null : value);
  const rows = Array.from({ length: count }, () => {
    const price = chance.int(40_000, 180_000);
    return {
      status: chance.pick(['online', 'under_offer', 'online', 'online', 'withdrawn']),
      transaction: chance.chance(0.9) ? 2 : 1,
      property_type: chance.pick(['apartment', 'apartment', 'house', 'parking']),
      place_code: chance.pick(['75113', '75113', '75111', '75056', '30189', '75101']),
      lat: maybe(48.83 + chance.int(0, 400) / 10_000),
      lng: 2.35 + chance.int(0, 400) / 10_000,
      point_radius: maybe(chance.int(100, 900)),
      rooms: maybe(chance.int(1, 7)),
      built_year: maybe(chance.int(1850, 2022)),
      furnished: maybe(chance.chance(0.5)),
      surface: maybe(chance.int(1_000, 8_000) / 100),
      price,
      charges: maybe(chance.int(0, 10_000)),
      base_rent: chance.chance(0.4) ? price - chance.int(0, 12_000) : null,
      rent_supplement: chance.chance(0.2) ? chance.int(0, 9_000) : null,
      reference_rent: chance.chance(0.3) ? price + chance.int(-9_000, 9_000) : null,
      rent_controlled: maybe(chance.chance(0.5)),
    };
  });
  await sql`
    insert into listing (agency_id, source, technical_id, reference, status, transaction, property_type, title, description,
      place_code, city_code, department_code, postal_code, lat, lng, point_radius, rooms, built_year, furnished, surface,
      price, charges, base_rent, rent_supplement, reference_rent, rent_controlled, content_hash, photos_hash, first_seen_at,
      published_at, updated_at)
    select (select min(id) from agency), 'manual', gen_random_uuid()::text, 'R', status, transaction, property_type, 'Un bien',
      '', place_code, place_code, '75', '75000', lat, case when lat is not null then lng end,
      case when lat is not null then coalesce(point_radius, 500) end, rooms, built_year, furnished, surface, price, charges, base_rent,
      rent_supplement, reference_rent, rent_controlled, decode('00', 'hex'), decode('00', 'hex'), now(), now(), now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as row(status text, transaction smallint, property_type text,
      place_code text, lat double precision, lng double precision, point_radius integer, rooms smallint,
      built_year smallint, furnished boolean, surface numeric, price bigint, charges bigint, base_rent bigint,
      rent_supplement bigint, reference_rent bigint, rent_controlled boolean)`.execute(db);
}

/** What each listing's own page would say today. */
async function expected(): Promise<Map<number, string>> {
  const { rows } = await sql<RentalFacts & { id: number; judged: boolean }>`
    select *, transaction = 2 and status in ('online', 'under_offer') and property_type in ('apartment', 'house') as judged
    from listing order by id`.execute(db);
  const said = new Map<number, string>();
  for (const listing of rows) {
    const answer = listing.judged ? await rentVerdictOf(db, listing, TODAY) : null;
    if (answer) said.set(listing.id, `${answer.verdict} ${answer.excess}`);
  }
  return said;
}

async function kept(): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; said: string }>`
    select listing_id as id, concat(verdict, ' ', coalesce(excess::text, 'null')) as said from rent_verdict order by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, said }) => [id, said]));
}

beforeAll(async () => {
  console.log(`SEED=${chance.seed}`);
  moveClock(Date.parse(`${TODAY}T10:00:00Z`) - Date.now());
  await sql`insert into agency (owner_reference, name) values ('agence', 'Agence')`.execute(db);
  await importRentControl(db, await order(2025));
  await sql`
    update rent_quarter set rings = jsonb_build_array(jsonb_build_array(
      jsonb_build_array(2.35 + n * 0.01, 48.83), jsonb_build_array(2.36 + n * 0.01, 48.83),
      jsonb_build_array(2.36 + n * 0.01, 48.86), jsonb_build_array(2.35 + n * 0.01, 48.86)))
    from (values ('49', 0), ('50', 1), ('43', 2)) as known(code, n)
    where rent_quarter.code = known.code`.execute(db);
  await publish(240);
});

afterAll(() => moveClock(0));

describe('the verdicts kept', () => {
  test('are those of the listings’ own pages, all kinds of them', async () => {
    expect(await saveRentVerdicts(db)).toBeGreaterThan(60);
    const said = await expected();
    expect(new Set([...said.values()].map((one) => one.split(' ')[0]))).toEqual(
      new Set(['compliant', 'exceeds', 'supplement', 'insufficient']),
    );
    expect(await kept()).toEqual(said);
    expect(await saveRentVerdicts(db)).toBe(0);
  });

  test('follow every edit, withdrawal and arrival, told or not', async () => {
    await sql`update listing set price = price + 20000, built_year = 1930 where id % 3 = 0`.execute(db);
    await sql`update listing set status = 'withdrawn' where id % 7 = 0`.execute(db);
    await sql`update listing set place_code = '30189', rent_controlled = null, reference_rent = null where id % 11 = 0`.execute(
      db,
    );
    await publish(30);
    expect(await saveRentVerdicts(db)).toBeGreaterThan(30);
    expect(await kept()).toEqual(await expected());
  });

  test('follow a new order, and the end of one', async () => {
    await importRentControl(db, await order(2025));
    expect(await saveRentVerdicts(db)).toBeGreaterThan(30);
    expect(await kept()).toEqual(await expected());
    await sql`update rent_order set valid_to = ${TODAY}`.execute(db);
    expect(await saveRentVerdicts(db)).toBeGreaterThan(30);
    expect(await kept()).toEqual(await expected());
    await sql`update rent_order set valid_to = '2026-07-01'`.execute(db);
  });
});
