import { fail, sharedErrors } from '#contract/errors.ts';
import { type Actor, type AgencyId, asAgencyId, asOwnerReference, nobody } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { hostCookieName, type SessionCookie, type Visit } from '#platform/sessions.server.ts';
import { hashPassword, isRight, requirePassword } from '#rooms/accounts/accounts.server.ts';
import { accountErrors } from '#rooms/accounts/contract.ts';
import { beginAttempt } from '#rooms/accounts/login-attempts.server.ts';
import { attempted, replacePassword } from './password-reset.server.ts';
import {
  agencySessions,
  demoAgencyId,
  insertSpace,
  lockSpace,
  type Space,
  spaceByEmail,
  spaceOfAgency,
} from './sessions.sql.server.ts';
import type { StoredAgency } from './sessions.ts';

/** Beside that of an individual: one browser may hold both, and each leaves alone (specification 6). */
export function agencyCookieName(env: Pick<Env, 'publicUrl'>): string {
  return hostCookieName(env, 'agency');
}

/** Which agency holds this session; nobody when it is unknown or past, or when `demo` spaces are none here. */
export async function actorOfAgencySession(
  db: Db,
  token: string,
  { demo }: { demo: boolean },
): Promise<Actor> {
  const space = await agencySessions.holder(db, token, { demo });
  if (!space) return nobody;
  return {
    kind: 'agency',
    agencyId: asAgencyId(space.id),
    ownerReference: asOwnerReference(space.ownerReference),
    name: space.name,
  };
}

export interface OpenedSpace extends SessionCookie {
  readonly agency: StoredAgency;
}

/** A session of its own for this space, whatever was open in that browser before (security.md, threat 6). */
export async function openSpace(
  db: Queryable,
  space: Space,
  visit: Pick<Visit, 'userAgent' | 'oldToken'>,
  remember = false,
): Promise<OpenedSpace> {
  const cookie = await agencySessions.open(db, space.accountId, visit, remember);
  return { agency: asStored(space), ...cookie };
}

/**
 * Opens a session. Throws INVALID_CREDENTIALS, the same for an unknown address (security.md D1), or
 * RATE_LIMIT_EXCEEDED before anything is looked up. Without `demo`, the demonstration's space is unknown.
 */
export async function loginAgency(
  services: Pick<Services, 'db' | 'env'>,
  given: { email: string; password: string; remember: boolean; demo: boolean },
  visit: Visit,
): Promise<OpenedSpace> {
  const attempt = await beginAttempt(services, { ip: visit.ip, email: attempted(given.email) });
  const known = await spaceByEmail(services.db, given.email);
  const space = known?.demo && !given.demo ? undefined : known;
  if (!(await isRight(space?.passwordHash, given.password)) || !space) {
    await attempt.failed('wrong');
    throw fail(accountErrors.INVALID_CREDENTIALS);
  }
  await attempt.succeeded();
  return services.db.transaction().execute((tx) => openSpace(tx, space, visit, given.remember));
}

/**
 * Replaces the password of the signed-in person: other devices are signed out, this one goes on under a new token.
 * Throws WRONG_PASSWORD (also without a password yet: the reset mail gives one).
 */
export async function changeAgencyPassword(
  services: Pick<Services, 'db' | 'env'>,
  agencyId: AgencyId,
  given: { currentPassword: string; newPassword: string },
  visit: Visit,
): Promise<SessionCookie | null> {
  const { db, env } = services;
  const space = await spaceOfAgency(db, agencyId);
  if (!space) throw fail(sharedErrors.LOGIN_REQUIRED);
  await requirePassword(
    services,
    { ip: visit.ip, email: attempted(space.email), passwordHash: space.passwordHash },
    { field: 'currentPassword', password: given.currentPassword },
  );
  const passwordHash = await hashPassword(given.newPassword);
  const { oldToken } = visit;
  return db.transaction().execute(async (tx) => {
    if (!(await lockSpace(tx, space.accountId))) throw fail(sharedErrors.LOGIN_REQUIRED);
    await replacePassword(tx, env, space, passwordHash, oldToken);
    return oldToken ? agencySessions.renew(tx, oldToken) : null;
  });
}

export async function logoutAgency(db: Db, token: string): Promise<void> {
  await agencySessions.end(db, token);
}

/** What is kept of the agency that is signed in (specification 3). Throws LOGIN_REQUIRED when its space is gone. */
export async function storedAgency(db: Queryable, agencyId: AgencyId): Promise<StoredAgency> {
  const space = await spaceOfAgency(db, agencyId);
  if (!space) throw fail(sharedErrors.LOGIN_REQUIRED);
  return asStored(space);
}

/** What opens the space of an agency. Throws LOGIN_REQUIRED when it is gone. */
export async function doorOf(
  db: Queryable,
  agencyId: AgencyId,
): Promise<{ login: string; hasPassword: boolean }> {
  const space = await spaceOfAgency(db, agencyId);
  if (!space) throw fail(sharedErrors.LOGIN_REQUIRED);
  return { login: space.email, hasPassword: space.passwordHash !== null };
}

/** Sessions that ended. */
export async function forgetAgencySessions(db: Db): Promise<void> {
  await agencySessions.deleteExpired(db);
}

/** The demonstration's space; left as it is when it exists. Answers whether its agency is there. */
export async function addDemoSpace(
  db: Db,
  given: { ownerReference: string; email: string; password: string },
): Promise<boolean> {
  const agencyId = await demoAgencyId(db, given.ownerReference);
  if (agencyId === null) return false;
  if (await spaceByEmail(db, given.email)) return true;
  const passwordHash = await hashPassword(given.password);
  await db
    .transaction()
    .execute((tx) =>
      insertSpace(tx, { agencyId, email: given.email, passwordHash, demo: true, createdAt: clock.now() }),
    );
  return true;
}

function asStored({ id, ownerReference, name, email }: Space): StoredAgency {
  return { id, ownerReference, name, email };
}
