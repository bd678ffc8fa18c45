import { parisDay } from '#contract/day.ts';
import { announce } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { withdrawMail } from '#rooms/mail/outbox.server.ts';
import { withdrawPush } from '#rooms/push/push.server.ts';
import { currentXid, dropPendingHits, updateAlert } from '../alerts.sql.server.ts';
import { type AlertRow, criteriaIn, rhythmOf, soughtBy } from '../asking/described-search.server.ts';
import { lastDue } from '../asking/rhythm.ts';
import { alertEvents } from '../contract.ts';
import { keysOf } from '../matching/matcher.server.ts';
import { replaceKeys } from '../matching/matcher.sql.server.ts';
import { recordVersion } from '../telling/notified-listings.sql.server.ts';

/** What withdraws the mails and notifications of an alert. */
export const streamOf = (alertId: number) => `alert:${alertId}`;

/** The later of two days. */
export function later(one: string | null, other: string): string {
  return one !== null && one > other ? one : other;
}

/** Starts to watch: from the facts that follow this transaction on. */
export async function activate(tx: Tx, row: AlertRow, now: Date): Promise<AlertRow> {
  const since = await currentXid(tx);
  const active = await updateAlert(tx, row.id, {
    status: 'active',
    since,
    confirmedAt: row.confirmedAt ?? now,
    pausedUntil: null,
    statusBefore: null,
    updatedAt: now,
    // The hour of today has passed: what is found from now on is for tomorrow's mail.
    toldOn: later(row.toldOn, lastDue(rhythmOf(row), parisDay(now))),
  });
  await replaceKeys(tx, row.id, keysOf(await soughtBy(tx, criteriaIn(row)), since));
  await recordVersion(tx, row.id, now);
  await announce(tx, [{ kind: alertEvents.activated, ref: row.id }]);
  return active;
}

/** Stops watching, and withdraws what is pending. `until`: when a pause ends by itself. */
export async function deactivate(
  tx: Tx,
  row: AlertRow,
  status: 'paused' | 'stopped',
  now: Date,
  until: Date | null = null,
): Promise<AlertRow> {
  const silent = await updateAlert(tx, row.id, {
    status,
    updatedAt: now,
    ...(status === 'paused' ? { pausedUntil: until } : {}),
    ...(status === 'stopped' && row.status !== 'stopped' ? { statusBefore: row.status } : {}),
  });
  await replaceKeys(tx, row.id, []);
  await recordVersion(tx, row.id, now);
  await dropPendingHits(tx, row.id, now);
  await withdrawNotifications(tx, row.id);
  await announce(tx, [{ kind: alertEvents.silenced, ref: row.id }]);
  return silent;
}

/** Withdraws the mails and notifications of an alert that were not sent yet. */
export async function withdrawNotifications(tx: Tx, alertId: number): Promise<void> {
  await withdrawMail(tx, streamOf(alertId));
  await withdrawPush(tx, streamOf(alertId));
}

/** Rebuilds the keys of an active alert from its present criteria; it still watches from when it began. */
export async function refreshKeys(tx: Tx, row: AlertRow): Promise<void> {
  await replaceKeys(
    tx,
    row.id,
    keysOf(await soughtBy(tx, criteriaIn(row)), row.since ?? (await currentXid(tx))),
  );
  await recordVersion(tx, row.id, clock.now());
  await announce(tx, [{ kind: alertEvents.edited, ref: row.id }]);
}
