import { sql } from 'kysely';
import type { Db, Queryable, Tx } from './db.server.ts';

/** A fact to tell: what happened (`listing.appeared`) to which row. `run` groups the facts of one import. */
export interface Fact {
  readonly kind: string;
  readonly ref: number;
  readonly run?: string | null;
  readonly payload?: Record<string, unknown>;
}

export interface Change {
  readonly seq: number;
  readonly xid: string;
  readonly kind: string;
  readonly ref: number;
  readonly run: string | null;
  readonly payload: Record<string, unknown>;
  readonly at: Date;
}

export const CHANGE_CHANNEL = 'vigie_change';

/**
 * Writes facts in the transaction that makes them true: rolled back, they never happened. One wake-up per
 * call, without content (NOTIFY is a hint, never data: speed.md, finding 6).
 */
export async function announce(tx: Tx, facts: readonly Fact[]): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map(({ kind, ref, run = null, payload = {} }) => ({ kind, ref, run, payload }));
  await sql`
    insert into change (kind, ref, run, payload)
    select kind, ref, run, payload
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fact(kind text, ref bigint, run text, payload jsonb)
  `.execute(tx);
  await sql`select pg_notify(${CHANGE_CHANNEL}, '')`.execute(tx);
}

/**
 * Hands the next facts to `handle`, in order, and commits what it writes together with the new position:
 * nothing is lost and nothing is told twice, whatever dies in between. The reader's row is locked, so a
 * second reader of the same name waits, then goes on from where the first one committed.
 *
 * A fact is read once no transaction older than it can still commit: `seq` alone would skip the facts of a
 * transaction that took its number early and committed late (docs/decisions/0003).
 *
 * Returns how many facts were handled. `handle` gets the number of the batch, which grows by one.
 */
export async function readChanges(
  db: Db,
  reader: string,
  limit: number,
  handle: (tx: Tx, changes: readonly Change[], batch: number) => Promise<void>,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const epoch = await clusterEpoch(tx);
    await sql`
      insert into change_reader (name, epoch) values (${reader}, ${epoch}) on conflict (name) do nothing
    `.execute(tx);
    const position = (
      await sql<{ epoch: string; xid: string; seq: number; batch: number }>`
        select epoch, xid::text as xid, seq, batch from change_reader where name = ${reader} for update
      `.execute(tx)
    ).rows[0]!;
    if (position.epoch !== epoch) {
      await rebase(tx, reader, position, epoch);
      return 0;
    }
    const { rows } = await sql<Change>`
      select seq, xid::text as xid, kind, ref, run, payload, at from change
      where (xid, seq) > (${position.xid}::xid8, ${position.seq}::bigint)
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by change.xid, change.seq
      limit ${limit}
    `.execute(tx);
    const last = rows.at(-1);
    if (!last) return 0;
    const batch = position.batch + 1;
    await handle(tx, rows, batch);
    await sql`
      update change_reader set xid = ${last.xid}::xid8, seq = ${last.seq}, batch = ${batch}, at = now()
      where name = ${reader}
    `.execute(tx);
    return rows.length;
  });
}

/** Which cluster the transaction numbers belong to. */
export async function clusterEpoch(db: Queryable): Promise<string> {
  const { rows } = await sql<{ epoch: string }>`
    select system_identifier::text as epoch from pg_control_system()
  `.execute(db);
  return rows[0]!.epoch;
}

/**
 * After a dump and restore transaction numbers start again: what was read is forgotten, what was not is
 * renumbered in its order, so that this reader goes on exactly where it stood.
 */
async function rebase(
  tx: Tx,
  reader: string,
  position: { xid: string; seq: number },
  epoch: string,
): Promise<void> {
  await sql`
    update change set xid = case
      when (xid, seq) > (${position.xid}::xid8, ${position.seq}::bigint) then pg_current_xact_id()
      else '0'::xid8 end
  `.execute(tx);
  await sql`
    update change_reader set epoch = ${epoch}, xid = '0', seq = (select coalesce(max(seq), 0) from change where xid = '0')
    where name = ${reader}
  `.execute(tx);
}
