import { data } from 'react-router';
import { later } from '#browser/later.tsx';
import { breadcrumbData } from '#contract/breadcrumb.ts';
import { Refusal } from '#contract/errors.ts';
import { formatCount } from '#contract/fmt.ts';
import { pack, unpack } from '#contract/packed.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { closedWords } from '#rooms/administrators/switches.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { catalogueOf } from '../catalogue.server.ts';
import {
  agencyData,
  type Catalogue,
  cataloguePath,
  crumbsOf,
  feedPath,
  readCatalogueWords,
} from '../contract.ts';
import type { Route } from './+types/catalogue.ts';

const CatalogueView = later(() => import('../parts/catalogue-view.tsx'), 'CatalogueView');

/** A minute in shared caches; a page of someone signed in is never shared (the front door sees to it). */
const SHARED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  try {
    const [catalogue, closed] = await Promise.all([
      catalogueOf(readDb, params.ownerReference, readCatalogueWords(url.searchParams)),
      closedWords(readDb, 'leads'),
    ]);
    const now = clock.now().toISOString();
    return data(pack({ catalogue, closed, now, head: headOf(catalogue, env.publicUrl) }), {
      // Nobody reads that the form is closed once it is open again.
      headers: { 'cache-control': closed === null ? SHARED : 'no-store', vary: 'cookie' },
    });
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Agence introuvable – Vigie' }, { name: 'robots', content: 'noindex' }];
  return unpack(loaderData).head;
}

/** Made with the data: what it takes weighs too much for the browser. One address for search engines, by page. */
function headOf({ agency, words, listings, online }: Catalogue, origin: string) {
  const { ownerReference, name, city } = agency;
  const total = online.achat + online.location;
  const { market, type, city: chosen, most, order, page } = words;
  const whole = !market && !type && !chosen && !most && order === 'date';
  const where = city ? ` à ${city}` : '';
  const path = cataloguePath(ownerReference, whole ? { page } : {});
  const descriptors = pageMeta({
    title: `${name}, agence immobilière${where}${page > 1 && whole ? `, page ${page}` : ''} – Vigie`,
    description: `${formatCount(total, 'annonce', 'annonces')} de ${name}${where}\u00a0: ventes et locations, identité légale, barème des honoraires et contact.`,
    origin,
    path,
    robots: total === 0 || !whole ? 'noindex, follow' : undefined,
    data: [
      breadcrumbData(crumbsOf(agency), origin, path),
      agencyData(agency, origin),
      {
        '@type': 'ItemList',
        numberOfItems: total,
        itemListElement: listings.map(({ id }, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          url: `${origin}${paths.listing({ propertyId: id })}`,
        })),
      },
    ],
  });
  descriptors.push({
    tagName: 'link',
    rel: 'alternate',
    type: 'application/feed+json',
    title: `Annonces de ${name}`,
    href: `${origin}${feedPath(ownerReference)}`,
  });
  return descriptors;
}

export default function AgencyCatalogue({ loaderData }: Route.ComponentProps) {
  const { catalogue, closed, now } = unpack(loaderData);
  return <CatalogueView catalogue={catalogue} closed={closed} now={now} />;
}
