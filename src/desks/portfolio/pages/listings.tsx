import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { StockView } from '../parts/stock-view.tsx';
import { stockOf } from '../table.server.ts';
import { readTableWords } from '../table.ts';
import type { Route } from './+types/listings.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Annonces – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId, ownerReference } = agencyOfPage(here, params);
  const { after, ...words } = readTableWords(url.searchParams);
  return {
    stock: await stockOf(here.db, agencyId, { ...words, after }),
    words,
    further: after !== null,
    ownerReference: ownerReference as string,
    now: clock.now().toISOString(),
  };
}

export default function AgencyListings({ loaderData }: Route.ComponentProps) {
  return <StockView {...loaderData} />;
}
