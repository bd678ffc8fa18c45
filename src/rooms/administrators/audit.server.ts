import { Readable } from 'node:stream';
import { formatDate, formatTime } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { type AuditFilter, insertAction, selectActions, selectAdministrators } from './audit.sql.server.ts';
import {
  AUDIT_PAGE,
  type AuditAction,
  type AuditEntry,
  type AuditSubject,
  auditActions,
  auditSubjects,
} from './contract.ts';

export interface Action {
  readonly by: AdministratorName;
  readonly action: AuditAction;
  /** `label`: how a person calls it, since it may be gone when the audit is read. */
  readonly subject: { readonly kind: AuditSubject; readonly id: string | number; readonly label: string };
  /** The fields that the action changed, and those only; no personal data that must be erasable. */
  readonly before?: Record<string, unknown> | null;
  readonly after?: Record<string, unknown> | null;
  readonly reason?: string | null;
}

/** Writes what an administrator does into the audit, in the transaction that does it. */
export async function recordAction(
  tx: Tx,
  { by, action, subject, before, after, reason }: Action,
): Promise<void> {
  await insertAction(tx, {
    at: clock.now(),
    administrator: by,
    action,
    subject: subject.kind,
    subjectId: String(subject.id),
    label: subject.label,
    before: before ?? null,
    after: after ?? null,
    reason: reason ?? null,
  });
}

/** A page of the audit, the newest first. `next` asks for the page after; null: it is the last. */
export async function auditPage(
  db: Queryable,
  filter: AuditFilter,
  apres: number | null,
): Promise<{ entries: AuditEntry[]; administrators: string[]; next: number | null }> {
  const [rows, administrators] = await Promise.all([
    selectActions(db, filter, { before: apres, limit: AUDIT_PAGE + 1 }),
    selectAdministrators(db),
  ]);
  const entries = rows.slice(0, AUDIT_PAGE).map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  return { entries, administrators, next: rows.length > AUDIT_PAGE ? (entries.at(-1)?.id ?? null) : null };
}

/** The whole audit as a CSV file, read a page at a time. */
export function auditCsv(db: Queryable, filter: AuditFilter): Readable {
  return Readable.from(csvOf(db, filter));
}

async function* csvOf(db: Queryable, filter: AuditFilter): AsyncGenerator<string> {
  yield csvHead([
    'Date',
    'Heure',
    'Administrateur',
    'Action',
    'Objet',
    'Identifiant',
    'Nom',
    'Avant',
    'Après',
    'Motif',
  ]);
  let before: number | null = null;
  for (;;) {
    const rows = await selectActions(db, filter, { before, limit: 1_000 });
    for (const row of rows)
      yield csvLine([
        formatDate(row.at),
        formatTime(row.at),
        row.administrator,
        auditActions[row.action],
        auditSubjects[row.subject],
        row.subjectId,
        row.label,
        row.before && JSON.stringify(row.before),
        row.after && JSON.stringify(row.after),
        row.reason,
      ]);
    if (rows.length < 1_000) return;
    before = rows.at(-1)!.id;
  }
}
