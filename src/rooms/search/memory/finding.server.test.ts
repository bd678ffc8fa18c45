import { type RawBuilder, sql } from 'kysely';
import { expect, test } from 'vitest';
import { circleAround, type Ring, type Spot, UNITS } from '#rooms/criteria/rings.ts';
import { matchNextHomes } from '#rooms/listings/home-matching.server.ts';
import { heldListings } from '../../../../tests/kit/held-listings.ts';
import type { Sought } from '../found.sql.server.ts';
import { questionOf, spansOf } from './seeking.server.ts';

const { plain, random, centre, somewhere, ids, quiet, memory, loaded, agree } = await heldListings();
const { int, chance, pick, some } = random;
const types = ['apartment', 'house', 'loft', 'land'];

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
  // What a map shows has no zone.
  const boxed = chance(0.3);
  const zones = boxed ? [] : Array.from({ length: chance(0.3) ? 2 : 1 }, randomZone);
  const x = Math.round(centre.lng * UNITS);
  const y = Math.round(centre.lat * UNITS);
  return {
    transaction: rental ? 'location' : chance(0.2) ? 'neuf' : 'achat',
    places: chance(0.5) ? [] : [pick(['69387', '69123', 'D69', '30189'])],
    within: {
      zones,
      box:
        boxed || chance(0.2)
          ? [x - int(0, 4000), y - int(0, 4000), x + int(0, 3000), y + int(0, 3000)]
          : null,
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
      return void (await matchNextHomes(plain));
    default:
      return void (await sql`delete from listing where id = ${id}`.execute(plain));
  }
}

test('random zones, words and orders: memory and statements find the same, count the same, page after page', async () => {
  let [answered, found] = [0, 0];
  for (let round = 0; round < 20; round += 1) {
    const said = await agree(randomSought());
    answered += Number(said.held);
    found += said.found;
  }
  // Neither was silent.
  expect(answered).toBeGreaterThan(10);
  expect(found).toBeGreaterThan(30);
  expect(quiet.warn).not.toHaveBeenCalled();
});

test('the same while listings change between two searches', async () => {
  let answered = 0;
  for (let round = 0; round < 20; round += 1) {
    for (let times = int(0, 6); times > 0; times -= 1) await happen();
    answered += Number((await agree(randomSought())).held);
  }
  expect(answered).toBeGreaterThan(10);
  expect(memory.size).not.toBeNull();
  expect(quiet.warn).not.toHaveBeenCalled();
});

test('what a map shows is looked for where it stands, unless that is too much to look through', async () => {
  const [x, y] = [Math.round(centre.lng * UNITS), Math.round(centre.lat * UNITS)];
  const within = { zones: [], radius: null, circles: [] };
  const boxed = (reach: number) =>
    questionOf({
      transaction: 'achat',
      places: [],
      within: { ...within, box: [x - reach, y - reach, x + reach, y + reach] },
    })!;
  const held = await loaded();
  const standing = (spans: readonly number[]) =>
    spans.reduce((sum, row, index) => sum + (index % 2 === 0 ? -row : row), 0);
  const all = standing(spansOf(held, boxed(100 * UNITS))!);
  expect(all).toBe(held.placed);
  const near = standing(spansOf(held, boxed(1000))!);
  expect(near).toBeLessThan(all / 2);
  expect(spansOf(held, boxed(1000), near)).not.toBeNull();
  expect(spansOf(held, boxed(1000), near - 1)).toBeNull();
});
