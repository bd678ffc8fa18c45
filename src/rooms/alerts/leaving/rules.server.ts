import type { Change } from '../../../platform/changes.server.ts';
import type { Queryable, Tx } from '../../../platform/db.server.ts';
import { listingEvents } from '../../listings/contract.ts';
import type { AsideReason } from '../ledger/contract.ts';
import type { AlertEvent } from '../rhythm/contract.ts';
import { leavingStatuses } from './contract.ts';
import { follow, followedAmong, followTold, holdFollowing, insertLeft, unfollow } from './sql.server.ts';

const leaving: ReadonlySet<unknown> = new Set(leavingStatuses);

/** Whether a fact is a departure that alerts may be told. */
export function isDeparture({ kind, payload }: Pick<Change, 'kind' | 'payload'>): boolean {
  return kind === listingEvents.left && leaving.has(payload.status);
}

/** Finds the alerts that told the listings of these departures, in the transaction of the matcher. */
export async function matchDepartures(
  tx: Tx,
  facts: Parameters<typeof insertLeft>[1],
  at: { batch: number; now: Date },
): Promise<void> {
  if (facts.length === 0) return;
  await holdFollowing(tx, true);
  await insertLeft(tx, facts, at);
}

/**
 * Of listings found, those that the alert follows and that are off line now, with what that is worth: told, or set
 * aside because another agency shows the home, or because why they left may not be said.
 */
export async function departuresAmong(
  db: Queryable,
  alertId: number,
  found: readonly { readonly id: number; readonly visible: boolean; readonly beside: boolean }[],
): Promise<Map<number, 'told' | Extract<AsideReason, 'elsewhere' | 'withheld'>>> {
  const off = found.filter((one) => !one.visible);
  if (off.length === 0) return new Map();
  const followed = await followedAmong(
    db,
    alertId,
    off.map(({ id }) => id),
  );
  return new Map(
    off.flatMap(({ id, beside }) => {
      const known = followed.get(id);
      if (!known) return [];
      return [[id, beside ? 'elsewhere' : known.shown ? 'told' : 'withheld'] as const];
    }),
  );
}

/** From here to the end of the transaction no departure is missed: taken before what is told is read. */
export async function beginTelling(tx: Tx, events: readonly AlertEvent[]): Promise<void> {
  if (events.includes('gone')) await holdFollowing(tx, false);
}

/** After a mail: what it told is followed until it leaves, and a home that one agency left, at the others. */
export async function settleFollowing(
  tx: Tx,
  alert: { readonly id: number; readonly events: readonly AlertEvent[] },
  mail: {
    readonly told: readonly { readonly id: number; readonly gone: boolean }[];
    readonly aside: readonly { readonly id: number; readonly why: AsideReason }[];
  },
): Promise<void> {
  if (!alert.events.includes('gone')) return;
  const elsewhere = mail.aside.flatMap(({ id, why }) => (why === 'elsewhere' ? id : []));
  const over = mail.aside.flatMap(({ id, why }) => (why === 'withheld' || why === 'rejected' ? id : []));
  const gone = mail.told.flatMap((one) => (one.gone ? one.id : []));
  await unfollow(tx, alert.id, [...gone, ...over, ...elsewhere]);
  await follow(tx, alert.id, { told: mail.told.flatMap((one) => (one.gone ? [] : one.id)), elsewhere });
}

/** An alert that asks for departures from now on follows what it told; one that no longer does follows nothing. */
export async function changeFollowing(
  tx: Tx,
  alertId: number,
  { before, after }: { before: readonly AlertEvent[]; after: readonly AlertEvent[] },
): Promise<void> {
  if (before.includes('gone') === after.includes('gone')) return;
  if (!after.includes('gone')) return unfollow(tx, alertId, null);
  await holdFollowing(tx, false);
  await followTold(tx, alertId);
}
