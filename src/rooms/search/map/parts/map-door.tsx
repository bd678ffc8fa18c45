import { Map as MapIcon } from 'lucide-react';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { RemovableChip } from '../../../../ui/chip.tsx';
import { areaChips } from '../../area/contract.ts';
import type { CityPage } from '../../city/contract.ts';
import { searchPath } from '../../contract.ts';
import { mapPath } from '../contract.ts';

const MapPanel = lazy(() => import('./map-panel.tsx'));

/** Opens the map: beside the list on a wide screen, over it on a narrow one. */
export function MapLink({ view, className = '' }: { view: CityPage; className?: string }) {
  return (
    <Link
      to={mapPath(view, true)}
      preventScrollReset
      rel="nofollow"
      className={`inline-flex items-center gap-2 font-medium no-underline transition active:scale-[0.98] ${className}`}
    >
      <MapIcon aria-hidden="true" className="size-4.5" />
      Carte
    </Link>
  );
}

/** Where the search looks beside its place, each limit with its way out. */
export function AreaChips({ view }: { view: CityPage }) {
  const { transaction, place, filters, sort } = view;
  const chips = areaChips(place.area ?? {});
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Zone de recherche" className="mt-2 flex flex-wrap gap-2">
      {chips.map(({ text, rest }) => (
        <li key={text}>
          <RemovableChip
            label={text}
            withoutHref={searchPath(transaction, { ...place, area: rest }, { filters, sort }) ?? ''}
          />
        </li>
      ))}
    </ul>
  );
}

const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

/** The map beside the list. Its program comes with it: not on the server, not before it is opened. */
export function MapColumn({ view, styleUrl }: { view: CityPage; styleUrl: string | null }) {
  const here = useSyncExternalStore(never, inBrowser, onServer);
  const waiting = (
    <div className="hidden h-full place-items-center bg-ardoise-100 p-6 text-center text-ardoise-600 lg:grid">
      <noscript>La carte a besoin de JavaScript. La liste, à côté, est complète.</noscript>
    </div>
  );
  return (
    <div className="lg:sticky lg:top-(--header) lg:h-[calc(100dvh-var(--header))]" data-print="none">
      {here ? (
        <Suspense fallback={waiting}>
          <MapPanel view={view} styleUrl={styleUrl} />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
