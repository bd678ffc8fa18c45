import { data } from 'react-router';
import { Refusal } from '#contract/errors.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { baseMapOf } from '#rooms/search/base-map.ts';
import { ownListing } from '../own-listings.server.ts';
import { Editor } from '../parts/editor.tsx';
import type { Route } from './+types/edit.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.listing.reference ?? 'Annonce'} – Vigie Pro` },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId, ownerReference } = agencyOfPage(here, params);
  try {
    const listing = await ownListing(here.db, agencyId, params.propertyId);
    return { listing, ownerReference: ownerReference as string, baseMap: baseMapOf(here.env) };
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

export default function AgencyEditListing({ loaderData }: Route.ComponentProps) {
  // Another listing is another page: nothing typed in the one passes to the other.
  return <Editor key={loaderData.listing.id} {...loaderData} />;
}
