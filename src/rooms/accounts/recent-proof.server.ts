import { fail, sharedErrors } from '#contract/errors.ts';
import { passwordMessages } from '#contract/fields.ts';
import { hashToken, type UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Visit } from '#platform/sessions.server.ts';
import { requirePassword } from './accounts.server.ts';
import { type AccountRow, accountById, sessionByHash } from './accounts.sql.server.ts';
import { accountErrors, RECENT_MINUTES } from './contract.ts';

/**
 * The holder of the session proves to be its person: their password, or for an account without one a session opened a
 * moment ago. `recent` lets such a session do for everybody. Throws VALIDATION_ERROR or WRONG_PASSWORD on `password`,
 * RECENT_LOGIN_NEEDED, LOGIN_REQUIRED, or RATE_LIMIT_EXCEEDED: wrong ones count with those of the login.
 */
export async function proveSelf(
  services: Pick<Services, 'db' | 'env'>,
  userId: UserId,
  given: { password?: string | null | undefined; recent?: boolean },
  visit: Visit,
): Promise<AccountRow> {
  const { db } = services;
  const account = await accountById(db, userId);
  if (!account) throw fail(sharedErrors.LOGIN_REQUIRED);
  const fresh = async () => Boolean(visit.oldToken) && (await isRecent(services, visit.oldToken ?? ''));
  if (account.passwordHash === null) {
    if (await fresh()) return account;
    throw fail(accountErrors.RECENT_LOGIN_NEEDED);
  }
  if (!given.password) {
    if (given.recent && (await fresh())) return account;
    throw fail(
      sharedErrors.VALIDATION_ERROR,
      { fields: [{ field: 'password', message: passwordMessages.required }] },
      passwordMessages.required,
    );
  }
  await requirePassword(
    services,
    { ip: visit.ip, email: account.email, passwordHash: account.passwordHash },
    { field: 'password', password: given.password },
  );
  return account;
}

/** Whether this session was opened a moment ago. */
export async function isRecent({ db }: Pick<Services, 'db'>, token: string): Promise<boolean> {
  const session = await sessionByHash(db, hashToken(token));
  return (
    session !== undefined && clock.now().getTime() - session.createdAt.getTime() < RECENT_MINUTES * 60_000
  );
}
