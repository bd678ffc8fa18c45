import { parisDay } from '#contract/day.ts';
import { formatCount, formatDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import { type ConfigurationChange, configurationChanges } from '../configuration-changes.ts';
import { type Version, versionAt, versionStates } from '../configuration-versions.ts';

interface ChangesTableProps {
  caption: string;
  changes: readonly ConfigurationChange[];
}

const columnsOfChanges: readonly Column<ConfigurationChange>[] = [
  { key: 'field', header: 'Champ', rowHeader: true, cell: ({ label }) => label },
  {
    key: 'before',
    header: 'Avant',
    wrap: true,
    cell: ({ before }) => <span className="wrap-anywhere">{before ?? 'n’existait pas'}</span>,
  },
  {
    key: 'after',
    header: 'Après',
    wrap: true,
    cell: ({ after }) => <strong className="wrap-anywhere">{after ?? 'n’existe plus'}</strong>,
  },
];

export function ChangesTable({ caption, changes }: ChangesTableProps) {
  return (
    <Table
      density="pro"
      caption={caption}
      hiddenCaption
      rows={changes}
      rowKey={({ label }) => label}
      columns={columnsOfChanges}
    />
  );
}

const tones = { future: 'violet', current: 'green', past: 'grey', replaced: 'amber' } as const;

interface VersionsTableProps {
  caption: string;
  versions: readonly Version[];
  /** All that the page knows: each version is compared with the one that it followed. */
  known: readonly Version[];
  /** The one in force: a version to come is called off by loading its settings for the same day. */
  current: Version;
}

/** Versions, the latest day first: who loaded each of them, why, what it changed, and the way back to it. */
export function VersionsTable({ caption, versions, known, current }: VersionsTableProps) {
  return (
    <Table
      density="pro"
      caption={caption}
      rows={versions}
      rowKey={({ id }) => id}
      columns={columnsFor({ known, current })}
    />
  );
}

function columnsFor({
  known,
  current,
}: Pick<VersionsTableProps, 'known' | 'current'>): readonly Column<Version>[] {
  return [
    {
      key: 'version',
      header: 'Version',
      rowHeader: true,
      cell: ({ id, state, effectiveAt }) => (
        <>
          {id}, à partir du {formatDate(new Date(effectiveAt))}{' '}
          <Badge tone={tones[state]}>{versionStates[state]}</Badge>
        </>
      ),
    },
    {
      key: 'author',
      header: 'Chargée',
      wide: true,
      cell: ({ author, createdAt }) => (
        <>
          par {author}, <Time at={createdAt} format="short" />
        </>
      ),
    },
    { key: 'note', header: 'Motif', wrap: true, cell: ({ note }) => note ?? '–' },
    {
      key: 'changes',
      header: 'Ce qu’elle change',
      wrap: true,
      cell: (version) => <Changes version={version} known={known} />,
    },
    {
      key: 'actions',
      header: 'Reprendre',
      wrap: true,
      cell: ({ id, state, effectiveAt }) => (
        <div className="flex flex-col items-start gap-2">
          <TextLink to={baseAddress(id)}>Partir de cette version</TextLink>
          {state === 'future' && (
            <TextLink to={baseAddress(current.id, parisDay(new Date(effectiveAt)).day)}>
              Préparer son annulation
            </TextLink>
          )}
        </div>
      ),
    },
  ];
}

/** The page with the fields of a version, and the day of effect that is proposed. */
function baseAddress(version: number, day?: string): string {
  const words = new URLSearchParams({ version: String(version), ...(day ? { jour: day } : {}) });
  return `${paths.adminBoostConfiguration()}?${words}`;
}

function Changes({ version, known }: { version: Version; known: readonly Version[] }) {
  const earlier = known.filter(
    ({ id, effectiveAt }) =>
      id !== version.id &&
      (effectiveAt < version.effectiveAt || (effectiveAt === version.effectiveAt && id < version.id)),
  );
  const previous = versionAt(earlier, new Date(version.effectiveAt));
  // The first one, or one whose predecessor is on the next page.
  if (!previous) return <>–</>;
  const changes = configurationChanges(previous.settings, version.settings);
  if (changes.length === 0) return <>Rien</>;
  return (
    <details>
      <summary className="cursor-pointer py-1 text-phare-700">
        {formatCount(changes.length, 'champ', 'champs')}
      </summary>
      <ul className="max-w-[48ch] space-y-0.5 wrap-anywhere">
        {changes.map(({ label, before, after }) => (
          <li key={label}>
            {label}&nbsp;: {before ?? '–'} → {after ?? '–'}
          </li>
        ))}
      </ul>
    </details>
  );
}
