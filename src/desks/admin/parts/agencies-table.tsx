import { paths } from '#contract/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Tick } from '#ui/tick.tsx';
import { Time } from '#ui/time.tsx';
import { type AgencyRow, failedImports, importLabels } from '../agencies.ts';
import { IdentityBadge, StateBadge } from './agency-badges.tsx';

interface AgenciesTableProps {
  agencies: readonly AgencyRow[];
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], on: boolean) => void;
}

const facts: readonly Column<AgencyRow>[] = [
  { key: 'name', header: 'Agence', rowHeader: true, cell: (row) => <Naming row={row} /> },
  { key: 'siren', header: 'SIREN', cell: ({ siren }) => siren ?? '–' },
  { key: 'town', header: 'Commune', wrap: true, cell: (row) => placeOf(row) || '–' },
  { key: 'status', header: 'Statut', cell: ({ status }) => <StateBadge state={status} /> },
  {
    key: 'identity',
    header: 'Identité',
    cell: ({ identity }) => <IdentityBadge state={identity} />,
  },
  { key: 'space', header: 'Espace', cell: ({ space }) => (space ? 'ouvert' : '–') },
  { key: 'blocked', header: 'Annonces', cell: (row) => <Blocked row={row} /> },
  { key: 'import', header: 'Dernier import', cell: (row) => <LastImport row={row} /> },
  {
    key: 'since',
    header: 'Connue depuis',
    cell: ({ createdAt }) => <Time at={createdAt} format="short" />,
  },
];

/** A table where there is room for one, cards elsewhere: the same agencies, the same boxes to tick. */
export function AgenciesTable({ agencies, chosen, onChoose }: AgenciesTableProps) {
  const all = agencies.length > 0 && agencies.every(({ id }) => chosen.has(id));
  const everything = (
    <Tick
      label="Choisir toutes les agences de la page"
      checked={all}
      onTick={() =>
        onChoose(
          agencies.map(({ id }) => id),
          !all,
        )
      }
    />
  );
  const choice = ({ id, name }: AgencyRow) => (
    <Tick label={`Choisir ${name}`} checked={chosen.has(id)} onTick={(on) => onChoose([id], on)} />
  );
  return (
    <>
      <div className="hidden lg:block">
        <Table
          density="pro"
          caption="Agences"
          hiddenCaption
          rows={agencies}
          rowKey={({ id }) => id}
          columns={[{ key: 'choice', header: everything, cell: choice }, ...facts]}
        />
      </div>
      <div className="lg:hidden">
        <div className="mb-2 flex items-center text-small text-ardoise-600">
          {everything}
          Tout choisir
        </div>
        <ul className="space-y-3">
          {agencies.map((row) => (
            <Card key={row.id} as="li" padding="dense">
              <div className="-ml-1 flex items-start gap-1">
                {choice(row)}
                <div className="min-w-0 flex-1 py-1">
                  <Naming row={row} />
                  <p className="text-small text-ardoise-600">
                    {[placeOf(row), row.siren && `SIREN\u00a0${row.siren}`].filter(Boolean).join(', ')}
                  </p>
                </div>
              </div>
              <p className="mt-2 flex flex-wrap gap-2">
                <StateBadge state={row.status} />
                <IdentityBadge state={row.identity} />
                {row.space && <Badge>Espace ouvert</Badge>}
                <Blocked row={row} />
              </p>
              <p className="mt-2 text-small text-ardoise-600">
                Dernier import&nbsp;: <LastImport row={row} />. Connue depuis le{' '}
                <Time at={row.createdAt} format="short" />.
              </p>
            </Card>
          ))}
        </ul>
      </div>
    </>
  );
}

function Naming({ row: { id, name, ownerReference } }: { row: AgencyRow }) {
  return (
    <>
      <TextLink to={paths.adminAgency({ id })} className="font-bold wrap-anywhere">
        {name}
      </TextLink>
      <span className="block text-small font-regular text-ardoise-600">{ownerReference}</span>
    </>
  );
}

/** Empty where it is unknown. */
function placeOf({ postalCode, city }: AgencyRow): string {
  return [postalCode, city].filter(Boolean).join(' ');
}

function Blocked({ row: { blocked } }: { row: AgencyRow }) {
  return blocked ? <Badge tone="red">Annonces retenues</Badge> : null;
}

function LastImport({ row: { import: last } }: { row: AgencyRow }) {
  if (!last) return <>aucun</>;
  return (
    <>
      {failedImports.has(last.state) ? (
        <Badge tone="red">{importLabels[last.state]}</Badge>
      ) : (
        importLabels[last.state]
      )}{' '}
      <Time at={last.at} format="short" />
    </>
  );
}
