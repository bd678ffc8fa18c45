import { data, redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { priceHome } from '../price-page.server.ts';
import type { Route } from './+types/prices.ts';

const PriceHomeView = later(() => import('../parts/price-home.tsx'), 'PriceHomeView');

export async function loader({ request, context }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  const answer = await priceHome(readDb, new URL(request.url).searchParams);
  if (answer.kind === 'moved') throw redirect(answer.to, 302);
  return data(
    { origin: env.publicUrl, home: answer.home },
    {
      headers: {
        'cache-control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=300',
        vary: 'cookie',
      },
    },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Prix immobilier, les ventes signées de France – Vigie',
    description:
      'Le prix au m² des appartements et des maisons d’après les ventes signées : médiane, étendue, échantillon et méthode, ville par ville.',
    origin: loaderData?.origin ?? '',
    path: paths.prices(),
    robots: loaderData?.home.asked ? 'noindex, follow' : undefined,
  });
}

export default function Prices({ loaderData }: Route.ComponentProps) {
  return <PriceHomeView home={loaderData.home} />;
}
