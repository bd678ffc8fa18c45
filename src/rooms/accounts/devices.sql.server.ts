import type { Queryable } from '#platform/db.server.ts';

/** Sessions still open, the last seen first. */
export function sessionsOf(db: Queryable, accountId: number, now: Date) {
  return db
    .selectFrom('accountSession')
    .select(['id', 'tokenHash', 'userAgent', 'remembered', 'createdAt', 'seenAt', 'expiresAt'])
    .where('accountId', '=', accountId)
    .where('expiresAt', '>', now)
    .orderBy('seenAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function deleteSessionById(db: Queryable, accountId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('accountSession')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}
