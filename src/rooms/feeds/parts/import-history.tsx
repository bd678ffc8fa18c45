import { Link } from 'react-router';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import type { Import } from '../diagnosis.ts';
import { ImportState } from './import-state.tsx';

interface ImportHistoryProps {
  imports: readonly Import[];
  next: number | null;
  /** The one that is read. */
  openId: number | null;
  further: boolean;
  ownerReference: string;
  /** ISO. */
  now: string;
}

/** What came, from the last one on: each leads to its report. */
export function ImportHistory({ imports, next, openId, further, ownerReference, now }: ImportHistoryProps) {
  const base = paths.ownedImport({ ownerReference });
  return (
    <section aria-labelledby="historique">
      <h2 id="historique" className="text-h4">
        Historique
      </h2>
      <ol className="mt-3 divide-y divide-ardoise-200 overflow-hidden rounded-card border border-ardoise-200 bg-blanc">
        {imports.map((each) => (
          <li key={each.id}>
            <Link
              to={`${base}?envoi=${each.id}`}
              aria-current={each.id === openId ? 'true' : undefined}
              className={`block px-4 py-3 hover:bg-craie focus-visible:-outline-offset-3 ${each.id === openId ? 'bg-phare-100' : ''}`}
            >
              <span className="flex items-center justify-between gap-3">
                <span className="text-small text-ardoise-600">
                  <Time at={each.receivedAt} format="ago" now={now} />
                </span>
                <ImportState state={each.state} />
              </span>
              <span className="mt-0.5 block truncate font-medium">{each.fileName}</span>
              <span className="block text-small text-ardoise-600">{summaryOf(each)}</span>
            </Link>
          </li>
        ))}
      </ol>
      <p className="mt-2 flex flex-wrap gap-4 text-small">
        {further && <TextLink to={base}>Revenir au début</TextLink>}
        {next && <TextLink to={`${base}?avant=${next}`}>Imports plus anciens</TextLink>}
      </p>
    </section>
  );
}

/** « 3 ajoutées · 1 retirée »: what moved, or that nothing did. */
function summaryOf({ counts, origin }: Import): string {
  if (!counts) return origin === 'agency' ? 'Envoyé d’ici' : 'Déposé par votre logiciel';
  const said = [
    [counts.created, 'ajoutée', 'ajoutées'],
    [counts.updated + counts.returned, 'modifiée', 'modifiées'],
    [counts.withdrawn, 'retirée', 'retirées'],
    [counts.refused, 'refusée', 'refusées'],
  ] as const;
  const parts = said.flatMap(([count, one, many]) => (count > 0 ? formatCount(count, one, many) : []));
  return parts.length > 0 ? parts.join(' · ') : 'Rien ne change';
}
