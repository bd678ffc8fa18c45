import { fail, sharedErrors } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { boardOf } from '../board/rules.server.ts';
import { AlertCards, alertAction } from '../parts/alert-cards.tsx';
import type { Route } from './+types/dashboard.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Mes alertes – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { db, actor } = services(context);
  // The front door has let only users in.
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  return { board: await boardOf(db, actor.userId) };
}

export const clientAction = ({ request }: Route.ClientActionArgs) => alertAction(request);

export default function Dashboard({ loaderData: { board } }: Route.ComponentProps) {
  return (
    <div className="page py-10 sm:py-14">
      <div className="mb-8 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1">Mes alertes</h1>
        {board.alerts.length > 0 && (
          <ButtonLink to={paths.newAlert()} variant="beam">
            Nouvelle alerte
          </ButtonLink>
        )}
      </div>
      <AlertCards board={board} />
    </div>
  );
}
