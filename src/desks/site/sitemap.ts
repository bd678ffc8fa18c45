// Sitemap: which addresses search engines are told of, cut into files.

import { type TransactionWord, transactions } from '#rooms/criteria/contract.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { priceKindWords } from '#rooms/prices/contract.ts';
import { kindOfWord, type ShownKind } from '#rooms/prices/price-page.ts';
import { typeRefinements } from '#rooms/search/contract.ts';

/** The protocol's limit for one file. */
export const ADDRESSES_MAX = 50_000;

/**
 * `villes-achat`: cities and districts; `villes-achat-maison`: the same by type; `prix`, `prix-maison`: places with prices;
 * `annonces-3`: listings by number; `agences`: catalogues of agencies.
 */
export type SitemapPart =
  | { readonly kind: 'pages' }
  | { readonly kind: 'agencies' }
  | { readonly kind: 'cities'; readonly transaction: TransactionWord; readonly type: string | null }
  | { readonly kind: 'prices'; readonly type: ShownKind | null }
  | { readonly kind: 'listings'; readonly part: number };

/** Null when no file has that name. */
export function readPart(name: string): SitemapPart | null {
  if (name === 'pages') return { kind: 'pages' };
  if (name === 'agences') return { kind: 'agencies' };
  const listings = /^annonces-([1-9]\d{0,6})$/.exec(name);
  if (listings) return { kind: 'listings', part: Number(listings[1]) };
  if (name === 'prix') return { kind: 'prices', type: null };
  const priced = name.startsWith('prix-') ? kindOfWord(name.slice('prix-'.length)) : null;
  if (priced) return { kind: 'prices', type: priced };
  const [word, transaction, type = null, ...rest] = name.split('-');
  const known = transactions.find((one) => one === transaction);
  if (word !== 'villes' || !known || rest.length > 0) return null;
  if (type !== null && !typeRefinements.some((one) => one === type)) return null;
  return { kind: 'cities', transaction: known, type };
}

/** `/sitemaps/villes-achat.xml`. */
export function partPath(part: SitemapPart): string {
  const name =
    part.kind === 'pages'
      ? 'pages'
      : part.kind === 'agencies'
        ? 'agences'
        : part.kind === 'listings'
          ? `annonces-${part.part}`
          : part.kind === 'prices'
            ? ['prix', part.type && priceKindWords[part.type].word].filter(Boolean).join('-')
            : ['villes', part.transaction, part.type].filter(Boolean).join('-');
  return `/sitemaps/${name}.xml`;
}

/**
 * Words that only filter or order: nothing new for a search engine behind them. Not `lieu`, by which `SEARCH_TARGET` (site) enters: no link
 * of ours carries it, and it answers a redirect, or a page that is not indexed.
 */
const crawledForNothing = [
  ...criteriaTable.map(({ word }) => word).filter((word) => word !== 'type'),
  'tri',
  'apres',
  'lieux',
  'periode',
  'prix',
  'surface',
];

const closedPaths = ['/api/', '/dev/', '/carte/', '/tableau-de-bord', '/profil', '/admin', '/alertes/'];

/** The text of /robots.txt. */
export function robotsText(origin: string): string {
  return [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    'Allow: /alertes/nouvelle$',
    ...crawledForNothing.flatMap((word) => [`Disallow: /*?${word}=`, `Disallow: /*&${word}=`]),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
