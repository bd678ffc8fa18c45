import type { Tx } from '#platform/db.server.ts';

/** Notes that a token opened a session; false when it had already. */
export async function spendToken(tx: Tx, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const spent = await tx
    .insertInto('accountSpentToken')
    .values({ tokenHash, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tokenHash')
    .executeTakeFirst();
  return spent !== undefined;
}

export async function deleteSpentTokens(db: Pick<Tx, 'deleteFrom'>, now: Date): Promise<void> {
  await db.deleteFrom('accountSpentToken').where('expiresAt', '<=', now).execute();
}
