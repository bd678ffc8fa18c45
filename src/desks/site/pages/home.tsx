import { data, redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { pack, unpack } from '#contract/packed.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { readFilters, readTransaction } from '#rooms/criteria/contract.ts';
import { alertPath, searchPath } from '#rooms/search/contract.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { SEARCH_TARGET } from '../contract.ts';
import { homeContent, requestedPlace } from '../site.server.ts';
import type { Route } from './+types/home.ts';

const HomeView = later(() => import('../parts/home-view.tsx'), 'HomeView');

const SHARED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';

/** The search of the home page comes back here: it leads to the listings of the place, or asks which place is meant. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  const params = new URL(request.url).searchParams;
  const transaction = readTransaction(params) ?? 'achat';
  const filters = readFilters(params);
  const asked = await requestedPlace(readDb, params);
  const leadTo = (place: Parameters<typeof searchPath>[1] & { slug: string }) =>
    // A department has listings but no page: an alert can watch it whole.
    searchPath(transaction, place, { filters }) ?? alertPath(transaction, [place.slug], filters);
  if (asked.kind === 'place') throw redirect(leadTo(asked.place), 302);
  const choice =
    asked.kind === 'choice'
      ? {
          text: asked.text,
          places: asked.places.map((place) => ({
            name: place.name,
            detail: place.detail,
            path: leadTo(place),
          })),
        }
      : null;
  return data(
    pack({
      content: await homeContent(readDb),
      transaction,
      budget: filters.prixMax ?? null,
      choice,
      origin: env.publicUrl,
      plain: params.size === 0,
      now: clock.now().toISOString(),
    }),
    { headers: { 'cache-control': SHARED, vary: 'cookie' } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { origin, plain } = unpack(loaderData);
  return pageMeta({
    title: 'Vigie – Annonces immobilières et alertes',
    description:
      'Appartements et maisons à vendre, à louer et dans le neuf, partout en France. Créez une alerte gratuite : un e-mail dès que la bonne annonce paraît, une seule fois.',
    origin,
    path: '/',
    robots: plain ? undefined : 'noindex, follow',
    data: [
      {
        '@type': 'WebSite',
        name: 'Vigie',
        url: `${origin}/`,
        inLanguage: 'fr-FR',
        potentialAction: {
          '@type': 'SearchAction',
          target: `${origin}${SEARCH_TARGET}`,
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return <HomeView {...unpack(loaderData)} />;
}
