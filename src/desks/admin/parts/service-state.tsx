import type { ReactNode } from 'react';
import { formatCount, formatNumber, formatPercent, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { switchedRooms } from '#rooms/administrators/switches.ts';
import { minutesWords } from '#rooms/statistics/contract.ts';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';
import type { Dashboard } from '../contract.ts';
import { QueueTable } from './queue-table.tsx';

/** What is closed or does not follow, then how mails go, then what there is in the shop. */
export function ServiceState({ dashboard }: { dashboard: Dashboard }) {
  const { at, queues, switches, failingTasks } = dashboard;
  const closed = switches.filter((one) => one.closed);
  const service = paths.adminService();
  return (
    <section aria-labelledby="services" className="space-y-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="services" className="text-h4">
          État des services
        </h2>
        <TextLink to={service}>Ouvrir ou fermer un service</TextLink>
      </div>
      {closed.map(({ room, words, since, by }) => (
        <Notice key={room} tone="warning" title={`${switchedRooms[room].name}${NBSP}: fermé`}>
          {since && (
            <p>
              <Time at={since} format="ago" now={at} />, par {by}. Les visiteurs lisent{NBSP}:
            </p>
          )}
          <p className="whitespace-pre-line wrap-anywhere">
            «{NBSP}
            {words}
            {NBSP}»
          </p>
        </Notice>
      ))}
      {failingTasks > 0 && (
        <Notice tone="error">
          {formatCount(failingTasks, 'tâche à heure fixe est', 'tâches à heure fixe sont')} en échec.{' '}
          <TextLink to={`${service}#taches`}>Voir pourquoi</TextLink>
        </Notice>
      )}
      <QueueTable queues={queues} at={at} busyOnly />
      <Mails dashboard={dashboard} />
      <Stock {...dashboard.stock} />
    </section>
  );
}

function Lines({
  title,
  lines,
}: {
  title: string;
  lines: readonly (readonly [term: string, value: ReactNode])[];
}) {
  return (
    <div>
      <h3 className="font-bold">{title}</h3>
      <dl className="mt-1 divide-y divide-ardoise-100">
        {lines.map(([term, value]) => (
          <div key={term} className="flex items-baseline justify-between gap-4 py-1">
            <dt className="text-ardoise-600">{term}</dt>
            <dd className="figures text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const delayWords = (seconds: number | null) =>
  seconds === null
    ? 'aucun courriel'
    : seconds < 60
      ? `${formatNumber(Math.round(seconds))}${NBSP}s`
      : minutesWords(Math.round(seconds / 60));

function Mails({ dashboard: { mail, figures } }: { dashboard: Dashboard }) {
  const sent = figures.mails.now;
  const share = (count: number) =>
    sent > 0 ? ` (${formatPercent(Math.round((count / sent) * 10_000) / 100)})` : '';
  return (
    <Lines
      title="Courriels"
      lines={[
        ['Délai médian de remise, sur 24 heures', delayWords(mail.medianDelay)],
        ['Délai de remise de 95\u00a0%, sur 24 heures', delayWords(mail.longDelay)],
        ['Refusés à la remise, sur la période', formatNumber(mail.failed) + share(mail.failed)],
        ['Revenus en erreur, sur la période', formatNumber(mail.bounced) + share(mail.bounced)],
        ['Plaintes, sur la période', formatNumber(mail.complaints) + share(mail.complaints)],
        [
          'Adresses mises de côté, en tout',
          <TextLink key="aside" to={`${paths.adminMails()}?vue=ecartees`}>
            {formatNumber(mail.setAside)}
          </TextLink>,
        ],
      ]}
    />
  );
}

function Stock(stock: Dashboard['stock']) {
  return (
    <Lines
      title="Aujourd’hui"
      lines={[
        ['Biens en ligne', formatNumber(stock.online)],
        ['Annonces refusées par la loi', formatNumber(stock.refused)],
        ['Annonces en attente', formatNumber(stock.waiting)],
        ['Annonces suspendues par Vigie', formatNumber(stock.suspended)],
        ['Alertes actives', formatNumber(stock.activeAlerts)],
        [
          'Agences',
          <TextLink key="agencies" to={paths.adminAgencies()}>
            {formatNumber(stock.agencies)}
          </TextLink>,
        ],
        ['Espaces d’agence actifs', formatNumber(stock.activeAgencies)],
      ]}
    />
  );
}
