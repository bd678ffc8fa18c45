import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { foldMap } from '#browser/map-column.ts';
import type { BaseMap } from '../base-map.ts';
import type { CityPage } from '../city.ts';

const MapPanel = lazy(() => import('./map-panel.tsx'));

/** Not on the server: a map needs a screen. */
export default function MapColumn({ view, base }: { view: CityPage; base: BaseMap }) {
  const here = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  // Opened on a wide screen, it is what stays beside the lists.
  useEffect(() => {
    if (matchMedia('(min-width: 64rem)').matches) foldMap(false);
  }, []);
  const waiting = (
    <div className="hidden h-full place-items-center bg-ardoise-100 p-6 text-center text-ardoise-600 lg:grid">
      <p className="noscript:hidden">La carte arrive…</p>
      <noscript>La carte a besoin de JavaScript. La liste, à côté, est complète.</noscript>
    </div>
  );
  if (!here) return waiting;
  return (
    <Suspense fallback={waiting}>
      <MapPanel view={view} base={base} />
    </Suspense>
  );
}
