import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { NewListing } from '../parts/new-listing.tsx';
import type { Route } from './+types/new.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Créer une annonce – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

export function loader({ context, params }: Route.LoaderArgs) {
  return { ownerReference: agencyOfPage(services(context), params).ownerReference as string };
}

export default function AgencyNewListing({ loaderData }: Route.ComponentProps) {
  return <NewListing {...loaderData} />;
}
