import { data } from 'react-router';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { services } from '#platform/context.server.ts';
import { agencyOfPage } from '#platform/pages.server.ts';
import {
  notificationSettings,
  notificationsOf,
  ownAddresses,
} from '#rooms/notifications/notifications.server.ts';
import { WeeklyChoice } from '#rooms/statistics/parts/weekly-choice.tsx';
import { wantsWeekly } from '#rooms/statistics/weekly.server.ts';
import { Notice } from '#ui/notice.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { NotificationForm } from '../parts/notification-form.tsx';
import { NotificationList } from '../parts/notification-list.tsx';
import { readUpTo, saveNotifications } from '../store.client.ts';
import type { Route } from './+types/notifications.ts';

export const meta: Route.MetaFunction = () => privatePage('Mes notifications – Vigie Pro');

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const here = services(context);
  const { agencyId } = agencyOfPage(here, params);
  const [settings, told, addresses, weekly] = await Promise.all([
    notificationSettings(here.db, agencyId),
    notificationsOf(here.db, agencyId, url.searchParams.get('apres') ?? undefined),
    ownAddresses(here.db, agencyId),
    wantsWeekly(here.db, agencyId),
  ]);
  return { settings, told, addresses, weekly, now: new Date().toISOString() };
}

/** The form of the settings, and « tout marquer comme lu ». */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const asked = (await request.json()) as
    | { intent: 'read'; upTo: number }
    | { intent: 'save'; settings: object };
  try {
    const said =
      asked.intent === 'read' ? await readUpTo(asked.upTo) : await saveNotifications(asked.settings);
    return { done: asked.intent, said };
  } catch (error) {
    // A refusal asks no loader again: without a network that would replace the page, and what is chosen in it.
    return data({ done: null, ...refusedBy(failureOf(error)) }, { status: 422 });
  }
}

export default function AgencyNotifications({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, told, addresses, weekly, now } = loaderData;
  return (
    <div className="page py-8 lg:py-10">
      <h1 className="text-h1">Mes notifications</h1>
      <noscript>
        <div className="mt-6">
          <Notice>Changer ce dont vous êtes prévenu a besoin de JavaScript.</Notice>
        </div>
      </noscript>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]">
        <NotificationList {...told} now={now} />
        <div>
          <NotificationForm settings={settings} addresses={addresses} answer={actionData} />
          <section aria-labelledby="semaine" className="mt-10 border-t border-ardoise-200 pt-6">
            <h2 id="semaine" className="text-h4">
              Statistiques hebdomadaires
            </h2>
            <WeeklyChoice wanted={weekly} />
          </section>
        </div>
      </div>
    </div>
  );
}
