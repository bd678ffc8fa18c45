/**
 * Comparison: the few listings that somebody puts side by side: in an address that can be shared, or chosen in this browser.
 * The choice is the browser's.
 */
import { paths } from '#contract/paths.ts';

export const COMPARED_MIN = 2;
export const COMPARED_MAX = 4;
/** Numbers of the listings chosen in this browser, asked for by a click. */
export const COMPARED_KEY = 'compare';
/** The word of the address. */
export const COMPARED_FIELD = 'annonces';

/** A number, or the address of the page of a listing, as somebody may paste it. */
const NAMED = /^(?:(?:https?:\/\/[^/]{1,100})?\/annonce\/)?([1-9]\d{0,14})(?:[?#/].*)?$/;

/** Numbers of listings as an address, a field or a browser holds them; what is none is dropped, and what comes twice. */
export function readCompared(text: string | null): number[] {
  const ids = (text ?? '')
    .slice(0, 500)
    .split(/[,;\s]+/)
    .flatMap((word) => {
      const [, id] = NAMED.exec(word) ?? [];
      return id ? [Number(id)] : [];
    });
  return [...new Set(ids)];
}

/** `/comparer?annonces=12,34`, the same for every visitor. */
export function comparePath(ids: readonly number[], { only = false }: { only?: boolean } = {}): string {
  if (ids.length === 0) return paths.compare();
  return `${paths.compare()}?${COMPARED_FIELD}=${ids.join(',')}${only ? '&differences=oui' : ''}`;
}
