import { createHmac } from 'node:crypto';
import { fail, sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { hashToken, newToken, type UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { tooMany } from '#platform/rate-limits.server.ts';
import type { Visit } from '#platform/sessions.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import { endLinks, requestReset, streamOf } from './account-links.server.ts';
import { accountByEmail, accountSessions, lockAccount, updateAccount } from './accounts.sql.server.ts';
import { accountErrors, CANCEL_HOURS, maskedAddress, type PendingEmail, VERIFY_HOURS } from './contract.ts';
import {
  cancelFrom,
  cancelPendingChange,
  changeByCancel,
  changeByToken,
  changeRequestsSince,
  changesOf,
  deleteOldChanges,
  insertChange,
  insertChangeRequest,
  pendingChange,
  renewChange,
  selectTakenAddresses,
  spendChange,
} from './email-change.sql.server.ts';
import { proveSelf } from './recent-proof.server.ts';

type Open = Pick<Services, 'db' | 'env'>;
type Change = Awaited<ReturnType<typeof insertChange>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Most changes in a day, of one account and to one address, no matter who asks (security.md, threat 22). */
const ASKED_PER_DAY = 5;
const MAILS_PER_ADDRESS = 3;

/**
 * Notes that an account wants another address: the new one is asked to confirm, the old one is told and may stop it,
 * and nothing changes until then. An address that has an account is answered the same, and told by mail. Throws what
 * `proveSelf` throws, VALIDATION_ERROR on `email` when it is the address of today, RATE_LIMIT_EXCEEDED.
 */
export async function askEmailChange(
  services: Open,
  userId: UserId,
  given: { email: string; password?: string | null | undefined },
  visit: Visit,
): Promise<void> {
  const { db, env } = services;
  await proveSelf(services, userId, { password: given.password }, visit);
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
    if (account.email === given.email) {
      const message = 'C’est déjà votre adresse.';
      throw fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field: 'email', message }] }, message);
    }
    const now = clock.now();
    const allowed = await countAsked(tx, env, userId, given.email, now);
    await cancelPendingChange(tx, userId, now);
    const [token, cancel] = [newToken(), newToken()];
    const change = await insertChange(tx, {
      accountId: userId,
      oldEmail: account.email,
      oldProven: account.emailVerifiedAt !== null,
      newEmail: given.email,
      tokenHash: hashToken(token),
      cancelHash: hashToken(cancel),
      createdAt: now,
      sentAt: now,
      expiresAt: new Date(now.getTime() + VERIFY_HOURS * HOUR_MS),
    });
    if (allowed) await askNewAddress(tx, env, change, token);
    await tellOldAddress(tx, env, change, cancel);
  });
}

/** The link once more, to the same new address. Throws EMAIL_CHANGE_NONE or RATE_LIMIT_EXCEEDED. */
export async function resendEmailChange({ db, env }: Open, userId: UserId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const waiting = (await lockAccount(tx, userId)) && (await pendingChange(tx, userId));
    if (!waiting) throw fail(accountErrors.EMAIL_CHANGE_NONE);
    const now = clock.now();
    const allowed = await countAsked(tx, env, userId, waiting.newEmail, now);
    const token = newToken();
    const change = await renewChange(tx, waiting.id, {
      tokenHash: hashToken(token),
      sentAt: now,
      expiresAt: new Date(now.getTime() + VERIFY_HOURS * HOUR_MS),
    });
    if (allowed) await askNewAddress(tx, env, change, token);
  });
}

/** The account keeps its address; nothing happens when no change was waiting. */
export async function cancelEmailChange(db: Db, userId: UserId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await lockAccount(tx, userId)) await cancelPendingChange(tx, userId, clock.now());
  });
}

/** What an account waits for; null when it waits for nothing. */
export async function pendingEmail(db: Queryable, userId: UserId): Promise<PendingEmail | null> {
  const waiting = await pendingChange(db, userId);
  if (!waiting) return null;
  const { newEmail, sentAt, expiresAt } = waiting;
  return {
    email: newEmail,
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    expired: expiresAt <= clock.now(),
  };
}

/** Addresses that the account had proven and left, and that nobody else holds now. */
export async function formerAddresses(
  db: Queryable,
  account: { id: number; email: string },
): Promise<string[]> {
  const left = (await changesOf(db, account.id)).flatMap(
    ({ oldEmail, oldProven, newEmail, confirmedAt, cancelledAt }) =>
      confirmedAt && !cancelledAt ? [...(oldProven ? [oldEmail] : []), newEmail] : [],
  );
  const addresses = [...new Set(left)].filter((email) => email !== account.email);
  const taken = new Set(await selectTakenAddresses(db, account.id, addresses));
  return addresses.filter((email) => !taken.has(email));
}

interface AddressMove {
  readonly accountId: number;
  readonly from: string;
  readonly to: string;
  /** Whether the address it leaves had been proven. */
  readonly proven: boolean;
}

/**
 * Uses the link mailed to a new address, within a session of the account that asked (`userId`): it is the account's
 * now, and proven. A person who only reads that address may have nothing to do with the account: a click alone would
 * leave their address to the person who typed it. A second use changes nothing (`null`). Throws LINK_INVALID,
 * LOGIN_REQUIRED elsewhere; the database refuses an address that got an account meanwhile (`isTaken`).
 */
export async function confirmNewAddress(
  tx: Tx,
  token: string,
  userId: UserId | undefined,
): Promise<AddressMove | null> {
  const tokenHash = hashToken(token);
  const known = await changeByToken(tx, tokenHash);
  // Lock the account first, as its deletion does: no deadlock.
  const account = known && (await lockAccount(tx, known.accountId));
  if (!known || !account) throw fail(accountErrors.LINK_INVALID);
  const now = clock.now();
  const waits = !known.confirmedAt && !known.cancelledAt && known.expiresAt > now;
  if (waits && userId !== account.id) throw fail(sharedErrors.LOGIN_REQUIRED);
  if (!(await spendChange(tx, tokenHash, now))) {
    if (account.email === known.newEmail) return null;
    throw fail(accountErrors.LINK_INVALID);
  }
  await updateAccount(tx, account.id, { email: known.newEmail, emailVerifiedAt: now });
  await endLinks(tx, account.id);
  return {
    accountId: account.id,
    from: account.email,
    to: known.newEmail,
    proven: account.emailVerifiedAt !== null,
  };
}

/** Whether the database refused an address because another account holds it. */
export function isTaken(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint === 'account_email_key';
}

export interface Undone {
  readonly state: 'cancelled' | 'already' | 'restored';
  readonly move: AddressMove | null;
}

/**
 * Uses the link mailed to the old address. Before the change it is stopped. After it, whoever made it is shut out: the
 * old address comes back, every device is signed out, the password and a Google account linked since no longer open, and
 * a link to choose another password is mailed. Throws LINK_INVALID; and `isTaken` as above.
 */
export async function undoEmailChange(tx: Tx, token: string): Promise<Undone> {
  const cancelHash = hashToken(token);
  const known = await changeByCancel(tx, cancelHash);
  const account = known && (await lockAccount(tx, known.accountId));
  const now = clock.now();
  if (!known || !account || isPast(known, now)) throw fail(accountErrors.LINK_INVALID);
  const change = await changeByCancel(tx, cancelHash);
  if (!change || change.cancelledAt) return { state: 'already', move: null };
  // An account is not given back to an address that nobody had proven.
  if (change.confirmedAt && !change.oldProven) throw fail(accountErrors.LINK_INVALID);
  await cancelFrom(tx, account.id, change.id, now);
  if (!change.confirmedAt) return { state: 'cancelled', move: null };
  await accountSessions.endAll(tx, account.id);
  await endLinks(tx, account.id);
  const linkedSince = account.googleLinkedAt !== null && account.googleLinkedAt > change.createdAt;
  await updateAccount(tx, account.id, {
    email: change.oldEmail,
    emailVerifiedAt: now,
    ...(account.demo ? {} : { passwordHash: null }),
    ...(linkedSince ? { googleSub: null, googleEmail: null, googleLinkedAt: null } : {}),
  });
  if (!account.demo) await requestReset(tx, change.oldEmail);
  return {
    state: 'restored',
    move: { accountId: account.id, from: account.email, to: change.oldEmail, proven: true },
  };
}

const isPast = (change: Change, now: Date) =>
  now.getTime() - change.createdAt.getTime() > CANCEL_HOURS * HOUR_MS;

/** What a link to a new address would do, without using it. */
export async function changeLinkState(
  db: Db,
  token: string,
): Promise<{ state: 'waiting' | 'used' | 'invalid'; email: string; accountId: number | null }> {
  const change = token ? await changeByToken(db, hashToken(token)) : undefined;
  if (!change || change.cancelledAt) return { state: 'invalid', email: '', accountId: null };
  const state = change.confirmedAt ? 'used' : change.expiresAt > clock.now() ? 'waiting' : 'invalid';
  return { state, email: change.newEmail, accountId: change.accountId };
}

/** What a link to an old address would do, without using it. */
export async function undoLinkState(
  db: Db,
  token: string,
): Promise<{ state: 'waiting' | 'changed' | 'cancelled' | 'invalid'; email: string }> {
  const change = token ? await changeByCancel(db, hashToken(token)) : undefined;
  if (!change || isPast(change, clock.now())) return { state: 'invalid', email: '' };
  const state = change.cancelledAt ? 'cancelled' : change.confirmedAt ? 'changed' : 'waiting';
  if (state === 'changed' && !change.oldProven) return { state: 'invalid', email: '' };
  return { state, email: maskedAddress(change.newEmail) };
}

/** Deletes abandoned e-mail changes once their links have expired. */
export async function forgetEmailChanges(db: Db): Promise<void> {
  const now = clock.now().getTime();
  await deleteOldChanges(db, {
    changesBefore: new Date(now - (CANCEL_HOURS + VERIFY_HOURS) * HOUR_MS),
    askedBefore: new Date(now - DAY_MS),
  });
}

/** Counts one more; false when that address had its mails of the day. The caller holds the account. */
async function countAsked(
  tx: Tx,
  env: Open['env'],
  accountId: number,
  email: string,
  now: Date,
): Promise<boolean> {
  const subject = createHmac('sha256', env.secret).update(`email-change\n${email}`).digest();
  const { byAccount, ofSubject } = await changeRequestsSince(
    tx,
    { accountId, subject },
    new Date(now.getTime() - DAY_MS),
  );
  const [oldest] = byAccount;
  if (oldest && byAccount.length >= ASKED_PER_DAY)
    throw tooMany((oldest.getTime() + DAY_MS - now.getTime()) / 1000);
  await insertChangeRequest(tx, { accountId, subject, at: now });
  return ofSubject < MAILS_PER_ADDRESS;
}

async function askNewAddress(tx: Tx, env: Open['env'], change: Change, token: string): Promise<void> {
  const { newAddressMail, takenAddressMail } = await import('./email-change.mails.server.tsx');
  const taken = await accountByEmail(tx, change.newEmail);
  const letter = taken
    ? takenAddressMail({ origin: env.publicUrl, loginUrl: `${env.publicUrl}${paths.login()}` })
    : newAddressMail({
        origin: env.publicUrl,
        link: `${env.publicUrl}${paths.verifyEmail()}?changement=${token}`,
        hours: VERIFY_HOURS,
      });
  await sendMail(tx, letter, {
    key: `account-email:${change.id}:${hashToken(token).toString('hex').slice(0, 16)}`,
    stream: streamOf(change.accountId),
    to: change.newEmail,
  });
}

async function tellOldAddress(tx: Tx, env: Open['env'], change: Change, cancel: string): Promise<void> {
  const { addressChangeMail } = await import('./email-change.mails.server.tsx');
  const letter = addressChangeMail({
    origin: env.publicUrl,
    newAddress: maskedAddress(change.newEmail),
    link: `${env.publicUrl}${paths.verifyEmail()}?annulation=${cancel}`,
    hours: CANCEL_HOURS,
    at: change.createdAt,
  });
  await sendMail(tx, letter, {
    key: `account-email-notice:${change.id}`,
    stream: streamOf(change.accountId),
    to: change.oldEmail,
  });
}
