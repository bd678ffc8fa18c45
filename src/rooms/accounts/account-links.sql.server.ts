import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

export type Purpose = 'verify' | 'reset';

export async function insertLink(
  tx: Tx,
  link: {
    tokenHash: Buffer;
    accountId: number;
    purpose: Purpose;
    email: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.insertInto('accountLink').values(link).execute();
}

/** Links sent since; the caller holds the account, so that they are counted one at a time. */
export async function countLinks(
  db: Queryable,
  accountId: number,
  purpose: Purpose,
  since: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('accountLink')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** A new link ends those before it. */
export async function expireLinks(tx: Tx, accountId: number, purpose: Purpose, now: Date): Promise<void> {
  await tx
    .updateTable('accountLink')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now)
    .execute();
}

/** Consumes a link once, even when several try at the same time; undefined when it is unknown, past or used. */
export function spendLink(tx: Tx, tokenHash: Buffer, purpose: Purpose, now: Date) {
  return tx
    .updateTable('accountLink')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['accountId', 'email'])
    .executeTakeFirst();
}

export function linkByHash(db: Queryable, tokenHash: Buffer, purpose: Purpose) {
  return db
    .selectFrom('accountLink')
    .innerJoin('account', 'account.id', 'accountLink.accountId')
    .select([
      'accountLink.accountId',
      'accountLink.email',
      'accountLink.expiresAt',
      'accountLink.usedAt',
      'account.email as accountEmail',
      'account.emailVerifiedAt',
    ])
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

export async function deleteLinksBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('accountLink').where('expiresAt', '<=', moment).execute();
}

export async function insertResetRequest(
  tx: Tx,
  request: { email: string; at: Date },
  channel: string,
): Promise<void> {
  await tx.insertInto('accountResetRequest').values(request).execute();
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

/** Dequeues the oldest request that no other process has locked; it is deleted when the transaction commits. */
export async function takeResetRequest(tx: Tx): Promise<{ email: string; at: Date } | undefined> {
  const { rows } = await sql<{ email: string; at: Date }>`
    delete from account_reset_request
    where id = (select id from account_reset_request order by id limit 1 for update skip locked)
    returning email, at
  `.execute(tx);
  return rows[0];
}
