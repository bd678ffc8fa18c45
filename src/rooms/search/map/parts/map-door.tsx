import { MapPin } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link } from '../../../../ui/link.tsx';
import { hasArea } from '../../area/words/contract.ts';
import type { CityPage } from '../../city/contract.ts';
import { mapPath } from '../../contract.ts';

// The list of what the map needs is long: even that waits until the map is opened.
const Chips = lazy(() => import('./area-chips.tsx'));
const LiveColumn = lazy(() => import('./map-column.tsx'));

/** Opens the map: beside the list on a wide screen, over it on a narrow one. */
export function MapLink({ view, className = '' }: { view: CityPage; className?: string }) {
  return (
    <Link
      to={mapPath(view, true)}
      preventScrollReset
      rel="nofollow"
      className={`inline-flex items-center gap-2 font-medium no-underline transition active:scale-[0.98] ${className}`}
    >
      <MapPin aria-hidden="true" className="size-4.5" />
      Carte
    </Link>
  );
}

/** Where the search looks beside its place, each limit with its way out: only where it says so. */
export function AreaChips({ view }: { view: CityPage }) {
  return (
    hasArea(view.place.area) && (
      <Suspense>
        <Chips view={view} />
      </Suspense>
    )
  );
}

/** The map beside the list. Its program comes when it is opened. */
export function MapColumn(props: { view: CityPage; styleUrl: string | null }) {
  return (
    <div
      className="lg:sticky lg:top-(--header) lg:h-[calc(100dvh-var(--header))]"
      data-print="none"
      data-at-once=""
    >
      <Suspense>
        <LiveColumn {...props} />
      </Suspense>
    </div>
  );
}
