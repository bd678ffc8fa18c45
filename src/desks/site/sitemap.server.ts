import { type PageName, paths } from '#contract/paths.ts';
import type { Db } from '#platform/db.server.ts';
import { transactions } from '#rooms/criteria/contract.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { pricePath, shownKinds } from '#rooms/prices/price-page.ts';
import { searchPath, typeRefinements } from '#rooms/search/contract.ts';
import {
  catalogueAddresses,
  listingAddresses,
  listingParts,
  placeAddresses,
  priceAddresses,
} from './sitemap.sql.server.ts';
import { partPath, type SitemapPart } from './sitemap.ts';

const CHUNK = 5_000;

/** Public pages that are the same for everyone, whatever is on line. */
const steady: readonly PageName[] = [
  'home',
  'newAlert',
  'prices',
  'agencyHome',
  'agencySearch',
  'agencyFaq',
  'boostHome',
  'contact',
  'legalNotice',
  'terms',
  'salesTerms',
  'ranking',
  'accessibility',
  'cookies',
  'sources',
];

/** The index of the files, as text. Only files that hold something are named. */
export async function sitemapIndex(db: Db, origin: string): Promise<string> {
  const cities = transactions.flatMap((transaction) =>
    [null, ...typeRefinements].map((type): SitemapPart => ({ kind: 'cities', transaction, type })),
  );
  const counted = await Promise.all(cities.map(async (part) => ({ part, at: await newest(db, part) })));
  const listings = await listingParts(db);
  const priced = await Promise.all(
    [null, ...shownKinds].map(async (type) => ({
      part: { kind: 'prices', type } as SitemapPart,
      some: (await priceAddresses(db, type, 1)).length > 0,
    })),
  );
  const catalogues = await catalogueAddresses(db);
  const files = [
    { part: { kind: 'pages' } as SitemapPart, at: undefined },
    ...counted.flatMap(({ part, at }) => (at ? [{ part, at }] : [])),
    ...priced.flatMap(({ part, some }) => (some ? [{ part, at: undefined }] : [])),
    ...(catalogues.length > 0 ? [{ part: { kind: 'agencies' } as SitemapPart, at: undefined }] : []),
    ...listings.map(({ part, at }) => ({ part: { kind: 'listings', part } as SitemapPart, at })),
  ];
  const entries = files.map(({ part, at }) => entry('sitemap', `${origin}${partPath(part)}`, at));
  return `${HEAD}<sitemapindex xmlns="${SCHEMA}">\n${entries.join('')}</sitemapindex>\n`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9';

async function newest(db: Db, part: SitemapPart): Promise<Date | null> {
  if (part.kind !== 'cities') return null;
  const rows = await placeAddresses(db, part.transaction, typeOf(part.type));
  return rows.reduce<Date | null>((latest, { at }) => (latest && latest > at ? latest : at), null);
}

function typeOf(word: string | null): string | null {
  return Object.entries(propertyTypes).find(([, type]) => type.word === word)?.[0] ?? null;
}

/** One file, in pieces: a listing is written as soon as it is read. */
export async function* sitemapFile(db: Db, origin: string, part: SitemapPart): AsyncGenerator<string> {
  yield `${HEAD}<urlset xmlns="${SCHEMA}">\n`;
  if (part.kind === 'pages') {
    yield steady.map((name) => entry('url', `${origin}${(paths[name] as () => string)()}`)).join('');
  } else if (part.kind === 'agencies') {
    const rows = await catalogueAddresses(db);
    yield rows
      .map(({ ownerReference, at }) =>
        entry('url', `${origin}${paths.agencyCatalogue({ ownerReference })}`, at),
      )
      .join('');
  } else if (part.kind === 'cities') {
    yield await cityEntries(db, origin, part);
  } else if (part.kind === 'prices') {
    const rows = await priceAddresses(db, part.type);
    yield rows.map(({ slug }) => entry('url', `${origin}${pricePath(slug, part.type)}`)).join('');
  } else {
    yield* listingEntries(db, origin, part.part);
  }
  yield '</urlset>\n';
}

async function cityEntries(
  db: Db,
  origin: string,
  { transaction, type }: SitemapPart & { kind: 'cities' },
): Promise<string> {
  const rows = await placeAddresses(db, transaction, typeOf(type));
  const filters = type ? { type: [type] } : {};
  return rows
    .map((place) => entry('url', `${origin}${searchPath(transaction, place, { filters })}`, place.at))
    .join('');
}

async function* listingEntries(db: Db, origin: string, part: number): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const rows = await listingAddresses(db, part, after, CHUNK);
    yield rows
      .map(({ id, at }) => entry('url', `${origin}${paths.listing({ propertyId: id })}`, at))
      .join('');
    const last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
    after = last.id;
  }
}

function entry(element: 'url' | 'sitemap', address: string, at?: Date): string {
  const modified = at ? `<lastmod>${at.toISOString()}</lastmod>` : '';
  return `<${element}><loc>${address.replaceAll('&', '&amp;')}</loc>${modified}</${element}>\n`;
}
