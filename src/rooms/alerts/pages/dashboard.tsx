import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { fail, sharedErrors } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { isProven } from '#rooms/accounts/accounts.server.ts';
import { useMarks } from '#rooms/favorites/parts/marks.tsx';
import { FavoritesTab, HiddenTab, ViewedTab } from '#rooms/favorites/parts/own-lists.tsx';
import { MyRequests } from '#rooms/leads/parts/my-requests.tsx';
import { devicesFor } from '#rooms/push/push.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CounterBadge } from '#ui/counter-badge.tsx';
import { Notice } from '#ui/notice.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { openTab, tabTotals } from '../owner/dashboard-tabs.server.ts';
import { readTab, type Tab, tabAddress, tabs } from '../owner/dashboard-tabs.ts';
import { AlertCards, alertAction } from '../parts/alert-cards.tsx';
import { DevicesCard } from '../parts/on-devices.tsx';
import type { Route } from './+types/dashboard.ts';

export const meta: Route.MetaFunction = ({ location }) => {
  const tab = readTab(new URLSearchParams(location.search).get('onglet'));
  const title = tab === 'alertes' ? 'Mes alertes – Vigie' : `${tabs[tab]} – Mes alertes – Vigie`;
  return [{ title }, { name: 'robots', content: 'noindex' }];
};

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  // The front door has let only users in.
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  const [totals, open, proven] = await Promise.all([
    tabTotals(db, actor.userId),
    openTab(db, actor.userId, url.searchParams),
    isProven(db, actor.userId),
  ]);
  const devices =
    open.tab === 'alertes' && totals.alertes > 0 ? await devicesFor({ db, env }, actor.userId) : null;
  return { totals, open, devices, unproven: proven ? null : actor.email };
}

export const clientAction = ({ request }: Route.ClientActionArgs) => alertAction(request);

/** What each number counts, for who hears it. */
const counted: Record<Tab, string> = {
  alertes: 'alertes',
  favoris: 'annonces gardées',
  vus: 'annonces vues',
  masques: 'annonces masquées',
  demandes: 'demandes',
};

/** Pixels of the tab before, to say that there is one. */
const BEFORE_OPEN = 48;

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { totals, open, devices, unproven } = loaderData;
  const marks = useMarks();
  const { state, location } = useNavigation();
  const turning = state === 'loading' && location.pathname === paths.dashboard();
  // A heart pressed here is counted at once.
  const counts = marks?.known ? { ...totals, favoris: marks.kept.size, masques: marks.hidden.size } : totals;
  const bar = useRef<HTMLDivElement>(null);
  // On a phone the bar is wider than the page: the open tab is in sight.
  useEffect(() => {
    const nav = bar.current?.querySelector('nav');
    const current = nav?.querySelector(`[href="${tabAddress(open.tab)}"]`);
    if (!nav || !current) return;
    nav.scrollLeft += current.getBoundingClientRect().left - nav.getBoundingClientRect().left - BEFORE_OPEN;
  }, [open.tab]);
  return (
    <div className="page py-8 sm:py-12">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">Mes alertes</h1>
        {totals.alertes > 0 && (
          <ButtonLink to={paths.newAlert()} variant="beam">
            Nouvelle alerte
          </ButtonLink>
        )}
      </div>
      <div ref={bar}>
        <TabLinks
          label="Mes listes"
          tabs={(Object.keys(tabs) as Tab[]).map((tab) => ({
            to: tabAddress(tab),
            current: tab === open.tab,
            label: (
              // What only a screen reader hears must not stretch the page.
              <span className="relative flex items-center gap-2">
                {tabs[tab]}
                <CounterBadge count={counts[tab]} label={counted[tab]} tone="plain" />
              </span>
            ),
          }))}
        />
      </div>
      <div className={`pt-6 transition-opacity ${turning ? 'opacity-60' : ''}`}>
        {unproven !== null && open.tab === 'alertes' && <UnprovenAddress email={unproven} />}
        <OpenTab open={open} />
        {devices && <DevicesCard devices={devices} />}
      </div>
    </div>
  );
}

/** Why an alert that was just asked for is not here yet, and what brings it. */
function UnprovenAddress({ email }: { email: string }) {
  return (
    <div className="mb-6">
      <Notice
        title="Votre adresse n’est pas encore confirmée"
        actions={
          <ButtonLink to={paths.verifyEmail()} variant="secondary" size="sm">
            Renvoyer le lien
          </ButtonLink>
        }
      >
        Ouvrez dans ce navigateur le lien reçu à <strong className="wrap-anywhere">{email}</strong>&nbsp;: vos
        alertes apparaîtront ici.
      </Notice>
    </div>
  );
}

function OpenTab({ open }: { open: Awaited<ReturnType<typeof openTab>> }) {
  switch (open.tab) {
    case 'alertes':
      return <AlertCards board={open.board} />;
    case 'favoris':
      return <FavoritesTab list={open.list} sort={open.sort} />;
    case 'vus':
      return <ViewedTab viewed={open.viewed} now={open.now} />;
    case 'masques':
      return <HiddenTab list={open.list} />;
    case 'demandes':
      return <MyRequests requests={open.requests} now={open.now} />;
  }
}
