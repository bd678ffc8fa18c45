import { isPrivateHost } from '#contract/private-host.ts';
import { type MeasuredEvent, receiveMeasured } from './analytics.ts';
import { consent } from './consent.ts';

interface Surroundings {
  /** ANALYTICS_URL. */
  readonly url: string;
  /** Of the page. */
  readonly hostname: string;
  readonly agreed: () => boolean;
  readonly post: (url: string, body: string) => Promise<unknown>;
}

/**
 * Sends an event to the measurement service, or does not: never on this machine or a private network, whatever the
 * setting (specification 9), never without consent, and never to the harm of the page.
 */
export function sender({ url, hostname, agreed, post }: Surroundings): (measured: MeasuredEvent) => void {
  if (isPrivateHost(hostname)) return () => {};
  return (measured) => {
    if (!agreed()) return;
    try {
      void post(url, JSON.stringify(measured)).catch(() => {});
    } catch {
      // A failure of the measurement must not break the page.
    }
  };
}

/** From now on events leave for the service of this address, if this site may be measured at all. */
export function startSending(url: string): () => void {
  receiveMeasured(
    sender({
      url,
      hostname: window.location.hostname,
      agreed: () => consent.get()?.measurement === true,
      // As a form would post it: no preflight. Without cookies, nor the address that the reader comes from.
      post: (to, body) =>
        fetch(to, {
          method: 'POST',
          mode: 'no-cors',
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          keepalive: true,
          cache: 'no-store',
          headers: { 'content-type': 'text/plain;charset=UTF-8' },
          body,
        }),
    }),
  );
  return () => receiveMeasured(null);
}
