import { NBSP } from '#contract/fmt.ts';
import { Badge } from '#ui/badge.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import type { Service } from '../contract.ts';
import { cronWords, tasks as known } from '../service.ts';

type Task = Service['tasks'][number];

function Last({ task: { doneAt, failed, failedAt, error, running }, at }: { task: Task; at: string }) {
  return (
    <>
      {running > 0 && <Badge tone="teal">En cours</Badge>}{' '}
      {doneAt ? <Time at={doneAt} format="ago" now={at} /> : 'aucun passage depuis sept jours'}
      {failed > 0 && (
        <span className="mt-1 block">
          <Badge tone="red">En échec</Badge> {failedAt && <Time at={failedAt} format="ago" now={at} />}
          {error && <code className="block text-caption wrap-anywhere">{error}</code>}
        </span>
      )}
    </>
  );
}

interface TaskTableProps {
  caption: string;
  tasks: readonly Task[];
  /** ISO, when they were read. */
  at: string;
  /** With what each of them makes the database forget. */
  forgets?: boolean;
}

const columnsOf = (forgets: boolean, at: string): readonly Column<Task>[] => [
  {
    key: 'name',
    header: 'Tâche',
    rowHeader: true,
    cell: ({ name }) => (
      <>
        {known[name]?.label ?? name}
        {forgets && (
          <span className="block font-regular text-ardoise-600">
            <span className="sr-only">Efface{NBSP}: </span>
            {known[name]?.forgets ?? '–'}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'last',
    header: 'Dernier passage',
    // Narrower than what wraps elsewhere: a phone shows it without being scrolled.
    cell: (task) => (
      <div className="min-w-30 whitespace-normal">
        <Last task={task} at={at} />
      </div>
    ),
  },
  { key: 'when', header: 'Prévue', wrap: true, cell: ({ cron }) => cronWords(cron) },
];

/** Tasks that come back at an hour: when each last ended well, and why it did not. */
export function TaskTable({ caption, tasks, at, forgets = false }: TaskTableProps) {
  return (
    <Table
      density="pro"
      caption={caption}
      rows={tasks}
      rowKey={({ name }) => name}
      empty={'Aucune tâche n’est inscrite\u00a0: aucun processus de travail n’a jamais démarré.'}
      columns={columnsOf(forgets, at)}
    />
  );
}
