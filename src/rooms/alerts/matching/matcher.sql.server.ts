import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import { clock } from '#platform/clock.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AlertKeyTable } from '#platform/db.types.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import {
  factSql,
  factsSelect,
  isYes,
  listingTransactions,
  listingZones,
  notNo,
} from '#rooms/criteria/predicate.server.ts';
import { keyColumns } from '#rooms/criteria/verdict.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import { DIGEST_CHANNEL, flagWords } from './matcher.ts';

/** A fact of the change log that people are told. */
export interface NotifiedFact {
  readonly seq: number;
  readonly xid: string;
  readonly listingId: number;
  readonly run: string;
  /** It is a run of its own. */
  readonly alone: boolean;
}

/** A row of alert_key, the alert apart. */
export type KeyRow = Omit<Insertable<AlertKeyTable>, 'alertId'>;

const table: readonly Criterion[] = criteriaTable;

/** Bits of the yes/no facts of a listing that are known to be true, or known to be false. */
export function flagMask(alias: string, now: Date, known: boolean): RawBuilder<number> {
  const bits = flagWords.flatMap((word, bit) => {
    const criterion = table.find((one) => one.word === word);
    if (!criterion) return [];
    const fact = factSql(alias, criterion.column, now);
    return [
      sql`case when (${fact}) is ${known ? sql`true` : sql`false`} then ${sql.lit(1 << bit)} else 0 end`,
    ];
  });
  return sql`(${sql.join(bits, sql` | `)})`;
}

/**
 * alert_key as the predicate of rooms/criteria reads it. Its yes/no columns are said not to be asked, which
 * the planner folds away: the masks below ask them instead, so that everything is in one covering index.
 */
const keys = sql`(select alert_id, zone, transaction, since, flags_on, flags_off, ${sql.join(
  keyColumns.map(({ name, type, other }) => {
    if (type === 'boolean') return sql`null::boolean as ${sql.ref(name)}`;
    return other ? sql`(others ->> ${sql.lit(name)})::${sql.raw(type)} as ${sql.ref(name)}` : sql.ref(name);
  }),
)} from alert_key)`;

const flagsNotNo = sql<SqlBool>`(k.flags_on & f.flags_false) = 0 and (k.flags_off & f.flags_true) = 0`;
const flagsYes = sql<SqlBool>`(k.flags_on & ~f.flags_true) = 0 and (k.flags_off & ~f.flags_false) = 0`;

/**
 * The pairs (fact, alert) of a batch, as a subquery: `alert_id, seq, run, sure`. The listing is read as it is now,
 * and the words that depend on the time are judged at `now`; `zones`: those of keys under which `l` is looked for.
 */
export function matches(
  facts: readonly NotifiedFact[],
  now = clock.now(),
  zones = listingZones('l'),
): RawBuilder<{ alertId: number; seq: number; run: string; sure: boolean }> {
  const column = <T>(read: (fact: NotifiedFact) => T) => facts.map(read);
  return sql`(
    with f as materialized (
      select t.seq, t.xid, t.run, ${factsSelect('l', now)},
        ${zones} as zones, ${listingTransactions('l')} as words,
        ${flagMask('l', now, true)} as flags_true, ${flagMask('l', now, false)} as flags_false
      from unnest(${column(({ seq }) => seq)}::bigint[], ${column(({ xid }) => xid)}::text[],
        ${column(({ listingId }) => listingId)}::bigint[], ${column(({ run }) => run)}::text[])
        as t(seq, xid, listing_id, run)
      join listing l on l.id = t.listing_id
      where ${isOnline('l')}
    )
    select k.alert_id, f.seq, f.run, (${isYes('f', 'k')} and ${flagsYes}) as sure
    from f
    join ${keys} k on k.zone = any(f.zones) and k.transaction = any(f.words)
    where k.since < f.xid::xid8 and ${notNo('f', 'k')} and ${flagsNotNo}
  )`;
}

/**
 * The alerts of places that would find a listing on line, as a subquery `alert_id, sure`: `listing` is one row of its
 * columns, written or not. The predicate is that of `matches`.
 */
export function wouldMatch(
  listing: RawBuilder<unknown>,
  now: Date,
): RawBuilder<{ alertId: number; sure: boolean }> {
  return sql`(
    with f as materialized (
      select ${factsSelect('l', now)}, ${listingZones('l')} as zones, ${listingTransactions('l')} as words,
        ${flagMask('l', now, true)} as flags_true, ${flagMask('l', now, false)} as flags_false
      from ${listing} l
    )
    select k.alert_id, (${isYes('f', 'k')} and ${flagsYes}) as sure
    from f
    join ${keys} k on k.zone = any(f.zones) and k.transaction = any(f.words)
    where ${notNo('f', 'k')} and ${flagsNotNo}
  )`;
}

/** Finds the alerts of a batch and keeps one row per alert and run. */
export async function insertHits(
  tx: Tx,
  facts: readonly NotifiedFact[],
  { batch, now }: { batch: number; now: Date },
): Promise<void> {
  // The finds of a batch are sorted by alert in memory.
  await sql`set local work_mem = '64MB'`.execute(tx);
  await sql`
    insert into alert_hit (alert_id, run, batch, sure, unsure, at, retry_at)
    select alert_id, run, ${batch}::bigint,
      coalesce(array_agg(seq order by seq) filter (where sure), '{}'),
      coalesce(array_agg(seq order by seq) filter (where not sure), '{}'),
      ${now}::timestamptz, ${now}::timestamptz
    from ${matches(facts, now)} found
    group by alert_id, run
  `.execute(tx);
}

/** Makes an alert's rows anew; none when it is silent. */
export async function replaceKeys(tx: Tx, alertId: number, rows: readonly KeyRow[]): Promise<void> {
  await tx.deleteFrom('alertKey').where('alertId', '=', alertId).execute();
  if (rows.length === 0) return;
  await tx
    .insertInto('alertKey')
    .values(rows.map((row) => ({ ...row, alertId })))
    .execute();
}

export async function selectReleasedRuns(tx: Tx, runs: readonly string[]): Promise<string[]> {
  if (runs.length === 0) return [];
  const rows = await tx
    .selectFrom('alertRun')
    .select('run')
    .where('run', 'in', runs)
    .where('releasedAt', 'is not', null)
    .execute();
  return rows.map(({ run }) => run);
}

export async function beginRuns(tx: Tx, runs: readonly string[], now: Date): Promise<void> {
  if (runs.length === 0) return;
  await tx
    .insertInto('alertRun')
    .values(runs.map((run) => ({ run, beganAt: now })))
    .onConflict((conflict) => conflict.column('run').doNothing())
    .execute();
}

/** Releases hits for notification: of closed runs, and of facts alone that something matched. */
export async function releaseRuns(
  tx: Tx,
  runs: { closed: readonly string[]; alone: readonly string[] },
  now: Date,
): Promise<number> {
  if (runs.closed.length + runs.alone.length === 0) return 0;
  const { rows } = await sql`
    insert into alert_run (run, began_at, released_at)
    select run, ${now}::timestamptz, ${now}::timestamptz from (
      select unnest(${runs.closed}::text[]) as run
      union select run from alert_hit where run = any(${runs.alone}::text[])) opened
    on conflict (run) do update set released_at = excluded.released_at where alert_run.released_at is null
    returning run
  `.execute(tx);
  return rows.length;
}

export async function releaseForgottenRuns(db: Queryable, beganBefore: Date, now: Date): Promise<number> {
  const released = await db
    .updateTable('alertRun')
    .set({ releasedAt: now })
    .where('releasedAt', 'is', null)
    .where('beganAt', '<', beganBefore)
    .executeTakeFirst();
  return Number(released.numUpdatedRows);
}

/** A hint for the digest, never data. */
export async function wakeDigest(tx: Tx): Promise<void> {
  await sql`select pg_notify(${DIGEST_CHANNEL}, '')`.execute(tx);
}

/**
 * After a dump and restore transaction numbers begin again: every alert then sees all that was not read yet,
 * instead of nothing for a long time.
 */
export async function rememberEpoch(tx: Tx, epoch: string): Promise<void> {
  const known = await tx.selectFrom('alertEpoch').select('epoch').executeTakeFirst();
  if (known?.epoch === epoch) return;
  await sql`
    insert into alert_epoch (epoch) values (${epoch}) on conflict (only_one) do update set epoch = excluded.epoch
  `.execute(tx);
  if (!known) return;
  await sql`update alert set since = '0' where since is not null`.execute(tx);
  await sql`update alert_key set since = '0'`.execute(tx);
  await sql`
    insert into alert_version (alert_id, at, criteria, since)
    select id, ${clock.now()}, criteria, since from alert where status = 'active' and since is not null
  `.execute(tx);
}

export async function forgetSettledHits(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('alertHit').where('at', '<', before).execute();
  await sql`
    delete from alert_run where released_at < ${before}
      and not exists (select from alert_hit where alert_hit.run = alert_run.run)
  `.execute(db);
}
