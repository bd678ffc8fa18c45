import { CalendarClock, Clock, TriangleAlert, UserRound } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { formatShortDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { LeadBadge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Time } from '#ui/time.tsx';
import { disqualifications, leadStatuses } from '../contract.ts';
import { answerTimer, type Inbox, type InboxLead, type InboxWords, spanWords } from '../inbox.ts';
import { requestName } from '../requests.ts';
import { inboxAddress } from './inbox-filters.tsx';

interface InboxListProps {
  readonly inbox: Inbox;
  readonly words: InboxWords;
  readonly openId: number | null;
  readonly now: string;
}

export function InboxList({ inbox, words, openId, now }: InboxListProps) {
  const { pathname } = useLocation();
  const { leads, next, counts } = inbox;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0)
    return (
      <EmptyState
        title="Aucun prospect pour l’instant"
        actions={<ButtonLink to={paths.agencyListings()}>Voir mes annonces</ButtonLink>}
      >
        <p>Ils arrivent ici, et par courriel, dès qu’une personne écrit depuis une de vos annonces.</p>
        <ul className="mt-3 list-disc space-y-1 pl-5 text-left">
          <li>Vos annonces sont en ligne, sans mention manquante.</li>
          <li>Elles ont des photos{'\u00a0'}: c’est ce qui se regarde d’abord.</li>
          <li>Votre logiciel dépose son flux chaque jour.</li>
        </ul>
      </EmptyState>
    );
  if (leads.length === 0)
    return (
      <EmptyState
        title="Aucun prospect ne répond à cette recherche"
        actions={
          <ButtonLink to={pathname} variant="secondary">
            Tout afficher
          </ButtonLink>
        }
      >
        {words.apres ? 'Il n’y a rien de plus ancien.' : 'Élargissez les filtres, ou cherchez un autre mot.'}
      </EmptyState>
    );
  return (
    <>
      <ol>
        {leads.map((lead) => (
          <li key={lead.id} className="border-b border-ardoise-200">
            <Row
              lead={lead}
              to={inboxAddress(pathname, words, { prospect: lead.id })}
              current={lead.id === openId}
              now={now}
            />
          </li>
        ))}
      </ol>
      {(next !== null || words.apres) && (
        <nav aria-label="Pages de la boîte" className="flex flex-wrap justify-between gap-2 p-4">
          {words.apres && (
            <ButtonLink to={inboxAddress(pathname, words, { apres: null })} variant="quiet" size="sm">
              Les plus récents
            </ButtonLink>
          )}
          {next !== null && (
            <ButtonLink
              to={inboxAddress(pathname, words, { apres: next })}
              variant="secondary"
              size="sm"
              className="ml-auto"
            >
              Plus anciens
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function Row({ lead, to, current, now }: { lead: InboxLead; to: string; current: boolean; now: string }) {
  const unread = lead.readAt === null && lead.status === 'new';
  const because = lead.disqualifiedBecause;
  return (
    <Link
      to={to}
      preventScrollReset
      data-lead={lead.id}
      aria-current={current ? 'true' : undefined}
      className={`block border-l-4 py-3 pr-4 pl-3 transition focus-visible:-outline-offset-3 ${
        current ? 'border-phare-700 bg-phare-100' : 'border-transparent hover:bg-ardoise-100'
      }`}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className={`min-w-0 truncate ${unread ? 'font-bold' : 'font-medium'}`}>
          {unread && (
            <>
              <span aria-hidden="true" className="mr-2 inline-block size-2.5 rounded-full bg-ambre-400" />
              <span className="sr-only">Non lu, </span>
            </>
          )}
          {lead.erased ? 'Personne effacée' : lead.name}
        </span>
        <span className="shrink-0 text-small text-ardoise-600">
          <Time at={lead.createdAt} format="ago" now={now} />
        </span>
      </span>
      <span className="block truncate text-small text-ardoise-700">
        {requestName(lead.request, 1)} · {aboutOf(lead)}
      </span>
      {lead.excerpt && <span className="block truncate text-small text-ardoise-600">{lead.excerpt}</span>}
      <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
        <LeadBadge
          status={lead.status}
          label={
            lead.status === 'disqualified' && because !== null
              ? disqualifications[because]
              : leadStatuses[lead.status]
          }
        />
        {lead.suspicion !== null && lead.disqualifiedBecause !== 'spam' && (
          <span className="font-medium text-ambre-700">À vérifier</span>
        )}
        {lead.awaited && <span className="font-medium text-violet-700">A répondu</span>}
        <Timer lead={lead} now={now} />
        {lead.assignedTo && (
          <span className="flex min-w-0 items-center gap-1 text-ardoise-600">
            <UserRound aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">Suivi par </span>
            <span className="truncate">{lead.assignedTo}</span>
          </span>
        )}
        {lead.remindOn && (
          <span className="flex items-center gap-1 text-ardoise-600">
            <CalendarClock aria-hidden="true" className="size-4 shrink-0" />
            <span className="sr-only">À rappeler le </span>
            {formatShortDate(new Date(`${lead.remindOn}T12:00:00Z`))}
          </span>
        )}
      </span>
    </Link>
  );
}

function aboutOf({ listingName, listingReference }: InboxLead): string {
  if (listingReference === null) return 'depuis votre page';
  return listingName ?? `référence ${listingReference}`;
}

/** How long the person waits for a first answer, or waited: in words, and a sign once it is long. */
export function Timer({
  lead,
  now,
}: {
  lead: Pick<InboxLead, 'createdAt' | 'firstAnswerAt' | 'status' | 'erased'>;
  now: string;
}) {
  const timer = answerTimer(lead, new Date(now));
  if (timer === null) return null;
  if (timer.answered) return <span className="text-ardoise-600">Répondu en {spanWords(timer.ms)}</span>;
  const Icon = timer.late ? TriangleAlert : Clock;
  return (
    <span
      className={`flex items-center gap-1 font-medium ${timer.late ? 'text-rouge-700' : 'text-ardoise-700'}`}
    >
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {timer.late ? 'En retard, attend depuis ' : 'Attend depuis '}
      {spanWords(timer.ms)}
    </span>
  );
}
