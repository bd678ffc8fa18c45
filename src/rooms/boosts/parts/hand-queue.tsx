import { formatDate, formatTime } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Tick } from '#ui/tick.tsx';
import { Time } from '#ui/time.tsx';
import { boostStatuses, networks } from '../contract.ts';
import { isReportable, type ListedBoost, type QueuedTask, taskDetail, tasks } from '../tasks.ts';

/** Names a task among those of the queue. */
export type TaskName = `${string} ${string}`;

const nameOf = ({ boost, kind }: QueuedTask): TaskName => `${boost.reference} ${kind}`;

/** Told done without anything else to say; what is published has an address to give. */
const isPlain = ({ kind }: QueuedTask) => isReportable(kind) && kind !== 'publish';

interface HandQueueProps {
  queue: readonly QueuedTask[];
  chosen: ReadonlySet<TaskName>;
  onChoose: (name: TaskName, on: boolean) => void;
  /** The address of a boost, with the filters of the page. */
  hrefOf: (reference: string) => string;
}

/** What waits for a person, the oldest boost first: a card for each boost, a line for each thing to do. */
export function HandQueue({ queue, chosen, onChoose, hrefOf }: HandQueueProps) {
  const boosts = [...Map.groupBy(queue, ({ boost }) => boost.id).values()];
  return (
    <ul className="space-y-3">
      {boosts.map((own) => {
        const [{ boost }] = own as [QueuedTask];
        return (
          <li key={boost.id}>
            <Card padding="dense">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <h2 className="text-h4">
                  <TextLink to={hrefOf(boost.reference)}>{boost.reference}</TextLink>
                </h2>
                <StatusBadge status={boost.status} label={boostStatuses[boost.status]} />
              </div>
              <Facts boost={boost} />
              <ul className="mt-2 -mb-2 divide-y divide-ardoise-100 border-t border-ardoise-200">
                {own.map((task) => (
                  <li key={task.kind} className="flex items-start gap-1 py-1">
                    {isPlain(task) && (
                      <Tick
                        label={`Choisir ${boost.reference}, ${tasks[task.kind]}`}
                        checked={chosen.has(nameOf(task))}
                        onTick={(on) => onChoose(nameOf(task), on)}
                        className="-ml-2 shrink-0"
                      />
                    )}
                    <p className="min-w-0 py-2.5 wrap-anywhere">
                      <span className="inline-block font-bold first-letter:uppercase">
                        {tasks[task.kind]}
                      </span>
                      <span className="text-ardoise-600">, {taskDetail(task)}</span>
                    </p>
                  </li>
                ))}
              </ul>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}

function Facts({ boost }: { boost: ListedBoost }) {
  const { agency, formula, place, radiusKm, createdAt, endsAt, endedAt, failure, url } = boost;
  return (
    <div className="mt-1 space-y-0.5 text-ardoise-600">
      <p>
        <TextLink to={paths.adminAgency({ id: agency.id })}>{agency.name}</TextLink>, {formula},{' '}
        {boost.networks.map((one) => networks[one]).join(' et ')}, {place} et {radiusKm}&nbsp;km autour
      </p>
      <p>
        Commandé le <Time at={createdAt} />
        {endsAt !== null && endedAt === null && (
          <>
            {' '}
            – fin le {formatDate(new Date(endsAt))} à {formatTime(new Date(endsAt))}
          </>
        )}
        {url !== null && (
          <>
            {' '}
            – <OutsideLink href={url}>voir sur le réseau</OutsideLink>
          </>
        )}
      </p>
      {failure !== null && <p className="font-medium text-rouge-700">{failure}</p>}
    </div>
  );
}

interface AllBoostsProps {
  boosts: readonly ListedBoost[];
  hrefOf: (reference: string) => string;
}

/** Every boost, the newest first. */
export function AllBoosts({ boosts, hrefOf }: AllBoostsProps) {
  return (
    <Table
      density="pro"
      caption="Boosts, le plus récent d’abord"
      rows={boosts}
      rowKey={({ id }) => id}
      empty="Aucun boost ne répond à ces filtres."
      columns={columnsOf(hrefOf)}
    />
  );
}

function columnsOf(hrefOf: AllBoostsProps['hrefOf']): readonly Column<ListedBoost>[] {
  return [
    {
      key: 'reference',
      header: 'Boost',
      rowHeader: true,
      cell: ({ reference }) => <TextLink to={hrefOf(reference)}>{reference}</TextLink>,
    },
    {
      key: 'status',
      header: 'Statut',
      cell: ({ status }) => <StatusBadge status={status} label={boostStatuses[status]} />,
    },
    {
      key: 'agency',
      header: 'Agence',
      wrap: true,
      cell: ({ agency }) => <TextLink to={paths.adminAgency({ id: agency.id })}>{agency.name}</TextLink>,
    },
    { key: 'formula', header: 'Formule', wide: true, cell: ({ formula }) => formula },
    { key: 'place', header: 'Lieu', wide: true, wrap: true, cell: ({ place }) => place },
    { key: 'created', header: 'Commandé', cell: ({ createdAt }) => <Time at={createdAt} format="short" /> },
    {
      key: 'ends',
      header: 'Fin',
      cell: ({ endedAt, endsAt }) => {
        const at = endedAt ?? endsAt;
        return at === null ? '–' : <Time at={at} format="short" />;
      },
    },
  ];
}
