import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { WORDING_RULE } from '#rooms/listings/publication.ts';
import type { AdView, AdWords } from './ads.ts';

const inView: Record<AdView, RawBuilder<SqlBool>> = {
  toutes: sql`true`,
  retenues: sql`(verdict.hold is not null and listing.status in ('refused', 'pending', 'suspended'))`,
  refusees: sql`listing.status = 'refused'`,
  'a-lire': sql`(listing.status in ('pending', 'suspended')
    and verdict.findings @> ${JSON.stringify([{ rule: WORDING_RULE, severity: 'review' }])}::jsonb)`,
  suspendues: sql`exists (select from listing_suspension where listing_id = listing.id)`,
  signaux: sql`exists (select from listing_scam
    where listing_id = listing.id and decided is distinct from 'clear')`,
  signalees: sql`exists (select from report
    where report.listing_id = listing.id and report.status in ('new', 'in_progress'))`,
};

/** Numbers of the listings of an agency that these words find, the newest first, beyond `after` when it is given. */
export async function selectAds(
  db: Queryable,
  asked: { agencyId: number; words: AdWords; after: number | null; limit: number },
): Promise<number[]> {
  const { agencyId, after, limit } = asked;
  const { vue = 'toutes', statut, q = '' } = asked.words;
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<{ id: number }>`
    select listing.id from listing
    left join listing_verdict verdict on verdict.listing_id = listing.id
    where listing.agency_id = ${agencyId} and ${inView[vue]}
      ${statut === undefined ? sql`` : sql`and listing.status = ${statut}`}
      ${q === '' ? sql`` : sql`and (listing.reference ilike ${like} or listing.title ilike ${like})`}
      ${after === null ? sql`` : sql`and listing.id < ${after}`}
    order by listing.id desc
    limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** How many reports about each of these listings nobody has decided yet. */
export async function countOpenReports(db: Queryable, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ listingId: number; count: number }>`
    select listing_id, count(*)::int as count from report
    where listing_id = any(${ids}::bigint[]) and status in ('new', 'in_progress')
    group by listing_id
  `.execute(db);
  return new Map(rows.map(({ listingId, count }) => [listingId, count]));
}
