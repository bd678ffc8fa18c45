import { hash, verify } from '@node-rs/argon2';
import { composedPassword } from '#contract/common-passwords.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { type Actor, asUserId, nobody, type UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { cookieIn, hostCookieName, type SessionCookie, type Visit } from '#platform/sessions.server.ts';
import { replacePassword, sendVerification } from './account-links.server.ts';
import {
  type AccountRow,
  accountByEmail,
  accountById,
  accountSessions,
  insertAccount,
  insertDemoAccount,
  lockAccount,
  updateAccount,
} from './accounts.sql.server.ts';
import { accountErrors, type User } from './contract.ts';
import { beginAttempt } from './login-attempts.server.ts';

// OWASP's minimum for argon2id (stack.md 1.2).
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The cookie of an individual's session. */
export function sessionCookieName(env: Pick<Env, 'publicUrl'>): string {
  return hostCookieName(env, 'session');
}

/** The session's token in a `Cookie` header; undefined when there is none. */
export function sessionTokenIn(env: Pick<Env, 'publicUrl'>, cookies: string | null): string | undefined {
  return cookieIn(cookies, sessionCookieName(env));
}

/** Whether accounts of the demonstration, whose password is published, are accounts here (interface.md, Settings). */
export function demoOpens(env: Pick<Env, 'production'>, local: boolean): boolean {
  return !env.production && local;
}

/** Who holds this session cookie; nobody when it is unknown or past, or when `demo` accounts are none here. */
export async function actorOfSession(db: Db, token: string, { demo }: { demo: boolean }): Promise<Actor> {
  const account = await accountSessions.holder(db, token, { demo });
  if (!account) return nobody;
  const { id, email, firstName } = account;
  return { kind: 'user', userId: asUserId(id), email, firstName };
}

export interface OpenedSession extends SessionCookie {
  readonly user: User;
}

/** A session of its own for this account, whatever was open in that browser before. */
export async function openSession(
  db: Queryable,
  account: AccountRow,
  visit: Pick<Visit, 'userAgent' | 'oldToken'>,
  remember = false,
): Promise<OpenedSession> {
  const cookie = await accountSessions.open(db, account.id, visit, remember);
  return { user: asUser(account), ...cookie };
}

/** The same session under a new token; null when it is gone. */
export function renewSession(db: Queryable, oldToken: string): Promise<SessionCookie | null> {
  return accountSessions.renew(db, oldToken);
}

let unknownBranchHash: Promise<string> | undefined;

/** One argon2 verification, whether there is something to compare with or not; however its accents were typed. */
export async function isRight(stored: string | null | undefined, given: string): Promise<boolean> {
  unknownBranchHash ??= hash('personne', ARGON);
  const right = await verify(stored ?? (await unknownBranchHash), composedPassword(given));
  return right && Boolean(stored);
}

/**
 * The person who is signed in proves to know the password. `email`: what wrong ones count against, with those of the
 * login. Throws WRONG_PASSWORD on `field` (also for an account without a password), or RATE_LIMIT_EXCEEDED.
 */
export async function requirePassword(
  services: Pick<Services, 'db' | 'env'>,
  { ip, email, passwordHash }: { ip: string; email: string; passwordHash: string | null },
  { field, password }: { field: string; password: string },
): Promise<void> {
  const attempt = await beginAttempt(services, { ip, email });
  if (!(await isRight(passwordHash, password))) {
    await attempt.failed('wrong');
    const { message } = accountErrors.WRONG_PASSWORD;
    throw fail(accountErrors.WRONG_PASSWORD, { fields: [{ field, message }] });
  }
  await attempt.succeeded();
}

export function hashPassword(password: string): Promise<string> {
  return hash(composedPassword(password), ARGON);
}

/**
 * Opens a session. Throws ACCOUNT_NOT_FOUND (the specification says so aloud, security.md D1),
 * INVALID_CREDENTIALS, or RATE_LIMIT_EXCEEDED before anything is looked up; the branches cost the same. Without
 * `demo`, the demonstration's accounts are unknown.
 */
export async function login(
  services: Pick<Services, 'db' | 'env'>,
  given: { email: string; password: string; remember: boolean; demo: boolean },
  visit: Visit,
): Promise<OpenedSession> {
  const { db } = services;
  const attempt = await beginAttempt(services, { ip: visit.ip, email: given.email });
  const known = await accountByEmail(db, given.email);
  const account = known?.demo && !given.demo ? undefined : known;
  const right = await isRight(account?.passwordHash, given.password);
  if (!account || !right) {
    await attempt.failed(account ? 'wrong' : 'unknown');
    throw fail(account ? accountErrors.INVALID_CREDENTIALS : accountErrors.ACCOUNT_NOT_FOUND);
  }
  await attempt.succeeded();
  return db.transaction().execute((tx) => openSession(tx, account, visit, given.remember));
}

/**
 * Makes an account and opens its session; a mail asks to prove the address. Throws ACCOUNT_EXISTS, or
 * RATE_LIMIT_EXCEEDED.
 */
export async function register(
  services: Pick<Services, 'db' | 'env'>,
  given: { firstName: string; lastName: string; email: string; password: string; phone: string | null },
  visit: Visit,
): Promise<OpenedSession> {
  const { password, ...person } = given;
  const attempt = await beginAttempt(services, { ip: visit.ip, email: given.email, signUp: true });
  const passwordHash = await hashPassword(password);
  const session = await services.db.transaction().execute(async (tx) => {
    const account = await insertAccount(tx, { ...person, passwordHash, createdAt: clock.now() });
    if (!account) return null;
    await sendVerification(tx, services.env, account);
    return openSession(tx, account, visit);
  });
  if (!session) {
    await attempt.failed('known');
    throw fail(accountErrors.ACCOUNT_EXISTS);
  }
  await attempt.succeeded();
  return session;
}

/**
 * Replaces the password of the signed-in person: other devices are signed out, this one goes on under a new token.
 * Throws WRONG_PASSWORD (also for an account without a password: the reset mail gives it one).
 */
export async function changePassword(
  services: Pick<Services, 'db' | 'env'>,
  userId: UserId,
  given: { currentPassword: string; newPassword: string },
  visit: Visit,
): Promise<SessionCookie | null> {
  const { db, env } = services;
  const account = await accountById(db, userId);
  if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
  await requirePassword(
    services,
    { ip: visit.ip, email: account.email, passwordHash: account.passwordHash },
    { field: 'currentPassword', password: given.currentPassword },
  );
  const passwordHash = await hashPassword(given.newPassword);
  const { oldToken } = visit;
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account.id))) throw fail(sharedErrors.LOGIN_REQUIRED);
    await replacePassword(tx, env, account, passwordHash, oldToken);
    return oldToken ? renewSession(tx, oldToken) : null;
  });
}

export async function logout(db: Db, token: string): Promise<void> {
  await accountSessions.end(db, token);
}

/** Throws LOGIN_REQUIRED when the account is gone. */
export async function userOf(db: Queryable, userId: UserId): Promise<User> {
  const account = await accountById(db, userId);
  if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
  return asUser(account);
}

/** What the account shows of itself to its person. Throws LOGIN_REQUIRED when it is gone. */
export async function ownAccount(db: Queryable, userId: UserId) {
  const account = await accountById(db, userId);
  if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
  return {
    user: asUser(account),
    proven: account.emailVerifiedAt !== null,
    hasPassword: account.passwordHash !== null,
    googleEmail: account.googleSub === null ? null : (account.googleEmail ?? ''),
    createdAt: account.createdAt,
    exportedAt: account.exportedAt,
  };
}

/**
 * Replaces what a person says of themselves; the address and the password have their own ways. Throws LOGIN_REQUIRED
 * when the account is gone.
 */
export async function changeIdentity(
  db: Db,
  userId: UserId,
  given: { firstName: string; lastName: string; phone: string | null; civility: 'M.' | 'Mme' | null },
): Promise<User> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, userId))) throw fail(sharedErrors.LOGIN_REQUIRED);
    const { firstName, lastName, phone, civility } = given;
    return asUser(await updateAccount(tx, userId, { firstName, lastName, phone, civility }));
  });
}

/**
 * Records one more export; or answers the oldest of the last ones, and records nothing, once there are `limit` of them.
 * Throws LOGIN_REQUIRED when the account is gone.
 */
export async function recordExport(
  tx: Tx,
  userId: UserId,
  { now, since, limit }: { now: Date; since: Date; limit: number },
): Promise<Date | null> {
  const account = await lockAccount(tx, userId);
  if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
  const recent = account.exportedAt.filter((at) => at > since);
  const [oldest] = recent;
  if (oldest && recent.length >= limit) return oldest;
  await updateAccount(tx, userId, { exportedAt: [...recent, now] });
  return null;
}

/** Whether the account's address was proven. */
export async function isProven(db: Db, userId: UserId): Promise<boolean> {
  return Boolean((await accountById(db, userId))?.emailVerifiedAt);
}

/** Whether this is the proven address of the signed-in person. Throws LOGIN_REQUIRED when the account is gone. */
export async function isOwnAddress(db: Db, actor: Actor, email: string): Promise<boolean> {
  if (actor.kind !== 'user') return false;
  const { email: ofAccount } = await userOf(db, actor.userId);
  return ofAccount === email && (await isProven(db, actor.userId));
}

export async function forgetExpiredSessions(db: Db): Promise<void> {
  await accountSessions.deleteExpired(db);
}

/** The demonstration's login, proven; left as it is when it exists. */
export async function addDemoAccount(
  db: Db,
  account: {
    email: string;
    firstName: string;
    lastName: string;
    password: string;
    phone?: string;
    civility?: 'M.' | 'Mme';
  },
): Promise<UserId> {
  const { password, ...rest } = account;
  const known = await accountByEmail(db, account.email);
  if (known) return asUserId(known.id);
  await insertDemoAccount(db, {
    ...rest,
    passwordHash: await hashPassword(password),
    emailVerifiedAt: clock.now(),
  });
  return asUserId((await accountByEmail(db, account.email))!.id);
}

function asUser(account: AccountRow): User {
  const { id, email, firstName, lastName, phone, civility } = account;
  return { id, email, firstName, lastName, phone, civility };
}
