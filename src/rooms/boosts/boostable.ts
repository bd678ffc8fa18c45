/**
 * Boosting: which of the listings that were ticked in the table a boost may show, and the address that orders it.
 */
import { formatCount, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { LISTINGS_MAX } from './contract.ts';

/** On line, and neither sold, let nor under an offer: what a boost may show. */
export function mayBeBoosted(status: string): boolean {
  return status === 'online';
}

/** Where a boost of these listings is ordered. */
export function boostAddress(ownerReference: string, ids: readonly number[]): string {
  return `${paths.ownedBoost({ ownerReference })}?annonces=${ids.join(',')}`;
}

interface Chosen {
  /** In the order of the table, no more than a boost shows. */
  readonly ids: readonly number[];
  /** Why not all that were ticked are among them; null: they are. */
  readonly words: string | null;
}

/** Those of the ticked listings that one boost shows. */
export function boostableAmong(
  rows: readonly { readonly card: { readonly id: number; readonly status: string } }[],
  ticked: ReadonlySet<number>,
): Chosen {
  const online = rows.flatMap(({ card: { id, status } }) =>
    ticked.has(id) && mayBeBoosted(status) ? [id] : [],
  );
  const ids = online.slice(0, LISTINGS_MAX);
  const offLine = ticked.size - online.length;
  const words = [
    offLine > 0
      ? `Un boost ne montre que des annonces en ligne et sans offre${NBSP}: ${formatCount(offLine, 'annonce choisie ne l’est pas', 'annonces choisies ne le sont pas')}.`
      : '',
    online.length > LISTINGS_MAX
      ? `Un boost montre ${LISTINGS_MAX} annonces au plus${NBSP}: les ${LISTINGS_MAX} premières seront prises.`
      : '',
  ].filter(Boolean);
  return { ids, words: words.length > 0 ? words.join(' ') : null };
}
