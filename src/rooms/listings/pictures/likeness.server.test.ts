import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { chanceOf } from '#demonstration/chance.ts';
import { drawer } from '#demonstration/pictures/drawer.server.ts';
import { illustrationSource } from '#demonstration/pictures/sources.ts';
import { testDb } from '../../../../tests/kit/db.ts';
import { photoAgency, publishPhotos } from '../../../../tests/kit/pictures.ts';
import { registerDrawer } from '../drawn-photos.server.ts';
import { SAME_WITHIN, samePhotos } from './likeness.server.ts';
import { sharedPhotos } from './likeness.sql.server.ts';

const seed = String(process.env.SEED ?? Math.trunc(Math.random() * 1e9));
registerDrawer(drawer);
const { db } = await testDb();

let agencyId: number;
beforeEach(async () => {
  await sql`truncate agency cascade`.execute(db);
  agencyId = await photoAgency(db, 'agence-du-port');
});

/** A listing whose pictures have these fingerprints. */
async function listing(technicalId: string, prints: readonly (bigint | null)[]): Promise<number> {
  const id = await publishPhotos(db, agencyId, [], technicalId);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, status, perceptual_hash)
    select ${id}, rank - 1, 'https://exemple.test/' || rank, 'url', 'ready', print
    from unnest(${prints.map((print) => print?.toString() ?? null)}::bigint[]) with ordinality as given(print, rank)
  `.execute(db);
  return id;
}

function flipped(print: bigint, bits: readonly number[]): bigint {
  return BigInt.asIntN(
    64,
    bits.reduce((all, bit) => all ^ (1n << BigInt(bit)), print),
  );
}

function bitsApart(one: bigint, other: bigint): number {
  let left = BigInt.asUintN(64, one ^ other);
  let count = 0;
  for (; left > 0n; left &= left - 1n) count += 1;
  return count;
}

test('the same photo is found in another listing, of whatever agency and status, the nearest first', async () => {
  const print = -0x1234_5678_9abc_def1n;
  const own = await listing('A', [null, print, 0x0f0f_0f0f_0f0f_0f0fn]);
  const far = await listing('B', [flipped(print, [0, 9, 17, 25, 33, 41, 63])]);
  const near = await listing('C', [7n, flipped(print, [63])]);
  await listing('D', [flipped(print, [0, 1, 17, 25, 33, 41, 62, 63]), null]);
  await sql`update listing set status = 'withdrawn' where id = ${near}`.execute(db);
  const found = await samePhotos(db, [own]);
  expect(found).toEqual([
    {
      listingId: own,
      position: 1,
      otherListingId: near,
      otherPosition: 1,
      otherStatus: 'withdrawn',
      otherAgency: 'agence-du-port',
      distance: 1,
    },
    expect.objectContaining({ otherListingId: far, otherStatus: 'online', distance: 7 }),
  ]);
});

test('a listing is no twin of itself, nor of photos that are not made', async () => {
  const own = await listing('A', [5n, 5n]);
  const other = await listing('B', [5n]);
  await sql`update listing_photo set status = 'pending', perceptual_hash = null where listing_id = ${other}`.execute(
    db,
  );
  expect(await samePhotos(db, [own])).toEqual([]);
});

test('the same drawing is known by its name, drawn or not', async () => {
  const drawing = (word: string) =>
    ({
      source: illustrationSource({ subject: { kind: 'village-house' }, seed: word, light: 'noon' }),
      kind: 'drawn',
      caption: null,
    }) as const;
  const own = await publishPhotos(db, agencyId, [drawing('a'), drawing('b')], 'A');
  const other = await publishPhotos(db, agencyId, [drawing('c'), drawing('b')], 'B');
  expect(await samePhotos(db, [own])).toMatchObject([
    { position: 1, otherListingId: other, otherPosition: 1, distance: 0 },
  ]);
});

test('a picture that everybody shows does not fill the answer', async () => {
  const own = await listing('A', [99n]);
  await Promise.all(Array.from({ length: 60 }, (_, rank) => listing(`B${rank}`, [99n])));
  expect(await samePhotos(db, [own])).toHaveLength(50);
});

test(`finds exactly what comparing every pair finds, through its indexes (SEED=${seed})`, async () => {
  const chance = chanceOf(seed);
  const word = () => BigInt(chance.whole(0, 0xff_ff_ff_ff));
  const any = () => BigInt.asIntN(64, (word() << 32n) | word());
  const own = Array.from({ length: 20 }, any);
  // Near ones at every distance around the limit, among many others.
  const near = own.flatMap((print) =>
    Array.from({ length: 12 }, (_, apart) =>
      flipped(print, chance.shuffle(Array.from({ length: 64 }, (_, bit) => bit)).slice(0, apart)),
    ),
  );
  const others = [...near, ...Array.from({ length: 20_000 }, any)];
  const id = await listing('A', own);
  const other = await listing('B', others);
  await sql`analyze listing_photo`.execute(db);

  const expected = own.flatMap((print, position) =>
    others.flatMap((candidate, otherPosition) => {
      const distance = bitsApart(print, candidate);
      return distance <= SAME_WITHIN ? [`${position} ${otherPosition} ${distance}`] : [];
    }),
  );
  expect(expected.length).toBeGreaterThanOrEqual(20 * 8);
  const found = await samePhotos(db, [id]);
  expect(new Set(found.map(({ otherListingId }) => otherListingId))).toEqual(new Set([other]));
  expect(
    found
      .map(({ position, otherPosition, distance }) => `${position} ${otherPosition} ${distance}`)
      .toSorted(),
  ).toEqual(expected.toSorted());

  const search = sharedPhotos({ listingIds: [id], within: SAME_WITHIN, limit: 50 });
  const { rows } = await sql<Record<string, string>>`explain (costs off) ${search}`.execute(db);
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(plan).toContain('Bitmap Index Scan on listing_photo_likeness');
  expect(plan).toContain('listing_photo_drawn');
  expect(plan).not.toContain('Seq Scan on listing_photo');
});
