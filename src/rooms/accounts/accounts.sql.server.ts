import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AccountTable } from '#platform/db.types.ts';
import { sessionsIn } from '#platform/sessions.server.ts';

export type AccountRow = Selectable<AccountTable>;

export function accountByEmail(db: Queryable, email: string) {
  return db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();
}

export function accountById(db: Queryable, id: number) {
  return db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst();
}

export function accountByGoogle(db: Queryable, sub: string) {
  return db.selectFrom('account').selectAll().where('googleSub', '=', sub).executeTakeFirst();
}

/** The new row; undefined when the address, or the Google identity, has an account already. */
export function insertAccount(db: Queryable, account: Insertable<AccountTable>) {
  return db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Locks the account until the transaction ends. */
export function lockAccount(tx: Tx, id: number) {
  return tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function updateAccount(db: Queryable, id: number, change: Updateable<AccountTable>) {
  return db.updateTable('account').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

function accountOfSession(db: Queryable, tokenHash: Buffer, now: Date) {
  return db
    .selectFrom('accountSession')
    .innerJoin('account', 'account.id', 'accountSession.accountId')
    .select(['account.id', 'account.email', 'account.firstName', 'account.demo', 'accountSession.seenAt'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Sessions of people, by the rules of all sessions. */
export const accountSessions = sessionsIn('accountSession', accountOfSession);

export function sessionByHash(db: Queryable, tokenHash: Buffer) {
  return db
    .selectFrom('accountSession')
    .select(['accountId', 'createdAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export function insertDemoAccount(
  db: Queryable,
  account: {
    email: string;
    firstName: string;
    lastName: string;
    passwordHash: string;
    emailVerifiedAt: Date;
    phone?: string;
    civility?: string;
  },
) {
  return db
    .insertInto('account')
    .values({ ...account, demo: true })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
}
