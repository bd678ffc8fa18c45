import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { consent, forgetUnagreed } from '#browser/consent.ts';
import { runInTask } from '#browser/macrotask.ts';
import { localStore, tidyCookies, tidyStorage } from '#browser/start-up.ts';
import { tolerateMovedText } from '#browser/translated-page.ts';

function start(): void {
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
  tolerateMovedText();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

// A task of its own: the first look at what a browser keeps waits for another process, and what was evaluated until here
// took its time too.
runInTask(start);
