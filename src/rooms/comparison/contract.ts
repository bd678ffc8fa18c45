/**
 * Comparison: the few listings that somebody puts side by side: in an address that can be shared, or chosen in this browser.
 * Owns nothing: the choice is the browser's.
 * Announces nothing.
 */
import { paths } from '../../contract/paths.ts';

export const COMPARED_MIN = 2;
export const COMPARED_MAX = 4;
/** Numbers of the listings chosen in this browser, asked for by a click. */
export const COMPARED_KEY = 'compare';

/** Numbers of listings as an address or a browser keeps them; what is none is dropped, and what comes twice. */
export function readCompared(text: string | null): number[] {
  const ids = (text ?? '')
    .slice(0, 500)
    .split(/[,;\s]+/)
    .flatMap((word) => (/^[1-9]\d{0,14}$/.test(word) ? [Number(word)] : []));
  return [...new Set(ids)];
}

/** `/comparer?annonces=12,34`, the same for whoever opens it. */
export function comparePath(ids: readonly number[], { only = false }: { only?: boolean } = {}): string {
  if (ids.length === 0) return paths.compare();
  return `${paths.compare()}?annonces=${ids.join(',')}${only ? '&differences=oui' : ''}`;
}
