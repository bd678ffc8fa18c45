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
  const shown = busyOnly ? queues.filter(({ waiting, running }) => waiting + running > 0) : queues;
  // A table of nothing takes the room of what there is to read.
  if (shown.length === 0) return <p className="text-ardoise-600">Toutes les files d’attente sont vides.</p>;
  return (
    <Table
      density="pro"
      caption="Ce qui attend dans chaque file"
      hiddenCaption
      rows={shown}
      rowKey={({ name }) => name}
      columns={columnsOf(at)}
    />
  );
}
