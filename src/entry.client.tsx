import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { consent, forgetUnagreed } from './browser/consent.ts';
import { localStore, tidyCookies, tidyStorage } from './browser/start-up.ts';

const store = localStore();
try {
  if (store) {
    tidyStorage(store, Date.now());
    forgetUnagreed(store, consent.get());
  }
  tidyCookies(document);
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
