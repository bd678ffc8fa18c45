import { fail } from '#contract/errors.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { recordAction } from './audit.server.ts';
import type { ServiceSwitch, Switching } from './contract.ts';
import {
  lockSwitch,
  type SwitchRow,
  selectClosedWords,
  selectSwitches,
  upsertSwitch,
} from './switches.sql.server.ts';
import { type SwitchedRoom, serviceErrors, switchedRooms } from './switches.ts';

/**
 * What visitors read while administrators keep a room closed; null: it is open. One read by key each time: nothing is kept, so
 * what was opened or closed a moment ago is so for the next request of any process.
 */
export function closedWords(db: Queryable, room: SwitchedRoom): Promise<string | null> {
  return selectClosedWords(db, room);
}

/** Throws SERVICE_CLOSED, with the words that visitors read, while administrators keep the room closed. */
export async function requireOpen(db: Queryable, room: SwitchedRoom): Promise<void> {
  const words = await selectClosedWords(db, room);
  if (words !== null) throw fail(serviceErrors.SERVICE_CLOSED, undefined, words);
}

/** Every room that has a switch, in the order of their table. */
export async function serviceSwitches(db: Queryable): Promise<ServiceSwitch[]> {
  const rows = new Map((await selectSwitches(db)).map((row) => [row.room, row]));
  return (Object.keys(switchedRooms) as SwitchedRoom[]).map((room) => shown(room, rows.get(room)));
}

function shown(room: SwitchedRoom, row: SwitchRow | undefined): ServiceSwitch {
  return {
    room,
    closed: row?.closed ?? false,
    words: row?.words ?? null,
    since: row?.since.toISOString() ?? null,
    by: row?.byWhom ?? null,
    reason: row?.reason ?? null,
  };
}

/**
 * Closes or opens a room. What is so already changes nothing and is not audited again; other words for a closed room are a
 * change. `changed` says which.
 */
export async function switchService(
  db: Db,
  { room, by, ...asked }: Switching & { readonly room: SwitchedRoom; readonly by: AdministratorName },
): Promise<{ switch: ServiceSwitch; changed: boolean }> {
  const { closed, reason } = asked;
  const words = asked.closed ? asked.words : null;
  return db.transaction().execute(async (tx) => {
    const before = await lockSwitch(tx, room);
    const wasClosed = before?.closed ?? false;
    if (wasClosed === closed && (before?.words ?? null) === words)
      return { switch: shown(room, before), changed: false };
    const since = before && wasClosed === closed ? before.since : clock.now();
    const after: SwitchRow = { room, closed, words, since, byWhom: by, reason };
    await upsertSwitch(tx, after);
    await recordAction(tx, {
      by,
      action: 'service.switch',
      subject: { kind: 'service', id: room, label: switchedRooms[room].name },
      before: { closed: wasClosed, words: before?.words ?? null },
      after: { closed, words },
      reason,
    });
    return { switch: shown(room, after), changed: true };
  });
}
