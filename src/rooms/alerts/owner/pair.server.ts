import { fail, sharedErrors } from '#contract/errors.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { askMail } from '#rooms/mail/requested-mail.server.ts';
import { ownAlert } from '../alerts.server.ts';
import { alertById, deleteAlert, insertAlert, lockAlert, lockSubscriber } from '../alerts.sql.server.ts';
import { criteriaIn, placesOf, soughtBy } from '../asking/described-search.server.ts';
import { alertErrors } from '../contract.ts';
import { labelOf } from '../matching/explanation.server.ts';
import { listingsNow } from '../telling/digest.sql.server.ts';
import { withdrawNotifications } from './activation.server.ts';
import { alertOfToken, askAtMost, maskedAddress, sendConfirmation } from './consent.server.ts';
import { deletePair, insertPair, type Partner, partnerOf, verdictsOnHomes } from './pair.sql.server.ts';
import { type Pair, type PartnerVerdict, pairErrors } from './pair.ts';

/** For mails: most alerts are searched alone. */
export { pairedAmong } from './pair.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const nameOf = ({ firstName, email, accepted }: Partner) => (accepted && firstName) || maskedAddress(email);

const isLive = (partner: Partner | null): partner is Partner =>
  partner !== null && partner.accepted && partner.awake;

/** The partner of an alert, or the person invited; null: alone. Before a yes, only what was typed is shown of an address. */
export async function pairOf(db: Queryable, alertId: number): Promise<Pair> {
  const partner = await partnerOf(db, alertId);
  if (!partner) return null;
  const state = partner.accepted ? (partner.awake ? 'together' : 'silent') : 'invited';
  return { state, name: nameOf(partner), invitedAt: partner.invitedAt.toISOString() };
}

/** The same, of an alert of this account. Throws ALERT_NOT_FOUND. */
export async function ownPair(db: Db, userId: UserId, alertId: number): Promise<Pair> {
  await ownAlert(db, userId, alertId);
  return pairOf(db, alertId);
}

/** The alert that an alert is searched with, both having said yes; null otherwise. */
export async function confirmedPartner(db: Queryable, alertId: number): Promise<number | null> {
  const partner = await partnerOf(db, alertId);
  return isLive(partner) ? partner.id : null;
}

/**
 * Asks the reader of an address to search with this alert's owner: an alert of their own that asks for the same, which
 * watches once they say yes by the mailed link. Three such mails a day to an address, as for any alert (security.md D7).
 * Throws ALERT_NOT_FOUND, PAIR_NOT_READY, PAIR_EXISTS, VALIDATION_ERROR for one's own address.
 */
export async function invite(
  { db, env }: Open,
  userId: UserId,
  alertId: number,
  given: { email: string; client: string },
): Promise<Pair> {
  await ownAlert(db, userId, alertId);
  const own = await alertById(db, alertId);
  if (own?.email === given.email) {
    const message = 'C’est votre propre adresse';
    throw fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field: 'email', message }] }, message);
  }
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const subscriber = await lockSubscriber(tx, given.email, now);
    const row = await lockAlert(tx, alertId);
    if (!row || row.deletedAt) throw fail(alertErrors.ALERT_NOT_FOUND);
    if (row.status !== 'active' && row.status !== 'paused') throw fail(pairErrors.PAIR_NOT_READY);
    const before = await partnerOf(tx, alertId);
    if (before?.accepted || before?.invited === false) throw fail(pairErrors.PAIR_EXISTS);
    await askMail(tx, env, given.client);
    if (before) await takeBack(tx, before.id);
    const { name, frequency, hour, weekday } = row;
    const criteria = criteriaIn(row);
    const theirs = await insertAlert(tx, {
      name,
      frequency,
      hour,
      weekday,
      criteria: JSON.stringify(criteria),
      subscriberId: subscriber.id,
      status: 'unconfirmed',
      createdAt: now,
      updatedAt: now,
    });
    await insertPair(tx, { alertId, partnerId: theirs.id, invitedAt: now });
    const places = await placesOf(tx, criteria);
    await askAtMost(tx, subscriber, now, () =>
      sendConfirmation(tx, env, { row: theirs, address: given.email, places, now }),
    );
  });
  return pairOf(db, alertId);
}

/** Ends a pair: each keeps their own alert, and a pending invitation is withdrawn. Throws ALERT_NOT_FOUND. */
export async function leavePair(db: Db, userId: UserId, alertId: number): Promise<Pair> {
  await ownAlert(db, userId, alertId);
  await part(db, alertId);
  return null;
}

/** The same by the link of a mail. Throws ALERT_TOKEN_UNKNOWN. */
export async function leavePairByToken(open: Open, token: string): Promise<void> {
  const named = await alertOfToken(open, token);
  if (named) await part(open.db, named.id);
}

async function part(db: Db, alertId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const partner = await partnerOf(tx, alertId);
    if (!partner) return;
    await deletePair(tx, alertId);
    // Somebody who never said yes has no alert.
    if (!partner.accepted && partner.invited) await takeBack(tx, partner.id);
  });
}

async function takeBack(tx: Tx, id: number): Promise<void> {
  const row = await lockAlert(tx, id);
  if (row?.status !== 'unconfirmed') return;
  await withdrawNotifications(tx, id);
  await deleteAlert(tx, id);
}

/** The partner's verdict on these listings, or on one of the same home; nothing when the alert is searched alone. */
export async function partnerVerdicts(
  db: Queryable,
  alertId: number,
  listingIds: readonly number[],
): Promise<Map<number, PartnerVerdict>> {
  const partner = await partnerOf(db, alertId);
  if (!isLive(partner) || listingIds.length === 0) return new Map();
  const verdicts = await verdictsOnHomes(db, partner.id, listingIds);
  const sought = await soughtBy(db, partner.criteria);
  const facts = await listingsNow(db, listingIds);
  return new Map(
    listingIds.flatMap((id): [number, PartnerVerdict][] => {
      const now = facts.get(id);
      if (!now) return [];
      const failed = judge(sought, now, clock.now()).failed.map((word) => labelOf(word).toLowerCase());
      return [[id, { name: nameOf(partner), verdict: verdicts.get(id) ?? null, failed }]];
    }),
  );
}
