import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ListingStatus } from '#rooms/listings/contract.ts';
import {
  type BoostEnd,
  type BoostStatus,
  type CallToAction,
  type DropReason,
  type Network,
  type Objective,
  runningStatuses,
} from './contract.ts';
import type { Pause } from './unspent.ts';

/** What the network was last asked for. */
export type NetworkState = 'running' | 'paused' | 'stopped';
export type PublisherName = 'meta' | 'manual';

export interface BoostRow {
  readonly id: number;
  readonly reference: string;
  readonly agencyId: number;
  readonly agency: string;
  readonly ownerReference: string;
  readonly status: BoostStatus;
  readonly formula: string;
  readonly formulaName: string;
  readonly networks: Network[];
  readonly objective: Objective;
  readonly days: number;
  readonly freeDays: number;
  /** Cents, as `fee`. */
  readonly mediaBudget: number;
  readonly fee: number;
  readonly placeCode: string;
  readonly placeName: string;
  readonly radiusKm: number;
  readonly title: string;
  readonly text: string;
  readonly callToAction: CallToAction;
  /** `YYYY-MM-DD`. */
  readonly startOn: string | null;
  readonly publisher: PublisherName;
  readonly externalId: string | null;
  readonly externalUrl: string | null;
  readonly networkState: NetworkState | null;
  /** Published by hand: the end that the network was given. */
  readonly networkEndsAt: Date | null;
  readonly failure: string | null;
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly figuresAt: Date | null;
  readonly startedAt: Date | null;
  readonly endsAt: Date | null;
  readonly pausedAt: Date | null;
  readonly endedAt: Date | null;
  readonly endedBecause: BoostEnd | null;
  readonly settledAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
}

const columns = sql`
  boost.id, boost.reference, boost.agency_id, agency.name as agency, agency.owner_reference, boost.status, boost.formula,
  boost.formula_name, boost.networks, boost.objective, boost.days, boost.free_days, boost.media_budget, boost.fee,
  boost.place_code, boost.place_name, boost.radius_km, boost.title, boost.text, boost.call_to_action, boost.start_on,
  boost.publisher, boost.external_id, boost.external_url, boost.network_state, boost.network_ends_at, boost.failure, boost.attempts,
  boost.next_attempt_at, boost.figures_at, boost.started_at, boost.ends_at, boost.paused_at, boost.ended_at,
  boost.ended_because, boost.settled_at, boost.version, boost.created_at`;

const boosts = sql`boost join agency on agency.id = boost.agency_id`;

/** Locks a boost until the transaction ends; null when there is none. */
export async function lockBoost(tx: Tx, id: number): Promise<BoostRow | null> {
  const { rows } = await sql<BoostRow>`
    select ${columns} from ${boosts} where boost.id = ${id} for no key update of boost
  `.execute(tx);
  return rows[0] ?? null;
}

export async function selectBoost(db: Queryable, id: number): Promise<BoostRow | null> {
  return (await selectBoosts(db, [id]))[0] ?? null;
}

/** In the order of the ids; unknown ones are left out. */
export async function selectBoosts(db: Queryable, ids: readonly number[]): Promise<BoostRow[]> {
  const { rows } = await sql<BoostRow>`
    select ${columns} from ${boosts} join unnest(${ids}::bigint[]) with ordinality as asked(id, rank) on asked.id = boost.id
    order by asked.rank
  `.execute(db);
  return rows;
}

/** The number of a boost by its reference; null when there is none. */
export async function selectBoostId(db: Queryable, reference: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`select id from boost where reference = ${reference}`.execute(db);
  return rows[0]?.id ?? null;
}

export interface NewBoost {
  readonly reference: string;
  readonly agencyId: number;
  readonly formula: string;
  readonly formulaName: string;
  readonly networks: readonly Network[];
  readonly objective: Objective;
  readonly days: number;
  readonly freeDays: number;
  readonly mediaBudget: number;
  readonly fee: number;
  readonly placeCode: string;
  readonly placeName: string;
  readonly radiusKm: number;
  readonly title: string;
  readonly text: string;
  readonly callToAction: CallToAction;
  readonly startOn: string | null;
  readonly demo: boolean;
  readonly listingIds: readonly number[];
}

/** Writes a boost that waits for its payment, with its listings and its first event. Returns its number. */
export async function insertBoost(tx: Tx, { listingIds, ...row }: NewBoost, at: Date): Promise<number> {
  const { id } = await tx
    .insertInto('boost')
    .values({ ...row, networks: [...row.networks], status: 'pending', createdAt: at, updatedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('boostListing')
    .values(listingIds.map((listingId, position) => ({ boostId: id, position, listingId })))
    .execute();
  return id;
}

export type BoostChange = Partial<
  Pick<
    BoostRow,
    | 'status'
    | 'publisher'
    | 'externalId'
    | 'externalUrl'
    | 'networkState'
    | 'networkEndsAt'
    | 'failure'
    | 'attempts'
    | 'nextAttemptAt'
    | 'figuresAt'
    | 'startedAt'
    | 'endsAt'
    | 'pausedAt'
    | 'endedAt'
    | 'endedBecause'
    | 'settledAt'
  >
>;

export async function updateBoost(tx: Queryable, id: number, change: BoostChange, at: Date): Promise<void> {
  await tx
    .updateTable('boost')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), updatedAt: at }))
    .where('id', '=', id)
    .execute();
}

export async function insertEvent(
  tx: Tx,
  event: {
    readonly boostId: number;
    readonly fromStatus: BoostStatus | null;
    readonly toStatus: BoostStatus;
    readonly author: string;
    readonly reason: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await tx.insertInto('boostEvent').values(event).execute();
}

/** Wakes the work that speaks with networks, once the transaction is committed. */
export async function wakePublishing(tx: Tx, channel: string): Promise<void> {
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

/** The pauses of a boost, the oldest first. */
export async function selectPauses(db: Queryable, boostId: number): Promise<Pause[]> {
  const { rows } = await sql<Pause>`
    select since, case when followed_by <> 'completed' then until end as until from (
      select to_status, at as since, lead(at) over (order by id) as until,
        lead(to_status) over (order by id) as followed_by
      from boost_event where boost_id = ${boostId}
    ) moves where to_status = 'paused' order by since
  `.execute(db);
  return rows;
}

export interface DayFigures {
  /** `YYYY-MM-DD` in Paris. */
  readonly day: string;
  readonly impressions: number;
  readonly reach: number;
  readonly clicks: number;
  /** Cents. */
  readonly spend: number;
}

/** The days of its ledger, the oldest first. */
export async function selectDays(
  db: Queryable,
  boostId: number,
): Promise<(DayFigures & { readonly updatedAt: Date })[]> {
  const { rows } = await sql<DayFigures & { updatedAt: Date }>`
    select day, impressions, reach, clicks, spend, updated_at from boost_day where boost_id = ${boostId} order by day
  `.execute(db);
  return rows;
}

/** Replaces the totals of days: the last ones that were reported are right. */
export async function upsertDays(
  db: Queryable,
  boostId: number,
  days: readonly DayFigures[],
  at: Date,
): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into boost_day (boost_id, day, impressions, reach, clicks, spend, updated_at)
    select ${boostId}, day, impressions, reach, clicks, spend, ${at}
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as told(day date, impressions integer, reach integer, clicks integer, spend integer)
    on conflict (boost_id, day) do update set impressions = excluded.impressions, reach = excluded.reach,
      clicks = excluded.clicks, spend = excluded.spend, updated_at = excluded.updated_at
  `.execute(db);
}

export interface BoostListing {
  readonly boostId: number;
  readonly listingId: number;
  readonly status: ListingStatus;
  /** The law keeps it off line. */
  readonly held: boolean;
  readonly droppedAt: Date | null;
  readonly droppedBecause: DropReason | null;
  readonly removedAt: Date | null;
  /** Published by hand: the version of its advertisement there, and the one that it would have now. */
  readonly shownAs: string | null;
  readonly currentAs: string | null;
}

/** The listings of these boosts, in their order. */
export async function selectBoostListings(
  db: Queryable,
  boostIds: readonly number[],
): Promise<BoostListing[]> {
  if (boostIds.length === 0) return [];
  const { rows } = await sql<BoostListing>`
    select boost_id, boost_listing.listing_id, listing.status, coalesce(verdict.hold = 'block', false) as held,
      dropped_at, dropped_because, removed_at, shown_as, current_as
    from boost_listing join listing on listing.id = boost_listing.listing_id
      left join listing_verdict verdict on verdict.listing_id = listing.id
    where boost_id = any(${boostIds}::bigint[]) order by boost_id, position
  `.execute(db);
  return rows;
}

/** Boosts at work, one of whose listings can no longer be shown. */
export async function selectBoostsToCheck(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct boost.id from boost join boost_listing on boost_listing.boost_id = boost.id
      join listing on listing.id = boost_listing.listing_id
    where boost.status = any(${runningStatuses}::text[]) and boost_listing.dropped_at is null
      and listing.status <> 'online'
    order by boost.id
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function dropListing(
  tx: Tx,
  { boostId, listingId }: Pick<BoostListing, 'boostId' | 'listingId'>,
  because: DropReason,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('boostListing')
    .set({ droppedAt: at, droppedBecause: because })
    .where('boostId', '=', boostId)
    .where('listingId', '=', listingId)
    .execute();
}

/** The network no longer shows the listings that were dropped. */
export async function markRemoved(db: Queryable, boostId: number, at: Date): Promise<void> {
  await db
    .updateTable('boostListing')
    .set({ removedAt: at })
    .where('boostId', '=', boostId)
    .where('droppedAt', 'is not', null)
    .where('removedAt', 'is', null)
    .execute();
}

/** Boosts whose first day has come, and boosts whose end has. */
export async function selectDue(db: Queryable, now: Date, today: string) {
  const { rows } = await sql<{ id: number; status: BoostStatus }>`
    select id, status from boost
    where (status = 'synced' and (start_on is null or start_on <= ${today}::date))
      or (status in ('active', 'sync_error') and ends_at <= ${now})
    order by id
  `.execute(db);
  return rows;
}

/** Ended boosts whose account is not closed. */
export async function selectUnsettled(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from boost where ended_at is not null and settled_at is null order by id
  `.execute(db);
  return rows.map(({ id }) => id);
}
