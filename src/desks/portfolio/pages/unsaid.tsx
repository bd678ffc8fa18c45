import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { missingFactsOf } from '../missing-facts.server.ts';
import { UnsaidView } from '../parts/unsaid-view.tsx';
import type { Route } from './+types/unsaid.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Compléter les annonces – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId, ownerReference } = agencyOfPage(here, params);
  return {
    unsaid: await missingFactsOf(here.db, agencyId, url.searchParams.get('sujet') ?? undefined),
    ownerReference: ownerReference as string,
  };
}

export default function AgencyUnsaid({ loaderData }: Route.ComponentProps) {
  return <UnsaidView {...loaderData} />;
}
