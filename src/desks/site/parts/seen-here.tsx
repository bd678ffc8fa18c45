import { lazy, Suspense, useSyncExternalStore } from 'react';
import { consent } from '#browser/consent.ts';
import { hasAuthCookie, localStore } from '#browser/start-up.ts';
import { VIEWED_KEY } from '#contract/constants.ts';

const SeenShelf = lazy(() =>
  import('./seen-shelf.tsx').then(
    ({ SeenShelf: shelf }) => ({ default: shelf }),
    () => ({ default: () => null }),
  ),
);

function something(): boolean {
  try {
    // A person with an account finds theirs there.
    return !hasAuthCookie() && localStore()?.getItem(VIEWED_KEY) != null;
  } catch {
    return false;
  }
}
const nothingYet = () => false;

/** The listings that this device retains, if its reader agreed to it; loaded by those who have some only. */
export function SeenHere({ now }: { now: string }) {
  const has = useSyncExternalStore(consent.subscribe, something, nothingYet);
  if (!has) return null;
  return (
    <Suspense fallback={null}>
      <SeenShelf now={now} />
    </Suspense>
  );
}
