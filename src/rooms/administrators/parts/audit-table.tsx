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
    header: 'Quand',
    cell: ({ at }) => (
      <time dateTime={at}>
        {formatShortDate(new Date(at))}
        <span className="block text-ardoise-600">à {formatTime(new Date(at))}</span>
      </time>
    ),
  },
  { key: 'who', header: 'Qui', cell: ({ administrator }) => administrator },
  { key: 'action', header: 'Action', rowHeader: true, cell: ({ action }) => auditActions[action] },
  ...(subjects
    ? [
        {
          key: 'subject',
          header: 'Objet',
          wrap: true,
          cell: ({ subject, label }: AuditEntry) => `${auditSubjects[subject]} ${label}`,
        },
      ]
    : []),
  { key: 'changes', header: 'Avant → après', wrap: true, cell: (entry) => <Changes entry={entry} /> },
  { key: 'reason', header: 'Motif', wrap: true, cell: ({ reason }) => reason ?? '–' },
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
