import { type ReactNode, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { listingName } from '#rooms/listings/reading.ts';
import { type RejectReason, rejectReasons, verdictCall } from '../matching/verdicts.ts';
import type { AlertResults, MatchedListing, ResultView } from '../owner/results.ts';
import { FoundCard, type VerdictChoice } from './found-card.tsx';

interface FoundListProps {
  results: AlertResults;
  view: ResultView;
  /** ISO 8601, from the loader. */
  now: string;
}

/** What an alert found, cut where the last visit ended; « peut-être » last. */
export function FoundList({ results, view, now }: FoundListProps) {
  const { alert, found, lastVisit } = results;
  const { said, judge } = useVerdicts(alert.id);
  const list = useRef<HTMLOListElement>(null);
  const shown = found.flatMap((one): MatchedListing[] => {
    const now = said.get(one.listing.id);
    if (now === undefined) return [one];
    // What leaves this list leaves it at once.
    if (view === 'found' && now.verdict === 'reject') return [];
    if ((view === 'kept' || view === 'rejected') && now.verdict !== one.verdict) return [];
    return [{ ...one, ...now }];
  });
  const items: ReactNode[] = [];
  let before: MatchedListing | null = null;
  for (const [index, one] of shown.entries()) {
    const heading =
      view === 'found'
        ? headingBetween(before, one, lastVisit !== null)
        : view === 'both'
          ? agreementAfter(before, one)
          : null;
    if (heading)
      items.push(<Heading key={`${heading} ${one.listing.id}`} kind={heading} first={index === 0} />);
    items.push(
      <li key={one.listing.id}>
        <FoundCard
          alert={alert}
          found={one}
          view={view}
          seen={view === 'found' && lastVisit !== null && !one.fresh}
          now={now}
          eager={index < 2}
          onSay={(verdict, reason) => {
            void judge(one, verdict, reason);
            // What was pressed goes with its card: reading goes on from the list.
            if (verdict === 'reject') list.current?.focus({ preventScroll: true });
          }}
        />
      </li>,
    );
    before = one;
  }
  return (
    <ol ref={list} tabIndex={-1} aria-label="Annonces trouvées" className="space-y-4 outline-none">
      {items}
    </ol>
  );
}

type HeadingKind = 'new' | 'seen' | 'maybe' | Agreement;
type Agreement = 'agreed' | 'half' | 'open' | 'refused';

/** Where two people stand on a listing. */
function agreementOn({ verdict, other }: MatchedListing): Agreement {
  const said = [verdict, other?.verdict ?? null];
  const yes = said.filter((word) => word === 'keep').length;
  if (yes === 2) return 'agreed';
  if (yes === 1) return 'half';
  return said.includes('reject') ? 'refused' : 'open';
}

function agreementAfter(before: MatchedListing | null, one: MatchedListing): Agreement | null {
  const now = agreementOn(one);
  return before !== null && agreementOn(before) === now ? null : now;
}

/** What begins with this listing; on a page that goes on with the same, nothing. */
function headingBetween(
  before: MatchedListing | null,
  one: MatchedListing,
  returning: boolean,
): HeadingKind | null {
  if (!one.sure) return before === null || before.sure ? 'maybe' : null;
  if (!returning) return null;
  if (one.fresh) return before === null ? 'new' : null;
  return before?.fresh ? 'seen' : null;
}

const headings: Readonly<Record<HeadingKind, string>> = {
  new: 'Nouveau depuis votre dernière visite',
  seen: 'Déjà vues',
  maybe: 'Peut-être',
  agreed: 'Retenues par vous deux',
  half: 'L’un de vous la retient',
  open: 'Pas encore d’avis',
  refused: 'L’un de vous l’écarte',
};

function Heading({ kind, first }: { kind: HeadingKind; first: boolean }) {
  return (
    <li id={kind === 'maybe' ? 'peut-etre' : undefined} className={first ? '' : 'pt-6'}>
      <h2 className="flex items-center gap-4 text-h4">
        {kind === 'new' && (
          <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-ambre-400" />
        )}
        {headings[kind]}
        <span aria-hidden="true" className="h-px flex-1 bg-ardoise-200" />
      </h2>
      {kind === 'maybe' && (
        <p className="mt-1 max-w-measure text-small text-ardoise-600">
          Ces annonces remplissent tous les critères qu’elles renseignent, mais ne disent rien des autres. À
          vérifier auprès de l’agence.
        </p>
      )}
    </li>
  );
}

type Said = Pick<MatchedListing, 'verdict' | 'reason'>;

/** Verdicts, shown before the server knows them; each can be taken back. */
function useVerdicts(alertId: number) {
  const { revalidate } = useRevalidator();
  const [said, setSaid] = useState<ReadonlyMap<number, Said>>(new Map());
  const note = (id: number, what: Said | null) =>
    setSaid((all) => {
      const next = new Map(all);
      if (what) next.set(id, what);
      else next.delete(id);
      return next;
    });

  async function put(one: MatchedListing, next: Said, onSaid: () => void): Promise<void> {
    const { id } = one.listing;
    note(id, next);
    try {
      await callApi(verdictCall, {
        params: { id: alertId },
        body: {
          listing: id,
          verdict: next.verdict ?? 'none',
          ...(next.reason ? { reason: next.reason } : {}),
        },
      });
      onSaid();
      await revalidate();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Rien n’a changé', description: error.message, variant: 'destructive' });
    } finally {
      // From here on the list says it itself.
      note(id, null);
    }
  }

  async function judge(
    one: MatchedListing,
    verdict: VerdictChoice,
    reason: RejectReason | null,
  ): Promise<void> {
    const before: Said = { verdict: one.verdict, reason: one.reason };
    const next: Said = { verdict: verdict === 'none' ? null : verdict, reason };
    await put(one, next, () =>
      toast({
        title: titles[verdict],
        description: reason
          ? `${listingName(one.listing)} · ${rejectReasons[reason]}`
          : listingName(one.listing),
        action: { label: 'Annuler', onSelect: () => void put(one, before, () => {}) },
      }),
    );
  }

  return { said, judge };
}

const titles: Readonly<Record<VerdictChoice, string>> = {
  keep: 'Annonce retenue',
  reject: 'Annonce écartée',
  none: 'Annonce remise avec les autres',
};
