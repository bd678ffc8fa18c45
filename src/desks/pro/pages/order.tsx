import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { privatePage } from '#ui/page-meta.ts';
import { formulaWord } from '../ordering/boost-offer.ts';
import { orderingOf } from '../ordering/boostable.server.ts';
import { readIds } from '../ordering/boostable.ts';
import { OrderView } from '../parts/order-view.tsx';
import type { Route } from './+types/order.ts';

export const meta: Route.MetaFunction = () => privatePage('Booster des annonces – Vigie Pro');

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId, ownerReference } = agencyOfPage(here, params);
  const askedIds = readIds(url.searchParams.get('annonces'));
  const ordering = await orderingOf(here, agencyId, askedIds);
  return {
    ...ordering,
    askedIds,
    askedFormula: formulaWord(url.searchParams, ordering.settings.formulas),
    ownerReference: ownerReference as string,
  };
}

export default function OrderBoosts({ loaderData }: Route.ComponentProps) {
  // Another agency is another page: nothing chosen for the one passes to the other.
  return <OrderView key={loaderData.ownerReference} {...loaderData} />;
}
