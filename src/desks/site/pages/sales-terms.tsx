import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/sales-terms.ts';

const SalesTermsView = later(() => import('../parts/sales-terms-view.tsx'), 'SalesTermsView');

export function loader({ context }: Route.LoaderArgs) {
  return { origin: services(context).env.publicUrl };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Conditions générales de vente – Vigie',
    description:
      'Boosts vendus aux agences : prix, paiement, diffusion, annulation, remboursement et factures.',
    origin: loaderData?.origin ?? '',
    path: paths.salesTerms(),
  });
}

export default function SalesTerms() {
  return <SalesTermsView />;
}
