import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { SwitchedRoom } from './switches.ts';

export interface SwitchRow {
  readonly room: SwitchedRoom;
  readonly closed: boolean;
  readonly words: string | null;
  readonly since: Date;
  readonly byWhom: string;
  readonly reason: string;
}

/** The rooms that were ever closed. */
export async function selectSwitches(db: Queryable): Promise<SwitchRow[]> {
  const { rows } = await sql<SwitchRow>`
    select room, closed, words, since, by_whom, reason from service_switch
  `.execute(db);
  return rows;
}

/** What visitors read while the room is closed; null: it is open. */
export async function selectClosedWords(db: Queryable, room: SwitchedRoom): Promise<string | null> {
  const { rows } = await sql<{ words: string | null }>`
    select words from service_switch where room = ${room}
  `.execute(db);
  return rows[0]?.words ?? null;
}

/** The switch of a room, locked until the transaction ends, there or not; undefined: it was never closed. */
export async function lockSwitch(tx: Tx, room: SwitchedRoom): Promise<SwitchRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('service_switch'), hashtext(${room}))`.execute(tx);
  const { rows } = await sql<SwitchRow>`
    select room, closed, words, since, by_whom, reason from service_switch where room = ${room}
  `.execute(tx);
  return rows[0];
}

export async function upsertSwitch(tx: Tx, row: SwitchRow): Promise<void> {
  await sql`
    insert into service_switch (room, closed, words, since, by_whom, reason)
    values (${row.room}, ${row.closed}, ${row.words}, ${row.since}, ${row.byWhom}, ${row.reason})
    on conflict (room) do update set closed = excluded.closed, words = excluded.words, since = excluded.since,
      by_whom = excluded.by_whom, reason = excluded.reason
  `.execute(tx);
}
