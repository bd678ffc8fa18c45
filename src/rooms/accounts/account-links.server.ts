import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { asUserId, hashToken, newToken, type UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import {
  countLinks,
  deleteLinksBefore,
  expireLinks,
  insertLink,
  insertResetRequest,
  linkByHash,
  type Purpose,
  spendLink,
  takeResetRequest,
} from './account-links.sql.server.ts';
import { accountByEmail, accountSessions, lockAccount, updateAccount } from './accounts.sql.server.ts';
import { accountErrors, RESET_CHANNEL, RESET_HOURS, VERIFY_HOURS } from './contract.ts';
import { cancelPendingChange } from './email-change.sql.server.ts';
import { forgive } from './login-attempts.server.ts';

type Open = Pick<Services, 'db' | 'env'>;
type Settings = Open['env'];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Mails of one kind that strangers may have sent to one address in a day (security.md, threat 22). */
const MAILS_PER_DAY: Record<Purpose, number> = { verify: 3, reset: 5 };
/** A request that waited longer, because no worker ran, is no longer expected. */
const REQUEST_LIFE_MS = RESET_HOURS * HOUR_MS;

/** Everything about one account that waits in the outbox. */
export const streamOf = (accountId: number) => `account:${accountId}`;

interface Holder {
  readonly id: number;
  readonly email: string;
}

/** A link to this address, or null once it had its share of the day. Ends the links of that kind before it. */
async function newLink(
  tx: Tx,
  account: Holder,
  purpose: Purpose,
): Promise<{ token: string; key: string } | null> {
  const now = clock.now();
  await lockAccount(tx, account.id);
  const sent = await countLinks(tx, account.id, purpose, new Date(now.getTime() - DAY_MS));
  if (sent >= MAILS_PER_DAY[purpose]) return null;
  const token = newToken();
  const tokenHash = hashToken(token);
  const hours = purpose === 'reset' ? RESET_HOURS : VERIFY_HOURS;
  await expireLinks(tx, account.id, purpose, now);
  await insertLink(tx, {
    tokenHash,
    accountId: account.id,
    purpose,
    email: account.email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + hours * HOUR_MS),
  });
  return { token, key: `account-${purpose}:${account.id}:${tokenHash.toString('hex').slice(0, 16)}` };
}

/** Asks the address of a new account to prove itself. */
export async function sendVerification(tx: Tx, env: Settings, account: Holder): Promise<void> {
  const link = await newLink(tx, account, 'verify');
  if (!link) return;
  const { verificationMail } = await import('./account-links.mails.server.tsx');
  const letter = verificationMail({
    origin: env.publicUrl,
    link: `${env.publicUrl}${paths.verifyEmail()}?token=${link.token}`,
    hours: VERIFY_HOURS,
  });
  await sendMail(tx, letter, {
    key: link.key,
    stream: streamOf(account.id),
    to: account.email,
  });
}

/** Sends the same again to a signed-in person whose address is not proven; three a day at most. */
export async function resendVerification({ db, env }: Open, userId: UserId): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account && !account.emailVerifiedAt) await sendVerification(tx, env, account);
  });
}

/**
 * Uses a link that proves an address. `by` is who is signed in where it is opened, and the password chosen there. Within
 * a session of that very account nothing else changes; anywhere else its owner takes the account (`takeOver`), with that
 * password or, without one, with none. Once proven, a link changes nothing and says so. Throws LINK_INVALID.
 */
export async function verifyEmail(
  db: Db,
  token: string,
  by: { userId: UserId | undefined; hashOf: (() => Promise<string>) | undefined },
): Promise<{ state: 'verified' | 'already'; userId: UserId }> {
  const tokenHash = hashToken(token);
  // A made-up link does not cost a hash.
  const waiting = (await linkState(db, token, 'verify')) === 'waiting';
  const passwordHash = waiting && by.hashOf ? await by.hashOf() : null;
  return db.transaction().execute(async (tx) => {
    const known = await linkByHash(tx, tokenHash, 'verify');
    // Lock the account first: another use of its links waits.
    const account = known && (await lockAccount(tx, known.accountId));
    if (!known || account?.email !== known.email) throw fail(accountErrors.LINK_INVALID);
    const userId = asUserId(account.id);
    if (account.emailVerifiedAt && (known.usedAt || known.expiresAt > clock.now()))
      return { state: 'already' as const, userId };
    const now = clock.now();
    if (!(await spendLink(tx, tokenHash, 'verify', now))) throw fail(accountErrors.LINK_INVALID);
    if (by.userId === userId && !by.hashOf) await updateAccount(tx, userId, { emailVerifiedAt: now });
    else await takeOver(tx, userId, passwordHash);
    return { state: 'verified' as const, userId };
  });
}

/**
 * Within a session of this account a link mailed to this address was opened: where it is the account's, and nobody had
 * proven it, it is proven now. Any other session proves nothing.
 */
export async function proveWithin(db: Db, userId: UserId, email: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account?.email === email && !account.emailVerifiedAt)
      await updateAccount(tx, userId, { emailVerifiedAt: clock.now() });
  });
}

/**
 * The owner of an address that nobody had proven takes its account: what the person who typed that address could still
 * come in by ends (password, sessions, a Google account, devices that are told, an address it was to move to).
 */
async function takeOver(tx: Tx, accountId: number, passwordHash: string | null): Promise<void> {
  const now = clock.now();
  await accountSessions.endAll(tx, accountId);
  await cancelPendingChange(tx, accountId, now);
  await expireLinks(tx, accountId, 'reset', now);
  await updateAccount(tx, accountId, {
    emailVerifiedAt: now,
    ownedSince: now,
    passwordHash,
    googleSub: null,
    googleEmail: null,
    googleLinkedAt: null,
  });
}

/** Whether a link would still work, without using it: pages say it before they ask. */
export async function linkState(
  db: Db,
  token: string,
  purpose: Purpose,
): Promise<'waiting' | 'used' | 'invalid'> {
  const link = token ? await linkByHash(db, hashToken(token), purpose) : undefined;
  if (!link) return 'invalid';
  const proven = purpose === 'verify' && link.emailVerifiedAt && link.email === link.accountEmail;
  if (link.usedAt) return 'used';
  if (link.expiresAt <= clock.now()) return 'invalid';
  return proven ? 'used' : 'waiting';
}

/** Whether a link that proves an address is that of this account. */
export async function isOwnLink(db: Db, token: string, userId: UserId): Promise<boolean> {
  return (await linkByHash(db, hashToken(token), 'verify'))?.accountId === userId;
}

/** The links of an account that wait no longer work: they spoke to another address. */
export async function endLinks(tx: Tx, accountId: number): Promise<void> {
  const now = clock.now();
  await expireLinks(tx, accountId, 'verify', now);
  await expireLinks(tx, accountId, 'reset', now);
}

/** Notes in a transaction that a password is to be chosen anew. */
export async function requestReset(tx: Tx, email: string): Promise<void> {
  await insertResetRequest(tx, { email, at: clock.now() }, RESET_CHANNEL);
}

/** Queues a request for a new password; answered by `answerForgotten`, so that every address is told the same as fast. */
export async function askReset(db: Db, email: string): Promise<void> {
  await db.transaction().execute((tx) => requestReset(tx, email));
}

/** Mails the link of one forgotten password, if the address has an account. Answers whether there was a request. */
export async function answerForgotten({ db, env }: Open): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const request = await takeResetRequest(tx);
    if (!request) return false;
    const account = await accountByEmail(tx, request.email);
    const late = clock.now().getTime() - request.at.getTime() > REQUEST_LIFE_MS;
    // The demonstration's password is published: nobody has to recover it, and nobody may change it.
    if (!account || account.demo || late) return true;
    const link = await newLink(tx, account, 'reset');
    if (!link) return true;
    const { resetMail } = await import('./account-links.mails.server.tsx');
    const letter = resetMail({
      origin: env.publicUrl,
      link: `${env.publicUrl}${paths.resetPassword()}?token=${link.token}`,
      hours: RESET_HOURS,
    });
    await sendMail(tx, letter, {
      key: link.key,
      stream: streamOf(account.id),
      to: account.email,
    });
    return true;
  });
}

/**
 * Uses a reset link: the new password counts, every device is signed out, none is signed in, and a mail says so. The
 * address is proven by the way, and wrong passwords keep nobody out any more. Throws LINK_INVALID.
 */
export async function resetPassword(
  { db, env }: Open,
  token: string,
  hashOf: () => Promise<string>,
): Promise<void> {
  // A made-up link does not cost a hash.
  if ((await linkState(db, token, 'reset')) !== 'waiting') throw fail(accountErrors.LINK_INVALID);
  const passwordHash = await hashOf();
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const spent = await spendLink(tx, hashToken(token), 'reset', now);
    const account = spent && (await lockAccount(tx, spent.accountId));
    if (!account || account.email !== spent.email) throw fail(accountErrors.LINK_INVALID);
    if (!account.emailVerifiedAt) await takeOver(tx, account.id, passwordHash);
    await replacePassword(tx, env, account, passwordHash);
    await forgive(tx, env, account.email);
  });
}

/** Sets the password, ends reset links and every session but one, and tells the address. */
export async function replacePassword(
  tx: Tx,
  env: Settings,
  account: Holder,
  passwordHash: string,
  keptToken?: string,
): Promise<void> {
  const now = clock.now();
  await updateAccount(tx, account.id, { passwordHash });
  await accountSessions.endAll(tx, account.id, keptToken);
  await expireLinks(tx, account.id, 'reset', now);
  const { passwordChangedMail } = await import('./account-links.mails.server.tsx');
  const letter = passwordChangedMail({
    origin: env.publicUrl,
    forgotUrl: `${env.publicUrl}${paths.forgotPassword()}`,
    at: now,
  });
  await sendMail(tx, letter, {
    key: `account-password:${account.id}:${now.toISOString()}`,
    stream: streamOf(account.id),
    to: account.email,
  });
}

/** Says to the address that Google now opens its account; `linkedTo` when its person asked for it. */
export async function mailGoogleLinked(
  tx: Tx,
  env: Settings,
  account: Holder,
  linkedTo?: string,
): Promise<void> {
  const { googleLinkedMail } = await import('./account-links.mails.server.tsx');
  const letter = googleLinkedMail({
    origin: env.publicUrl,
    forgotUrl: `${env.publicUrl}${paths.forgotPassword()}`,
    ...(linkedTo ? { linkedTo } : {}),
  });
  await sendMail(tx, letter, {
    key: `account-google:${account.id}:${clock.now().toISOString()}`,
    stream: streamOf(account.id),
    to: account.email,
  });
}

/** Says to the address that Google no longer opens its account. */
export async function mailGoogleUnlinked(tx: Tx, env: Settings, account: Holder): Promise<void> {
  const { googleUnlinkedMail } = await import('./account-links.mails.server.tsx');
  const letter = googleUnlinkedMail({
    origin: env.publicUrl,
    profileUrl: `${env.publicUrl}${paths.profile()}`,
  });
  await sendMail(tx, letter, {
    key: `account-google-gone:${account.id}:${clock.now().toISOString()}`,
    stream: streamOf(account.id),
    to: account.email,
  });
}

/** Links long past are forgotten; a day longer than they work, to count those of the day. */
export async function forgetLinks(db: Db): Promise<void> {
  await deleteLinksBefore(db, new Date(clock.now().getTime() - DAY_MS));
}
