import type { Queryable, Tx } from '#platform/db.server.ts';

/** The change that waits for its new address, if there is one. */
export function pendingChange(db: Queryable, accountId: number) {
  return db
    .selectFrom('accountEmailChange')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst();
}

export function changesOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('accountEmailChange')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute();
}

export function insertChange(
  tx: Tx,
  change: {
    accountId: number;
    oldEmail: string;
    oldProven: boolean;
    newEmail: string;
    tokenHash: Buffer;
    cancelHash: Buffer;
    createdAt: Date;
    sentAt: Date;
    expiresAt: Date;
  },
) {
  return tx.insertInto('accountEmailChange').values(change).returningAll().executeTakeFirstOrThrow();
}

/** A new link for the same change: the one before no longer works. */
export function renewChange(tx: Tx, id: number, link: { tokenHash: Buffer; sentAt: Date; expiresAt: Date }) {
  return tx
    .updateTable('accountEmailChange')
    .set(link)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cancels the pending change; answers whether there was one. */
export async function cancelPendingChange(tx: Tx, accountId: number, now: Date): Promise<boolean> {
  const done = await tx
    .updateTable('accountEmailChange')
    .set({ cancelledAt: now })
    .where('accountId', '=', accountId)
    .where('confirmedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Cancels that change and those after it. */
export async function cancelFrom(tx: Tx, accountId: number, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('accountEmailChange')
    .set({ cancelledAt: now })
    .where('accountId', '=', accountId)
    .where('id', '>=', id)
    .where('cancelledAt', 'is', null)
    .execute();
}

export function changeByToken(db: Queryable, tokenHash: Buffer) {
  return db
    .selectFrom('accountEmailChange')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export function changeByCancel(db: Queryable, cancelHash: Buffer) {
  return db
    .selectFrom('accountEmailChange')
    .selectAll()
    .where('cancelHash', '=', cancelHash)
    .executeTakeFirst();
}

/** Consumes the link once, even when several try at the same time; false when it is past, used or cancelled. */
export async function spendChange(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const spent = await tx
    .updateTable('accountEmailChange')
    .set({ confirmedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('confirmedAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return spent.numUpdatedRows > 0n;
}

export async function insertChangeRequest(
  tx: Tx,
  asked: { accountId: number; subject: Buffer; at: Date },
): Promise<void> {
  await tx.insertInto('accountEmailAsked').values(asked).execute();
}

/** Times of the requests since then, by this account and by anybody for that address: the oldest first. */
export async function changeRequestsSince(
  db: Queryable,
  { accountId, subject }: { accountId: number; subject: Buffer },
  since: Date,
): Promise<{ byAccount: Date[]; ofSubject: number }> {
  const rows = await db
    .selectFrom('accountEmailAsked')
    .select(['accountId', 'subject', 'at'])
    .where('at', '>', since)
    .where((where) => where.or([where('accountId', '=', accountId), where('subject', '=', subject)]))
    .orderBy('at')
    .execute();
  return {
    byAccount: rows.filter((row) => row.accountId === accountId).map(({ at }) => at),
    ofSubject: rows.filter((row) => subject.equals(row.subject)).length,
  };
}

/** Deletes old changes, and the requests that were counted. */
export async function deleteOldChanges(
  db: Queryable,
  limits: { changesBefore: Date; askedBefore: Date },
): Promise<void> {
  await db
    .deleteFrom('accountEmailChange')
    .where('createdAt', '<', limits.changesBefore)
    .where((where) => where.or([where('confirmedAt', 'is', null), where('cancelledAt', 'is not', null)]))
    .execute();
  await db.deleteFrom('accountEmailAsked').where('at', '<', limits.askedBefore).execute();
}

/** Other accounts' wishes for one of these addresses. */
export async function deleteWishesFor(tx: Tx, accountId: number, emails: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('accountEmailChange')
    .where('accountId', '!=', accountId)
    .where('newEmail', 'in', emails)
    .where('confirmedAt', 'is', null)
    .execute();
}

/** Which of these addresses another account holds. */
export async function selectTakenAddresses(
  db: Queryable,
  accountId: number,
  emails: readonly string[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom('account')
    .select('email')
    .where('email', 'in', emails)
    .where('id', '!=', accountId)
    .execute();
  return rows.map(({ email }) => email);
}
