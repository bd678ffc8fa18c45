import { data } from 'react-router';
import { later } from '#browser/later.tsx';
import { Refusal } from '#contract/errors.ts';
import { pack, unpack } from '#contract/packed.ts';
import { listingPage } from '#desks/showcase/listing-page.server.ts';
import { services } from '#platform/context.server.ts';
import { countView } from '#rooms/statistics/views.server.ts';
import { underItsAgency } from '../catalogue.server.ts';
import type { Route } from './+types/listing.ts';

const BrandedListing = later(() => import('../parts/branded-listing.tsx'), 'BrandedListing');

/** Its canonical address is that of the listing: search engines keep one page of it. */
export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const here = services(context);
  try {
    const page = await listingPage(here, params.propertyId, url.searchParams);
    const named = (params as { ownerReference?: string }).ownerReference;
    const { others, owner } = await underItsAgency(here.db, {
      listing: page.listing,
      named,
      actor: here.actor,
    });
    if (page.available && !owner) countView(request, here, page.listing.id);
    const headers: HeadersInit = page.available ? {} : { 'x-robots-tag': 'noindex' };
    return data(pack({ page: { ...page, similar: others }, owner }), { headers });
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Annonce introuvable – Vigie' }, { name: 'robots', content: 'noindex' }];
  return unpack(loaderData).page.head;
}

export default function AgencyListing({ loaderData }: Route.ComponentProps) {
  return <BrandedListing {...unpack(loaderData)} />;
}
