import { formatShortDate, formatTime } from '#contract/fmt.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { type AuditEntry, auditActions, auditSubjects } from '../contract.ts';

/** A value of the audit as a person reads it. */
function words(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return <>–</>;
  return (
    <ul className="max-w-[48ch] min-w-64 space-y-0.5 break-words">
      {fields.map((field) => (
        <li key={field}>
          {field}&nbsp;:{' '}
          {before && field in before && <del className="text-ardoise-500">{words(before[field])}</del>}
          {before && after && field in before && field in after && ' → '}
          {after && field in after && <ins className="no-underline">{words(after[field])}</ins>}
        </li>
      ))}
    </ul>
  );
}

interface AuditTableProps {
  caption: string;
  entries: readonly AuditEntry[];
  /** Says what each line is about: not on the page of that very thing. */
  subjects?: boolean;
}

const columnsOf = (subjects: boolean): readonly Column<AuditEntry>[] => [
  {
    key: 'at',
    header: 'Quand et qui',
    cell: ({ at, administrator }) => (
      <>
        <time dateTime={at}>
          {formatShortDate(new Date(at))}
          <span className="block">à {formatTime(new Date(at))}</span>
        </time>
        <span className="block text-ardoise-600">{administrator}</span>
      </>
    ),
  },
  {
    key: 'action',
    header: subjects ? 'Action, objet et motif' : 'Action et motif',
    rowHeader: true,
    // Together, so that a phone shows all that matters without being scrolled.
    cell: ({ action, subject, label, reason }) => (
      <div className="max-w-[64ch] wrap-anywhere">
        <span className="block">{auditActions[action]}</span>
        {subjects && (
          <span className="block font-regular">
            {auditSubjects[subject]} {label}
          </span>
        )}
        {reason && <span className="block font-regular text-ardoise-600">{reason}</span>}
      </div>
    ),
  },
  { key: 'changes', header: 'Avant → après', wrap: true, cell: (entry) => <Changes entry={entry} /> },
];

/** Who did what, when, to what, with what was there before and after, and why. */
export function AuditTable({ caption, entries, subjects = true }: AuditTableProps) {
  if (entries.length === 0) return <EmptyState heading="h3" title="Aucune action pour l’instant" />;
  return (
    <Table
      density="pro"
      caption={caption}
      rows={entries}
      rowKey={({ id }) => id}
      columns={columnsOf(subjects)}
    />
  );
}
