import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { CityPage } from '../../city/contract.ts';

const MapPanel = lazy(() => import('./map-panel.tsx'));

/** Not on the server: a map needs a screen. */
export default function MapColumn({ view, styleUrl }: { view: CityPage; styleUrl: string | null }) {
  const here = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
  const waiting = (
    <div className="hidden h-full place-items-center bg-ardoise-100 p-6 text-center text-ardoise-600 lg:grid">
      <p className="noscript:hidden">La carte arrive…</p>
      <noscript>La carte a besoin de JavaScript. La liste, à côté, est complète.</noscript>
    </div>
  );
  if (!here) return waiting;
  return (
    <Suspense fallback={waiting}>
      <MapPanel view={view} styleUrl={styleUrl} />
    </Suspense>
  );
}
