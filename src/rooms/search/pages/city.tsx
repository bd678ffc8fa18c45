import { data, redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { breadcrumbData } from '#contract/breadcrumb.ts';
import { MAP_COLUMN_COOKIE } from '#contract/constants.ts';
import { pack, unpack } from '#contract/packed.ts';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { type BaseMap, baseMapOf } from '../base-map.ts';
import { cityPage } from '../city.server.ts';
import type { CityPage, Suggested } from '../city.ts';
import { crumbsOf, indexingOf, pictureText, titlesOf } from '../city.ts';
import { headingOf } from '../contract.ts';
import type { Route } from './+types/city.ts';

const CityView = later(() => import('../parts/city-view.tsx'), 'CityView');
const UnknownPlace = later(() => import('../parts/unknown-place.tsx'), 'UnknownPlace');

type Shown =
  | {
      kind: 'page';
      head: ReturnType<typeof pageMeta>;
      view: CityPage;
      baseMap: BaseMap;
      mapFolded: boolean;
    }
  | { kind: 'missing'; transaction: TransactionWord; asked: string; suggestions: readonly Suggested[] };

/** A minute in shared caches; a page of someone signed in is never shared (the front door sees to it). */
const SHARED = 'public, max-age=0, s-maxage=60, stale-while-revalidate=60';

const foldedMap = new RegExp(`(^|; *)${MAP_COLUMN_COOKIE}=folded(;|$)`);

function transactionOf(pathname: string): TransactionWord {
  if (pathname.startsWith('/louer/')) return 'location';
  return /^\/(acheter\/)?neuf\//.test(pathname) ? 'neuf' : 'achat';
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { readDb, env, actor } = services(context);
  const url = new URL(request.url);
  const transaction = transactionOf(url.pathname);
  const { citySlug = '', refinement } = params as { citySlug?: string; refinement?: string };
  const reader = actor.kind === 'user' ? actor.userId : null;
  const answer = await cityPage(readDb, {
    transaction,
    citySlug,
    refinement,
    params: url.searchParams,
    reader,
  });
  if (answer.kind === 'moved') throw redirect(answer.to, answer.lasting ? 301 : 302);
  if (answer.kind === 'missing') {
    const { asked, suggestions } = answer;
    return data(pack<Shown>({ kind: 'missing', transaction, asked, suggestions }), { status: 404 });
  }
  return data(
    pack<Shown>({
      kind: 'page',
      head: headOf(answer.page, env.publicUrl),
      view: answer.page,
      baseMap: baseMapOf(env),
      mapFolded: foldedMap.test(request.headers.get('cookie') ?? ''),
    }),
    { headers: { 'cache-control': SHARED, vary: 'cookie' } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const shown = loaderData ? unpack(loaderData) : null;
  if (shown?.kind !== 'page') {
    return [{ title: 'Ville introuvable – Vigie' }, { name: 'robots', content: 'noindex' }];
  }
  return shown.head;
}

/** Made with the data: what it takes weighs too much for the browser. */
function headOf(view: CityPage, origin: string) {
  const { title, description } = titlesOf(view);
  const { canonical, index } = indexingOf(view);
  return pageMeta({
    title,
    description,
    origin,
    path: canonical,
    robots: index ? undefined : 'noindex, follow',
    picture: pictureText(view),
    data: [
      breadcrumbData(crumbsOf(view), origin, canonical),
      ...(view.found.length > 0 ? [listData(view, origin)] : []),
    ],
  });
}

function listData(view: CityPage, origin: string) {
  return {
    '@type': 'ItemList',
    name: headingOf(view.transaction, view.place, view.filters.type),
    numberOfItems: view.counts.yes,
    itemListElement: view.found.map(({ id }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      url: `${origin}${paths.listing({ propertyId: id })}`,
    })),
  };
}

export default function City({ loaderData }: Route.ComponentProps) {
  const shown = unpack(loaderData);
  return shown.kind === 'page' ? <CityView {...shown} /> : <UnknownPlace {...shown} />;
}
