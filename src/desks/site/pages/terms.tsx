import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/terms.ts';

const TermsView = later(() => import('../parts/terms-view.tsx'), 'TermsView');

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  return { origin: env.publicUrl, mediator: env.MEDIATOR ?? null };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Conditions d’utilisation – Vigie',
    description:
      'Alertes, comptes, annonces des agences, classement, signalement et recours : ce que Vigie vous doit et ce qu’il vous demande.',
    origin: loaderData?.origin ?? '',
    path: paths.terms(),
  });
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <TermsView mediator={loaderData.mediator} />;
}
