import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { formatCount } from '#contract/fmt.ts';
import { Notice } from '#ui/notice.tsx';
import type { Inbox, InboxWords, OpenLead } from '../inbox.ts';
import { InboxFilters, inboxAddress } from './inbox-filters.tsx';
import { InboxList } from './inbox-list.tsx';
import { LeadPane } from './lead-pane.tsx';

interface InboxViewProps {
  readonly inbox: Inbox;
  readonly open: OpenLead | null;
  /** What was asked is no lead of this agency. */
  readonly missing: boolean;
  readonly words: InboxWords;
  /** Its name. */
  readonly agency: string;
  readonly now: string;
}

/** List and conversation side by side; on a phone one, then the other (look.md 2.10). */
export function InboxView({ inbox, open, missing, words, agency, now }: InboxViewProps) {
  const { pathname } = useLocation();
  const all = inboxAddress(pathname, words);
  const reading = open !== null || missing;
  const box = useKeys(inbox, open, (id) => inboxAddress(pathname, words, { prospect: id }));
  const turning = useNavigation().state === 'loading';
  return (
    <div
      ref={box}
      className="grid grid-cols-[minmax(0,1fr)] border-ardoise-200 lg:h-[calc(100dvh-var(--header))] lg:grid-cols-[23.75rem_minmax(0,1fr)] lg:border-b"
    >
      {/* Each holds what only a screen reader hears: it would stretch the page below its end. */}
      <section
        aria-label="Liste des prospects"
        className={`relative border-ardoise-200 bg-blanc lg:overflow-y-auto lg:border-r ${reading ? 'max-lg:hidden' : ''}`}
      >
        <InboxFilters inbox={inbox} words={words} />
        <InboxList inbox={inbox} words={words} openId={open?.id ?? null} now={now} />
      </section>
      <section
        aria-label="Conversation"
        className={`relative transition-opacity lg:overflow-y-auto ${reading ? '' : 'max-lg:hidden'} ${turning ? 'opacity-60' : ''}`}
      >
        {/* On a phone the list and its title are not there. */}
        {reading && <h1 className="sr-only lg:hidden">Prospects</h1>}
        {reading && (
          <p className="px-4 pt-2 lg:hidden">
            <Link
              to={all}
              className="inline-flex min-h-11 items-center gap-2 rounded-control font-medium text-phare-700"
            >
              <ArrowLeft aria-hidden="true" className="size-5" />
              Tous les prospects
            </Link>
          </p>
        )}
        {open ? (
          <LeadPane key={open.id} lead={open} assignees={inbox.assignees} agency={agency} now={now} />
        ) : missing ? (
          <div className="p-4 lg:p-8">
            <Notice tone="warning" title="Cette demande n’existe pas">
              Elle a pu être supprimée au bout des trois ans de conservation, ou l’adresse est incomplète.
            </Notice>
          </div>
        ) : (
          <Standing inbox={inbox} />
        )}
      </section>
    </div>
  );
}

/** Beside the list while nothing is open. */
function Standing({ inbox }: { inbox: Inbox }) {
  const { late, unanswered, due, usualAnswer, leads } = inbox;
  if (leads.length === 0) return null;
  const lines = [
    late > 0 && `${formatCount(late, 'personne attend', 'personnes attendent')} depuis plus d’un jour.`,
    unanswered > late &&
      `${formatCount(unanswered, 'demande sans première réponse', 'demandes sans première réponse')} en tout.`,
    due > 0 && `${formatCount(due, 'rappel', 'rappels')} à faire.`,
    usualAnswer && `Vous répondez d’ordinaire ${usualAnswer}.`,
  ].filter((line) => line !== false && line !== null && line !== '');
  return (
    <div className="grid h-full place-items-center p-8">
      <div className="max-w-[44ch] text-center">
        <h2 className="text-h4">Choisissez une demande</h2>
        <p className="mt-2 text-ardoise-600">
          {lines.length === 0 ? 'Tout le monde a reçu une première réponse.' : lines.join(' ')}
        </p>
        <p className="mt-6 text-small text-ardoise-600">
          Au clavier, dans cette page{'\u00a0'}: <kbd className="font-bold">J</kbd> et{' '}
          <kbd className="font-bold">K</kbd> passent d’une demande à l’autre,{' '}
          <kbd className="font-bold">E</kbd> va aux statuts.
        </p>
      </div>
    </div>
  );
}

/**
 * J and K open the next and the previous lead, E goes to the statuses; only while the focus is in the inbox and not in a
 * field (WCAG 2.1.4).
 */
function useKeys(inbox: Inbox, open: OpenLead | null, addressOf: (id: number) => string) {
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = box.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      const key = event.key.toLowerCase();
      if (key === 'e') element?.querySelector<HTMLElement>('[data-statuses] :is(button, summary)')?.focus();
      if (key !== 'j' && key !== 'k') return;
      const at = inbox.leads.findIndex(({ id }) => id === open?.id);
      const next = inbox.leads[at === -1 ? 0 : at + (key === 'j' ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      void navigate(addressOf(next.id), { preventScrollReset: true });
      element?.querySelector<HTMLElement>(`[data-lead="${next.id}"]`)?.focus();
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
  return box;
}
