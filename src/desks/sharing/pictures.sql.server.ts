import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface StoredPicture {
  readonly key: string;
  readonly bytes: number;
}

export async function upsertPicture(db: Queryable, { key, bytes }: StoredPicture, now: Date): Promise<void> {
  await db
    .insertInto('sharedPicture')
    .values({ key, bytes, drawnAt: now })
    .onConflict((already) => already.column('key').doUpdateSet({ bytes, drawnAt: now }))
    .execute();
}

/** The pictures drawn longest ago, which are too much once the others take all the room. */
export async function selectOverflow(db: Queryable, room: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from (
      select key, sum(bytes) over (order by drawn_at desc, key desc) as together from shared_picture
    ) as kept where together > ${room}`.execute(db);
  return rows.map(({ key }) => key);
}

export async function deletePictures(db: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.deleteFrom('sharedPicture').where('key', 'in', keys).execute();
}

/** Ids of the listings that left between these two moments. */
export async function selectDepartedListings(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from listing
    where status in ('withdrawn', 'expired', 'sold', 'rented') and withdrawn_at >= ${from} and withdrawn_at < ${to}
  `.execute(db);
  return rows.map(({ id }) => id);
}
