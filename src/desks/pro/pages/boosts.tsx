import { data } from 'react-router';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { privatePage } from '#ui/page-meta.ts';
import { actOnCampaign, type CampaignAct } from '../campaigns.client.ts';
import { campaignsOf } from '../campaigns.server.ts';
import { readGroup } from '../campaigns.ts';
import { CampaignView } from '../parts/campaign-view.tsx';
import { CampaignsView } from '../parts/campaigns-view.tsx';
import { pageTitle, useFocusAfter } from '../parts/use-focus.tsx';
import type { Route } from './+types/boosts.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const open = loaderData?.campaigns.open;
  return privatePage(`${open ? `Boost ${open.reference}` : 'Mes boosts'} – Vigie Pro`);
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId, ownerReference } = agencyOfPage(here, params);
  const reference = url.searchParams.get('boost');
  const group = readGroup(url.searchParams.get('etat'));
  const campaigns = await campaignsOf(here.db, agencyId, { group, reference });
  const missing = reference !== null && campaigns.open === null;
  const page = {
    campaigns,
    group,
    missing,
    ownerReference: ownerReference as string,
    now: clock.now().toISOString(),
  };
  // Of another agency or of nobody: the list is there, what was asked of it is not.
  return data(page, missing ? { status: 404 } : {});
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  return actOnCampaign((await request.json()) as CampaignAct);
}

export default function AgencyBoosts({ loaderData }: Route.ComponentProps) {
  const { campaigns, ...page } = loaderData;
  const { open, orders } = campaigns;
  // The list and each of its boosts are one page: no other arrival says what is shown now.
  useFocusAfter(open?.reference ?? null, pageTitle);
  return open ? (
    <CampaignView key={open.reference} {...page} boost={open} orders={orders} />
  ) : (
    <CampaignsView {...page} campaigns={campaigns} />
  );
}
