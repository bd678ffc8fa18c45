import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AuditAction, AuditSubject } from './contract.ts';

export interface AuditRow {
  readonly id: number;
  readonly at: Date;
  readonly administrator: string;
  readonly action: AuditAction;
  readonly subject: AuditSubject;
  readonly subjectId: string;
  readonly label: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly reason: string | null;
}

const json = (value: Record<string, unknown> | null) => (value === null ? null : JSON.stringify(value));

export async function insertAction(tx: Tx, row: Omit<AuditRow, 'id'>): Promise<void> {
  await sql`
    insert into admin_audit (at, administrator, action, subject, subject_id, label, before, after, reason)
    values (${row.at}, ${row.administrator}, ${row.action}, ${row.subject}, ${row.subjectId}, ${row.label},
      ${json(row.before)}::jsonb, ${json(row.after)}::jsonb, ${row.reason})
  `.execute(tx);
}

export interface AuditFilter {
  readonly subject?: AuditSubject | undefined;
  readonly id?: string | undefined;
  readonly administrator?: string | undefined;
  readonly action?: AuditAction | undefined;
}

/** The newest first, older than the entry `before` when it is given. */
export async function selectActions(
  db: Queryable,
  filter: AuditFilter,
  { before, limit }: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  let query = db.selectFrom('adminAudit').selectAll();
  if (filter.subject !== undefined) query = query.where('subject', '=', filter.subject);
  if (filter.id !== undefined) query = query.where('subjectId', '=', filter.id);
  if (filter.administrator !== undefined) query = query.where('administrator', '=', filter.administrator);
  if (filter.action !== undefined) query = query.where('action', '=', filter.action);
  if (before !== null) query = query.where('id', '<', before);
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as AuditRow[];
}

/** Everybody who ever did something, by name: one step of the index for each of them. */
export async function selectAdministrators(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive each as (
      (select administrator as name from admin_audit order by administrator limit 1)
      union all
      select (select administrator from admin_audit where administrator > each.name order by administrator limit 1)
      from each where each.name is not null)
    select name from each where name is not null
  `.execute(db);
  return rows.map(({ name }) => name);
}
