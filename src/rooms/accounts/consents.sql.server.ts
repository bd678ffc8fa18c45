import type { Insertable } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AccountConsentTable } from '#platform/db.types.ts';

/** The last first. */
export function consentsOf(db: Queryable, accountId: number) {
  return db
    .selectFrom('accountConsent')
    .select(['subject', 'given', 'sentence', 'source', 'at'])
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .execute();
}

export async function insertConsent(tx: Tx, consent: Insertable<AccountConsentTable>): Promise<void> {
  await tx.insertInto('accountConsent').values(consent).execute();
}
