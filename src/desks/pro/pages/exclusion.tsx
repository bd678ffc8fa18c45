import { later } from '#browser/later.tsx';
import { services } from '#platform/context.server.ts';
import { agencyByReference } from '#rooms/agencies/agencies.server.ts';
import { exclusionLink } from '#rooms/agencies/exclusion.server.ts';
import { privatePage, secretAddress } from '#ui/page-meta.ts';
import type { Route } from './+types/exclusion.ts';

const ExclusionView = later(() => import('../parts/exclusion-view.tsx'), 'ExclusionView');

export const meta: Route.MetaFunction = () =>
  privatePage('Ne plus diffuser les annonces de mon agence – Vigie Pro');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks: a program that follows the mailed link (`?token=`) takes nothing off line (security.md, D4). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token');
  if (token !== null) return { token, link: await exclusionLink(db, token), asked: null };
  const agency = await agencyByReference(db, words.get('agence') ?? '');
  const asked = agency && { name: agency.name, ownerReference: agency.ownerReference };
  return { token, link: null, asked };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { excludeAgency } = await import('../parts/exclusion-view.tsx');
  return excludeAgency(request);
}

export default function AgencyExclusion({ loaderData, actionData }: Route.ComponentProps) {
  return <ExclusionView {...loaderData} answer={actionData} />;
}
