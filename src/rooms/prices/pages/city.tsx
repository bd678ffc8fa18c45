import { data, redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { pack, unpack } from '#contract/packed.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { pricePage } from '../price-page.server.ts';
import { indexingOf, type PricePage, type Suggested, titlesOf } from '../price-page.ts';
import { structuredData } from '../questions.ts';
import type { Route } from './+types/city.ts';

const PriceView = later(() => import('../parts/price-view.tsx'), 'PriceView');
const UnknownPrices = later(() => import('../parts/price-view.tsx'), 'UnknownPrices');

type Shown =
  | { kind: 'page'; head: ReturnType<typeof pageMeta>; page: PricePage }
  | { kind: 'missing'; asked: string; suggestions: readonly Suggested[] };

/** Figures move twice a year, the listings beside them all day. */
const SHARED = 'public, max-age=0, s-maxage=300, stale-while-revalidate=300';

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  const { citySlug, propertyType } = params as { citySlug: string; propertyType?: string };
  const answer = await pricePage(readDb, {
    citySlug,
    propertyType,
    params: new URL(request.url).searchParams,
  });
  if (answer.kind === 'moved') throw redirect(answer.to, 301);
  if (answer.kind === 'missing') return data(pack<Shown>(answer), { status: 404 });
  return data(pack<Shown>({ kind: 'page', head: headOf(answer.page, env.publicUrl), page: answer.page }), {
    headers: { 'cache-control': SHARED, vary: 'cookie' },
  });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const shown = loaderData ? unpack(loaderData) : null;
  if (shown?.kind !== 'page') {
    return [{ title: 'Prix introuvables – Vigie' }, { name: 'robots', content: 'noindex' }];
  }
  return shown.head;
}

/** Made with the data: what it takes weighs too much for the browser. */
function headOf(page: PricePage, origin: string) {
  const { title, description } = titlesOf(page);
  const { canonical, index } = indexingOf(page);
  return pageMeta({
    title,
    description,
    origin,
    path: canonical,
    robots: index ? undefined : 'noindex, follow',
    picture: description,
    data: structuredData(page, origin),
  });
}

export default function CityPrices({ loaderData }: Route.ComponentProps) {
  const shown = unpack(loaderData);
  return shown.kind === 'page' ? <PriceView page={shown.page} /> : <UnknownPrices {...shown} />;
}
