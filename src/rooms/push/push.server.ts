import { createHash } from 'node:crypto';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { inLanes } from '#platform/concurrency.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { deviceOf } from '#rooms/accounts/devices.ts';
import { areDeviceKeys, carryPush, isPushEndpoint } from './carrier.server.ts';
import type { Outcome } from './carrier.ts';
import { DEVICES_MAX, type Devices, type PushMessage, pushErrors } from './contract.ts';
import {
  type ClaimedPush,
  claimPush,
  closePush,
  detachFromOthers,
  devicesOf,
  dropDevice,
  dropDevicesOf,
  dropStrangers,
  forgetClosed,
  insertMessages,
  lockAccount,
  recordSent,
  selectEquipped,
  upsertDevice,
  withdrawStream,
} from './push.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

/** The devices of somebody, the first one first, and the key that a browser subscribes with. */
export async function devicesFor({ db, env }: Open, userId: UserId): Promise<Devices> {
  return {
    publicKey: env.vapid.publicKey,
    devices: (await devicesOf(db, userId)).map(({ id, endpoint, name, createdAt, sentAt }) => ({
      id,
      name,
      mark: createHash('sha256').update(endpoint).digest('base64url'),
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Tells this device too from now on; again changes nothing but its keys. A browser belongs to the last account that
 * asked. Throws PUSH_SERVICE_UNKNOWN for an address that is no push service's or keys that are none,
 * PUSH_DEVICES_LIMIT, LOGIN_REQUIRED when the account is gone.
 */
export async function addDevice(
  open: Open,
  userId: UserId,
  given: { endpoint: string; keys: { p256dh: string; auth: string }; userAgent: string },
): Promise<Devices> {
  const { endpoint, keys, userAgent } = given;
  if (!isPushEndpoint(open.env, endpoint) || !areDeviceKeys(keys))
    throw fail(pushErrors.PUSH_SERVICE_UNKNOWN);
  await open.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, userId))) throw fail(sharedErrors.LOGIN_REQUIRED);
    await detachFromOthers(tx, endpoint, userId);
    await dropStrangers(tx, userId);
    const others = (await devicesOf(tx, userId)).filter((device) => device.endpoint !== endpoint);
    if (others.length >= DEVICES_MAX) throw fail(pushErrors.PUSH_DEVICES_LIMIT);
    const { name } = deviceOf(userAgent);
    await upsertDevice(tx, { accountId: userId, endpoint, ...keys, name, createdAt: clock.now() });
  });
  return devicesFor(open, userId);
}

/** Tells a device no more, not even what waits for it; one that is not there, or somebody else's, changes nothing. */
export async function removeDevice(open: Open, userId: UserId, id: number): Promise<Devices> {
  await dropDevice(open.db, id, userId);
  return devicesFor(open, userId);
}

/** Which of these accounts have a device. */
export async function accountsWithDevices(
  db: Queryable,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  return accountIds.length === 0 ? new Set() : selectEquipped(db, accountIds);
}

/**
 * Queues a message for every device of an account, in the caller's transaction. The same `occasion` again does nothing.
 * Nobody is told after `expiresAt`.
 */
export async function queuePush(
  tx: Tx,
  given: { accountId: number; occasion: string; stream: string; message: PushMessage; expiresAt: Date },
): Promise<void> {
  const now = clock.now();
  if (given.expiresAt > now) await insertMessages(tx, { ...given, now });
}

/** Takes back what has not left yet of a stream (`alert:12` once stopped). */
export async function withdrawPush(tx: Tx, stream: string): Promise<void> {
  await withdrawStream(tx, stream);
}

/** Longer than any hand-over lasts. */
const LEASE_MS = 60_000;
const FIRST_RETRY_MS = 60_000;
const LONGEST_RETRY_MS = 4 * 3_600_000;
const LANES = 8;

/**
 * Hands over what is due. A process that dies meanwhile leaves its messages to the others a minute later; one that had
 * arrived is then shown in its own place, by its tag.
 */
export async function carryMessages(
  services: Pick<Services, 'db' | 'env' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const lane = async () => {
    while (!signal.aborted) {
      const now = clock.now();
      const claimed = await claimPush(services.db, now, new Date(now.getTime() + LEASE_MS));
      if (!claimed) return;
      await carryOne(services, claimed);
    }
  };
  await inLanes(LANES, lane);
}

async function carryOne(
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
  claimed: ClaimedPush,
): Promise<void> {
  const left = claimed.expiresAt.getTime() - clock.now().getTime();
  if (left <= 0) return closePush(db, claimed, { status: 'late' });
  const outcome = await carryPush(env, claimed, claimed.payload, Math.floor(left / 1000));
  const now = clock.now();
  switch (outcome.kind) {
    case 'sent':
      await closePush(db, claimed, { status: 'sent' });
      return recordSent(db, claimed.deviceId, now);
    case 'gone':
      return dropDevice(db, claimed.deviceId, null);
    case 'refused':
      log.warn({ push: claimed.id, outcome }, 'notification refusée');
      return closePush(db, claimed, { status: 'failed' });
    case 'later': {
      log.info({ push: claimed.id, attempts: claimed.attempts, outcome }, 'notification non remise');
      const nextAt = new Date(now.getTime() + delayAfter(claimed.attempts, outcome));
      return closePush(db, claimed, { status: 'pending', nextAt });
    }
  }
}

function delayAfter(attempts: number, { afterMs }: Outcome & { kind: 'later' }): number {
  return afterMs ?? Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 10), LONGEST_RETRY_MS);
}

const KEPT_DAYS = 30;

/** Forgets what was settled a month ago. */
export async function forgetMessages(db: Db): Promise<void> {
  await forgetClosed(db, new Date(clock.now().getTime() - KEPT_DAYS * 86_400_000));
}

/** The devices of a person, without what opens them (RGPD 15 and 20). */
export async function personalDataOf(db: Queryable, { accountId }: Person) {
  return (await devicesOf(db, accountId)).map(({ endpoint, name, createdAt, sentAt }) => ({
    name,
    service: new URL(endpoint).hostname,
    createdAt: createdAt.toISOString(),
    lastSentAt: sentAt?.toISOString() ?? null,
  }));
}

/** Deletes the devices of the person (RGPD 17). */
export async function erasePerson(tx: Tx, { accountId }: Person): Promise<void> {
  await dropDevicesOf(tx, accountId);
}
