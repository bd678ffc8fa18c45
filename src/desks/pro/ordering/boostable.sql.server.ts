import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface Sought {
  readonly agencyId: number;
  /** Empty: all of them. */
  readonly words: string;
  /** These alone; null: any. */
  readonly ids: readonly number[] | null;
  readonly limit: number;
}

/** Numbers of the listings of an agency that may be boosted, the latest first, `limit` at most, and how many there are. */
export async function selectBoostable(
  db: Queryable,
  { agencyId, words, ids, limit }: Sought,
): Promise<{ ids: number[]; found: number }> {
  const like = `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<{ id: number; found: number }>`
    select listing.id, count(*) over ()::int as found
    from listing_online listing left join place on place.code = listing.place_code
    where listing.agency_id = ${agencyId} and listing.status = 'online'
      and (${ids}::bigint[] is null or listing.id = any(${ids}::bigint[]))
      and (${words} = '' or listing.reference ilike ${like} or listing.title ilike ${like}
        or place.name ilike ${like} or listing.postal_code = ${words})
    order by listing.published_at desc nulls last, listing.id desc
    limit ${limit}
  `.execute(db);
  return { ids: rows.map(({ id }) => id), found: rows[0]?.found ?? 0 };
}
