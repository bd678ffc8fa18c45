import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { localStore, tidyStorage } from './browser/start-up.ts';
import { measure, returnVisit } from './browser/visits.ts';

const store = localStore();
try {
  if (store) {
    tidyStorage(store, Date.now());
    const visit = returnVisit(store, new Date());
    if (visit) measure('return_visit', visit);
  }
} catch {
  // A storage that is full or refused takes nothing else down.
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
