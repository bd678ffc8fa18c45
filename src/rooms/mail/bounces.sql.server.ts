import type { Queryable, Tx } from '#platform/db.server.ts';

/** False when the event is already recorded. */
export async function insertEvent(tx: Tx, id: string, at: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('mailEvent')
    .values({ id, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Whom a mail that was handed over was for; null when there is none of this Message-ID. */
export async function recipientOf(db: Queryable, messageKey: string): Promise<string | null> {
  const found = await db
    .selectFrom('mailOutbox')
    .select('recipient')
    .where('messageKey', '=', messageKey)
    .where('status', 'in', ['sending', 'sent', 'failed'])
    .executeTakeFirst();
  return found?.recipient ?? null;
}

/** Notes on a mail what came back of it, the first time. */
export async function markReturned(
  tx: Tx,
  mail: {
    readonly messageKey: string;
    readonly as: 'bounce' | 'complaint';
    readonly status: string | null;
    readonly at: Date;
  },
): Promise<void> {
  await tx
    .updateTable('mailOutbox')
    .set({ returnedAt: mail.at, returnedAs: mail.as, returnedStatus: mail.status })
    .where('messageKey', '=', mail.messageKey)
    .where('status', 'in', ['sending', 'sent', 'failed'])
    .where('returnedAt', 'is', null)
    .execute();
}

export async function wasWrittenTo(db: Queryable, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('mailOutbox')
    .select('id')
    .where('recipient', '=', email)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function forgetEvents(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('mailEvent').where('at', '<', before).execute();
}
