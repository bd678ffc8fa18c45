import { fail } from '#contract/errors.ts';
import { hashToken, type UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { accountSessions } from './accounts.sql.server.ts';
import { accountErrors, type Device } from './contract.ts';
import { deleteSessionById, sessionsOf } from './devices.sql.server.ts';
import { deviceOf } from './devices.ts';

/** Where the account is open: this device first, then the last seen. `token`: of the session that asks. */
export async function devicesOf(db: Queryable, userId: UserId, token: string | undefined): Promise<Device[]> {
  const own = token ? hashToken(token) : null;
  const rows = await sessionsOf(db, userId, clock.now());
  return rows
    .map((row) => ({
      id: row.id,
      ...deviceOf(row.userAgent),
      current: own?.equals(row.tokenHash) ?? false,
      remembered: row.remembered,
      openedAt: row.createdAt.toISOString(),
      seenAt: row.seenAt.toISOString(),
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
}

/** Signs a device out. Throws DEVICE_UNKNOWN, whether it is gone already or somebody else's. */
export async function endDevice(db: Db, userId: UserId, id: number): Promise<void> {
  if (!(await deleteSessionById(db, userId, id))) throw fail(accountErrors.DEVICE_UNKNOWN);
}

/** Signs out every device but the one that asks. */
export async function endOtherDevices(db: Db, userId: UserId, token: string | undefined): Promise<void> {
  await accountSessions.endAll(db, userId, token);
}
