import type { Queryable, Tx } from '#platform/db.server.ts';

export function linksOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('accountLink')
    .select(['purpose', 'email', 'createdAt', 'expiresAt', 'usedAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute();
}

export async function deleteResetRequests(tx: Tx, emails: readonly string[]): Promise<void> {
  await tx.deleteFrom('accountResetRequest').where('email', 'in', emails).execute();
}

/** Deletes an account with its sessions, links, changes of address and consents. */
export async function deleteAccount(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('account').where('id', '=', accountId).execute();
}
