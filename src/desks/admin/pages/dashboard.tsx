import { readAsAdmin } from '#browser/admin-session.ts';
import { callApi } from '#browser/api.ts';
import { formatDate, formatTime } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { adminDashboardCall, PERIOD_DEFAULT, periods } from '../contract.ts';
import { DayFigures } from '../parts/day-figures.tsx';
import { ServiceState } from '../parts/service-state.tsx';
import { TodoList } from '../parts/todo-list.tsx';
import type { Route } from './+types/dashboard.ts';

const TITLE = 'Tableau de bord';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

/** The period of the address; one that is not offered is the usual one. */
function daysIn(search: URLSearchParams): number {
  const asked = search.get('jours');
  return periods.find((period) => String(period) === asked) ?? PERIOD_DEFAULT;
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const days = daysIn(new URL(request.url).searchParams);
  return readAsAdmin(request, async () => {
    const { data } = await callApi(adminDashboardCall, { query: { days } }, { quiet: true });
    return { dashboard: data, days };
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

export default function AdminDashboard({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { dashboard, days } = loaderData;
  const at = new Date(dashboard.at);
  return (
    <AdminPage title={TITLE} lead={`Lu à ${formatTime(at)}, le ${formatDate(at)}.`}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <TodoList todo={dashboard.todo} at={dashboard.at} />
        <ServiceState dashboard={dashboard} />
      </div>
      <DayFigures figures={dashboard.figures} days={days} path={paths.admin()} />
    </AdminPage>
  );
}
