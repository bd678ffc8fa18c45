import { data } from 'react-router';
import { fail, Refusal, sharedErrors } from '#contract/errors.ts';
import { formatCount, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { readListingId } from '#rooms/listings/reading.ts';
import { type GeneralStatus, StatusBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { CounterBadge } from '#ui/counter-badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { Time } from '#ui/time.tsx';
import { rhythmText } from '../asking/rhythm.ts';
import { type AlertStatus, alertStatuses, readAlertId } from '../contract.ts';
import { explainToOwner } from '../matching/explanation.server.ts';
import { ownPair } from '../owner/pair.server.ts';
import { feedsOf } from '../owner/private-feeds.server.ts';
import { resultsOf, visitResults } from '../owner/results.server.ts';
import { type AlertResults, RESULTS_DAYS, type ResultView, viewWords } from '../owner/results.ts';
import { AlertChips } from '../parts/alert-summary.tsx';
import { FeedsCard } from '../parts/feeds-card.tsx';
import { FoundList } from '../parts/found-list.tsx';
import { Ledger, WHY_WORD, WhyNot } from '../parts/ledger.tsx';
import { PairCard } from '../parts/pair-card.tsx';
import { TuningNotice } from '../parts/tuning.tsx';
import type { Route } from './+types/results.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Résultats de « ${loaderData.results.alert.name} » – Vigie` : 'Résultats – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  // The front door has let only users in.
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  const words = new URL(request.url).searchParams;
  const view = readView(words.get('voir'));
  const page = Number(words.get('page') ?? 1);
  const id = readAlertId(params.alertId);
  try {
    // A browser that fetches ahead has looked at nothing.
    const ahead = request.headers.get('sec-purpose')?.includes('prefetch') ?? false;
    if (!ahead) await visitResults(db, actor.userId, id);
    const results = await resultsOf(db, actor.userId, id, {
      view,
      page: Number.isSafeInteger(page) ? page : 1,
    });
    const asked = words.get(WHY_WORD)?.trim().slice(0, 300) || null;
    const why = asked === null ? null : await whyNot(db, actor.userId, id, asked);
    const feeds = await feedsOf({ db, env }, actor.userId, id);
    const pair = await ownPair(db, actor.userId, id);
    return { results, view, asked, why, feeds, pair, now: clock.now().toISOString() };
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

async function whyNot(db: Db, userId: UserId, alertId: number, asked: string) {
  const listingId = readListingId(/\/annonce\/(\d+)/.exec(asked)?.[1] ?? asked.replace(/^n°\s*/i, ''));
  if (listingId === null) return 'Collez l’adresse d’une annonce de Vigie, ou son numéro.';
  try {
    return await explainToOwner(db, userId, { alertId, listingId });
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function readView(word: string | null): ResultView {
  if (word === viewWords.both) return 'both';
  if (word === viewWords.kept) return 'kept';
  return word === viewWords.rejected ? 'rejected' : 'found';
}

function viewPath(id: number, view: ResultView, page = 1): string {
  const words = new URLSearchParams();
  if (view !== 'found') words.set('voir', viewWords[view]);
  if (page > 1) words.set('page', String(page));
  return `${paths.alertResults({ alertId: id })}${words.size > 0 ? `?${words}` : ''}`;
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const { results, view, asked, why, feeds, pair, now } = loaderData;
  const { alert, counts, page, pages, found } = results;
  const label = (text: string, count: number) => (
    <>
      {text} <CounterBadge count={count} label={count === 1 ? 'annonce' : 'annonces'} tone="plain" />
    </>
  );
  return (
    <div className="page py-8 sm:py-12">
      <p className="mb-3 text-small">
        <TextLink to={paths.dashboard()}>Mes alertes</TextLink>
      </p>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-h2 sm:text-h1">{alert.name}</h1>
          <AlertChips alert={alert} />
        </div>
        <div className="flex flex-wrap gap-3">
          {alert.resultsPath && (
            <ButtonLink to={alert.resultsPath} variant="secondary">
              Tout ce qui est en ligne
            </ButtonLink>
          )}
          <ButtonLink to={paths.editAlert({ alertId: alert.id })} variant="secondary">
            Modifier
          </ButtonLink>
        </div>
      </div>
      <div className="mt-8 mb-6">
        <TabLinks
          label="Annonces de l’alerte"
          tabs={[
            {
              label: label('Trouvées', counts.sure + counts.maybe),
              to: viewPath(alert.id, 'found'),
              current: view === 'found',
            },
            ...(counts.both === null
              ? []
              : [
                  {
                    label: label('À deux', counts.both),
                    to: viewPath(alert.id, 'both'),
                    current: view === 'both',
                  },
                ]),
            {
              label: label('Retenues', counts.kept),
              to: viewPath(alert.id, 'kept'),
              current: view === 'kept',
            },
            {
              label: label('Écartées', counts.rejected),
              to: viewPath(alert.id, 'rejected'),
              current: view === 'rejected',
            },
          ]}
        />
      </div>
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <Said results={results} view={view} now={now} />
          {found.length === 0 ? (
            <Nothing results={results} view={view} />
          ) : (
            <>
              <FoundList results={results} view={view} now={now} />
              <div className="mt-8">
                <Pagination page={page} pages={pages} hrefFor={(to) => viewPath(alert.id, view, to)} />
              </div>
            </>
          )}
          <div className="mt-10">
            <WhyNot alert={alert} asked={asked} told={why} />
          </div>
        </div>
        <aside className="space-y-4 lg:sticky lg:top-24">
          <Ledger ledger={results.ledger} />
          <Card as="section" className="hidden space-y-3 lg:block">
            <h2 className="font-text text-body font-bold tracking-normal">Comment elle vous prévient</h2>
            <StatusBadge status={badges[alert.status]} label={alertStatuses[alert.status]} />
            <p>{rhythmText(alert)}.</p>
            <p className="text-small text-ardoise-600">
              {alert.lastSentAt ? (
                <>
                  Dernier envoi <Time at={alert.lastSentAt} format="ago" now={now} />.
                </>
              ) : (
                'Rien envoyé encore.'
              )}
            </p>
            <p className="text-small text-ardoise-600">
              Ce que vous écartez ne vous est plus envoyé, même si l’annonce revient ou baisse de prix.
            </p>
          </Card>
          {alert.status !== 'stopped' && (
            <PairCard
              alertId={alert.id}
              pair={pair}
              both={counts.both}
              bothPath={viewPath(alert.id, 'both')}
            />
          )}
          <FeedsCard alertId={alert.id} feeds={feeds} />
        </aside>
      </div>
    </div>
  );
}

const badges: Record<AlertStatus, GeneralStatus> = {
  active: 'active',
  paused: 'paused',
  unconfirmed: 'pending',
  stopped: 'inactive',
};

/** How much there is, since when, and what the rejections suggest. */
function Said({ results, view, now }: { results: AlertResults; view: ResultView; now: string }) {
  const { alert, counts, lastVisit, tuning, page, pages } = results;
  if (view !== 'found') return null;
  return (
    <div className="mb-6 space-y-4">
      {alert.status !== 'active' && (
        <Notice tone="warning">
          {alert.status === 'paused' ? (
            <>
              Alerte en pause
              {alert.pausedUntil ? (
                <>
                  {' '}
                  jusqu’au <Time at={alert.pausedUntil} />
                </>
              ) : null}
              {NBSP}: elle ne cherche rien de nouveau.
            </>
          ) : (
            `${alertStatuses[alert.status]} : elle ne cherche rien de nouveau.`
          )}{' '}
          <TextLink to={paths.dashboard()}>Mes alertes</TextLink>
        </Notice>
      )}
      {tuning && <TuningNotice alert={alert} tuning={tuning} />}
      {counts.sure + counts.maybe > 0 && (
        <p className="text-ardoise-600">
          <span className="figures">{formatCount(counts.sure, 'annonce', 'annonces')}</span>
          {counts.maybe > 0 && (
            <span className="figures"> + {formatCount(counts.maybe, 'peut-être', 'peut-être')}</span>
          )}{' '}
          en {RESULTS_DAYS} jours
          {lastVisit && (
            <>
              {' · '}
              {counts.fresh > 0 ? (
                <span className="figures">{formatCount(counts.fresh, 'nouvelle', 'nouvelles')}</span>
              ) : (
                'rien de nouveau'
              )}{' '}
              depuis votre visite, <Time at={lastVisit} format="ago" now={now} />
            </>
          )}
          {pages > 1 && (
            <>
              {' · '}
              <span className="figures">
                page {page} sur {pages}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  );
}

const empty: Readonly<Record<Exclude<ResultView, 'found'>, { title: string; text: string }>> = {
  both: {
    title: 'Rien encore pour vous deux',
    text: 'Ce que vos deux alertes trouvent paraît ici, avec ce que chacun en pense.',
  },
  kept: {
    title: 'Aucune annonce retenue',
    text: 'Celles que vous retenez attendent ici, même quand l’alerte en trouve beaucoup.',
  },
  rejected: {
    title: 'Aucune annonce écartée',
    text: 'Une annonce écartée ne vous est plus envoyée, même si elle revient ou baisse de prix.',
  },
};

function Nothing({ results: { alert, counts }, view }: { results: AlertResults; view: ResultView }) {
  if (view !== 'found') {
    return (
      <EmptyState
        title={empty[view].title}
        actions={
          <ButtonLink to={viewPath(alert.id, 'found')} variant="secondary">
            Voir ce qui a été trouvé
          </ButtonLink>
        }
      >
        {empty[view].text}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={counts.rejected > 0 ? 'Tout a été écarté' : 'Rien trouvé pour l’instant'}
      actions={
        <>
          {alert.resultsPath && (
            <ButtonLink to={alert.resultsPath}>Voir les annonces déjà en ligne</ButtonLink>
          )}
          <ButtonLink to={paths.editAlert({ alertId: alert.id })} variant="secondary">
            Élargir l’alerte
          </ButtonLink>
        </>
      }
    >
      L’alerte veille sur ce qui paraît depuis sa création. Vous serez prévenu dès qu’une annonce correspond.
    </EmptyState>
  );
}
