import type { Queryable, Tx } from '#platform/db.server.ts';

export interface NoteRow {
  readonly id: number;
  readonly at: Date;
  readonly byWhom: string;
  readonly text: string;
}

export async function insertNote(
  tx: Tx,
  note: { agencyId: number; at: Date; byWhom: string; text: string },
): Promise<number> {
  const { id } = await tx.insertInto('agencyNote').values(note).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The last ones first. */
export function selectNotes(db: Queryable, agencyId: number, limit: number): Promise<NoteRow[]> {
  return db
    .selectFrom('agencyNote')
    .select(['id', 'at', 'byWhom', 'text'])
    .where('agencyId', '=', agencyId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
