import { paths } from '#contract/paths.ts';
import { ImportState } from '#rooms/feeds/parts/import-state.tsx';
import { feedFormats, formatNames } from '#rooms/listings/feed-formats.ts';
import { ViewsCurve } from '#rooms/statistics/parts/views-curve.tsx';
import { WeeklyChoice } from '#rooms/statistics/parts/weekly-choice.tsx';
import { LeadBadge } from '#ui/badge.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import type { Dashboard, RecentLead } from '../contract.ts';
import { KeyFigures } from './key-figures.tsx';
import { MostSeen } from './most-seen.tsx';
import { Needs } from './needs.tsx';

type DashboardViewProps = Dashboard & { now: string };

/** What needs the agency today, then its figures, its last messages and its feeds (look.md 2.8). */
export function DashboardView(dashboard: DashboardViewProps) {
  const { agency, leads, feeds, now } = dashboard;
  const inbox = paths.ownedLeads({ ownerReference: agency.ownerReference });
  return (
    <div className="page py-8 lg:py-10">
      <h1 className="text-h1">Tableau de bord</h1>
      <p className="mt-1 text-ardoise-600">
        {agency.name} <span className="text-ardoise-500">· {agency.ownerReference}</span>
      </p>
      <Needs {...dashboard} />
      <KeyFigures {...dashboard} />
      <ViewsCurve {...dashboard.statistics} />
      <WeeklyChoice wanted={dashboard.weekly} />
      <MostSeen top={dashboard.statistics.top} ownerReference={agency.ownerReference} />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* The table under it is a landmark of this name already. */}
        <div>
          <h2 className="mb-3 text-h4">Derniers prospects</h2>
          <Table
            caption="Derniers prospects"
            hiddenCaption
            density="pro"
            columns={leadColumns(now, inbox)}
            rows={leads.recent}
            rowKey={({ id }) => id}
            empty="Aucun prospect pour l’instant. Ils arrivent dès qu’une personne écrit depuis une annonce."
          />
          <p className="mt-2 text-small text-ardoise-600">
            {dashboard.leadsTo.length > 0 ? (
              <>
                Chaque demande vous est aussi envoyée à{' '}
                <span className="wrap-anywhere">{dashboard.leadsTo.join(' et ')}</span>.{' '}
              </>
            ) : (
              'Les demandes ne vous sont pas envoyées une à une. '
            )}
            <TextLink to={paths.ownedNotifications({ ownerReference: agency.ownerReference })}>
              Choisir ce dont vous êtes prévenu
            </TextLink>
          </p>
        </div>
        <section aria-labelledby="flux">
          <h2 id="flux" className="mb-3 text-h4">
            Flux reçus
          </h2>
          {feeds.length === 0 ? (
            <p className="rounded-card border border-ardoise-200 bg-blanc px-4 py-6 text-ardoise-600">
              Aucun flux reçu. Votre logiciel dépose son export habituel ({formatNames('ou')}){'\u00a0'}:
              chaque annonce est lue et vérifiée à l’arrivée.
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
                      {feedFormats[feed.format].name}, <Time at={feed.receivedAt} format="ago" now={now} />
                    </p>
                  </div>
                  <ImportState state={feed.status} />
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </div>
  );
}

const leadColumns = (now: string, inbox: string): readonly Column<RecentLead>[] => [
  {
    key: 'name',
    header: 'Nom',
    rowHeader: true,
    cell: ({ id, name, listingReference, at }) => (
      <>
        <TextLink to={`${inbox}?prospect=${id}`}>{name}</TextLink>
        <span className="block font-regular text-ardoise-600 sm:hidden">
          {listingReference ?? 'Votre page'}, <Time at={at} format="ago" now={now} />
        </span>
      </>
    ),
  },
  {
    key: 'listing',
    header: 'Annonce',
    wide: true,
    cell: ({ listingId, listingReference }) =>
      listingId === null ? (
        (listingReference ?? 'Votre page')
      ) : (
        <TextLink to={paths.listing({ propertyId: listingId })}>{listingReference}</TextLink>
      ),
  },
  { key: 'status', header: 'Statut', cell: ({ status }) => <LeadBadge status={status} /> },
  {
    key: 'at',
    header: 'Reçu',
    wide: true,
    cell: ({ at }) => <Time at={at} format="ago" now={now} />,
  },
];
