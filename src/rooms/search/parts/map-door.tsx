import { MapPin } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { flushSync } from 'react-dom';
import { foldMap } from '#browser/map-column.ts';
import { hasArea } from '#rooms/criteria/area-words.ts';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import type { BaseMap } from '../base-map.ts';
import type { CityPage } from '../city.ts';
import { mapPath } from '../contract.ts';
import { mapPicturePath } from '../map-picture.ts';

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
      data-map-door=""
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
export function MapColumn(props: { view: CityPage; base: BaseMap }) {
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

/**
 * The map beside the list before it is opened: one still picture, which a narrow screen never asks for. Its frame has its size
 * before it comes.
 */
export function PictureColumn({ view }: { view: CityPage }) {
  return (
    <div
      className="max-lg:hidden lg:sticky lg:top-(--header) lg:h-[calc(100dvh-var(--header))]"
      data-print="none"
    >
      <Link
        to={mapPath(view, true)}
        preventScrollReset
        rel="nofollow"
        className="group absolute inset-0 -outline-offset-4"
      >
        <img
          src={mapPicturePath(view)}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full bg-ardoise-100"
        />
        <span className="absolute bottom-8 left-1/2 inline-flex min-h-11 -translate-x-1/2 items-center gap-2 rounded-full bg-ardoise-900 px-5 font-medium text-craie shadow-popover ring-1 ring-craie/30 transition group-hover:bg-phare-700">
          <MapPin aria-hidden="true" className="size-4.5" />
          Carte
        </span>
      </Link>
      <Button
        size="sm"
        variant="secondary"
        className="absolute! top-3 right-3 noscript:hidden"
        onClick={() => {
          flushSync(() => foldMap(true));
          document.querySelector<HTMLElement>('aside [data-map-door]')?.focus({ preventScroll: true });
        }}
      >
        Réduire la carte
      </Button>
    </div>
  );
}
