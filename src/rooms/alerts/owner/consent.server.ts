import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { type Actor, hashToken, newToken, readToken, signToken } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { proveWithin } from '#rooms/accounts/account-links.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import {
  alertById,
  confirmationByHash,
  countAlerts,
  expireConfirmations,
  insertConfirmation,
  lockAlert,
  lockAlertsOfSubscriber,
  lockSubscriberById,
  reopenRuns,
  updateAlert,
  updateSubscriber,
  useConfirmation,
} from '../alerts.sql.server.ts';
import {
  type AlertRow,
  criteriaIn,
  type PlaceMap,
  placesOf,
  recapOf,
  rhythmOf,
  viewOf,
} from '../asking/described-search.server.ts';
import { type Frequency, lastDue } from '../asking/rhythm.ts';
import {
  ALERTS_PER_ADDRESS,
  type AlertView,
  alertErrors,
  CONFIRMATION_DAYS,
  CONFIRMATIONS_PER_DAY,
  type Stoppable,
} from '../contract.ts';
import { activate, deactivate, later, streamOf } from './activation.server.ts';
import { partnerOf } from './pair.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const DAY_MS = 86_400_000;
/** What a stop link is signed for. */
const STOP = 'alert-stop';

/** At most `CONFIRMATIONS_PER_DAY` mails in 24 hours that the address did not ask for itself. */
export async function askAtMost(
  tx: Tx,
  subscriber: { id: number; askedAt: Date[] },
  now: Date,
  send: () => Promise<void>,
): Promise<void> {
  const recent = subscriber.askedAt.filter((at) => now.getTime() - at.getTime() < DAY_MS);
  if (recent.length >= CONFIRMATIONS_PER_DAY) return;
  await updateSubscriber(tx, subscriber.id, { askedAt: [...recent, now] });
  await send();
}

/** Mails the link that makes the alert watch; links sent before for it no longer work. */
export async function sendConfirmation(
  tx: Tx,
  env: Open['env'],
  given: { row: AlertRow; address: string; places: PlaceMap; now: Date },
): Promise<void> {
  const { row, address, places, now } = given;
  const token = newToken();
  const tokenHash = hashToken(token);
  await expireConfirmations(tx, row.id, now);
  await insertConfirmation(tx, {
    tokenHash,
    alertId: row.id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + CONFIRMATION_DAYS * DAY_MS),
  });
  const asked = {
    origin: env.publicUrl,
    alert: recapOf(row, places),
    confirmUrl: `${env.publicUrl}${paths.confirmAlert()}?token=${token}`,
    days: CONFIRMATION_DAYS,
  };
  const inviter = await inviterTo(tx, row.id);
  const { confirmationMail, invitationMail } = await import('./consent.mails.server.tsx');
  const letter = inviter === null ? confirmationMail(asked) : invitationMail({ ...asked, inviter });
  await sendMail(tx, letter, {
    key: `alert-confirmation:${row.id}:${tokenHash.toString('hex').slice(0, 16)}`,
    stream: streamOf(row.id),
    to: address,
  });
}

/** « Camille (camille@example.test) », who invited to search together with this alert; null: nobody did. */
async function inviterTo(db: Queryable, alertId: number): Promise<string | null> {
  const partner = await partnerOf(db, alertId);
  if (!partner || partner.invited) return null;
  return partner.firstName ? `${partner.firstName} (${partner.email})` : partner.email;
}

/** Tells the address, and only it, that it has as many alerts as it may without an account. */
export async function sendLimit(
  tx: Tx,
  env: Open['env'],
  { address, subscriberId, now }: { address: string; subscriberId: number; now: Date },
): Promise<void> {
  const { limitMail } = await import('./consent.mails.server.tsx');
  const letter = limitMail({
    origin: env.publicUrl,
    limit: ALERTS_PER_ADDRESS,
    signupUrl: `${env.publicUrl}${paths.login()}`,
  });
  await sendMail(tx, letter, {
    key: `alert-limit:${subscriberId}:${now.toISOString()}`,
    stream: `subscriber:${subscriberId}`,
    to: address,
  });
}

/**
 * Uses a mailed link: the address is proven, the alert watches; within a session of the account that has this very address
 * (`actor`) it is proven for that account too, whose alert it becomes. A second use changes nothing. Throws
 * ALERT_TOKEN_UNKNOWN, ALERT_TOKEN_EXPIRED, or ALERT_STOPPED when it was stopped in between.
 */
export async function confirmAlert(
  db: Db,
  token: string,
  actor: Actor,
): Promise<{ state: 'confirmed' | 'already'; alert: AlertView }> {
  const tokenHash = hashToken(token);
  const { state, row } = await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const alertId = await useConfirmation(tx, tokenHash, now);
    if (alertId === null) return { state: 'already' as const, row: await confirmedBefore(tx, tokenHash) };
    const held = await lockAlert(tx, alertId);
    if (!held || held.deletedAt) throw fail(alertErrors.ALERT_TOKEN_UNKNOWN);
    if (held.status === 'stopped') throw fail(alertErrors.ALERT_STOPPED);
    await updateSubscriber(tx, held.subscriberId, { verifiedAt: now });
    return {
      state: 'confirmed' as const,
      row: held.status === 'unconfirmed' ? await activate(tx, held, now) : held,
    };
  });
  if (state === 'confirmed' && actor.kind === 'user') {
    const confirmed = await alertById(db, row.id);
    if (confirmed) await proveWithin(db, actor.userId, confirmed.email);
  }
  return { state, alert: viewOf(row, await placesOf(db, criteriaIn(row))) };
}

async function confirmedBefore(tx: Tx, tokenHash: Buffer): Promise<AlertRow> {
  const known = await confirmationByHash(tx, tokenHash);
  const row = known && (await lockAlert(tx, known.alertId));
  if (!known || !row || row.deletedAt) throw fail(alertErrors.ALERT_TOKEN_UNKNOWN);
  if (row.status === 'stopped') throw fail(alertErrors.ALERT_STOPPED);
  if (known.usedAt === null && row.status === 'unconfirmed') throw fail(alertErrors.ALERT_TOKEN_EXPIRED);
  return row;
}

/** What a confirmation link is about, without using it: pages say it before they ask. */
export async function alertToConfirm(
  db: Db,
  token: string,
): Promise<{
  state: 'waiting' | 'expired' | 'already' | 'stopped';
  alert: AlertView;
  /** Who asks to search together with it; null: nobody. */
  inviter: string | null;
} | null> {
  const known = await confirmationByHash(db, hashToken(token));
  const row = known && (await alertById(db, known.alertId));
  if (!known || !row) return null;
  const alert = viewOf(row, await placesOf(db, criteriaIn(row)));
  const inviter = await inviterTo(db, row.id);
  if (row.status === 'stopped') return { state: 'stopped', alert, inviter };
  if (row.status !== 'unconfirmed') return { state: 'already', alert, inviter };
  return { state: known.expiresAt > clock.now() ? 'waiting' : 'expired', alert, inviter };
}

/**
 * Mails a new link for an alert whose link has expired, to the same address, within the same daily limit. Throws
 * ALERT_TOKEN_UNKNOWN when the token or its alert is unknown.
 */
export async function resendConfirmation({ db, env }: Open, token: string): Promise<void> {
  const known = await confirmationByHash(db, hashToken(token));
  const found = known && (await alertById(db, known.alertId));
  if (!found) throw fail(alertErrors.ALERT_TOKEN_UNKNOWN);
  const places = await placesOf(db, criteriaIn(found));
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    // Erased or moved since the link was read: nobody is made anew for it.
    const subscriber = await lockSubscriberById(tx, found.subscriberId);
    const row = subscriber && (await lockAlert(tx, found.id));
    if (row?.status !== 'unconfirmed' || row.deletedAt || row.subscriberId !== subscriber?.id) return;
    const address = subscriber.email;
    await askAtMost(tx, subscriber, now, () => sendConfirmation(tx, env, { row, address, places, now }));
  });
}

/** The token of an alert's stop link: no row, and it never expires. */
export function stopToken(
  env: Pick<Open['env'], 'secret'>,
  alert: { id: number; tokenVersion: number },
): string {
  return signToken(env.secret, STOP, `${alert.id}.${alert.tokenVersion}`);
}

function readStopToken(env: Pick<Open['env'], 'secret'>, token: string): { id: number; version: number } {
  const payload = readToken(env.secret, STOP, token);
  const [, id, version] = /^(\d{1,15})\.(\d{1,9})$/.exec(payload ?? '') ?? [];
  if (!id || !version) throw fail(alertErrors.ALERT_TOKEN_UNKNOWN);
  return { id: Number(id), version: Number(version) };
}

/** The alert that a link of a mail speaks of; null once it is deleted. Throws ALERT_TOKEN_UNKNOWN. */
export async function alertOfToken({ db, env }: Open, token: string): Promise<AlertRowWithAddress | null> {
  const { id, version } = readStopToken(env, token);
  const row = await alertById(db, id);
  return row?.tokenVersion === version ? row : null;
}

type AlertRowWithAddress = AlertRow & { readonly email: string };

/** The alert of a stop link; null once it is deleted. Throws ALERT_TOKEN_UNKNOWN. */
export async function alertToStop(open: Open, token: string): Promise<Stoppable | null> {
  const row = await alertOfToken(open, token);
  if (!row) return null;
  const others = await countAlerts(open.db, row.subscriberId);
  return {
    alert: viewOf(row, await placesOf(open.db, criteriaIn(row))),
    address: maskedAddress(row.email),
    others: others - (row.status === 'stopped' ? 0 : 1),
  };
}

/** « c•••@example.test »: a link may be forwarded. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}

/**
 * One click: no more mails of this alert (RFC 8058). Again, or for an alert deleted since, it does nothing. Throws
 * ALERT_TOKEN_UNKNOWN when the token was not signed here.
 */
export async function stopAlert(open: Open, token: string): Promise<void> {
  await byToken(open, token, async (tx, row, now) => {
    if (row.status !== 'stopped') await deactivate(tx, row, 'stopped', now);
  });
}

/**
 * No mail for so many days, then again. Does nothing for an alert that does not write yet. Throws ALERT_TOKEN_UNKNOWN when
 * the token was not signed here.
 */
export async function pauseAlert(open: Open, token: string, days: number): Promise<void> {
  await byToken(open, token, async (tx, row, now) => {
    if (!row.confirmedAt) return;
    await deactivate(tx, row, 'paused', now, new Date(now.getTime() + days * DAY_MS));
  });
}

/**
 * Changes the rhythm from the link of a mail: less often, or as it was. What waits comes with the next mail of that
 * rhythm. Does nothing for a stopped alert. Throws ALERT_TOKEN_UNKNOWN when the token was not signed here.
 */
export async function changeFrequency(open: Open, token: string, frequency: Frequency): Promise<void> {
  await byToken(open, token, async (tx, row, now) => {
    if (row.status === 'stopped' || row.frequency === frequency) return;
    const due = lastDue({ ...rhythmOf(row), frequency }, parisDay(now));
    await updateAlert(tx, row.id, { frequency, toldOn: later(row.toldOn, due), updatedAt: now });
    if (frequency === 'immediate') await reopenRuns(tx, row.id);
  });
}

/**
 * Undoes `stopAlert` and `pauseAlert`, from the same link. Throws ALERT_TOKEN_UNKNOWN when the token was not signed
 * here, ALERT_NOT_FOUND when its alert is deleted or the token withdrawn.
 */
export async function resumeStopped({ db, env }: Open, token: string): Promise<void> {
  const { id, version } = readStopToken(env, token);
  await db.transaction().execute(async (tx) => {
    const row = await lockAlert(tx, id);
    if (row?.tokenVersion !== version || row.deletedAt) throw fail(alertErrors.ALERT_NOT_FOUND);
    if (row.status === 'active' || !row.confirmedAt) return;
    await activate(tx, row, clock.now());
  });
}

/**
 * Stops all alerts of the address of a stop link, deleted ones included. Answers the moment, which `resumeAll` takes to
 * undo exactly this. Throws ALERT_TOKEN_UNKNOWN when the token was not signed here, ALERT_NOT_FOUND when its alert is
 * deleted or the token withdrawn.
 */
export async function stopAll({ db, env }: Open, token: string): Promise<{ at: string }> {
  const { id, version } = readStopToken(env, token);
  const now = clock.now();
  await db.transaction().execute(async (tx) => {
    const row = await alertById(tx, id);
    if (row?.tokenVersion !== version) throw fail(alertErrors.ALERT_NOT_FOUND);
    for (const one of await lockAlertsOfSubscriber(tx, row.subscriberId)) {
      if (one.status !== 'stopped') await deactivate(tx, one, 'stopped', now);
    }
  });
  return { at: now.toISOString() };
}

/**
 * Undoes `stopAll`: what it stopped is again what it was. Throws ALERT_TOKEN_UNKNOWN when the token was not signed
 * here, ALERT_NOT_FOUND when its alert is deleted or the token withdrawn.
 */
export async function resumeAll({ db, env }: Open, token: string, at: string): Promise<void> {
  const { id, version } = readStopToken(env, token);
  await db.transaction().execute(async (tx) => {
    const row = await alertById(tx, id);
    if (row?.tokenVersion !== version) throw fail(alertErrors.ALERT_NOT_FOUND);
    const now = clock.now();
    for (const one of await lockAlertsOfSubscriber(tx, row.subscriberId)) {
      if (one.status !== 'stopped' || one.updatedAt.toISOString() !== at) continue;
      if (one.statusBefore === 'active') await activate(tx, one, now);
      else if (one.statusBefore) {
        await updateAlert(tx, one.id, { status: one.statusBefore, statusBefore: null, updatedAt: now });
      }
    }
  });
}

/** Acts on the alert of a stop link; on one deleted since, or under a token withdrawn, it does nothing. */
async function byToken(
  { db, env }: Open,
  token: string,
  act: (tx: Tx, row: AlertRow, now: Date) => Promise<void>,
): Promise<void> {
  const { id, version } = readStopToken(env, token);
  await db.transaction().execute(async (tx) => {
    const row = await lockAlert(tx, id);
    if (row?.tokenVersion === version) await act(tx, row, clock.now());
  });
}
