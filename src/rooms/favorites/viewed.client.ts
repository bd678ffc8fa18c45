import { callApi } from '#browser/api.ts';
import { consent } from '#browser/consent.ts';
import { hasAuthCookie, localStore } from '#browser/start-up.ts';
import { VIEWED_KEY } from '#contract/constants.ts';
import { readIds, VIEWED_HERE_MAX, viewCall } from './marks.ts';

/**
 * Notes that a listing's page was opened: with the account, else in this browser if comfort is agreed to
 * (what it kept before goes with the consent). Nobody waits for it, nobody hears of its failure.
 */
export function noteViewed(listingId: number): void {
  if (hasAuthCookie()) {
    const given = { params: { listingId: String(listingId) }, body: {} };
    void callApi(viewCall, given, { quiet: true, keepalive: true }).catch(() => {});
    return;
  }
  try {
    const store = localStore();
    if (!consent.get()?.comfort) return store?.removeItem(VIEWED_KEY);
    const ids = viewedWith(readIds(store?.getItem(VIEWED_KEY) ?? null), listingId);
    store?.setItem(VIEWED_KEY, JSON.stringify(ids));
  } catch {
    // A full or refused storage remembers nothing.
  }
}

/** The newest first, each once. */
export function viewedWith(ids: readonly number[], listingId: number): number[] {
  return [listingId, ...ids.filter((id) => id !== listingId)].slice(0, VIEWED_HERE_MAX);
}
