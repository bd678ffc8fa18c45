import { CircleCheck, Clock, FileWarning, type LucideIcon, Scale, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../contract/fmt.ts';
import { paths } from '../../../contract/paths.ts';
import { LeadBadge, StatusBadge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Sparkline } from '../../../ui/sparkline.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import type { Dashboard, FeedArrival, RecentLead } from '../contract.ts';

type DashboardViewProps = Dashboard & { now: string };

/** What needs the agency today, then its figures, its last messages and its feeds (look.md 2.8). */
export function DashboardView(dashboard: DashboardViewProps) {
  const { agency, listings, leads, feeds, now } = dashboard;
  return (
    <div className="page py-8 lg:py-10">
      <h1 className="text-h1">Tableau de bord</h1>
      <p className="mt-1 text-ardoise-600">
        {agency.name} <span className="text-ardoise-500">· {agency.ownerReference}</span>
      </p>
      <Needs {...dashboard} />
      <section aria-label="En chiffres" className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <Figure label="Annonces en ligne" value={listings.online}>
          {listings.aside > 0 && `${formatNumber(listings.aside)} en brouillon ou suspendues`}
        </Figure>
        <Figure label="Retenues hors ligne" value={listings.held}>
          {listings.held === 0 ? 'Rien à corriger' : 'À corriger, voir plus haut'}
        </Figure>
        <Figure label="Prospects, 7 jours" value={leads.week}>
          {delta(leads.week, leads.weekBefore, '7 jours')}
        </Figure>
        <Figure
          label="Prospects, 30 jours"
          value={leads.month}
          chart={
            leads.month > 0 && (
              <Sparkline
                values={leads.days}
                label={`${formatCount(leads.month, 'prospect', 'prospects')} en 30 jours, dont ${leads.week} ces 7 derniers jours`}
              />
            )
          }
        >
          {delta(leads.month, leads.monthBefore, '30 jours')}
        </Figure>
      </section>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <section aria-labelledby="prospects">
          <h2 id="prospects" className="mb-3 text-h4">
            Derniers prospects
          </h2>
          <Table
            caption="Derniers prospects"
            hiddenCaption
            density="pro"
            columns={leadColumns(now)}
            rows={leads.recent}
            rowKey={({ id }) => id}
            empty="Aucun prospect pour l’instant. Ils arrivent dès qu’une personne écrit depuis une annonce."
          />
          <p className="mt-2 text-small text-ardoise-600">
            {dashboard.leadsTo ? (
              <>
                Chaque demande vous est aussi envoyée à{' '}
                <span className="wrap-anywhere">{dashboard.leadsTo}</span>.
              </>
            ) : (
              'Aucune adresse n’est connue pour vous transmettre les demandes.'
            )}
          </p>
        </section>
        <section aria-labelledby="flux">
          <h2 id="flux" className="mb-3 text-h4">
            Flux reçus
          </h2>
          {feeds.length === 0 ? (
            <p className="rounded-card border border-ardoise-200 bg-blanc px-4 py-6 text-ardoise-600">
              Aucun flux reçu. Votre logiciel dépose son export habituel (Poliris){'\u00a0'}: chaque annonce
              est lue et vérifiée à l’arrivée.
            </p>
          ) : (
            <ol className="rounded-card border border-ardoise-200 bg-blanc">
              {feeds.map((feed) => (
                <li
                  key={`${feed.receivedAt} ${feed.file}`}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-ardoise-100 px-4 py-3 last:border-0"
                >
                  <div className="min-w-0">
                    <p className="truncate font-medium">{feed.file}</p>
                    <p className="text-small text-ardoise-600">
                      {formatNames[feed.format]}, <Time at={feed.receivedAt} format="ago" now={now} />
                    </p>
                  </div>
                  <FeedBadge status={feed.status} />
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </div>
  );
}

interface Need {
  readonly Icon: LucideIcon;
  readonly grave: boolean;
  readonly title: string;
  readonly words: ReactNode;
}

/** The to-do list; once it is empty, it says so. */
function Needs({ agency, listings, holds, lacks, completeness, leads, feeds }: DashboardViewProps) {
  const blocking = lacks.filter(({ severity }) => severity === 'block');
  const missing = lacks.filter(({ severity }) => severity !== 'block');
  const [last] = feeds;
  const needs: Need[] = [];
  if (blocking.length > 0)
    needs.push({
      Icon: Scale,
      grave: true,
      title: 'Vos annonces restent hors ligne',
      words: (
        <Points points={blocking.map(({ message, remedy }) => `${message} ${remedy}`)} agency={agency} />
      ),
    });
  if (last && (last.status === 'refused' || last.status === 'held'))
    needs.push({
      Icon: FileWarning,
      grave: true,
      title: last.status === 'held' ? 'Votre dernier flux est retenu' : 'Votre dernier flux est refusé',
      words:
        last.status === 'held'
          ? 'Trop d’annonces disparaîtraient d’un coup. Rien n’a été retiré ; un flux complet lève la retenue.'
          : 'Vos annonces n’ont pas changé. Vérifiez l’export de votre logiciel, puis déposez-le de nouveau.',
    });
  if (listings.held > 0)
    needs.push({
      Icon: TriangleAlert,
      grave: true,
      title: `${formatCount(listings.held, 'annonce retenue', 'annonces retenues')} hors ligne`,
      words: (
        <Points
          points={holds.map(
            ({ message, remedy, reference, listings: count }) =>
              `${count > 1 ? `${formatNumber(count)} annonces, dont ${reference}` : reference}\u00a0: ${message} ${remedy}`,
          )}
        />
      ),
    });
  if (leads.late > 0)
    needs.push({
      Icon: Clock,
      grave: false,
      title: `${formatCount(leads.late, 'prospect attend', 'prospects attendent')} depuis plus d’un jour`,
      words: 'Une réponse le jour même change tout : la personne voit où en est sa demande.',
    });
  if (missing.length > 0)
    needs.push({
      Icon: Scale,
      grave: false,
      title: 'Ce que la loi demande encore à votre agence',
      words: (
        <>
          <div className="mt-2 max-w-measure">
            <Progress label="Identité de l’agence" value={completeness.done} max={completeness.owed} />
          </div>
          <Points points={missing.map(({ message, remedy }) => `${message} ${remedy}`)} agency={agency} />
        </>
      ),
    });
  return (
    <section aria-labelledby="a-faire" className="mt-6">
      <h2 id="a-faire" className="sr-only">
        À faire
      </h2>
      {needs.length === 0 ? (
        <Card className="flex items-center gap-3">
          <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-vert-700" />
          <p>Rien ne vous attend{'\u00a0'}: annonces, flux et prospects sont à jour.</p>
        </Card>
      ) : (
        <ul className="overflow-hidden rounded-card border border-ardoise-200 bg-blanc">
          {needs.map(({ Icon, grave, title, words }) => (
            <li
              key={title}
              className="flex gap-4 border-b border-ardoise-100 px-4 py-4 last:border-0 sm:px-6"
            >
              <Icon
                aria-hidden="true"
                className={`mt-0.5 size-5 shrink-0 ${grave ? 'text-rouge-700' : 'text-ambre-700'}`}
              />
              <div className="min-w-0">
                <p className="font-bold">{title}</p>
                <div className="text-ardoise-700">{words}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Points({ points, agency }: { points: readonly string[]; agency?: { ownerReference: string } }) {
  return (
    <>
      <ul className="mt-1 max-w-measure list-disc space-y-1 pl-5 marker:text-ardoise-300">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {agency && (
        <p className="mt-2">
          <TextLink to={paths.ownedProfile({ ownerReference: agency.ownerReference })}>
            Compléter le profil
          </TextLink>
        </p>
      )}
    </>
  );
}

function Figure({
  label,
  value,
  chart,
  children,
}: {
  label: string;
  value: number;
  chart?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Card className="flex flex-col gap-1" padding="none">
      <div className="flex flex-1 flex-col p-4">
        <p className="text-small text-ardoise-600">{label}</p>
        <p className="figures title text-h1">{formatNumber(value)}</p>
        {chart}
        {children && <p className="mt-auto pt-1 text-small text-ardoise-600">{children}</p>}
      </div>
    </Card>
  );
}

function delta(now: number, before: number, span: string): string {
  if (now === before) return `Autant que les ${span} d’avant`;
  const sign = now > before ? '+' : '−';
  return `${sign}${formatNumber(Math.abs(now - before))} par rapport aux ${span} d’avant`;
}

const formatNames: Record<FeedArrival['format'], string> = {
  poliris: 'Poliris',
  ubiflow: 'Ubiflow',
  apimo: 'Apimo',
  kyero: 'Kyero',
};

function FeedBadge({ status }: { status: FeedArrival['status'] }) {
  if (status === 'done') return <StatusBadge status="synced" label="Importé" />;
  if (status === 'identical') return <StatusBadge status="synced" label="Identique" />;
  if (status === 'refused') return <StatusBadge status="sync_error" label="Refusé" />;
  if (status === 'held') return <StatusBadge status="pending" label="Retenu" />;
  if (status === 'outdated') return <StatusBadge status="inactive" label="Dépassé" />;
  return <StatusBadge status="syncing" label="En cours" />;
}

const leadColumns = (now: string): readonly Column<RecentLead>[] => [
  { key: 'name', header: 'Nom', rowHeader: true, cell: ({ name }) => name },
  {
    key: 'listing',
    header: 'Annonce',
    cell: ({ listingId, listingReference }) =>
      listingId === null ? (
        listingReference
      ) : (
        <TextLink to={paths.listing({ propertyId: listingId })}>{listingReference}</TextLink>
      ),
  },
  { key: 'status', header: 'Statut', cell: ({ status }) => <LeadBadge status={status} /> },
  {
    key: 'at',
    header: 'Reçu',
    cell: ({ at }) => <Time at={at} format="ago" now={now} />,
  },
];
