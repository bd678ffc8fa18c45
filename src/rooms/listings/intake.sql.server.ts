import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ListingDraft, ListingSource, ListingStatus } from './contract.ts';
import { factColumns } from './intake.ts';
import type { RuleId, Verdict } from './legal-engine.ts';

/** What the next version of a listing is compared with. */
export interface ListingState {
  readonly id: number;
  readonly technicalId: string;
  readonly source: ListingSource;
  readonly reference: string;
  readonly status: ListingStatus;
  /** Vigie suspends it. */
  readonly moderated: boolean;
  readonly transaction: number;
  /** Cents. */
  readonly price: number;
  /** The last price of its history, which one that was held is not in; null when there is none. */
  readonly toldPrice: number | null;
  /** Hexadecimal SHA-256. */
  readonly contentHash: string;
  readonly photosHash: string;
  readonly publishedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly previousPrice: number | null;
  readonly priceChangedAt: Date | null;
  /** `verdictKey` of what the legal engine last said; null before it said anything. */
  readonly verdictKey: string | null;
}

/** Every listing of the agency, or those of the given technical ids. */
export async function selectStates(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<ListingState[]> {
  const { rows } = await sql<ListingState>`
    select listing.id, technical_id, source, reference, status, transaction, listing.price, published_at, withdrawn_at, previous_price,
           price_changed_at,
           (select price from listing_price where listing_id = listing.id order by at desc limit 1) as told_price,
           encode(content_hash, 'hex') as content_hash, encode(photos_hash, 'hex') as photos_hash,
           ${verdictKeyOf()} as verdict_key,
           exists (select from listing_suspension where listing_id = listing.id) as moderated
    from listing
    left join listing_verdict verdict on verdict.listing_id = listing.id
    where agency_id = ${agencyId}
    ${technicalIds === null ? sql`` : sql`and technical_id = any(${technicalIds}::text[])`}
  `.execute(db);
  return rows;
}

/** What the listings of these technical ids say now, each as a draft. */
export async function selectDrafts(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[],
): Promise<ListingDraft[]> {
  const facts = sql.join(factColumns.map(([, column]) => sql.ref(`listing.${column}`)));
  const { rows } = await sql<ListingDraft>`
    select listing.technical_id, listing.reference, listing.status, ${facts},
      coalesce((select json_agg(json_build_object('source', source, 'kind', kind, 'caption', caption) order by position)
                from listing_photo where listing_photo.listing_id = listing.id), '[]') as photos
    from listing
    where agency_id = ${agencyId} and technical_id = any(${technicalIds}::text[])
    order by listing.technical_id
  `.execute(db);
  return rows;
}

/** `verdictKey` of the joined row `verdict` of listing_verdict; null when there is none. */
export function verdictKeyOf(): RawBuilder<string | null> {
  return sql`case when verdict.listing_id is not null then concat_ws(' ', verdict.wanted, coalesce(verdict.hold, ''), (
    select string_agg(concat_ws(':', each->>'rule', each->>'code', each->>'severity'), ' ' order by rank)
    from jsonb_array_elements(verdict.findings) with ordinality as finding(each, rank))) end`;
}

/** A row to write, in column names; missing columns are null. */
export type ListingRow = Record<string, unknown>;

// A recordset is expanded by PostgreSQL with the types of the table itself: one parameter, one statement.
function recordset(rows: readonly ListingRow[]): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::listing, ${JSON.stringify(rows)}::json)`;
}

function list(columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.join(', '));
}

/** Inserts rows of the given columns. Returns the new ids by technical id. */
export async function insertListings(
  tx: Tx,
  columns: readonly string[],
  rows: readonly ListingRow[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const inserted = await sql<{ id: number; technicalId: string }>`
    insert into listing (${list(columns)})
    select ${list(columns)} from ${recordset(rows)}
    returning id, technical_id
  `.execute(tx);
  return new Map(inserted.rows.map(({ id, technicalId }) => [technicalId, id]));
}

/** Rewrites the given columns of the rows, found by `id`. */
export async function updateListings(
  tx: Tx,
  columns: readonly string[],
  rows: readonly ListingRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    update listing set ${sql.raw(columns.map((column) => `${column} = next.${column}`).join(', '))}
    from ${recordset(rows)} as next
    where listing.id = next.id
  `.execute(tx);
}

export async function insertPrices(
  tx: Tx,
  rows: readonly { listingId: number; price: number }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into listing_price (listing_id, at, price)
    select listing_id, ${now}, price
    from unnest(${rows.map((row) => row.listingId)}::bigint[], ${rows.map((row) => row.price)}::bigint[])
      as row(listing_id, price)
    on conflict (listing_id, at) do update set price = excluded.price
  `.execute(tx);
}

/** The history of a listing begins with the first price that people see. */
export async function forgetPrices(tx: Tx, listingIds: readonly number[]): Promise<void> {
  if (listingIds.length === 0) return;
  await sql`delete from listing_price where listing_id = any(${listingIds}::bigint[])`.execute(tx);
}

export interface VerdictRow {
  readonly listingId: number;
  readonly verdict: Verdict;
  readonly wanted: ListingStatus;
}

/** What the legal engine says of each listing; a row that says so already is not written again. */
export async function upsertVerdicts(tx: Tx, verdicts: readonly VerdictRow[], now: Date): Promise<void> {
  if (verdicts.length === 0) return;
  const given = verdicts.map(({ listingId, verdict: { hold, score, findings }, wanted }) => ({
    listing_id: listingId,
    hold,
    score,
    findings,
    wanted,
  }));
  await sql`
    insert into listing_verdict (listing_id, hold, score, findings, wanted, checked_at)
    select listing_id, hold, score, findings, wanted, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as row(listing_id bigint, hold text, score smallint, findings jsonb, wanted text)
    order by listing_id
    on conflict (listing_id) do update set
      hold = excluded.hold, score = excluded.score, findings = excluded.findings, wanted = excluded.wanted,
      checked_at = excluded.checked_at
    where (listing_verdict.hold, listing_verdict.score, listing_verdict.findings, listing_verdict.wanted)
      is distinct from (excluded.hold, excluded.score, excluded.findings, excluded.wanted)
  `.execute(tx);
}

export interface AskedReview {
  readonly listingId: number;
  readonly rule: RuleId;
  readonly excerpts: readonly string[];
}

/** Asks a person to read the wording of each listing as it stands, once per wording. */
export async function insertReviews(tx: Tx, asked: readonly AskedReview[], now: Date): Promise<void> {
  if (asked.length === 0) return;
  const given = asked.map(({ listingId, rule, excerpts }) => ({ listing_id: listingId, rule, excerpts }));
  await sql`
    insert into listing_review (listing_id, rule, text_hash, excerpts, asked_at)
    select listing_id, rule, ${wordingHashOf('listing')}, excerpts, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row(listing_id bigint, rule text, excerpts text[])
    join listing on listing.id = listing_id
    order by listing_id
    on conflict (listing_id, rule, text_hash) do nothing
  `.execute(tx);
}

/** SHA-256 of the title and the description of a row, as `wordingHash` of publication takes it. */
export function wordingHashOf(table: string): RawBuilder<Buffer> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`sha256(convert_to(${column('title')} || E'\\n' || ${column('description')}, 'UTF8'))`;
}
