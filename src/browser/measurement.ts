import { useEffect, useSyncExternalStore } from 'react';
import { measure, measuredPath } from './analytics.ts';
import { consent } from './consent.ts';
import { localStore } from './start-up.ts';
import { returnVisit } from './visits.ts';

const agreedNow = () => consent.get()?.measurement === true;
const notYet = () => false;

/**
 * Measures what the reader agreed to have measured: the pages they open, and that they came back on another day.
 * `url` is the measurement service's, null when there is none: then nothing is loaded nor sent.
 */
export function useMeasurement(url: string | null, pathname: string): void {
  const agreed = useSyncExternalStore(consent.subscribe, agreedNow, notYet);

  useEffect(() => {
    try {
      const store = localStore();
      // Asked again here: on the first render of a page made by a server, nothing is known of the choice.
      const visit = store && returnVisit(store, agreed || agreedNow(), new Date());
      if (visit) measure({ event: 'return_visit', ...visit });
    } catch {
      // A storage that is full or refused takes nothing else down.
    }
  }, [agreed]);

  useEffect(() => {
    if (agreed) measure({ event: 'page_view', path: measuredPath(pathname) });
  }, [agreed, pathname]);

  useEffect(() => {
    if (!agreed || !url) return undefined;
    let left = false;
    let stop: (() => void) | undefined;
    import('./analytics-sender.ts')
      .then(({ startSending }) => {
        if (!left) stop = startSending(url);
      })
      .catch(() => {});
    return () => {
      left = true;
      stop?.();
    };
  }, [agreed, url]);
}
