import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AttachmentKind } from './attachments.ts';

interface NewAttachment {
  readonly key: string;
  readonly kind: AttachmentKind;
  readonly bytes: number;
  readonly digest: Buffer;
}

/** A file that nobody attached yet: written before the file is, so that none is ever lost from sight. */
export async function insertAttachment(db: Queryable, row: NewAttachment, at: Date): Promise<void> {
  await db
    .insertInto('reportAttachment')
    .values({ ...row, at })
    .execute();
}

/** The report of this reference until the transaction ends; undefined when there is none. */
export function holdReport(tx: Tx, reference: string) {
  return tx
    .selectFrom('report')
    .select(['id', 'createdAt', 'erasedAt'])
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
}

/** Digests of what is attached to a report. */
export async function selectDigests(db: Queryable, reportId: number): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('reportAttachment')
    .select('digest')
    .where('reportId', '=', reportId)
    .execute();
  return rows.map(({ digest }) => digest);
}

export async function claimAttachment(tx: Tx, key: string, reportId: number): Promise<void> {
  await tx.updateTable('reportAttachment').set({ reportId }).where('key', '=', key).execute();
}

/** The attachment of that report; undefined when it has no such one. `rank`: its place among them, from 1. */
export async function selectAttachment(
  db: Queryable,
  reportId: number,
  id: number,
): Promise<{ reference: string; key: string; kind: AttachmentKind; rank: number } | undefined> {
  const { rows } = await sql<{ reference: string; key: string; kind: AttachmentKind; rank: number }>`
    select report.reference, one.key, one.kind,
      (select count(*)::int from report_attachment other where other.report_id = report.id and other.id <= one.id) as rank
    from report_attachment one join report on report.id = one.report_id
    where one.id = ${id} and report.id = ${reportId}
  `.execute(db);
  return rows[0];
}

/** Files that no report holds, made before this moment. */
export async function selectOrphans(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ key: string; kind: AttachmentKind }[]> {
  const rows = await db
    .selectFrom('reportAttachment')
    .select(['key', 'kind'])
    .where('reportId', 'is', null)
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute();
  return rows as { key: string; kind: AttachmentKind }[];
}

export async function deleteAttachments(db: Queryable, keys: readonly string[]): Promise<void> {
  await db
    .deleteFrom('reportAttachment')
    .where('key', 'in', [...keys])
    .execute();
}
