import { hash, verify } from '@node-rs/argon2';
import { fail, sharedErrors } from '../../contract/errors.ts';
import {
  type Actor,
  asUserId,
  hashToken,
  newToken,
  nobody,
  type UserId,
} from '../../platform/auth.server.ts';
import { clock } from '../../platform/clock.server.ts';
import type { Db } from '../../platform/db.server.ts';
import type { Env } from '../../platform/env.server.ts';
import { accountErrors, type User } from './contract.ts';
import {
  accountByEmail,
  accountById,
  accountOfSession,
  deleteExpiredSessions,
  deleteSession,
  insertDemoAccount,
  insertSession,
} from './sql.server.ts';

// OWASP's minimum for argon2id (stack.md 1.2).
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const SESSION_DAYS = 1;
const REMEMBERED_DAYS = 90;

/** `__Host-` where browsers grant it: https, or a loopback origin (interface.md, fine points 8). */
export function sessionCookieName(env: Pick<Env, 'publicUrl'>): string {
  const { protocol, hostname } = new URL(env.publicUrl);
  const trusted = protocol === 'https:' || hostname === 'localhost' || hostname.startsWith('127.');
  return trusted ? '__Host-session' : 'session';
}

/** Whether accounts of the demonstration, whose password is published, are accounts here (interface.md, Settings). */
export function demoOpens(env: Pick<Env, 'production'>, local: boolean): boolean {
  return !env.production && local;
}

/** Who holds this session cookie; nobody when it is unknown or past, or when `demo` accounts are none here. */
export async function actorOfSession(db: Db, token: string, { demo }: { demo: boolean }): Promise<Actor> {
  const found = await accountOfSession(db, hashToken(token), clock.now());
  if (!found || (found.demo && !demo)) return nobody;
  return { kind: 'user', userId: asUserId(found.id), email: found.email, firstName: found.firstName };
}

export interface OpenedSession {
  readonly user: User;
  readonly token: string;
  /** Undefined: the cookie lasts as long as the browser. */
  readonly maxAgeSeconds: number | undefined;
}

let unknownBranchHash: Promise<string> | undefined;

/**
 * Opens a session. Throws ACCOUNT_NOT_FOUND (the specification says so aloud, security.md D1) or
 * INVALID_CREDENTIALS; both branches cost one argon2 verification. Without `demo`, the demonstration's accounts are
 * unknown.
 */
export async function login(
  db: Db,
  given: { email: string; password: string; remember: boolean; userAgent: string; demo: boolean },
): Promise<OpenedSession> {
  const known = await accountByEmail(db, given.email);
  const account = known?.demo && !given.demo ? undefined : known;
  unknownBranchHash ??= hash('personne', ARGON);
  const stored = account?.passwordHash ?? (await unknownBranchHash);
  const right = await verify(stored, given.password);
  if (!account) throw fail(accountErrors.ACCOUNT_NOT_FOUND);
  if (!right || !account.passwordHash) throw fail(accountErrors.INVALID_CREDENTIALS);
  const token = newToken();
  const now = clock.now();
  const days = given.remember ? REMEMBERED_DAYS : SESSION_DAYS;
  await insertSession(db, {
    tokenHash: hashToken(token),
    accountId: account.id,
    remembered: given.remember,
    userAgent: given.userAgent,
    now,
    expiresAt: new Date(now.getTime() + days * 86_400_000),
  });
  return { user: asUser(account), token, maxAgeSeconds: given.remember ? days * 86_400 : undefined };
}

export async function logout(db: Db, token: string): Promise<void> {
  await deleteSession(db, hashToken(token));
}

/** Throws LOGIN_REQUIRED when the account is gone. */
export async function userOf(db: Db, userId: UserId): Promise<User> {
  const account = await accountById(db, userId);
  if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
  return asUser(account);
}

export async function forgetExpiredSessions(db: Db): Promise<void> {
  await deleteExpiredSessions(db, clock.now());
}

/** The demonstration's login, proven; left as it is when it exists. */
export async function addDemoAccount(
  db: Db,
  account: { email: string; firstName: string; lastName: string; password: string },
): Promise<UserId> {
  const { password, ...rest } = account;
  const known = await accountByEmail(db, account.email);
  if (known) return asUserId(known.id);
  await insertDemoAccount(db, {
    ...rest,
    passwordHash: await hash(password, ARGON),
    emailVerifiedAt: clock.now(),
  });
  return asUserId((await accountByEmail(db, account.email))!.id);
}

function asUser(account: NonNullable<Awaited<ReturnType<typeof accountById>>>): User {
  const { id, email, firstName, lastName, phone, civility } = account;
  return { id, email, firstName, lastName, phone, civility };
}
