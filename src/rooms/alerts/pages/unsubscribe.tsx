import type { ReactNode } from 'react';
import { data, Form } from 'react-router';
import { Refusal } from '../../../contract/errors.ts';
import { textOf } from '../../../contract/form-text.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { alertToStop, resumeStopped, stopAlert } from '../consent/rules.server.ts';
import { AlertSummary } from '../parts/alert-summary.tsx';
import type { Route } from './+types/unsubscribe.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Arrêter une alerte – Vigie' },
  { name: 'robots', content: 'noindex' },
];

// The address holds a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Only looks: programs that follow the links of mails stop nothing (security.md, threat 23). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    return data({ valid: true as const, token, alert: await alertToStop({ db, env }, token) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ valid: false as const, asked: token !== '' }, { status: token ? error.spec.status : 200 });
  }
}

/** Works without JavaScript (interface.md, fine points 17). */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, env } = services(context);
  const form = await request.formData();
  const token = textOf(form, 'token');
  try {
    if (textOf(form, 'intent') === 'resume') {
      await resumeStopped({ db, env }, token);
      return data({ done: 'resumed' as const });
    }
    await stopAlert({ db, env }, token);
    return data({ done: 'stopped' as const });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data(
      { done: 'refused' as const, message: error.message },
      { status: token ? error.spec.status : 200 },
    );
  }
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData.valid) {
    return (
      <Frame title={loaderData.asked ? 'Ce lien n’est pas valable' : 'Arrêter une alerte'}>
        <p>Ouvrez le lien « Arrêter cette alerte » au bas d’un courriel de Vigie, en entier.</p>
        {isBuilt('contact') && (
          <p>
            Vous ne l’avez plus ? <TextLink to={paths.contact()}>Écrivez-nous</TextLink>.
          </p>
        )}
      </Frame>
    );
  }
  const { alert, token } = loaderData;
  if (!alert) {
    return (
      <Frame title="Cette alerte n’existe plus">
        <p>Plus aucun courriel ne part pour elle.</p>
      </Frame>
    );
  }
  if (actionData?.done === 'refused') {
    return (
      <Frame title="Rien n’a changé">
        <Notice tone="error" live>
          {actionData.message}
        </Notice>
      </Frame>
    );
  }
  const stopped = alert.status === 'stopped';
  if (stopped || actionData?.done === 'stopped') {
    return (
      <Frame title="Alerte arrêtée">
        <p aria-live="polite">Vous ne recevrez plus de courriel pour cette alerte.</p>
        <AlertSummary alert={alert} />
        <Ask token={token} intent="resume">
          <Button type="submit" variant="secondary">
            Annuler et reprendre l’alerte
          </Button>
        </Ask>
      </Frame>
    );
  }
  return (
    <Frame title={actionData?.done === 'resumed' ? 'L’alerte veille de nouveau' : 'Arrêter cette alerte ?'}>
      {actionData?.done === 'resumed' && (
        <Notice tone="success" live>
          Vous recevrez les annonces qui paraissent à partir de maintenant.
        </Notice>
      )}
      <AlertSummary alert={alert} />
      <Ask token={token} intent="stop">
        <Button
          type="submit"
          variant={actionData?.done === 'resumed' ? 'secondary' : 'destructive'}
          size="lg"
        >
          Arrêter cette alerte
        </Button>
      </Ask>
    </Frame>
  );
}

function Ask({ token, intent, children }: { token: string; intent: string; children: ReactNode }) {
  return (
    <Form method="post">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[40rem] space-y-6 px-4 py-12 sm:py-16">
      <h1 className="text-h1">{title}</h1>
      {children}
    </div>
  );
}
