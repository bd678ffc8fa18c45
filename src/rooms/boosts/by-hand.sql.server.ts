import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { type BoostStatus, runningStatuses } from './contract.ts';
import type { TaskKind } from './tasks.ts';
import type { Pause } from './unspent.ts';

/** Above every character of a search spelling in the "C" order. */
const LAST = '~';

/** What was typed, as it is compared. */
interface SoughtBoost {
  /** Without spaces around it. */
  readonly text: string;
  /** Its words in search spelling. */
  readonly words: readonly string[];
}

export interface BoostFilter {
  readonly sought: SoughtBoost | null;
  readonly status: BoostStatus | null;
}

const EVERY: BoostFilter = { sought: null, status: null };

/** The boosts that what was typed may mean: by their reference, or by that of their agency or its name. */
function meant({ text, words }: SoughtBoost): RawBuilder<unknown> {
  const begins = (word: string) => `${word.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const ways = [
    sql`boost.reference like ${begins(text.toUpperCase())}`,
    sql`boost.agency_id in (select agency.id from agency where agency.owner_reference like ${begins(text.toLowerCase())})`,
    ...(words.length > 0 ? [sql.join(words.map(named), sql` and `)] : []),
  ];
  return sql`(${sql.join(
    ways.map((way) => sql`(${way})`),
    sql` or `,
  )})`;
}

/** Boosts of agencies whose name or town has a word that begins so. */
function named(word: string): RawBuilder<unknown> {
  return sql`boost.agency_id in (select agency_word.agency_id from agency_word
    where agency_word.word >= ${word}::text collate "C" and agency_word.word < ${`${word}${LAST}`}::text collate "C")`;
}

function narrowed({ sought, status }: BoostFilter): RawBuilder<unknown> {
  return sql`${sought === null ? sql`true` : meant(sought)} and ${status === null ? sql`true` : sql`boost.status = ${status}`}`;
}

const listed = (condition: RawBuilder<unknown>) =>
  sql`exists (select from boost_listing where boost_listing.boost_id = boost.id and ${condition})`;

/** What a boost that asks for a task has for sure, so that the others are not looked at: the rule decides (`tasksOf`). */
const hints: Readonly<Record<TaskKind, RawBuilder<unknown>>> = {
  publish: sql`boost.status = 'new'`,
  pause: sql`boost.status = 'paused' and boost.network_state = 'running'`,
  resume: sql`boost.status = 'active' and boost.network_state = 'paused'`,
  extend: sql`boost.status = 'active' and boost.ends_at > boost.network_ends_at`,
  update: listed(
    sql`boost_listing.shown_as is not null and boost_listing.shown_as is distinct from boost_listing.current_as`,
  ),
  stop: sql`boost.ended_at is not null and boost.network_state in ('running', 'paused')`,
  remove: listed(sql`boost_listing.dropped_at is not null and boost_listing.removed_at is null`),
  figures: sql`boost.started_at is not null and boost.settled_at is null`,
  look: sql`boost.status = 'sync_error'`,
};

/**
 * Boosts that a person publishes and that may want something of them, and those that a program gave up; the oldest first,
 * those that come later than the boost `after`. `task`: those that may ask for it.
 */
export async function selectForHands(
  db: Queryable,
  filter: BoostFilter = EVERY,
  {
    task,
    after = null,
    limit = null,
  }: {
    readonly task?: TaskKind | undefined;
    readonly after?: number | null;
    readonly limit?: number | null;
  } = {},
): Promise<number[]> {
  const later =
    after === null
      ? sql`true`
      : sql`(boost.created_at, boost.id) > (select last.created_at, last.id from boost last where last.id = ${after})`;
  const { rows } = await sql<{ id: number }>`
    select boost.id from boost
    where (boost.status = 'sync_error'
        or (boost.publisher = 'manual' and (boost.status = any(${runningStatuses}::text[])
          or boost.network_state in ('running', 'paused') or (boost.ended_at is not null and boost.settled_at is null))))
      and ${narrowed(filter)} and ${later} and ${task === undefined ? sql`true` : hints[task]}
    order by boost.created_at, boost.id limit ${limit}::bigint
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Boosts, the newest first, those that come before the boost `before`. */
export async function selectAllBoosts(
  db: Queryable,
  filter: BoostFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select boost.id from boost
    where ${narrowed(filter)} and ${before === null ? sql`true` : sql`boost.id < ${before}`}
    order by boost.id desc limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** The days of their ledgers. */
export async function selectReportedDays(
  db: Queryable,
  boostIds: readonly number[],
): Promise<{ boostId: number; day: string }[]> {
  if (boostIds.length === 0) return [];
  const { rows } = await sql<{ boostId: number; day: string }>`
    select boost_id, day from boost_day where boost_id = any(${boostIds}::bigint[]) order by boost_id, day
  `.execute(db);
  return rows;
}

/** The pauses of these boosts, the oldest first (`selectPauses`). */
export async function selectPausesOf(
  db: Queryable,
  boostIds: readonly number[],
): Promise<(Pause & { boostId: number })[]> {
  if (boostIds.length === 0) return [];
  const { rows } = await sql<Pause & { boostId: number }>`
    select boost_id, since, case when followed_by <> 'completed' then until end as until from (
      select boost_id, to_status, at as since, lead(at) over each as until, lead(to_status) over each as followed_by
      from boost_event where boost_id = any(${boostIds}::bigint[])
      window each as (partition by boost_id order by id)
    ) moves where to_status = 'paused' order by boost_id, since
  `.execute(db);
  return rows;
}

interface Move {
  readonly from: BoostStatus | null;
  readonly to: BoostStatus;
  readonly author: string;
  readonly reason: string | null;
  readonly at: Date;
}

/** All that happened to a boost, the oldest first. */
export async function selectMoves(db: Queryable, boostId: number): Promise<Move[]> {
  const { rows } = await sql<Move>`
    select from_status as "from", to_status as "to", author, reason, at from boost_event
    where boost_id = ${boostId} order by id
  `.execute(db);
  return rows;
}
