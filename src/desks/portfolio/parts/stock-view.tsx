import { CircleCheck, FileUp, ListChecks, Pause, Plus, Search, Upload } from 'lucide-react';
import { useState } from 'react';
import { Form, Link, useRevalidator } from 'react-router';
import { callApi } from '#browser/api.ts';
import { readError } from '#browser/read-error.ts';
import { formatCount, formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Select } from '#ui/select.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type ActionName, actTogetherCall, confirmValuesCall } from '../contract.ts';
import {
  orders,
  type StockTable as Stock,
  type StockRow,
  type TableWords,
  type View,
  views,
  writeTableWords,
} from '../table.ts';
import { type ActionResults, Results } from './action-results.tsx';
import { StockTable } from './stock-table.tsx';

interface StockViewProps {
  stock: Stock;
  words: Omit<TableWords, 'after'>;
  /** Not the first page. */
  further: boolean;
  ownerReference: string;
  /** ISO. */
  now: string;
}

const DAY_MS = 86_400_000;
const none: ReadonlySet<number> = new Set();

const verbs: Record<ActionName, { label: string; Icon: typeof Pause }> = {
  confirm: { label: 'Toujours disponibles', Icon: CircleCheck },
  publish: { label: 'Mettre en ligne', Icon: Upload },
  pause: { label: 'Mettre en pause', Icon: Pause },
};

/** The listings of the agency: views, search, order, and one action on several of them. */
export function StockView({ stock, words, further, ownerReference, now }: StockViewProps) {
  const { rows, counts, found, next } = stock;
  const { revalidate } = useRevalidator();
  const here = `${writeTableWords(words)}${further}`;
  const [ticked, setTicked] = useState<{ at: string; ids: ReadonlySet<number> }>({ at: here, ids: none });
  // What was ticked in another view is not acted on in this one.
  const chosen = ticked.at === here ? ticked.ids : none;
  const setChosen = (ids: ReadonlySet<number>) => setTicked({ at: here, ids });
  const [busy, setBusy] = useState<{ action: ActionName | 'values'; ids: readonly number[] } | null>(null);
  const [results, setResults] = useState<ActionResults | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const base = paths.ownedListings({ ownerReference });
  const total = counts.toutes + counts.parties;

  async function act(action: ActionName, ids: readonly number[]) {
    setBusy({ action, ids });
    setTrouble(null);
    setResults(null);
    try {
      const { data } = await callApi(actTogetherCall, { body: { action, ids: [...ids] } });
      setResults({ action, results: data.results });
      setChosen(new Set(data.results.filter(({ done }) => !done).map(({ id }) => id)));
      await revalidate();
    } catch (error) {
      setTrouble(readError(error).message);
    } finally {
      setBusy(null);
    }
  }

  async function confirmValues(id: number, keys: readonly string[]) {
    setBusy({ action: 'values', ids: [id] });
    setTrouble(null);
    setResults(null);
    try {
      await callApi(confirmValuesCall, { params: { id: String(id) }, body: { keys: [...keys] } });
      await revalidate();
    } catch (error) {
      setTrouble(readError(error).message);
    } finally {
      setBusy(null);
    }
  }

  function choose(ids: readonly number[], on: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  }

  /** The one thing to do with a listing as it stands. */
  function single({ card, source, confirmedAt, findings }: StockRow) {
    const keys = findings.flatMap(({ heldKey }) => heldKey ?? []);
    if (keys.length > 0)
      return (
        <Button
          variant="secondary"
          size="sm"
          busy={busy?.action === 'values' && busy.ids[0] === card.id}
          onClick={() => void confirmValues(card.id, keys)}
        >
          {keys.length === 1 ? 'Confirmer la valeur' : 'Confirmer les valeurs'}
          <span className="sr-only"> {card.reference}</span>
        </Button>
      );
    // Said today: nothing to say again.
    if (isVisible(card.status) && confirmedAt && Date.parse(now) - Date.parse(confirmedAt) < DAY_MS)
      return null;
    const action: ActionName | null =
      isVisible(card.status) || card.status === 'expired'
        ? 'confirm'
        : source !== 'manual' && ['sold', 'rented', 'withdrawn'].includes(card.status)
          ? null
          : 'publish';
    if (!action) return null;
    return (
      <Button
        variant="secondary"
        size="sm"
        busy={busy?.ids.length === 1 && busy.ids[0] === card.id && busy.action === action}
        onClick={() => void act(action, [card.id])}
      >
        {action === 'confirm' ? 'Confirmer' : 'Publier'}
        <span className="sr-only"> {card.reference}</span>
      </Button>
    );
  }

  return (
    <div className="page py-8 pb-28 lg:py-10 lg:pb-28">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">Annonces</h1>
        {total > 0 && (
          <div className="flex flex-wrap gap-3">
            {counts.retenues > 0 && (
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
        )}
      </div>
      {total === 0 ? (
        <Nothing ownerReference={ownerReference} />
      ) : (
        <>
          <div className="mt-4">
            <TabLinks
              label="Vues"
              tabs={(Object.keys(views) as View[]).map((view) => ({
                to: `${base}${writeTableWords({ ...words, view })}`,
                current: view === words.view,
                label: (
                  <>
                    {views[view]}{' '}
                    <span className="figures text-small text-ardoise-500">{formatNumber(counts[view])}</span>
                  </>
                ),
              }))}
            />
          </div>
          <search>
            <Form
              method="get"
              action={base}
              // An address that changes fills the form again.
              key={here}
              className="mt-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_16rem_auto]"
            >
              {words.view !== 'toutes' && <input type="hidden" name="vue" value={words.view} />}
              <TextInput
                name="q"
                type="search"
                defaultValue={words.q}
                aria-label="Chercher par référence, titre, ville ou adresse"
                placeholder="Référence, titre, ville, adresse"
                before={<Search className="size-5" />}
              />
              <Select
                name="tri"
                aria-label="Ordre"
                defaultValue={words.order}
                options={Object.entries(orders).map(([value, label]) => ({ value, label }))}
              />
              <button type="submit" className={buttonClass({ variant: 'secondary' })}>
                Chercher
              </button>
            </Form>
          </search>
          <div className="mt-4 space-y-3 empty:hidden">
            {trouble && (
              <Notice tone="error" live title="L’action n’a pas eu lieu">
                {trouble}
              </Notice>
            )}
            {results && (
              <Results {...results} ownerReference={ownerReference} onClose={() => setResults(null)} />
            )}
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
      {chosen.size > 0 && (
        <section
          aria-label="Actions sur les annonces choisies"
          className="fixed inset-x-0 bottom-0 z-30 border-t border-ardoise-200 bg-blanc shadow-popover"
        >
          <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
            <p className="font-bold">{formatCount(chosen.size, 'annonce choisie', 'annonces choisies')}</p>
            <Button variant="quiet" size="sm" className="sm:order-last" onClick={() => setChosen(new Set())}>
              Ne rien choisir
            </Button>
            <div className="flex flex-wrap gap-2">
              {(Object.keys(verbs) as ActionName[]).map((action) => {
                const { label, Icon } = verbs[action];
                return (
                  <Button
                    key={action}
                    variant={action === 'confirm' ? 'primary' : 'secondary'}
                    size="sm"
                    busy={busy?.action === action}
                    icon={<Icon aria-hidden="true" className="size-4.5" />}
                    onClick={() => void act(action, [...chosen])}
                  >
                    {label}
                  </Button>
                );
              })}
            </div>
          </div>
        </section>
      )}
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
