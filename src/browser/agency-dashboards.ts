import { AGENCY_DASHBOARD_CACHE_MS } from '#contract/constants.ts';

interface Kept {
  readonly at: number;
  readonly data: unknown;
}

const kept = new Map<string, Kept>();

/** Last answer of the dashboard of each agency, cached for five minutes by this tab (specification 4, 7 and 9). */
export const dashboards = {
  /** Undefined when nothing is cached, or the cache has expired. */
  get: (ownerReference: string, now: number): unknown => {
    const found = kept.get(ownerReference);
    return found && now - found.at < AGENCY_DASHBOARD_CACHE_MS ? found.data : undefined;
  },
  keep: (ownerReference: string, data: unknown, now: number): void => {
    kept.set(ownerReference, { at: now, data });
  },
  clear: (): void => kept.clear(),
};
