import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { CONFIRMED_FOR_DAYS, type ListingDraft, type ListingSource, type ListingStatus } from './contract.ts';
import { verdictKeyOf, wordingHashOf } from './intake.sql.server.ts';
import { factColumns } from './intake.ts';
import type { AgencyFacts, Finding, RuleId } from './legal-engine.ts';
import { isOnline } from './online.sql.server.ts';

/** What the law asks of who publishes; null when there is no such agency. */
export async function selectAgencyFacts(db: Queryable, agencyId: number): Promise<AgencyFacts | null> {
  const { rows } = await sql<AgencyFacts>`
    select name, siren, rcs_city, sole_trader, card_number, card_office, card_activities, card_until, guarantor_name,
           guarantor_address, holds_no_funds, insurance, mediator_name, mediator_url, fee_schedule_url, vat_number,
           legal_form, capital, excluded_on, suspended_on
    from agency where id = ${agencyId}
  `.execute(db);
  return rows[0] ?? null;
}

/** Rules set aside for listings of the agency: of each rule the last word counts. */
export async function selectExceptions(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<{ technicalId: string; rule: RuleId }[]> {
  const { rows } = await sql<{ technicalId: string; rule: RuleId }>`
    select technical_id, rule from (
      select distinct on (listing_id, rule) technical_id, rule, granted
      from listing_exception join listing on listing.id = listing_id
      where agency_id = ${agencyId} ${among(technicalIds)}
      order by listing_id, rule, listing_exception.id desc) as last
    where granted
  `.execute(db);
  return rows;
}

/** Values that the agency confirmed for its listings, by their keys: of each the last word counts. */
export async function selectConfirmedValues(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<{ technicalId: string; key: string }[]> {
  const { rows } = await sql<{ technicalId: string; key: string }>`
    select technical_id, value_key as key from (
      select distinct on (listing_id, value_key) technical_id, value_key, confirmed
      from listing_confirmed_value join listing on listing.id = listing_id
      where agency_id = ${agencyId} ${among(technicalIds)}
      order by listing_id, value_key, listing_confirmed_value.id desc) as last
    where confirmed
  `.execute(db);
  return rows;
}

export async function insertConfirmedValues(
  tx: Tx,
  given: {
    listingId: number;
    keys: readonly string[];
    confirmed: boolean;
    reason: string | null;
    by: string;
    now: Date;
  },
): Promise<void> {
  await sql`
    insert into listing_confirmed_value (listing_id, value_key, confirmed, reason, by_whom, at)
    select ${given.listingId}, key, ${given.confirmed}, ${given.reason}, ${given.by}, ${given.now}
    from unnest(${given.keys}::text[]) as key
  `.execute(tx);
}

/** Keys of the values that wait in the last verdict of a listing, or that were confirmed for it. */
export async function selectValueKeys(
  db: Queryable,
  listingId: number,
  confirmed: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    ${
      confirmed
        ? sql`select value_key as key from (
            select distinct on (value_key) value_key, confirmed from listing_confirmed_value
            where listing_id = ${listingId} order by value_key, id desc) as last where confirmed`
        : sql`select finding->'held'->>'key' as key
            from listing_verdict, jsonb_array_elements(findings) as finding
            where listing_id = ${listingId} and finding->'held' is not null`
    }
  `.execute(db);
  return rows.map(({ key }) => key);
}

/** Publishes a confirmed price: held, it was shown to nobody, so it becomes the next of its history. */
export async function publishHeldPrice(tx: Tx, listingId: number, now: Date): Promise<void> {
  await sql`
    with told as (
      select price from listing_price where listing_id = ${listingId} order by at desc limit 1),
    news as (
      insert into listing_price (listing_id, at, price)
      select id, ${now}, price from listing
      where id = ${listingId} and price is distinct from (select price from told)
      on conflict (listing_id, at) do update set price = excluded.price)
    update listing set previous_price = (select price from told), price_changed_at = ${now}
    where id = ${listingId} and published_at is not null and price <> (select price from told)
  `.execute(tx);
}

/** What people said of wordings of the agency; `hash` is hexadecimal. */
export async function selectWordings(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<{ technicalId: string; hash: string; decision: 'cleared' | 'refused'; reason: string }[]> {
  const { rows } = await sql<{
    technicalId: string;
    hash: string;
    decision: 'cleared' | 'refused';
    reason: string;
  }>`
    select technical_id, encode(text_hash, 'hex') as hash, decision, reason
    from listing_review join listing on listing.id = listing_id
    where agency_id = ${agencyId} ${among(technicalIds)} and decision is not null
    order by listing_review.id
  `.execute(db);
  return rows;
}

function among(technicalIds: readonly string[] | null): RawBuilder<unknown> {
  return technicalIds === null ? sql`` : sql`and technical_id = any(${technicalIds}::text[])`;
}

/** A listing as it stands, to be judged again. */
export interface StoredListing {
  readonly id: number;
  readonly agencyId: number;
  readonly ownerReference: string;
  readonly source: ListingSource;
  /** What it has. */
  readonly status: ListingStatus;
  /** What its agency asked for; null before the legal engine saw it. */
  readonly wanted: ListingStatus | null;
  readonly verdictKey: string | null;
  /** Its feed or its agency confirmed it lately: it may come back. */
  readonly confirmed: boolean;
  readonly draft: ListingDraft;
}

// Refused by the law, or by something else? Only the first has a verdict that holds it.
const judgeable = sql`(
  ${isOnline('listing')}
  or (listing.status in ('refused', 'pending') and verdict.hold is not null)
)`;

/** Agencies with something to judge, in their order. */
export async function selectAgencies(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ agencyId: number }>`
    select distinct agency_id from listing
    left join listing_verdict verdict on verdict.listing_id = listing.id
    where ${judgeable} order by agency_id
  `.execute(db);
  return rows.map(({ agencyId }) => agencyId);
}

export interface JudgingScope {
  readonly agencyId: number;
  /** Only those beyond this id. */
  readonly after: number;
  readonly limit: number;
  readonly now: Date;
  /** Only these, when given. */
  readonly ids?: readonly number[];
  /** Only what is on line. */
  readonly visibleOnly?: boolean;
}

/** The next listings of an agency that are on line, or kept off line by the law, in the order of ids. */
export async function selectListingsToJudge(db: Queryable, scope: JudgingScope): Promise<StoredListing[]> {
  const since = new Date(scope.now.getTime() - CONFIRMED_FOR_DAYS * 86_400_000);
  const facts = sql.join(factColumns.map(([, column]) => sql.ref(`listing.${column}`)));
  const { rows } = await sql<Omit<StoredListing, 'draft'> & ListingDraft>`
    select listing.id, listing.agency_id, agency.owner_reference, listing.source, listing.status, verdict.wanted,
           ${verdictKeyOf()} as verdict_key, coalesce(confirmation.at, listing.updated_at) >= ${since} as confirmed,
           listing.technical_id, listing.reference, ${facts},
           coalesce((select json_agg(json_build_object('source', source, 'kind', kind, 'caption', caption) order by position)
                     from listing_photo where listing_photo.listing_id = listing.id), '[]') as photos
    from listing
    join agency on agency.id = listing.agency_id
    left join listing_verdict verdict on verdict.listing_id = listing.id
    left join listing_confirmation confirmation on confirmation.listing_id = listing.id
    where listing.agency_id = ${scope.agencyId} and listing.id > ${scope.after} and ${judgeable}
      ${scope.ids ? sql`and listing.id = any(${scope.ids}::bigint[])` : sql``}
      ${scope.visibleOnly ? sql`and ${isOnline('listing')}` : sql``}
    order by listing.id
    limit ${scope.limit}
  `.execute(db);
  return rows.map(
    ({ id, agencyId, ownerReference, source, status, wanted, verdictKey, confirmed, ...facts }) => ({
      id,
      agencyId,
      ownerReference,
      source,
      status,
      wanted,
      verdictKey,
      confirmed,
      draft: { ...facts, status: wanted ?? status },
    }),
  );
}

/** Whose a listing is, and how a person calls it. */
export interface OwnedListing {
  readonly agencyId: number;
  readonly ownerReference: string;
  readonly reference: string;
  readonly status: ListingStatus;
}

/** Null when there is no such listing. */
export async function selectOwner(db: Queryable, listingId: number): Promise<OwnedListing | null> {
  const { rows } = await sql<OwnedListing>`
    select listing.agency_id, agency.owner_reference, listing.reference, listing.status
    from listing join agency on agency.id = listing.agency_id where listing.id = ${listingId}
  `.execute(db);
  return rows[0] ?? null;
}

const TELLER = 7209;

/** Locks the notification of legal departures until the end of the transaction. */
export async function lockNotifying(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(TELLER)}, 0)`.execute(tx);
}

/** A listing that the law took off line on a day, and still keeps there. */
export interface LegalDeparture {
  readonly agencyId: number;
  readonly agencyName: string;
  readonly ownerReference: string;
  /** Of the fact in the change log. */
  readonly seq: number;
  readonly reference: string;
  readonly title: string;
  readonly status: ListingStatus;
  readonly findings: Finding[];
}

/**
 * Legal departures of these runs that the agency was not notified of: a notification, `<run>:<seq>`, and a mail,
 * `legal:<agency>:<run>:<seq>`, are named after the last fact that they tell.
 */
export async function selectLegalDepartures(
  db: Queryable,
  runs: readonly string[],
): Promise<LegalDeparture[]> {
  const { rows } = await sql<LegalDeparture>`
    with gone as (
      select ref, max(seq) as seq from change
      where run = any(${runs}::text[]) and kind = 'listing.left' group by ref)
    select agency.id as agency_id, agency.name as agency_name, owner_reference, gone.seq,
           listing.reference, listing.title, listing.status, verdict.findings
    from gone
    join listing on listing.id = gone.ref
    join agency on agency.id = listing.agency_id
    join listing_verdict verdict on verdict.listing_id = listing.id
    where listing.status in ('refused', 'pending') and agency.excluded_on is null and agency.suspended_on is null
      and gone.seq > greatest(0, (
        select max(split_part(key, ':', 3)::bigint) from agency_notification
        where agency_id = agency.id and key like 'legal:%'), (
        -- Before there were notifications.
        select max(split_part(dedupe_key, ':', 5)::bigint) from mail_outbox
        where stream = 'legal:' || agency.id and dedupe_key like 'legal:' || agency.id || ':legal:%'))
    order by agency.id, gone.seq
  `.execute(db);
  return rows;
}

export interface OpenReview {
  readonly id: number;
  readonly listingId: number;
  readonly agency: string;
  readonly reference: string;
  readonly title: string;
  readonly description: string;
  readonly rule: RuleId;
  readonly excerpts: string[];
  readonly askedAt: Date;
}

/** Wordings that wait for a person and still stand, the oldest first. */
export async function selectOpenReviews(db: Queryable): Promise<OpenReview[]> {
  const { rows } = await sql<OpenReview>`
    select listing_review.id, listing_id, owner_reference as agency, reference, title, description, rule, excerpts, asked_at
    from listing_review
    join listing on listing.id = listing_id
    join agency on agency.id = agency_id
    where decision is null and text_hash = ${wordingHashOf('listing')}
      and listing.status in ('pending', 'refused', 'suspended')
    order by asked_at, listing_review.id
  `.execute(db);
  return rows;
}

/** A review and whether its text is still that of the listing. */
export async function selectReview(
  db: Queryable,
  id: number,
): Promise<{ listingId: number; agencyId: number; decision: string | null; current: boolean } | null> {
  const { rows } = await sql<{
    listingId: number;
    agencyId: number;
    decision: string | null;
    current: boolean;
  }>`
    select listing_id, agency_id, decision, text_hash = ${wordingHashOf('listing')} as current
    from listing_review join listing on listing.id = listing_id
    where listing_review.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

export async function updateReview(
  tx: Tx,
  given: { id: number; decision: 'cleared' | 'refused'; reason: string; by: string; now: Date },
): Promise<void> {
  await sql`
    update listing_review set decision = ${given.decision}, reason = ${given.reason}, decided_by = ${given.by},
      decided_at = ${given.now}
    where id = ${given.id}
  `.execute(tx);
}

export async function insertException(
  tx: Tx,
  given: { listingId: number; rule: RuleId; granted: boolean; reason: string; by: string; now: Date },
): Promise<void> {
  await sql`
    insert into listing_exception (listing_id, rule, granted, reason, by_whom, at)
    values (${given.listingId}, ${given.rule}, ${given.granted}, ${given.reason}, ${given.by}, ${given.now})
  `.execute(tx);
}

/** Whether a rule is set aside for a listing; null: it never was. */
export async function lastException(db: Queryable, listingId: number, rule: RuleId): Promise<boolean | null> {
  const { rows } = await sql<{ granted: boolean }>`
    select granted from listing_exception where listing_id = ${listingId} and rule = ${rule} order by id desc limit 1
  `.execute(db);
  return rows[0]?.granted ?? null;
}
