import { type ReactNode, useId } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { PAGE_SIZE } from '#contract/constants.ts';
import { formatCount, formatPrice, formatRent } from '#contract/fmt.ts';
import { hasArea } from '#rooms/criteria/area-words.ts';
import { placeCodeOf } from '#rooms/criteria/contract.ts';
import { chipsOf, describe, unknownText } from '#rooms/criteria/wording.ts';
import { CompareTray } from '#rooms/favorites/parts/compare-tray.tsx';
import { MarkedCard } from '#rooms/favorites/parts/marked-card.tsx';
import { type Place, placeLabel } from '#rooms/places/contract.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { WatchBand } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Select } from '#ui/select.tsx';
import type { CityPage } from '../city.ts';
import { alertPath, type Sort, searchPath, slugsOf, sorts, type UnknownWord } from '../contract.ts';
import { atPlaces, placesIn } from '../further-places.ts';

/** The list is cut by the offer to watch: it takes every 12th slot. */
const SLOTS = 12;
/** The closing band says the same: none just before it. */
const TOO_CLOSE = 4;

/** How many listings, and how many of them one has not seen yet. */
export function CountLine({ view }: { view: CityPage }) {
  const { transaction, place, filters, sort, counts, page, pages } = view;
  const { yes, maybe, fresh } = counts;
  const firstMaybe = searchPath(transaction, place, {
    filters,
    sort,
    page: Math.min(Math.floor(yes / PAGE_SIZE) + 1, view.lastNumbered),
  });
  return (
    <p className="mt-1 text-ardoise-600">
      <span className="figures">{formatCount(yes, 'annonce', 'annonces')}</span>
      {maybe > 0 && (
        <>
          {' '}
          <Link
            to={`${firstMaybe}#peut-etre`}
            className="figures text-ardoise-600 underline decoration-1 underline-offset-4"
          >
            + {formatCount(maybe, 'peut-être', 'peut-être')}
          </Link>
        </>
      )}
      {fresh > 0 && fresh < yes && (
        <>
          {' · '}
          <span className="figures">{formatCount(fresh, 'nouvelle', 'nouvelles')}</span> depuis hier
        </>
      )}
      {page > 1 && (
        <>
          {' · '}
          <span className="figures">
            page {page} sur {pages}
          </span>
        </>
      )}
    </p>
  );
}

/** The order of the list: at once with JavaScript, by its button without. */
export function SortForm({ view }: { view: CityPage }) {
  const navigate = useNavigate();
  const id = useId();
  const { transaction, place, filters } = view;
  const [path, query] = (searchPath(transaction, place, { filters }) ?? '').split('?');
  return (
    <form method="get" action={path} className="flex items-center gap-2">
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id} className="text-small whitespace-nowrap text-ardoise-600">
        Trier par
      </label>
      <Select
        key={view.sort}
        id={id}
        name="tri"
        defaultValue={view.sort}
        options={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        className="min-h-9.5! py-1.5! text-small!"
        onChange={(event) => {
          const to = searchPath(transaction, place, { filters, sort: event.target.value as Sort });
          if (to) void navigate(to);
        }}
      />
      <noscript>
        <Button type="submit" size="sm" variant="secondary">
          Trier
        </Button>
      </noscript>
    </form>
  );
}

interface Offer {
  readonly view: CityPage;
  readonly name: string;
  readonly to: string;
}

/** What is made once for all the offers of a list. */
function offerOf(view: CityPage): Offer {
  const { transaction, place, filters } = view;
  const all = placesIn<Place>(place);
  const labels = Object.fromEntries(all.map((one) => [placeCodeOf(one), placeLabel(one)]));
  const { name } = describe({ transaction, places: all.map(placeCodeOf), ...filters }, labels);
  return { view, name, to: alertPath(transaction, slugsOf(place), filters, place.area) };
}

/** « Créer cette alerte », with the search it would watch. */
function AlertOffer({ view, name, to }: Offer) {
  const { counts } = view;
  return (
    <WatchBand
      title="Soyez prévenu en premier."
      action={
        <ButtonLink variant="beam" to={to}>
          Créer cette alerte
        </ButtonLink>
      }
    >
      «&nbsp;{name}&nbsp;»
      {counts.weekly !== null && counts.weekly > 0 && !hasArea(view.place.area) && (
        <> – {formatCount(counts.weekly, 'annonce', 'annonces')} par semaine environ</>
      )}
    </WatchBand>
  );
}

export function ResultList({ view }: { view: CityPage }) {
  const busy = useNavigation().state === 'loading';
  const { found, now } = view;
  const offer = offerOf(view);
  const firstMaybe = found.findIndex(({ verdict }) => verdict === 'maybe');
  const items: ReactNode[] = [];
  for (const [index, listing] of found.entries()) {
    if (index === firstMaybe) items.push(<MaybeHeading key="peut-etre" alone={index === 0} />);
    items.push(
      <li key={listing.id} className="asleep:unseen-124">
        <MarkedCard
          listing={listing}
          now={now}
          eager={index < 1}
          heading="h2"
          note={listing.verdict === 'maybe' ? doubtText(listing.unknown) : undefined}
        />
      </li>,
    );
    const slot = index + Math.floor(index / (SLOTS - 1)) + 2;
    if (slot % SLOTS === 0 && found.length - index > TOO_CLOSE) {
      items.push(
        <li key={`offer-${slot}`}>
          <AlertOffer {...offer} />
        </li>,
      );
    }
  }
  return (
    <div className={`transition-opacity ${busy ? 'opacity-60' : ''}`}>
      <ol className="space-y-4">{items}</ol>
      <div className="mt-4">
        <AlertOffer {...offer} />
      </div>
      <div className="mt-8">
        <Pages view={view} />
      </div>
      <CompareTray above="map" />
    </div>
  );
}

/** Why a listing is only « peut-être ». */
function doubtText(words: readonly UnknownWord[]): string {
  if (!words.includes('place')) return unknownText(words);
  const others = words.filter((word) => word !== 'place');
  const silent = 'Emplacement non précisé';
  return others.length > 0 ? `${silent}. ${unknownText(others)}` : silent;
}

function MaybeHeading({ alone }: { alone: boolean }) {
  return (
    <li id="peut-etre" className={alone ? '' : 'pt-6'}>
      <h2 className="text-h4">Peut-être</h2>
      <p className="mt-1 max-w-measure text-small text-ardoise-600">
        Ces annonces remplissent tous les critères qu’elles renseignent, mais ne disent rien des autres. À
        vérifier auprès de l’agence.
      </p>
    </li>
  );
}

function Pages({ view }: { view: CityPage }) {
  const { transaction, place, filters, sort, page, next, previous, lastNumbered } = view;
  const hrefFor = (page: number, after?: string | null) =>
    searchPath(transaction, place, { filters, sort, page, after: after ?? null }) ?? '';
  return (
    <Pagination
      page={page}
      // Past the last number only « Suivante » goes on.
      pages={next && page >= lastNumbered ? page + 1 : Math.max(lastNumbered, page)}
      hrefFor={hrefFor}
      {...(previous && page > 2 ? { previousHref: hrefFor(page - 1, previous) } : {})}
      {...(next ? { nextHref: hrefFor(page + 1, next) } : {})}
    />
  );
}

/** Nothing matches: why, the nearest thing, and the alert. */
export function NothingFound({ view }: { view: CityPage }) {
  const { transaction, place, filters, sort, wayOut } = view;
  const { zone, bbox, ...elsewhere } = place.area ?? {};
  const bounded = zone !== undefined || bbox !== undefined;
  const inPlaces = atPlaces(placesIn<Place>(place));
  const where = bounded ? 'dans la zone choisie' : inPlaces;
  const asked = Object.keys(filters).length > 0;
  const money = transaction === 'location' ? formatRent : formatPrice;
  const pathWith = (rest: typeof filters) => searchPath(transaction, place, { filters: rest, sort }) ?? '';
  const ceiling = filters.prixMax === undefined ? null : money(filters.prixMax * 100);
  const above = wayOut?.cheapestAbove ?? null;
  const title = !asked
    ? `Aucune annonce ${where} pour le moment`
    : ceiling && above !== null
      ? `Aucune annonce sous ${ceiling}`
      : `Aucune annonce ${where} avec tous ces critères`;
  const alert = alertPath(transaction, slugsOf(place), filters, place.area);
  return (
    <div className="rounded-card border border-ardoise-200 bg-blanc">
      <EmptyState
        title={title}
        actions={
          <>
            {above !== null && (
              <ButtonLink variant="secondary" to={pathWith({ ...filters, prixMax: Math.ceil(above / 100) })}>
                Élargir le budget
              </ButtonLink>
            )}
            {bounded && (
              <ButtonLink
                variant="secondary"
                to={searchPath(transaction, { ...place, area: elsewhere }, { filters, sort }) ?? ''}
              >
                Chercher partout {inPlaces}
              </ButtonLink>
            )}
            <ButtonLink variant="beam" to={alert}>
              Créer cette alerte
            </ButtonLink>
          </>
        }
      >
        {above !== null && <p>La plus proche&nbsp;: {money(above)}.</p>}
        <p>
          {asked
            ? 'Vous serez le premier prévenu dès qu’une annonce correspond.'
            : 'Créez une alerte : vous recevrez un e-mail dès qu’une annonce paraît.'}
        </p>
      </EmptyState>
      {wayOut && wayOut.looser.length > 0 && (
        <div className="border-t border-ardoise-200 px-5 py-5">
          <h3 className="font-text text-body font-bold tracking-normal">Un critère de moins</h3>
          <ul className="mt-2 divide-y divide-ardoise-100">
            {wayOut.looser.map(({ text, rest, count }) => (
              <li key={text}>
                <LooserLink to={pathWith(rest)} text={text} count={count} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {asked && wayOut?.looser.length === 0 && chipsOf(transaction, filters).length > 1 && (
        <p className="border-t border-ardoise-200 px-5 py-4 text-center">
          <ButtonLink variant="quiet" to={pathWith({})}>
            Tout effacer
          </ButtonLink>
        </p>
      )}
    </div>
  );
}

function LooserLink({ to, text, count }: { to: string; text: string; count: number }) {
  return (
    <ButtonLink variant="quiet" to={to} className="w-full justify-between!">
      <span>Sans «&nbsp;{text}&nbsp;»</span>
      <span className="figures font-regular text-ardoise-600">
        {formatCount(count, 'annonce', 'annonces')}
      </span>
    </ButtonLink>
  );
}
