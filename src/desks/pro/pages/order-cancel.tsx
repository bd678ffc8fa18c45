import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { privatePage } from '#ui/page-meta.ts';
import { orderOfPage } from '../ordering/order-of-page.server.ts';
import { CancelView } from '../parts/cancel-view.tsx';
import type { Route } from './+types/order-cancel.ts';

export const meta: Route.MetaFunction = () => privatePage('Paiement abandonné – Vigie Pro');

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId, ownerReference } = agencyOfPage(here, params);
  const order = await orderOfPage(here.db, agencyId, url.searchParams.get('commande'));
  return { order, ownerReference: ownerReference as string };
}

export default function OrderCancel({ loaderData }: Route.ComponentProps) {
  return <CancelView key={loaderData.order.reference} {...loaderData} />;
}
