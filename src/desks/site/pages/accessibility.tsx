import { later } from '#browser/later.tsx';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/accessibility.ts';

const AccessibilityView = later(() => import('../parts/accessibility-view.tsx'), 'AccessibilityView');

export function loader({ context }: Route.LoaderArgs) {
  const { env } = services(context);
  return { origin: env.publicUrl, address: env.contactAddress };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Accessibilité : non conforme – Vigie',
    description:
      'État de conformité au RGAA, ce qui est vérifié, ce qui manque, et comment signaler une difficulté.',
    origin: loaderData?.origin ?? '',
    path: paths.accessibility(),
  });
}

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  return <AccessibilityView address={loaderData.address} />;
}
