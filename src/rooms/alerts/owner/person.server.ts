import { clock } from '#platform/clock.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { withdrawMail } from '#rooms/mail/outbox.server.ts';
import { deleteAlert, lockAlertsOfSubscriber, updateSubscriber } from '../alerts.sql.server.ts';
import { criteriaIn, placesOf, recapOf } from '../asking/described-search.server.ts';
import { deactivate } from './activation.server.ts';
import { maskedAddress } from './consent.server.ts';
import { partnerOf } from './pair.sql.server.ts';
import {
  alertsOfSubscribers,
  confirmationsOf,
  deleteSubscriber,
  lockSubscribers,
  moveAlerts,
  readdress,
  selectHitsOf,
  subscriberOfAccount,
  subscriberOfAddress,
  subscribersOf,
  verdictsOf,
} from './person.sql.server.ts';

/**
 * What this room knows of somebody, as plain JSON: the addresses that alerts write to, and each alert with what it
 * looks for, what it found in the last month, what was told of it and what they thought of it. Times in ISO 8601.
 */
export async function personalDataOf(db: Queryable, person: Person) {
  const subscribers = await subscribersOf(db, person);
  const rows = await alertsOfSubscribers(
    db,
    subscribers.map(({ id }) => id),
  );
  const places = await placesOf(db, { places: rows.flatMap((row) => criteriaIn(row).places) });
  const alerts = [];
  for (const row of rows) {
    const { name, places: where, chips, rhythm } = recapOf(row, places);
    alerts.push({
      id: row.id,
      address: subscribers.find(({ id }) => id === row.subscriberId)?.email ?? null,
      name,
      places: where,
      criteria: chips,
      rhythm,
      onDevices: row.push,
      searchedWith: await searchedWith(db, row.id),
      status: row.status,
      createdAt: row.createdAt.toISOString(),
      confirmedAt: row.confirmedAt?.toISOString() ?? null,
      lastSentAt: row.lastSentAt?.toISOString() ?? null,
      lastVisitAt: row.visitedAt?.toISOString() ?? null,
      pausedUntil: row.pausedUntil?.toISOString() ?? null,
      deletedAt: row.deletedAt?.toISOString() ?? null,
      confirmationsSent: (await confirmationsOf(db, row.id)).map(({ createdAt, expiresAt, usedAt }) => ({
        sentAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
      found: (await selectHitsOf(db, row.id)).map(({ at, toldAt, listings }) => ({
        at: at.toISOString(),
        toldAt: toldAt?.toISOString() ?? null,
        listings,
      })),
      verdicts: (await verdictsOf(db, row.id)).map(({ listingId, verdict, reason, at }) => ({
        listing: listingId,
        verdict,
        reason,
        at: at.toISOString(),
      })),
    });
  }
  return {
    addresses: subscribers.map(({ email, verifiedAt, createdAt, askedAt }) => ({
      address: email,
      provenAt: verifiedAt?.toISOString() ?? null,
      knownSince: createdAt.toISOString(),
      askedToConfirmAt: askedAt.map((at) => at.toISOString()),
    })),
    alerts,
  };
}

/** Whom an alert is searched with, as far as that is this person's to take along. */
async function searchedWith(db: Queryable, alertId: number) {
  const partner = await partnerOf(db, alertId);
  if (!partner) return null;
  const { email, accepted, invitedAt } = partner;
  return { address: maskedAddress(email), accepted, invitedAt: invitedAt.toISOString() };
}

/**
 * Forgets somebody: their subscribers, alerts, links, finds and verdicts. Mails that wait for a carrier are taken
 * back, and none is written afterwards. The rows of mails already written are the mail room's to erase.
 */
export async function erasePerson(tx: Tx, person: Person): Promise<void> {
  const now = clock.now();
  for (const subscriberId of await lockSubscribers(tx, person)) {
    // Each alert is held before its mails are taken back: one being written of it ends first, and is taken back too.
    for (const alert of await lockAlertsOfSubscriber(tx, subscriberId)) {
      await deactivate(tx, alert, 'stopped', now);
      await deleteAlert(tx, alert.id);
    }
    await withdrawMail(tx, `subscriber:${subscriberId}`);
    await deleteSubscriber(tx, subscriberId);
  }
}

/**
 * The alerts of an account follow it to the address that it just proved, and join those made there before without an
 * account. Call it in the transaction that changes the address.
 */
export async function followAddress(tx: Tx, accountId: number, email: string): Promise<void> {
  const now = clock.now();
  const own = await subscriberOfAccount(tx, accountId);
  if (!own || own.email === email) return;
  const there = await subscriberOfAddress(tx, email);
  if (!there) {
    await readdress(tx, own.id, email, now);
    return;
  }
  await moveAlerts(tx, own.id, there.id);
  await deleteSubscriber(tx, own.id);
  await updateSubscriber(tx, there.id, { accountId, verifiedAt: there.verifiedAt ?? now });
}
