import { FileUp, ListChecks, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import {
  type StockTable as Stock,
  type StockRow,
  type TableWords,
  type View,
  writeTableWords,
} from '../table.ts';
import { Results } from './action-results.tsx';
import { BoostLink, ChosenActions, RowAction } from './stock-actions.tsx';
import { StockFilters } from './stock-filters.tsx';
import { StockTable } from './stock-table.tsx';
import { useStockActions } from './use-stock-actions.tsx';

interface StockViewProps {
  stock: Stock;
  words: Omit<TableWords, 'after'>;
  /** Not the first page. */
  further: boolean;
  ownerReference: string;
  /** ISO. */
  now: string;
}

const none: ReadonlySet<number> = new Set();

/** The listings of the agency: views, search, order, and one action on several of them. */
export function StockView({ stock, words, further, ownerReference, now }: StockViewProps) {
  const { rows, counts, found, next } = stock;
  const here = `${writeTableWords(words)}${further}`;
  const { chosen, choose, chooseOnly } = useTicked(here);
  const actions = useStockActions(chooseOnly);
  const { results, trouble, closeResults } = actions;
  const base = paths.ownedListings({ ownerReference });
  const total = counts.toutes + counts.parties;
  const single = (row: StockRow) => (
    <>
      <RowAction row={row} now={now} actions={actions} />
      <BoostLink row={row} ownerReference={ownerReference} />
    </>
  );

  return (
    <div className="page py-8 pb-28 lg:py-10 lg:pb-28">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">Annonces</h1>
        {total > 0 && <Ways ownerReference={ownerReference} withheld={counts.retenues > 0} />}
      </div>
      {total === 0 ? (
        <Nothing ownerReference={ownerReference} />
      ) : (
        <>
          <StockFilters base={base} words={words} counts={counts} here={here} />
          <div className="mt-4 space-y-3 empty:hidden">
            {trouble && (
              <Notice tone="error" live title="L’action n’a pas eu lieu">
                {trouble}
              </Notice>
            )}
            {results && <Results {...results} ownerReference={ownerReference} onClose={closeResults} />}
          </div>
          <output className="mt-4 mb-2 block text-small text-ardoise-600">
            {formatCount(found, 'annonce', 'annonces')}
            {words.q && (
              <>
                {' '}
                pour «&nbsp;{words.q}&nbsp;».{' '}
                <Link
                  to={`${base}${writeTableWords({ ...words, q: '' })}`}
                  className="underline underline-offset-4"
                >
                  Tout revoir
                </Link>
              </>
            )}
          </output>
          {rows.length === 0 ? (
            <EmptyState title={words.q ? 'Aucune annonce ne répond à ces mots' : emptyViews[words.view]} />
          ) : (
            <StockTable
              rows={rows}
              now={now}
              ownerReference={ownerReference}
              chosen={chosen}
              onChoose={choose}
              action={single}
            />
          )}
          {(further || next) && (
            <nav aria-label="Suite" className="mt-6 flex flex-wrap justify-center gap-3">
              {further && (
                <ButtonLink to={`${base}${writeTableWords(words)}`} variant="secondary">
                  Revenir au début
                </ButtonLink>
              )}
              {next && (
                <ButtonLink to={`${base}${writeTableWords({ ...words, apres: next })}`} variant="secondary">
                  Annonces suivantes
                </ButtonLink>
              )}
            </nav>
          )}
        </>
      )}
      <ChosenActions
        rows={rows}
        chosen={chosen}
        ownerReference={ownerReference}
        onNone={() => chooseOnly([])}
        actions={actions}
      />
    </div>
  );
}

const emptyViews: Record<View, string> = {
  toutes: 'Aucune annonce en cours',
  'en-ligne': 'Aucune annonce en ligne',
  'a-confirmer': 'Tout est confirmé',
  retenues: 'La loi ne retient aucune annonce',
  brouillons: 'Aucun brouillon',
  'en-pause': 'Aucune annonce en pause',
  parties: 'Aucune annonce vendue, louée ou retirée',
};

/** The listings that are ticked: what was ticked in another view is not acted on in this one. */
function useTicked(here: string) {
  const [ticked, setTicked] = useState<{ at: string; ids: ReadonlySet<number> }>({ at: here, ids: none });
  const chosen = ticked.at === here ? ticked.ids : none;
  const chooseOnly = (ids: Iterable<number>) => setTicked({ at: here, ids: new Set(ids) });
  return {
    chosen,
    chooseOnly,
    choose(ids: readonly number[], on: boolean) {
      const next = new Set(chosen);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      chooseOnly(next);
    },
  };
}

/** Where listings come from, and where what the law withholds is completed. */
function Ways({ ownerReference, withheld }: { ownerReference: string; withheld: boolean }) {
  return (
    <div className="flex flex-wrap gap-3">
      {withheld && (
        <ButtonLink
          to={paths.ownedUnsaid({ ownerReference })}
          variant="secondary"
          icon={<ListChecks aria-hidden="true" className="size-5" />}
        >
          Compléter
        </ButtonLink>
      )}
      <ButtonLink
        to={paths.ownedImport({ ownerReference })}
        variant="secondary"
        icon={<FileUp aria-hidden="true" className="size-5" />}
      >
        Importer
      </ButtonLink>
      <ButtonLink
        to={paths.ownedNewListing({ ownerReference })}
        icon={<Plus aria-hidden="true" className="size-5" />}
      >
        Créer une annonce
      </ButtonLink>
    </div>
  );
}

function Nothing({ ownerReference }: { ownerReference: string }) {
  return (
    <EmptyState
      title="Vous n’avez pas encore d’annonce"
      actions={
        <>
          <ButtonLink to={paths.ownedImport({ ownerReference })}>Importer un fichier</ButtonLink>
          <ButtonLink to={paths.ownedNewListing({ ownerReference })} variant="secondary">
            Créer une annonce
          </ButtonLink>
        </>
      }
    >
      Le flux de votre logiciel les apporte toutes seules{'\u00a0'}: il dépose son export habituel (Poliris),
      chaque annonce est lue et vérifiée à l’arrivée.
    </EmptyState>
  );
}
