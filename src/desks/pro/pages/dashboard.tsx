import { useEffect } from 'react';
import { redirect } from 'react-router';
import { dashboards } from '#browser/agency-dashboards.ts';
import { cleanUpAgency } from '#browser/agency-session.ts';
import { callApi } from '#browser/api.ts';
import { presence } from '#browser/presence.ts';
import { readError } from '#browser/read-error.ts';
import { loginPathFor } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import { agencyDashboardCall, type Dashboard } from '../contract.ts';
import { dashboardOf } from '../dashboard.server.ts';
import { DashboardView } from '../parts/dashboard-view.tsx';
import type { Route } from './+types/dashboard.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Tableau de bord – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId } = agencyOfPage(here, params);
  return { dashboard: await dashboardOf(here.db, agencyId), now: new Date().toISOString() };
}

/**
 * Later visits of the page ask the API, and believe it for five minutes (specification 7 and 9). Under the reference of
 * another agency it is for the server to say that there is no such page.
 */
export async function clientLoader({ request, params, serverLoader }: Route.ClientLoaderArgs) {
  const now = new Date();
  const reference = params.ownerReference ?? '';
  const known = dashboards.get(reference, now.getTime()) as Dashboard | undefined;
  if (known) return { dashboard: known, now: now.toISOString() };
  const { data: dashboard } = await callApi(agencyDashboardCall, {}).catch((error: unknown) => {
    if (readError(error).status !== 401) throw error;
    // The page that asks is still the one before: the reader of failures does not know where this one leads.
    cleanUpAgency();
    presence.leave();
    const { pathname, search } = new URL(request.url);
    throw redirect(loginPathFor('agency', pathname + search));
  });
  if (reference && dashboard.agency.ownerReference !== reference) return serverLoader();
  dashboards.keep(reference, dashboard, now.getTime());
  return { dashboard, now: now.toISOString() };
}

export default function AgencyDashboard({ loaderData, params }: Route.ComponentProps) {
  const { dashboard, now } = loaderData;
  const reference = params.ownerReference ?? '';
  // What the server made with the page is as fresh as an answer of the API.
  useEffect(() => {
    const made = Date.parse(now);
    if (!dashboards.get(reference, made)) dashboards.keep(reference, dashboard, made);
  }, [reference, dashboard, now]);
  return <DashboardView {...dashboard} now={now} />;
}
