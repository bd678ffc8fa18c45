import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#platform/db.server.ts';
import type { Site } from './site.ts';

/** What differs from one run to the next by nature, or is worked out later by other rooms. */
const VOLATILE = [
  'id',
  'first_seen_at',
  'published_at',
  'updated_at',
  'withdrawn_at',
  'price_changed_at',
  'home',
  'market_since',
  'leads',
];

/** Each listing with all that an import writes of it, events included: by the name that its agency gave it. */
const states = sql`
  with event as (
    select ref, jsonb_agg(jsonb_build_array(kind, payload) order by xid, seq) as told
    from change where kind like 'listing.%' group by ref),
  photo as (
    select listing_id, jsonb_agg(jsonb_build_array(position, kind, source, caption) order by position) as shown
    from listing_photo group by listing_id)
  select technical_id, jsonb_build_object(
    'facts', to_jsonb(listing) - ${VOLATILE}::text[],
    'seen', jsonb_build_array(published_at is not null, withdrawn_at is not null, price_changed_at is not null),
    'law', (select to_jsonb(verdict) - array['listing_id', 'checked_at'] from listing_verdict verdict where listing_id = listing.id),
    'reviews', (select jsonb_agg(rule order by rule) from listing_review where listing_id = listing.id),
    'prices', (select jsonb_agg(price order by at) from listing_price price where listing_id = listing.id),
    'standing', (select jsonb_agg(status order by at) from listing_availability where listing_id = listing.id),
    'confirmed', exists (select from listing_confirmation where listing_id = listing.id),
    'photos', photo.shown,
    'events', event.told) as state
  from listing left join photo on photo.listing_id = listing.id left join event on event.ref = listing.id`;

export async function listingsOf(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select technical_id, state from (${states}) as every order by technical_id
  `.execute(db);
  return rows;
}

/** The same, short enough to be compared again and again. */
export async function digestsOf(db: Db): Promise<Map<string, string>> {
  const { rows } = await sql<{ technicalId: string; digest: string }>`
    select technical_id, md5(state::text) as digest from (${states}) as every
  `.execute(db);
  return new Map(rows.map(({ technicalId, digest }) => [technicalId, digest]));
}

export interface ImportState {
  readonly status: string;
  /** Listings that wait to be written. */
  readonly staged: number;
}

export async function importOf(db: Db, id: number): Promise<ImportState> {
  const { rows } = await sql<ImportState>`
    select status, (select count(*) from feed_staged where import_id = ${id}) as staged
    from feed_import where id = ${id}
  `.execute(db);
  return rows[0]!;
}

// Those that leave are named in whatever order the database holds them: their lines are compared instead.
/** What an import leaves besides its listings: its report, what would undo it, the pictures it brought. */
export async function accountOf({ db, dataDir }: Pick<Site, 'db' | 'dataDir'>, id: number): Promise<unknown> {
  const { rows } = await sql`
    select status, reason, report #- '{agencies,0,diff,withdrawn}' as report,
      (select jsonb_agg(jsonb_build_array(status, counts, undoable)) from feed_agency where import_id = ${id}) as agencies,
      (select jsonb_agg(jsonb_build_array(kind, line) order by kind, line->>'technicalId') from feed_line where import_id = ${id}) as lines,
      (select jsonb_agg(jsonb_build_array(technical_id, listing is null, jsonb_array_length(photos)) order by technical_id)
        from feed_former where import_id = ${id}) as former,
      (select jsonb_agg(jsonb_build_array(name, mark, storage_key) order by name) from feed_photo) as pictures,
      (select count(*) from feed_staged) as staged,
      (select count(*) from change where kind = 'feeds.imported' and ref = ${id}) as told
    from feed_import where id = ${id}
  `.execute(db);
  const stored = await readdir(path.join(dataDir, 'files/feeds'), { recursive: true });
  return { ...rows[0]!, stored: stored.filter((name) => name.endsWith('.jpg')).toSorted() };
}

/** Facts of a run that the change log holds more than once. */
export async function eventsToldTwice(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select kind, ref, run from change where run is not null group by kind, ref, run having count(*) > 1
  `.execute(db);
  return rows;
}
