import { pageAt } from '#contract/paths.ts';
import { consent } from './consent.ts';

/** What is measured, all of it: nothing here says who the reader is. */
export type MeasuredEvent =
  | { readonly event: 'page_view'; readonly path: string }
  | { readonly event: 'return_visit'; readonly days: number }
  | { readonly event: 'alert_created' }
  | { readonly event: 'lead_sent' };

type Receiver = (measured: MeasuredEvent) => void;

let receiver: Receiver | null = null;
/** Events recorded before the sender was loaded. */
const waiting: MeasuredEvent[] = [];
const WAITING_MAX = 20;

/** Records an event if the reader agreed to it; otherwise does nothing. Never throws. */
export function measure(measured: MeasuredEvent): void {
  if (!consent.get()?.measurement) return;
  if (receiver) receiver(measured);
  else if (waiting.length < WAITING_MAX) waiting.push(measured);
}

/** The calls whose success is an event. */
const measuredCalls: Readonly<Record<string, MeasuredEvent>> = {
  'POST /alerts': { event: 'alert_created' },
  'POST /listings/:id/leads': { event: 'lead_sent' },
};

/** Notes that a call succeeded, if that is measured. */
export function measureCall({ method, path }: { readonly method: string; readonly path: string }): void {
  const measured = measuredCalls[`${method} ${path}`];
  if (measured) measure(measured);
}

/** Sets the sender of events and flushes the waiting ones to it first; null removes the sender. */
export function receiveMeasured(next: Receiver | null): void {
  receiver = next;
  for (const measured of waiting.splice(0)) next?.(measured);
}

/**
 * The path of a page as it may be told: without words nor fragment, and as a pattern where it leads to something of
 * one person (`/alertes/:alertId/modifier`) or holds what no address of this site holds.
 */
export function measuredPath(pathname: string): string {
  const found = pageAt(pathname);
  if (!found) return 'introuvable';
  const { page } = found;
  return page.protected || !/^[a-z0-9/-]{1,200}$/.test(pathname) ? page.pattern : pathname;
}
