import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link, stretched } from '#ui/link.tsx';
import { Tick } from '#ui/tick.tsx';
import { Time } from '#ui/time.tsx';
import { reportReasons } from '../contract.ts';
import type { CaseHeading } from '../decisions.ts';
import { ReportState } from './report-status.tsx';

/** How a person calls a case: in the names of a bulk action, and aloud. */
export function caseName({ reference, listing }: Pick<CaseHeading, 'reference' | 'listing'>): string {
  return `${reference}, ${listing.title || `annonce ${listing.reference}`}`;
}

interface ReportQueueProps {
  cases: readonly CaseHeading[];
  /** The one that is open. */
  open: number | null;
  addressOf: (id: number) => string;
  chosen: ReadonlySet<number>;
  onChoose: (id: number, on: boolean) => void;
}

/** What is reported, the most pressing first; a new one can be ticked, to be taken in hand with others. */
export function ReportQueue({ cases, open, addressOf, chosen, onChoose }: ReportQueueProps) {
  if (cases.length === 0) return <EmptyState heading="h2" title="Aucun signalement ici" />;
  return (
    <ul className="divide-y divide-ardoise-100 overflow-hidden rounded-card border border-ardoise-200 bg-blanc">
      {cases.map((one) => (
        <li
          key={one.id}
          className={`relative flex gap-2 px-3 py-2.5 hover:bg-craie ${one.id === open ? 'bg-phare-100' : ''}`}
        >
          {one.status === 'new' ? (
            <Tick
              label={`Choisir ${caseName(one)}`}
              checked={chosen.has(one.id)}
              onTick={(on) => onChoose(one.id, on)}
              className="relative z-1 -my-1 -ml-1.5 shrink-0"
            />
          ) : (
            <span className="w-9.5 shrink-0" />
          )}
          <div className="min-w-0 flex-1 text-small">
            <p className="flex flex-wrap items-center gap-1.5">
              <ReportState {...one} />
              {one.priority === 1 && <Badge tone="red">Priorité 1</Badge>}
              {one.kind === 'rule' && <Badge tone="teal">Règle</Badge>}
            </p>
            <p className="mt-1 font-medium">
              <Link
                to={addressOf(one.id)}
                data-case={one.id}
                preventScrollReset
                aria-current={one.id === open ? 'true' : undefined}
                className={`${stretched} text-encre no-underline`}
              >
                {reportReasons[one.reason]}
              </Link>
            </p>
            <p className="truncate text-ardoise-600">
              {one.listing.title || `Annonce ${one.listing.reference}`}, {one.agency.name}
            </p>
            <p className="text-ardoise-600">
              <Time at={one.createdAt} format="short" /> · {one.reference}
              {one.takenBy && one.status === 'in_progress' && <> · {one.takenBy}</>}
              {one.attachments > 0 && (
                <>
                  {' '}
                  · {one.attachments} pièce{one.attachments > 1 ? 's' : ''}
                </>
              )}
            </p>
            {(one.repeatReporter || one.repeatAgency) && (
              <p className="mt-1 flex flex-wrap gap-1.5">
                {one.repeatReporter && <Badge tone="amber">Signale souvent à tort</Badge>}
                {one.repeatAgency && <Badge tone="amber">Agence souvent en faute</Badge>}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
