import type { ReactNode } from 'react';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { callApi } from '#browser/api.ts';
import { refuse } from '#browser/checked-form.ts';
import { toast } from '#browser/toasts.ts';
import type { Switching } from '#rooms/administrators/contract.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { type SwitchedRoom, switchedRooms } from '#rooms/administrators/switches.ts';
import { privatePage } from '#ui/page-meta.ts';
import { adminServiceCall, seenAlarmCall, switchServiceCall } from '../contract.ts';
import { PaymentAlarms } from '../parts/payment-alarms.tsx';
import { QueueTable } from '../parts/queue-table.tsx';
import { ServiceSwitches } from '../parts/service-switches.tsx';
import { TaskTable } from '../parts/task-table.tsx';
import { tasks as known } from '../service.ts';
import type { Route } from './+types/service.ts';

const TITLE = 'Service';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return readAsAdmin(request, async () => (await callApi(adminServiceCall, {}, { quiet: true })).data);
}

type Asked =
  | ({ act: 'switch'; room: SwitchedRoom } & Switching)
  | { act: 'alarm'; reference: string; reason: string };

export async function clientAction({ request }: Route.ClientActionArgs) {
  const asked = (await request.json()) as Asked;
  // The dialog shows beside its field what concerns the reason, and above it all the rest.
  if (asked.act === 'switch' && asked.closed && asked.words.trim() === '')
    return refuse({ failure: 'Écrivez ce que les visiteurs liront.' });
  return writeAsAdmin(request, async () => {
    if (asked.act === 'alarm') {
      const { reference, reason } = asked;
      const { data } = await callApi(
        seenAlarmCall,
        { params: { reference }, body: { reason } },
        { quiet: true },
      );
      toast({ title: reference, description: 'Ce paiement quitte la liste.' });
      return data;
    }
    const { act: _act, room, ...body } = asked;
    const { data } = await callApi(switchServiceCall, { params: { room }, body }, { quiet: true });
    toast({
      title: switchedRooms[room].name,
      description: data.switch.closed ? 'Fermé. Vos mots sont lus à sa place.' : 'Ouvert de nouveau.',
    });
    return data;
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

export default function AdminService({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { at, switches, queues, tasks, alarms } = loaderData;
  const forgetting = tasks.filter(({ name }) => known[name]?.forgets);
  const others = tasks.filter(({ name }) => !known[name]?.forgets);
  return (
    <AdminPage
      title={TITLE}
      lead="Fermer un service pour un temps, voir ce qui attend, et quand chaque tâche a passé."
    >
      <div className="space-y-10">
        <Part id="ouvert" title="Ouvert ou fermé">
          <ServiceSwitches switches={switches} />
        </Part>
        <Part id="paiements" title="Paiements à regarder">
          <PaymentAlarms alarms={alarms} />
        </Part>
        <Part id="files" title="Files d’attente">
          <QueueTable queues={queues} at={at} />
        </Part>
        <Part id="taches" title="Tâches à heure fixe">
          <div className="space-y-6">
            <TaskTable caption="Ce qui efface, à l’heure de Paris" tasks={forgetting} at={at} forgets />
            {others.length > 0 && <TaskTable caption="Le reste, à l’heure de Paris" tasks={others} at={at} />}
          </div>
        </Part>
      </div>
    </AdminPage>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`titre-${id}`} className="scroll-mt-24">
      <h2 id={`titre-${id}`} className="mb-3 text-h4">
        {title}
      </h2>
      {children}
    </section>
  );
}
