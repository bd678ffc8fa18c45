import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { useNavigate } from 'react-router';
import { formatCount, formatPercent, formatPrice, formatRent } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { listingName } from '#rooms/listings/reading.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Select } from '#ui/select.tsx';
import { Time } from '#ui/time.tsx';
import {
  type Favorite,
  type FavoriteSort,
  favoriteSorts,
  type Hidden,
  type ListPage,
  tabPath,
  type Viewed,
} from '../contract.ts';
import { hideReasons } from '../marks.ts';
import { ClearHistory } from './clear-history.tsx';
import { CompareToggle } from './compare-button.tsx';
import { CompareTray } from './compare-tray.tsx';
import { FavoriteButton } from './mark-buttons.tsx';
import { openedMarks, useMarks } from './marks.tsx';
import { NoteEditor } from './note-editor.tsx';
import { SavedListing } from './saved-listing.tsx';

const grid = 'grid gap-4 lg:grid-cols-2';

interface FavoritesTabProps {
  list: ListPage<Favorite>;
  sort: FavoriteSort;
}

/** What somebody keeps, with their notes and what became of the price. */
export function FavoritesTab({ list, sort }: FavoritesTabProps) {
  const marks = useMarks();
  const total = marks?.known ? marks.kept.size : list.total;
  if (list.items.length === 0) {
    return (
      <EmptyState
        title="Aucun favori pour l’instant"
        actions={<ButtonLink to={paths.home()}>Chercher une annonce</ButtonLink>}
      >
        Touchez le cœur d’une annonce pour la retrouver ici, avec vos notes et l’évolution de son prix.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-h4">{formatCount(total, 'annonce gardée', 'annonces gardées')}</h2>
        <FavoriteSortForm sort={sort} />
      </div>
      <ul className={grid}>
        {list.items.map((favorite, index) => (
          <li key={favorite.listing.id}>
            <FavoriteCard favorite={favorite} eager={index < 4} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <Pagination
          page={list.page}
          pages={list.pages}
          hrefFor={(page) => tabPath('favoris', { sort, page })}
          label="Pages des favoris"
        />
      </div>
      <CompareTray />
    </>
  );
}

/** At once with JavaScript, by its button without. */
function FavoriteSortForm({ sort }: { sort: FavoriteSort }) {
  const navigate = useNavigate();
  const id = useId();
  return (
    <form method="get" action={paths.dashboard()} className="flex items-center gap-2">
      <input type="hidden" name="onglet" value="favoris" />
      <label htmlFor={id} className="text-small whitespace-nowrap text-ardoise-600">
        Trier par
      </label>
      <Select
        key={sort}
        id={id}
        name="tri"
        defaultValue={sort}
        options={Object.entries(favoriteSorts).map(([value, label]) => ({ value, label }))}
        className="min-h-11! py-1.5! text-small!"
        onChange={(event) =>
          void navigate(tabPath('favoris', { sort: event.target.value as FavoriteSort }), {
            preventScrollReset: true,
          })
        }
      />
      <noscript>
        <Button type="submit" size="sm" variant="secondary">
          Trier
        </Button>
      </noscript>
    </form>
  );
}

function FavoriteCard({ favorite, eager }: { favorite: Favorite; eager: boolean }) {
  const { listing, standing, note, keptAt } = favorite;
  const marks = useMarks();
  const dropped = Boolean(marks?.known) && !marks?.kept.has(listing.id);
  return (
    <SavedListing
      listing={listing}
      standing={standing}
      faded={dropped}
      eager={eager}
      corner={<FavoriteButton listingId={listing.id} marked />}
      footer={
        dropped ? (
          <p className="py-2 text-small text-ardoise-600">Retirée de vos favoris.</p>
        ) : (
          <NoteEditor listingId={listing.id} note={note} about={listingName(listing)} />
        )
      }
    >
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3">
        <p className="text-small text-ardoise-600">
          Gardée le <Time at={keptAt} />
        </p>
        {standing !== 'gone' && <CompareToggle listingId={listing.id} />}
      </div>
      <PriceSinceKept favorite={favorite} />
    </SavedListing>
  );
}

/** « 320 000,00 € → 315 000,00 € (−1,6 %) »; nothing while the price has not moved. */
function PriceSinceKept({ favorite: { listing, keptPrice } }: { favorite: Favorite }) {
  if (listing.price === keptPrice) return null;
  const falls = listing.price < keptPrice;
  const say = listing.transaction === RENTAL ? formatRent : formatPrice;
  const percent = Math.round((Math.abs(listing.price - keptPrice) / keptPrice) * 1_000) / 10;
  const Arrow = falls ? ArrowDown : ArrowUp;
  return (
    <p className={`figures text-small font-medium ${falls ? 'text-phare-700' : 'text-signal-600'}`}>
      <span className="flex items-center gap-1">
        <Arrow aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.25} />
        <span>Prix en {falls ? 'baisse' : 'hausse'} depuis</span>
      </span>
      <span className="flex flex-wrap items-center gap-x-1">
        <span className="whitespace-nowrap">
          <s className="font-regular text-ardoise-600">
            <span className="sr-only">Avant : </span>
            {say(keptPrice)}
          </s>
        </span>
        <ArrowRight aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="sr-only">maintenant :</span>
        <span className="whitespace-nowrap">
          {say(listing.price)} ({falls ? '−' : '+'}
          {formatPercent(percent)})
        </span>
      </span>
    </p>
  );
}

/** What somebody no longer wants to see, and how to see it again. */
export function HiddenTab({ list }: { list: ListPage<Hidden> }) {
  const marks = useMarks();
  const total = marks?.known ? marks.hidden.size : list.total;
  if (list.items.length === 0) {
    return (
      <EmptyState
        title="Aucune annonce masquée"
        actions={<ButtonLink to={paths.home()}>Chercher une annonce</ButtonLink>}
      >
        «&nbsp;Ne plus voir&nbsp;» retire une annonce de vos recherches. Elle attend ici, au cas où vous
        changeriez d’avis.
      </EmptyState>
    );
  }
  return (
    <>
      <h2 className="mb-1 text-h4">{formatCount(total, 'annonce masquée', 'annonces masquées')}</h2>
      <p className="mb-4 text-ardoise-600">Elles ne paraissent plus dans vos recherches.</p>
      <ul className={grid}>
        {list.items.map((hidden) => (
          <li key={hidden.listing.id}>
            <HiddenItem hidden={hidden} />
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <Pagination
          page={list.page}
          pages={list.pages}
          hrefFor={(page) => tabPath('masques', { page })}
          label="Pages des annonces masquées"
        />
      </div>
    </>
  );
}

function HiddenItem({ hidden: { listing, standing, reason, hiddenAt } }: { hidden: Hidden }) {
  const marks = useMarks();
  const shown = Boolean(marks?.known) && !marks?.hidden.has(listing.id);
  const press = async () => {
    const store = await openedMarks();
    if (shown) store.hide(listing.id);
    else store.showAgain(listing.id);
  };
  return (
    <SavedListing
      listing={listing}
      standing={standing}
      faded={!shown}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p className="text-small text-ardoise-600">
            {shown ? (
              'De nouveau dans vos recherches'
            ) : (
              <>
                Masquée le <Time at={hiddenAt} />
                {reason && ` · ${hideReasons[reason]}`}
              </>
            )}
          </p>
          {marks ? (
            <Button variant="quiet" onClick={() => void press().catch(() => {})}>
              {shown ? 'Masquer' : 'Afficher de nouveau'}
            </Button>
          ) : (
            <span className="inline-block h-11" />
          )}
        </div>
      }
    />
  );
}

interface ViewedTabProps {
  viewed: readonly Viewed[];
  /** ISO 8601, from the loader. */
  now: string;
}

/** What somebody opened while signed in, the newest first. */
export function ViewedTab({ viewed, now }: ViewedTabProps) {
  if (viewed.length === 0) {
    return (
      <EmptyState
        title="Aucune annonce vue récemment"
        actions={<ButtonLink to={paths.home()}>Chercher une annonce</ButtonLink>}
      >
        Les annonces que vous ouvrez en étant connecté paraissent ici, les 50 dernières.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="text-h4">{formatCount(viewed.length, 'annonce vue', 'annonces vues')}</h2>
        <ClearHistory count={viewed.length} />
      </div>
      <ul className={grid}>
        {viewed.map(({ listing, standing, viewedAt, kept }, index) => (
          <li key={listing.id}>
            <SavedListing
              listing={listing}
              standing={standing}
              eager={index < 4}
              {...(standing === 'gone'
                ? {}
                : { corner: <FavoriteButton listingId={listing.id} marked={kept} /> })}
            >
              <p className="mt-1 text-small text-ardoise-600">
                Vue <Time at={viewedAt} format="ago" now={now} />
              </p>
            </SavedListing>
          </li>
        ))}
      </ul>
    </>
  );
}
