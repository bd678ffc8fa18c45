import type { ReactNode } from 'react';
import type { AnswerOf } from '#contract/call.ts';
import { formatCount, formatDate, formatNumber, formatPrice, formatTime } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { FileLines, FileSection } from '#rooms/administrators/parts/file-parts.tsx';
import { StatusBadge } from '#ui/badge.tsx';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { Table } from '#ui/table.tsx';
import { boostEnds, boostStatuses, networks } from '../contract.ts';
import type { adminBoostCall } from '../tasks.ts';
import { BoostMaterial } from './boost-material.tsx';
import { BoostTasks } from './boost-tasks.tsx';
import { DayFigures } from './day-figures.tsx';

type BoostFileData = AnswerOf<typeof adminBoostCall>;

const states = { running: 'diffusé', paused: 'en pause', stopped: 'arrêté' } as const;

/** One boost: what is to be done, what it takes, what the network says of it, and what happened. */
export function BoostFile({ file }: { file: BoostFileData }) {
  const { boost, agency, tasks: waiting, brief, ads, trouble, days, events, may } = file;
  const missing = waiting.find(({ kind }) => kind === 'figures')?.days ?? [];
  return (
    <div className="grid gap-8 xl:grid-cols-2">
      <div className="min-w-0 space-y-8">
        <FileSection title="À faire">
          <BoostTasks
            reference={boost.reference}
            agency={agency.name}
            url={boost.url}
            waiting={waiting}
            may={may}
          />
        </FileSection>
        <FileSection title="À publier">
          <BoostMaterial reference={boost.reference} brief={brief} ads={ads} trouble={trouble} />
        </FileSection>
      </div>
      <div className="min-w-0 space-y-8">
        <FileSection title="Le boost">
          <Facts file={file} />
        </FileSection>
        <FileSection title="Chiffres">
          <Ledger boost={boost} />
          {days.length > 0 && (
            <div className="mt-4">
              <DayFigures reference={boost.reference} missing={missing} />
            </div>
          )}
        </FileSection>
        <FileSection title="Annonces">
          <ul className="space-y-1">
            {boost.listings.map(({ id, reference, title, dropped }) => (
              <li key={id} className="wrap-anywhere">
                <TextLink to={paths.listing({ propertyId: id })}>{title || reference}</TextLink>
                <span className="text-ardoise-600">
                  , {reference}
                  {dropped && ` (retirée du boost\u00a0: ${boostEnds[dropped]})`}
                </span>
              </li>
            ))}
          </ul>
        </FileSection>
        <FileSection title="Historique">
          <ol className="space-y-2">
            {events.map(({ from, to, author, reason, at }) => (
              <li key={`${at} ${to}`} className="border-l-2 border-ardoise-200 pl-3">
                <p className="font-medium">
                  {from ? `${boostStatuses[from]} → ${boostStatuses[to]}` : boostStatuses[to]}
                </p>
                <p className="text-ardoise-600">
                  <Moment at={at} />, {author}
                </p>
                {reason && <p className="wrap-anywhere">{reason}</p>}
              </li>
            ))}
          </ol>
        </FileSection>
      </div>
    </div>
  );
}

function Moment({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at}>
      {formatDate(date)} à {formatTime(date)}
    </time>
  );
}

function Facts({ file: { boost, agency, publisher, networkState } }: { file: BoostFileData }) {
  const { startOn, startedAt, endsAt, endedAt, url, failure } = boost;
  const end = endedAt ?? endsAt;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Statut', <StatusBadge key="status" status={boost.status} label={boostStatuses[boost.status]} />],
    [
      'Agence',
      <TextLink key="agency" to={paths.adminAgency({ id: agency.id })}>
        {agency.name}
      </TextLink>,
    ],
    [
      'Formule',
      `${boost.formula}, ${formatCount(boost.days, 'jour acheté', 'jours achetés')}${boost.freeDays > 0 ? ` et ${formatCount(boost.freeDays, 'offert', 'offerts')}` : ''}`,
    ],
    ['Budget du réseau', `${formatPrice(boost.mediaBudget)} HT pour les jours achetés`],
    ['Réseaux', boost.networks.map((one) => networks[one]).join(', ')],
    ['Lieu', `${boost.place} et ${boost.radiusKm}\u00a0km autour`],
    ['Publié', publisher === 'meta' ? 'par programme' : 'à la main'],
    ['Sur le réseau', networkState === null ? 'rien encore' : states[networkState]],
    [
      'Adresse',
      url === null ? (
        'non donnée'
      ) : (
        <OutsideLink key="url" href={url}>
          {url}
        </OutsideLink>
      ),
    ],
    ['Commandé', <Moment key="created" at={boost.createdAt} />],
    ['Début', startedAt ? <Moment key="started" at={startedAt} /> : (startOn ?? 'dès la publication')],
    ['Fin', end ? <Moment key="ends" at={end} /> : 'selon le début'],
    ...(failure === null ? [] : [['Erreur', failure] as const]),
  ];
  return <FileLines lines={rows} />;
}

function Ledger({ boost: { ledger } }: { boost: BoostFileData['boost'] }) {
  return (
    <Table
      density="pro"
      caption="Jour par jour, comme l’agence les lit"
      rows={ledger}
      rowKey={({ day }) => day}
      empty="Aucun chiffre pour l’instant."
      columns={[
        {
          key: 'day',
          header: 'Jour',
          rowHeader: true,
          cell: ({ day }) => formatDate(new Date(`${day}T12:00:00Z`)),
        },
        {
          key: 'shown',
          header: 'Affichages',
          numeric: true,
          cell: ({ impressions }) => formatNumber(impressions),
        },
        { key: 'reach', header: 'Couverture', numeric: true, cell: ({ reach }) => formatNumber(reach) },
        { key: 'clicks', header: 'Clics', numeric: true, cell: ({ clicks }) => formatNumber(clicks) },
        { key: 'leads', header: 'Demandes', numeric: true, cell: ({ leads }) => formatNumber(leads) },
        { key: 'spend', header: 'Dépense', numeric: true, cell: ({ spend }) => formatPrice(spend) },
      ]}
    />
  );
}
