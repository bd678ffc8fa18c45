import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ListingSource, ListingStatus } from './contract.ts';
import { wordingHashOf } from './intake.sql.server.ts';
import type { Finding, RuleId } from './legal-engine.ts';
import type { Suspension, SuspensionGround, SuspensionSource } from './moderation.ts';

const isoTime = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What the joined row `suspension` of listing_suspension says, for statements of desks too; null where there is none. */
export function suspensionOf(): RawBuilder<Suspension | null> {
  return sql`case when suspension.listing_id is not null then json_build_object(
    'reference', suspension.reference, 'ground', suspension.ground, 'source', suspension.source,
    'reason', suspension.reason,
    'since', ${isoTime(sql`suspension.since`)}) end`;
}

/** A listing as a decision about it names and judges it. */
export interface DecidedListing {
  readonly agencyId: number;
  readonly agencyName: string;
  readonly ownerReference: string;
  readonly technicalId: string;
  readonly source: ListingSource;
  readonly reference: string;
  readonly title: string;
  readonly status: ListingStatus;
  /** What its agency asked for; null before the legal engine saw it. */
  readonly wanted: ListingStatus | null;
  /** Its feed or its agency confirmed it since the date that was given. */
  readonly confirmed: boolean;
}

/** Null when there is no such listing. */
export async function selectDecided(
  db: Queryable,
  listingId: number,
  confirmedSince: Date,
): Promise<DecidedListing | null> {
  const { rows } = await sql<DecidedListing>`
    select listing.agency_id, agency.name as agency_name, agency.owner_reference, listing.technical_id, listing.source,
      listing.reference, listing.title, listing.status, verdict.wanted,
      coalesce(confirmation.at, listing.updated_at) >= ${confirmedSince} as confirmed
    from listing
    join agency on agency.id = listing.agency_id
    left join listing_verdict verdict on verdict.listing_id = listing.id
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    where listing.id = ${listingId}
  `.execute(db);
  return rows[0] ?? null;
}

export interface SuspensionRow {
  readonly listingId: number;
  readonly reference: string;
  readonly ground: SuspensionGround;
  readonly source: SuspensionSource;
  readonly reason: string;
  readonly byWhom: string;
  readonly since: Date;
  readonly paused: boolean;
}

/** Null when Vigie does not suspend the listing. */
export async function selectSuspension(db: Queryable, listingId: number): Promise<SuspensionRow | null> {
  const row = await db
    .selectFrom('listingSuspension')
    .selectAll()
    .where('listingId', '=', listingId)
    .executeTakeFirst();
  return (row as SuspensionRow | undefined) ?? null;
}

export async function insertSuspension(tx: Tx, row: SuspensionRow): Promise<void> {
  await tx.insertInto('listingSuspension').values(row).execute();
}

export async function deleteSuspension(tx: Tx, listingId: number): Promise<void> {
  await tx.deleteFrom('listingSuspension').where('listingId', '=', listingId).execute();
}

/** All that is said and decided about a listing, for whoever moderates it. Times as ISO text. */
export interface Moderation {
  readonly id: number;
  readonly source: ListingSource;
  readonly description: string;
  readonly score: number | null;
  readonly hold: 'block' | 'review' | null;
  readonly findings: Finding[];
  readonly suspension: Suspension | null;
  readonly suspendedBy: string | null;
  /** Rules set aside in writing, by their number. */
  readonly setAside: readonly {
    readonly rule: RuleId;
    readonly reason: string;
    readonly by: string;
    readonly at: string;
  }[];
  /** Its wording as it stands, which a person must read (R26). */
  readonly review: { readonly id: number; readonly rule: RuleId; readonly excerpts: string[] } | null;
  /** What the scam shield found (scam.server.ts); null: nothing. */
  readonly signals: {
    readonly score: number;
    /** It reached the threshold: it waits for a person, unless one has decided. */
    readonly waits: boolean;
    readonly decided: 'clear' | 'scam' | null;
    /** Names what was judged: a decision says which one it read. */
    readonly judged: string;
    readonly found: readonly {
      readonly code: string;
      readonly weight: number;
      readonly excerpt: string | null;
      readonly explanation: string;
    }[];
  } | null;
}

/** Of these listings, in no order; unknown ones are left out. */
export async function selectModeration(db: Queryable, ids: readonly number[]): Promise<Moderation[]> {
  const { rows } = await sql<Moderation>`
    select listing.id, listing.source, listing.description, verdict.score, verdict.hold, coalesce(verdict.findings, '[]') as findings,
      ${suspensionOf()} as suspension, suspension.by_whom as suspended_by,
      coalesce((
        select json_agg(json_build_object('rule', rule, 'reason', reason, 'by', by_whom, 'at', ${isoTime(sql`at`)}) order by rule)
        from (select distinct on (rule) rule, granted, reason, by_whom, at from listing_exception
          where listing_id = listing.id order by rule, id desc) as last
        where granted), '[]') as set_aside,
      (select json_build_object('id', id, 'rule', rule, 'excerpts', excerpts) from listing_review
        where listing_id = listing.id and decision is null and text_hash = ${wordingHashOf('listing')}
        order by listing_review.id limit 1) as review,
      case when scam.listing_id is not null then json_build_object('score', scam.score, 'waits', scam.waits,
        'decided', scam.decided, 'judged', encode(scam.text_hash, 'hex'), 'found', scam.signals) end as signals
    from listing
    left join listing_verdict verdict on verdict.listing_id = listing.id
    left join listing_suspension suspension on suspension.listing_id = listing.id
    left join listing_scam scam on scam.listing_id = listing.id
    where listing.id = any(${ids}::bigint[])
  `.execute(db);
  return rows;
}
