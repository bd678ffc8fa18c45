import { type RawBuilder, sql } from 'kysely';
import { plannedOnce, type Queryable, type Tx } from '#platform/db.server.ts';
import { factSql, listingTransactions, listingZones } from '#rooms/criteria/predicate.server.ts';
import { keyColumns } from '#rooms/criteria/verdict.ts';
import { isOnline } from '#rooms/listings/online.server.ts';
import { alertEvents } from '../../contract.ts';
import { flagMask, type NotifiedFact } from '../matcher.sql.server.ts';
import type { FoundHits } from './columns.ts';

/** Alerts by their numbers, or those of a range of numbers. */
export type Which = { readonly ids: readonly number[] } | { readonly from: number; readonly to: number };

function among(which: Which, column: string): RawBuilder<boolean> {
  const of = sql.ref(column);
  if ('ids' in which) return sql`${of} = any(${which.ids}::bigint[])`;
  return sql`${of} between ${which.from}::bigint and ${which.to}::bigint`;
}

/** Alerts and their keys, as `KeyLine`s in the order of their numbers: JSON, for the thread to read. */
export async function keyLines(db: Queryable, which: Which): Promise<string> {
  const own = keyColumns.filter(({ other, type }) => !other && type !== 'boolean');
  const { rows } = await sql<{ lines: string }>`
    select coalesce(json_agg(json_build_array(k.alert_id, k.since::text::bigint, k.transaction, g.zones, k.flags_on,
      k.flags_off, k.others, ${sql.join(own.map(({ name }) => sql.ref(`k.${name}`)))}) order by k.alert_id), '[]')::text as lines
    from (select alert_id, min(zone) as zone, array_agg(zone) as zones from alert_key
      where ${among(which, 'alert_id')} group by alert_id) g
    join alert_key k on k.alert_id = g.alert_id and k.zone = g.zone
  `.execute(db);
  return rows[0]!.lines;
}

/** What the alerts that may ask for an area look for. */
export async function areaCriteria(
  db: Queryable,
  which: Which,
): Promise<{ id: number; criteria: unknown }[]> {
  const { rows } = await sql<{ id: number; criteria: unknown }>`
    select id, criteria from alert
    where ${among(which, 'id')} and criteria ?| array['zone', 'bbox', 'rayon'] and status = 'active'
  `.execute(db);
  return rows;
}

/** The facts and what their listings say now, as `FactLine`s: JSON, for the thread to read. */
export async function factLines(
  tx: Tx,
  facts: readonly NotifiedFact[],
  said: {
    readonly columns: readonly string[];
    readonly ranks: readonly number[];
    readonly words: boolean;
    readonly now: Date;
  },
): Promise<string> {
  const { now } = said;
  const { rows } = await sql<{ lines: string }>`
    ${plannedOnce}select coalesce(json_agg(json_build_array(t.seq, t.xid::bigint, t.rank, ${listingZones('l')},
      ${listingTransactions('l')}, ${flagMask('l', now, true)}, ${flagMask('l', now, false)}, l.cell, l.cell2, l.lat, l.lng,
      ${said.words ? sql`l.search_words::text` : sql`null`},
      ${sql.join(said.columns.map((name) => factSql('l', name, now)))})), '[]')::text as lines
    from unnest(${facts.map(({ seq }) => seq)}::bigint[], ${facts.map(({ xid }) => xid)}::text[],
      ${facts.map(({ listingId }) => listingId)}::bigint[], ${said.ranks}::integer[]) as t(seq, xid, listing_id, rank)
    join listing l on l.id = t.listing_id
    where ${isOnline('l')}
  `.execute(tx);
  return rows[0]!.lines;
}

/** Keeps what the thread found: one row per alert and run. */
export async function insertFoundHits(
  tx: Tx,
  found: FoundHits,
  said: { readonly runs: readonly string[]; readonly batch: number; readonly now: Date },
): Promise<void> {
  await sql`
    insert into alert_hit (alert_id, run, batch, sure, unsure, at, retry_at)
    select alert_id, (${said.runs}::text[])[run + 1], ${said.batch}::bigint, seqs[begin + 1 : sure], seqs[sure + 1 : upto],
      ${said.now}::timestamptz, ${said.now}::timestamptz
    from (select ${found.seqs}::bigint[] as seqs) facts,
      unnest(${found.alerts}::bigint[], ${found.runs}::integer[], ${found.begins}::integer[],
        ${found.sure}::integer[], ${found.ends}::integer[]) as line(alert_id, run, begin, sure, upto)
  `.execute(tx);
}

/** What is written from here on can be taken back, and the transaction go on. */
export async function setSavepoint(tx: Tx): Promise<void> {
  await sql`savepoint before_columns`.execute(tx);
}

export async function rollbackToSavepoint(tx: Tx): Promise<void> {
  await sql`rollback to savepoint before_columns`.execute(tx);
}

/** Up to where all that alerts say is settled: what they say later is in the change log from there on. */
export async function selectHorizon(db: Queryable): Promise<string> {
  const { rows } = await sql<{ horizon: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon
  `.execute(db);
  return rows[0]!.horizon;
}

/** The alerts that changed from a horizon on, and the next horizon: of one instant. */
export async function changedSince(
  db: Queryable,
  horizon: string,
): Promise<{ horizon: string; ids: number[] }> {
  const { rows } = await sql<{ horizon: string; ids: number[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      array(select distinct ref from change where xid >= ${horizon}::xid8 and kind = any(${Object.values(alertEvents)})) as ids
  `.execute(db);
  return rows[0]!;
}

/** Whether the alerts have at least so many keys. */
export async function hasKeys(db: Queryable, count: number): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select count(*) >= ${count} as many from (select from alert_key limit ${count}) found
  `.execute(db);
  return rows[0]!.many;
}

/** The highest number of an alert that watches. */
export async function lastAlert(db: Queryable): Promise<number> {
  const { rows } = await sql<{
    last: number;
  }>`select coalesce(max(alert_id), 0) as last from alert_key`.execute(db);
  return rows[0]!.last;
}

/** What a copy of the alerts is of: this cluster, this history of it, this database. */
export async function originOf(db: Queryable): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    select concat_ws('.', (select system_identifier from pg_control_system()),
      (select timeline_id from pg_control_checkpoint()),
      (select oid from pg_database where datname = current_database())) as origin
  `.execute(db);
  return rows[0]!.origin;
}
