import { ArrowLeft } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { LiveData } from '#browser/live-data.tsx';
import { formatCount, formatNumber, formatPercent, formatPrice, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { type Boost, boostEnds, boostStatuses, networks, objectives } from '#rooms/boosts/contract.ts';
import { networkBudget } from '#rooms/boosts/unspent.ts';
import type { Order } from '#rooms/payments/contract.ts';
import { SponsoredBadge, StatusBadge } from '#ui/badge.tsx';
import { Bars } from '#ui/bars.tsx';
import { Card } from '#ui/card.tsx';
import { Link, OutsideLink, TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Time } from '#ui/time.tsx';
import { happenings, lineOf, period, standing, totalsOf } from '../campaigns.ts';
import { BoostOrders } from './boost-orders.tsx';
import { CampaignActs } from './campaign-acts.tsx';
import { CampaignCurves } from './campaign-curves.tsx';
import { SpendBar, Thumb } from './campaign-list.tsx';

// What it shows is drawn by the server: it comes once the rest of the page stands.
const OrderPreview = lazy(() => import('./order-preview.tsx'));

interface CampaignViewProps {
  boost: Boost;
  /** Its own. */
  orders: readonly Order[];
  ownerReference: string;
  /** ISO. */
  now: string;
}

/** One boost: how it stands, what it brought, what it shows, and what happened to it. */
export function CampaignView({ boost, orders, ownerReference, now }: CampaignViewProps) {
  const { tone, title, words } = standing(boost, now);
  return (
    <div className="page py-6 lg:py-8">
      <p>
        <Link
          to={paths.ownedBoosts({ ownerReference })}
          className="inline-flex min-h-11 items-center gap-2 rounded-control font-medium text-phare-700"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          Tous les boosts
        </Link>
      </p>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-h1">
            Boost {boost.formula}
          </h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-ardoise-600">
            <StatusBadge status={boost.status} label={boostStatuses[boost.status]} />
            <span>{boost.reference}</span>
          </p>
        </div>
        <CampaignActs boost={boost} />
      </div>
      <div className="mt-6 max-w-[72ch]">
        <Notice tone={tone} title={title}>
          {words}
        </Notice>
      </div>
      {boost.startedAt !== null && <KeyFigures boost={boost} />}
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-12">
          <CampaignCurves ledger={boost.ledger} />
          {boost.startedAt !== null && <Comparison boost={boost} />}
          <Advertisements boost={boost} />
        </div>
        <div className="space-y-10">
          <Facts boost={boost} />
          <Listings boost={boost} ownerReference={ownerReference} />
          <Timeline boost={boost} />
        </div>
      </div>
      <div className="mt-12 max-w-[72ch]">
        <BoostOrders orders={orders} title="Commande et documents" ownerReference={ownerReference} />
      </div>
    </div>
  );
}

function KeyFigures({ boost }: { boost: Boost }) {
  const { ledger, fee, freeDays, endedAt, costPerLead } = boost;
  const budget = networkBudget(boost);
  const over = endedAt !== null;
  const { impressions, clicks, leads, spend } = totalsOf(ledger);
  return (
    <section aria-label="En chiffres" className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
      <Figure label="Dépensé" value={formatPrice(spend)}>
        sur {formatPrice(budget)} HT de budget{freeDays > 0 && ', jours offerts compris'}
        <SpendBar spend={spend} budget={budget} className="max-w-full" />
      </Figure>
      <Figure label="Affichages" value={formatNumber(impressions)}>
        {ledger.length > 0
          ? 'vues de vos publicités'
          : over
            ? 'Aucun chiffre reçu'
            : 'Premiers chiffres demain'}
      </Figure>
      <Figure label="Clics" value={formatNumber(clicks)}>
        {impressions === 0
          ? 'vers vos annonces'
          : `${formatPercent(Math.round((clicks / impressions) * 1_000) / 10)} des affichages`}
      </Figure>
      <Figure label="Demandes" value={formatNumber(leads)}>
        {leads > 0 ? 'arrivées par ces publicités' : over ? 'aucune' : 'pas encore'}
      </Figure>
      <Figure label="Coût par demande" value={costPerLead === null ? '–' : formatPrice(costPerLead)}>
        {costPerLead !== null
          ? `HT, dépense et ${formatPrice(fee)} de frais`
          : over
            ? 'aucune demande'
            : 'dit à la première demande'}
      </Figure>
    </section>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-1 p-4 max-lg:last:col-span-2" padding="none">
      <p className="text-small text-ardoise-600">{label}</p>
      <p className="figures title text-h1 lg:text-price">{value}</p>
      <div className="figures text-small text-ardoise-600">{children}</div>
    </Card>
  );
}

/** What its listings bring a week, beside what the agency's own ones alike bring without a boost. */
function Comparison({ boost: { comparison } }: { boost: Boost }) {
  return (
    <section aria-labelledby="comparaison">
      <h2 id="comparaison" className="text-h4">
        Avec ou sans boost
      </h2>
      {comparison === null ? (
        <p className="mt-2 max-w-measure text-ardoise-700">
          Trop peu pour comparer. Il faut trois jours de diffusion, et trois de vos annonces semblables
          restées sans boost{NBSP}: même transaction, même type de bien, prix à 30{NBSP}% près.
        </p>
      ) : (
        <div className="mt-3">
          <Bars
            caption={conclusionOf(comparison)}
            head={['Annonces', 'Demandes par semaine et par annonce', 'Nombre']}
            bars={[
              {
                key: 'boosted',
                name: 'Avec ce boost',
                size: comparison.boosted,
                value: `${formatNumber(comparison.boosted)} par semaine`,
                here: true,
              },
              {
                key: 'alike',
                name: 'Semblables, sans boost',
                size: comparison.alike,
                value: `${formatNumber(comparison.alike)} par semaine`,
                detail: formatCount(comparison.listings, 'annonce', 'annonces'),
              },
            ]}
          />
          <p className="mt-3 max-w-measure text-small text-ardoise-600">
            Vos propres annonces, sur la même période{NBSP}: même transaction, même type de bien, prix à 30
            {NBSP}% près. Toutes les demandes comptent, d’où qu’elles viennent, sauf les indésirables.
          </p>
        </div>
      )}
    </section>
  );
}

function conclusionOf({ boosted, alike }: NonNullable<Boost['comparison']>): string {
  if (alike === 0)
    return boosted === 0
      ? 'Aucune demande n’est arrivée sur la période, ni avec ce boost ni sans.'
      : 'Sans boost, vos annonces semblables n’ont reçu aucune demande sur la période.';
  const times = Math.round((boosted / alike) * 10) / 10;
  if (times >= 1.1)
    return `${formatNumber(times)} fois plus de demandes qu’une annonce semblable sans boost.`;
  return times > 0.9
    ? 'Autant de demandes qu’une annonce semblable sans boost.'
    : 'Moins de demandes qu’une annonce semblable sans boost.';
}

/** What the networks show, while something of it is on line. */
function Advertisements({ boost }: { boost: Boost }) {
  const shown = boost.listings.filter(({ dropped }) => dropped === null);
  const { status, startedAt, url } = boost;
  const over = status === 'completed' || status === 'inactive';
  return (
    <section aria-labelledby="publicites">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="publicites" className="text-h4">
          Publicités
        </h2>
        <SponsoredBadge />
      </div>
      <p className="mt-2 max-w-measure text-ardoise-700">
        Chaque publicité porte les mots «{NBSP}Annonce sponsorisée{NBSP}». Un boost ne change pas l’ordre des
        annonces sur Vigie{NBSP}: <TextLink to={paths.ranking()}>comment elles sont classées</TextLink>.
      </p>
      {url && (
        <p className="mt-2 wrap-anywhere">
          <OutsideLink href={url}>Voir la publicité sur le réseau</OutsideLink>
        </p>
      )}
      {over || shown.length === 0 ? (
        <p className="mt-3 text-ardoise-600">
          {startedAt === null && over ? 'Elles n’ont pas été montrées.' : 'Elles ne sont plus montrées.'}
        </p>
      ) : (
        <LiveData>
          <Suspense fallback={<Skeleton className="mt-6 h-120 w-full max-w-80" />}>
            <OrderPreview
              draft={{ ...boost, id: boost.reference, listingIds: shown.map(({ id }) => id) }}
              shownOn={boost.networks}
              known={new Map(shown.map((listing) => [listing.id, listing]))}
              heading="h3"
            />
          </Suspense>
        </LiveData>
      )}
    </section>
  );
}

function Facts({ boost }: { boost: Boost }) {
  const { place, radiusKm, days, freeDays, mediaBudget, fee, objective } = boost;
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['Dates', period(lineOf(boost))],
    [
      'Durée',
      `${formatCount(days, 'jour', 'jours')}${freeDays > 0 ? ` et ${formatCount(freeDays, 'jour offert', 'jours offerts')}` : ''}`,
    ],
    ['Zone', `${place} et ${radiusKm}${NBSP}km autour`],
    ['Réseaux', boost.networks.map((network) => networks[network]).join(' et ')],
    ['Objectif', objectives[objective]],
    ['Prix HT', `${formatPrice(mediaBudget)} au réseau, ${formatPrice(fee)} de frais de service`],
  ];
  return (
    <section aria-labelledby="campagne">
      <h2 id="campagne" className="text-h4">
        Campagne
      </h2>
      <dl className="mt-3 divide-y divide-ardoise-200 border-y border-ardoise-200 text-small">
        {rows.map(([term, value]) => (
          <div key={term} className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3 py-2">
            <dt className="text-ardoise-600">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Listings({ boost: { listings }, ownerReference }: { boost: Boost; ownerReference: string }) {
  return (
    <section aria-labelledby="annonces-du-boost">
      <h2 id="annonces-du-boost" className="text-h4">
        {listings.length > 1 ? 'Ses annonces' : 'Son annonce'}
      </h2>
      <ul className="mt-3 space-y-3">
        {listings.map(({ id, reference, title, photo, dropped }) => (
          <li key={id} className="flex gap-3">
            <Thumb photo={photo} className="w-18" />
            <div className="min-w-0 text-small">
              <p className="wrap-anywhere">
                <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: id })}>
                  {title || reference}
                </TextLink>
              </p>
              <p className="text-ardoise-600">{reference}</p>
              {dropped !== null && (
                <p className="text-ambre-700">Elle n’est plus montrée. {boostEnds[dropped]}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Timeline({ boost }: { boost: Boost }) {
  return (
    <section aria-labelledby="histoire">
      <h2 id="histoire" className="text-h4">
        Ce qui s’est passé
      </h2>
      <ol className="mt-3 border-l-2 border-ardoise-200">
        {happenings(boost).map(({ name, at, reason }, rank) => (
          <li key={rank} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-1.75 size-3 rounded-full border-2 border-phare-700 bg-blanc"
            />
            <p className="font-medium">{name}</p>
            {reason && <p className="text-small text-ardoise-700">{reason}</p>}
            <p className="text-small text-ardoise-600">
              <Time at={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
