import type { Queryable } from '../../platform/db.server.ts';

export function accountByEmail(db: Queryable, email: string) {
  return db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
}

export function accountById(db: Queryable, id: number) {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
}

export function insertSession(
  db: Queryable,
  session: {
    tokenHash: Buffer;
    accountId: number;
    remembered: boolean;
    userAgent: string;
    now: Date;
    expiresAt: Date;
  },
) {
  const { now, ...values } = session;
  return db
    .insertInto('accountSession')
    .values({ ...values, createdAt: now, seenAt: now })
    .execute();
}

export function deleteSession(db: Queryable, tokenHash: Buffer) {
  return db.deleteFrom('accountSession').where('tokenHash', '=', tokenHash).execute();
}

export function accountOfSession(db: Queryable, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('accountSession')
    .innerJoin('account', 'account.id', 'accountSession.accountId')
    .select(['account.id', 'account.email', 'account.firstName', 'account.demo'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

export function deleteExpiredSessions(db: Queryable, now: Date) {
  return db.deleteFrom('accountSession').where('expiresAt', '<=', now).execute();
}

export function insertDemoAccount(
  db: Queryable,
  account: {
    email: string;
    firstName: string;
    lastName: string;
    passwordHash: string;
    emailVerifiedAt: Date;
  },
) {
  return db
    .insertInto('account')
    .values({ ...account, demo: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
