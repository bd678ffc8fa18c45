import { formatNumber } from '#contract/fmt.ts';
import { type Column, Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import type { Queue } from '../contract.ts';
import { queues as names } from '../service.ts';

interface QueueTableProps {
  queues: readonly Queue[];
  /** ISO, when they were read. */
  at: string;
  /** Leaves out the queues where nothing waits. */
  busyOnly?: boolean;
}

const columnsOf = (at: string): readonly Column<Queue>[] => [
  { key: 'name', header: 'File', rowHeader: true, cell: ({ name }) => names[name] },
  { key: 'waiting', header: 'En attente', numeric: true, cell: ({ waiting }) => formatNumber(waiting) },
  { key: 'running', header: 'En cours', numeric: true, cell: ({ running }) => formatNumber(running) },
  {
    key: 'oldest',
    header: 'Le plus ancien',
    cell: ({ oldest }) => (oldest ? <Time at={oldest} format="ago" now={at} /> : '–'),
  },
];

/** What waits for the worker, and since when. */
export function QueueTable({ queues, at, busyOnly = false }: QueueTableProps) {
  return (
    <Table
      density="pro"
      caption="Files d’attente"
      hiddenCaption
      rows={busyOnly ? queues.filter(({ waiting, running }) => waiting + running > 0) : queues}
      rowKey={({ name }) => name}
      empty="Toutes les files sont vides."
      columns={columnsOf(at)}
    />
  );
}
