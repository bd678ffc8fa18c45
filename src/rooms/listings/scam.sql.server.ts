import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ListingStatus } from './contract.ts';
import type { ScamSignal } from './scam.ts';
import type { ScamDecision, ScamView } from './scam-queue.ts';

/** What is kept of a listing that was suspected. */
export interface KeptSuspicion {
  readonly technicalId: string;
  readonly score: number;
  readonly signals: readonly ScamSignal[];
  readonly version: number;
  /** Hexadecimal: of the words that were judged. */
  readonly textHash: string;
  /** Cents: the price that was. */
  readonly price: number;
  readonly decided: ScamDecision | null;
  readonly reason: string | null;
}

const kept = sql`score, signals, version, encode(text_hash, 'hex') as text_hash, listing_scam.price, decided, reason`;

/** What is kept of listings of the agency; null takes all of them. */
export async function selectKept(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<KeptSuspicion[]> {
  const { rows } = await sql<KeptSuspicion>`
    select technical_id, ${kept}
    from listing_scam join listing on listing.id = listing_id
    where agency_id = ${agencyId}
      ${technicalIds === null ? sql`` : sql`and technical_id = any(${technicalIds}::text[])`}
  `.execute(db);
  return rows;
}

/** Whether a person found right the SIREN that the agency states today. */
export async function hasVerifiedSiren(db: Queryable, agencyId: number): Promise<boolean> {
  const { rows } = await sql`
    select from agency_check said join agency_stated using (agency_id, kind, stated)
    where said.agency_id = ${agencyId} and kind = 'siren' and outcome = 'verified'
  `.execute(db);
  return rows.length > 0;
}

/** A picture that more listings show (a logo, « photo à venir ») is nobody's. */
const MOST_SHOWING = 12;
/** Fewer may be the view of a town, or the plan of a model of house. */
const LEAST_COPIED = 2;

/**
 * Of these listings, those that show at least two photos which another agency showed before, of a home in another city: with the
 * oldest of those listings. The very same fingerprints, through the index of marks; drawings of the demonstration are left out.
 */
export async function selectCopies(
  db: Queryable,
  listingIds: readonly number[],
): Promise<{ listingId: number; agencyId: number; technicalId: string; otherId: number }[]> {
  if (listingIds.length === 0) return [];
  const { rows } = await sql<{
    listingId: number;
    agencyId: number;
    technicalId: string;
    otherId: number;
  }>`
    select distinct on (mine.id) mine.id as listing_id, mine.agency_id, mine.technical_id, other.id as other_id
    from (
      select own.listing_id, near.listing_id as other_id, count(distinct own.perceptual_hash) as photos
      from listing_photo own
      cross join lateral (
        select listing_id, count(*) over () as showing from (
          select listing_id from property_mark where mark = own.perceptual_hash limit ${sql.lit(MOST_SHOWING + 1)}
        ) as shown
      ) as near
      where own.listing_id = any(${listingIds}::bigint[]) and own.kind <> 'drawn' and own.perceptual_hash is not null
        and near.showing <= ${sql.lit(MOST_SHOWING)} and near.listing_id <> own.listing_id
      group by own.listing_id, near.listing_id
      having count(distinct own.perceptual_hash) >= ${sql.lit(LEAST_COPIED)}
    ) as pair
    join listing mine on mine.id = pair.listing_id
    join listing other on other.id = pair.other_id
    where other.agency_id <> mine.agency_id and other.city_code <> mine.city_code
      and other.published_at < coalesce(mine.published_at, mine.first_seen_at)
    order by mine.id, other.published_at, other.id
  `.execute(db);
  return rows;
}

export interface SuspicionRow {
  readonly listingId: number;
  readonly score: number;
  readonly signals: readonly ScamSignal[];
  readonly waits: boolean;
  readonly version: number;
  readonly textHash: string;
  readonly price: number;
}

/** What was found anew: a decision on what it was before no longer says anything. */
export async function upsertSuspicions(tx: Tx, rows: readonly SuspicionRow[], now: Date): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ listingId, textHash, ...row }) => ({
    ...row,
    listing_id: listingId,
    text_hash: `\\x${textHash}`,
  }));
  await sql`
    insert into listing_scam (listing_id, score, signals, waits, version, text_hash, price, found_at)
    select listing_id, score, signals, waits, version, text_hash, price, ${now}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as row(listing_id bigint, score smallint, signals jsonb,
      waits boolean, version smallint, text_hash bytea, price bigint)
    order by listing_id
    on conflict (listing_id) do update set
      score = excluded.score, signals = excluded.signals, waits = excluded.waits, version = excluded.version,
      text_hash = excluded.text_hash, price = excluded.price, found_at = excluded.found_at,
      decided = null, decided_by = null, decided_at = null, reason = null
  `.execute(tx);
}

export async function deleteSuspicions(tx: Tx, listingIds: readonly number[]): Promise<void> {
  if (listingIds.length === 0) return;
  await sql`delete from listing_scam where listing_id = any(${listingIds}::bigint[])`.execute(tx);
}

/** What is kept of one listing; null when nothing is. */
export async function selectSuspicion(
  db: Queryable,
  listingId: number,
): Promise<Omit<KeptSuspicion, 'technicalId'> | null> {
  const { rows } = await sql<Omit<KeptSuspicion, 'technicalId'>>`
    select ${kept} from listing_scam where listing_id = ${listingId}
  `.execute(db);
  return rows[0] ?? null;
}

export async function updateDecision(
  tx: Tx,
  given: { listingId: number; decision: ScamDecision; reason: string; by: string; now: Date },
): Promise<void> {
  await sql`
    update listing_scam set decided = ${given.decision}, reason = ${given.reason}, decided_by = ${given.by},
      decided_at = ${given.now}, price = listing.price
    from listing where listing.id = listing_id and listing_id = ${given.listingId}
  `.execute(tx);
}

export interface QueueRow {
  readonly place: number;
  readonly listingId: number;
  readonly agencyId: number;
  readonly agency: string;
  readonly reference: string;
  readonly title: string;
  readonly description: string;
  readonly price: number;
  readonly transaction: 1 | 2;
  readonly status: ListingStatus;
  readonly score: number;
  readonly signals: readonly ScamSignal[];
  readonly judged: string;
  readonly foundAt: Date;
  readonly decided: ScamDecision | null;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly reason: string | null;
}

/** Each as the condition of the index that reads it. */
const views: Readonly<Record<ScamView, RawBuilder<unknown>>> = {
  // Withdrawn, sold or expired meanwhile, it waits for nobody.
  attente: sql`waits and decided is null and listing.status in ('pending', 'refused', 'suspended')`,
  douteuses: sql`not waits and decided is null`,
  tranchees: sql`decided is not null`,
};

/** Suspected listings: those that wait from the oldest, the others from the newest. */
export async function selectQueue(
  db: Queryable,
  filter: { readonly view: ScamView; readonly agencyId: number | null },
  { after, limit }: { after: number | null; limit: number },
): Promise<QueueRow[]> {
  const oldestFirst = filter.view === 'attente';
  // By the index of the listings of the agency: those of all others would each be read to see whose they are.
  const ofAgency =
    filter.agencyId === null
      ? sql``
      : sql`and listing_id in (select own.id from listing own where own.agency_id = ${filter.agencyId})`;
  const { rows } = await sql<QueueRow>`
    select place, listing_id, listing.agency_id, agency.name as agency, listing.reference, listing.title,
      listing.description, listing.price, listing.transaction, listing.status, score, signals,
      encode(text_hash, 'hex') as judged, found_at, decided, decided_by, decided_at, reason
    from listing_scam
    join listing on listing.id = listing_id
    join agency on agency.id = listing.agency_id
    where ${views[filter.view]}
      ${ofAgency}
      ${after === null ? sql`` : oldestFirst ? sql`and place > ${after}` : sql`and place < ${after}`}
    order by place ${oldestFirst ? sql`asc` : sql`desc`}
    limit ${limit}
  `.execute(db);
  return rows;
}
