import { hash, verify } from '@node-rs/argon2';
import { composedPassword } from '#contract/common-passwords.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { type Actor, asUserId, hashToken, newToken, nobody, type UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { replacePassword, sendVerification } from './account-links.server.ts';
import {
  type AccountRow,
  accountByEmail,
  accountById,
  accountOfSession,
  deleteExpiredSessions,
  deleteSession,
  insertAccount,
  insertDemoAccount,
  insertSession,
  lockAccount,
  replaceSessionToken,
  touchSession,
  updateAccount,
} from './accounts.sql.server.ts';
import { accountErrors, type User } from './contract.ts';
import { beginAttempt } from './login-attempts.server.ts';

// OWASP's minimum for argon2id (stack.md 1.2).
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const SESSION_DAYS = 1;
const REMEMBERED_DAYS = 90;
const DAY_MS = 86_400_000;
/** How exact « vu il y a 5 minutes » is. */
const SEEN_MS = 300_000;

/** `__Host-` where browsers grant it: https, or a loopback origin (interface.md, fine points 8). */
export function sessionCookieName(env: Pick<Env, 'publicUrl'>): string {
  const { protocol, hostname } = new URL(env.publicUrl);
  const trusted = protocol === 'https:' || hostname === 'localhost' || hostname.startsWith('127.');
  return trusted ? '__Host-session' : 'session';
}

/** The session's token in a `Cookie` header; undefined when there is none. */
export function sessionTokenIn(env: Pick<Env, 'publicUrl'>, cookies: string | null): string | undefined {
  return cookieIn(cookies, sessionCookieName(env));
}

/** What a `Cookie` header says under a name; undefined when it says nothing. */
export function cookieIn(cookies: string | null, name: string): string | undefined {
  return (cookies ?? '')
    .split(/;\s*/)
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Whether accounts of the demonstration, whose password is published, are accounts here (interface.md, Settings). */
export function demoOpens(env: Pick<Env, 'production'>, local: boolean): boolean {
  return !env.production && local;
}

/** Who holds this session cookie; nobody when it is unknown or past, or when `demo` accounts are none here. */
export async function actorOfSession(db: Db, token: string, { demo }: { demo: boolean }): Promise<Actor> {
  const now = clock.now();
  const found = await accountOfSession(db, hashToken(token), now);
  if (!found || (found.demo && !demo)) return nobody;
  // Writes once in a while, and a failure fails nothing else: with a full disk people still read.
  if (now.getTime() - found.seenAt.getTime() > SEEN_MS)
    await touchSession(db, hashToken(token), now).catch(() => {});
  return { kind: 'user', userId: asUserId(found.id), email: found.email, firstName: found.firstName };
}

export interface OpenedSession {
  readonly user: User;
  readonly token: string;
  /** Undefined: the cookie lasts as long as the browser. */
  readonly maxAgeSeconds: number | undefined;
}

/** About the client: what a session remembers, and what attempts are counted against. */
export interface Visit {
  readonly ip: string;
  readonly userAgent: string;
  /** The session cookie that came along: it dies with the new session (security.md, threat 6). */
  readonly oldToken: string | undefined;
}

/** A session of its own for this account, whatever was open in that browser before. */
export async function openSession(
  db: Queryable,
  account: AccountRow,
  visit: Pick<Visit, 'userAgent' | 'oldToken'>,
  remember = false,
): Promise<OpenedSession> {
  const token = newToken();
  const now = clock.now();
  const days = remember ? REMEMBERED_DAYS : SESSION_DAYS;
  if (visit.oldToken) await deleteSession(db, hashToken(visit.oldToken));
  await insertSession(db, {
    tokenHash: hashToken(token),
    accountId: account.id,
    remembered: remember,
    userAgent: visit.userAgent,
    now,
    expiresAt: new Date(now.getTime() + days * DAY_MS),
  });
  return { user: asUser(account), token, maxAgeSeconds: remember ? days * 86_400 : undefined };
}

/** The same session under a new token; null when it is gone. */
export async function renewSession(
  db: Queryable,
  oldToken: string,
): Promise<Pick<OpenedSession, 'token' | 'maxAgeSeconds'> | null> {
  const token = newToken();
  const kept = await replaceSessionToken(db, hashToken(oldToken), hashToken(token));
  if (!kept) return null;
  const seconds = Math.floor((kept.expiresAt.getTime() - clock.now().getTime()) / 1000);
  return { token, maxAgeSeconds: kept.remembered ? seconds : undefined };
}

let unknownBranchHash: Promise<string> | undefined;

/** One argon2 verification, whether there is something to compare with or not; however its accents were typed. */
export async function isRight(stored: string | null | undefined, given: string): Promise<boolean> {
  unknownBranchHash ??= hash('personne', ARGON);
  const right = await verify(stored ?? (await unknownBranchHash), composedPassword(given));
  return right && Boolean(stored);
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
): Promise<Pick<OpenedSession, 'token' | 'maxAgeSeconds'> | null> {
  const { db, env } = services;
  const account = await accountById(db, userId);
  if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
  const attempt = await beginAttempt(services, { ip: visit.ip, email: account.email });
  if (!(await isRight(account.passwordHash, given.currentPassword))) {
    await attempt.failed('wrong');
    const { message } = accountErrors.WRONG_PASSWORD;
    throw fail(accountErrors.WRONG_PASSWORD, { fields: [{ field: 'currentPassword', message }] });
  }
  await attempt.succeeded();
  const passwordHash = await hashPassword(given.newPassword);
  const { oldToken } = visit;
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account.id))) throw fail(sharedErrors.LOGIN_REQUIRED);
    await replacePassword(tx, env, account, passwordHash, oldToken ? hashToken(oldToken) : undefined);
    return oldToken ? renewSession(tx, oldToken) : null;
  });
}

export async function logout(db: Db, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
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
  await deleteExpiredSessions(db, clock.now());
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
