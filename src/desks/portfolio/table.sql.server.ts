import { type RawBuilder, sql } from 'kysely';
import { parisDay } from '#contract/day.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { ListingSource } from '#rooms/listings/contract.ts';
import { suspensionOf } from '#rooms/listings/moderation.server.ts';
import type { Suspension } from '#rooms/listings/moderation.ts';
import {
  CONFIRM_AFTER_DAYS,
  type Order,
  statusesOf,
  type TableWords,
  VIEWS_DAYS,
  type View,
  views,
} from './table.ts';

/** One number for each order, so that a page begins where the last one ended: ascending, then by id. */
const keys: Record<Order, RawBuilder<number>> = {
  recentes: sql`-extract(epoch from listing.updated_at)`,
  confirmation: sql`extract(epoch from coalesce(confirmation.at, listing.updated_at))`,
  conformite: sql`coalesce(verdict.score, 100)`,
  contacts: sql`-coalesce(asked.contacts, 0)`,
  vues: sql`-coalesce(seen.views, 0)`,
  '-vues': sql`coalesce(seen.views, 0)`,
  anciennes: sql`coalesce(extract(epoch from listing.published_at), 1e12)`,
  prix: sql`listing.price`,
  '-prix': sql`-listing.price`,
};

function inView(view: View, now: Date): RawBuilder<boolean> {
  const statuses = sql<boolean>`listing.status = any(${statusesOf[view]}::text[])`;
  const since = new Date(now.getTime() - CONFIRM_AFTER_DAYS * 86_400_000);
  // A draft that was removed never was on line: it is nowhere.
  if (view === 'parties') return sql`(${statuses} and listing.published_at is not null)`;
  if (view === 'a-confirmer')
    return sql`(${statuses} and coalesce(confirmation.at, listing.updated_at) < ${since})`;
  if (view === 'retenues') return sql`(${statuses} or suspension.listing_id is not null)`;
  if (view === 'en-pause') return sql`(${statuses} and suspension.listing_id is null)`;
  return statuses;
}

function sought(q: string): RawBuilder<boolean> {
  if (q === '') return sql`true`;
  const like = `%${q.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(listing.reference ilike ${like} or listing.title ilike ${like} or listing.address ilike ${like}
    or listing.postal_code = ${q} or place.name ilike ${like})`;
}

export interface StockRecord {
  readonly id: number;
  readonly source: ListingSource;
  readonly score: number | null;
  readonly hold: 'block' | 'review' | null;
  readonly suspension: Suspension | null;
  readonly findings: { rule: string; message: string; heldKey: string | null }[];
  readonly confirmedAt: Date | null;
  readonly updatedAt: Date;
  readonly contacts: number;
  readonly views: number;
  readonly key: number;
}

interface Scope extends TableWords {
  readonly agencyId: number;
  readonly limit: number;
  readonly now: Date;
}

const asked = sql`left join lateral (
  select count(*)::int as contacts from lead
  where lead.listing_id = listing.id and disqualified_because is distinct from 'spam') asked on true`;
const seen = (now: Date) => sql`left join lateral (
  select sum(views)::int as views from listing_day
  where listing_day.listing_id = listing.id and day > ${parisDay(now).day}::date - ${VIEWS_DAYS}::int) seen on true`;

/** The listings of a view, in its order, beyond the last page; `limit` at most. */
export async function selectStock(db: Queryable, scope: Scope): Promise<StockRecord[]> {
  const { agencyId, view, order, q, after, limit, now } = scope;
  const key = sql<number>`(${keys[order]})::float8`;
  const { rows } = await sql<StockRecord>`
    select listing.id, listing.source, verdict.score, verdict.hold, ${suspensionOf()} as suspension,
      confirmation.at as confirmed_at,
      listing.updated_at, coalesce(asked.contacts, 0) as contacts,
      coalesce(seen.views, 0) as views, ${key} as key,
      coalesce((select json_agg(json_build_object('rule', finding->>'rule', 'message', finding->>'message',
          'heldKey', finding->'held'->>'key') order by rank)
        from jsonb_array_elements(verdict.findings) with ordinality as one(finding, rank)), '[]') as findings
    from listing
    left join place on place.code = listing.place_code
    left join listing_verdict verdict on verdict.listing_id = listing.id
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    left join listing_suspension suspension on suspension.listing_id = listing.id
    ${asked}
    ${seen(now)}
    where listing.agency_id = ${agencyId} and ${inView(view, now)} and ${sought(q)}
      ${after ? sql`and (${key}, listing.id) > (${after.key}::float8, ${after.id}::bigint)` : sql``}
    order by key, listing.id
    limit ${limit}
  `.execute(db);
  return rows;
}

/** How many listings each view holds, and how many of this one are sought. */
export async function countStock(
  db: Queryable,
  { agencyId, view, q, now }: Pick<Scope, 'agencyId' | 'view' | 'q' | 'now'>,
): Promise<Record<View | 'found', number>> {
  const counts = (Object.keys(views) as View[]).map(
    (each) => sql`count(*) filter (where ${inView(each, now)})::int as ${sql.ref(each)}`,
  );
  const { rows } = await sql<Record<View | 'found', number>>`
    select ${sql.join(counts)}, count(*) filter (where ${inView(view, now)} and ${sought(q)})::int as found
    from listing
    left join place on place.code = listing.place_code
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    left join listing_suspension suspension on suspension.listing_id = listing.id
    where listing.agency_id = ${agencyId}
  `.execute(db);
  return rows[0]!;
}
