import { useState } from 'react';
import { data, redirect, useNavigation } from 'react-router';
import { callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { fail, Refusal, sharedErrors } from '#contract/errors.ts';
import { textOf } from '#contract/form-text.ts';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { devicesFor } from '#rooms/push/push.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { ownAlert } from '../alerts.server.ts';
import { editDraft } from '../asking/preview.server.ts';
import { editAlertCall, editAlertSchema, readAlertId } from '../contract.ts';
import {
  AlertForm,
  readAlertForm,
  refusedAlert,
  refusedForm,
  type TypedDetails,
} from '../parts/alert-form.tsx';
import type { Route } from './+types/edit.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Modifier « ${loaderData.alert.name} » – Vigie` : 'Modifier une alerte – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, env, actor } = services(context);
  // The front door has let only users in.
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  try {
    const alert = await ownAlert(db, actor.userId, readAlertId(params.alertId));
    const devices = await devicesFor({ db, env }, actor.userId);
    return { alert, devices, ...(await editDraft(db, new URL(request.url).searchParams, alert)) };
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const form = await request.formData();
  const [name, before] = [textOf(form, 'name'), textOf(form, 'nameBefore')];
  const given = {
    ...readAlertForm(form),
    // A name left as it was goes on following the criteria when it did.
    ...(name === before ? {} : { name }),
    updatedAt: textOf(form, 'updatedAt'),
  };
  const parsed = editAlertSchema.safeParse(given);
  if (!parsed.success) {
    return refusedForm(parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })));
  }
  try {
    const saved = await callApi(editAlertCall, {
      params: { id: Number(params.alertId) },
      body: given as never,
    });
    toast({ title: 'Alerte enregistrée', description: saved.data.alert.name });
  } catch (error) {
    return refusedAlert(error);
  }
  return redirect(paths.dashboard());
}

export default function EditAlert({
  loaderData: { alert, devices, draft, preview },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle';
  const [typed, setTyped] = useState<TypedDetails | null>(null);
  const failure = actionData && 'failure' in actionData ? actionData : null;
  return (
    <div className="page py-10 sm:py-14">
      <p className="mb-3 text-small">
        <TextLink to={paths.dashboard()}>Mes alertes</TextLink>
      </p>
      <h1 className="text-h1">Modifier l’alerte</h1>
      <p className="mt-2 mb-8 max-w-[60ch] text-ardoise-600">
        Ce qu’elle a déjà trouvé reste dans ses résultats. Les prochains courriels suivent les nouveaux
        critères.
      </p>
      <noscript>
        <div className="mb-8">
          <Notice>Ce formulaire a besoin de JavaScript.</Notice>
        </div>
      </noscript>
      <AlertForm
        key={draft.key}
        initial={draft}
        account={null}
        devices={devices}
        editing={{ name: alert.name, updatedAt: alert.updatedAt, backPath: paths.dashboard() }}
        preview={preview}
        errors={(actionData && 'errors' in actionData && actionData.errors) || none}
        failure={
          failure && (
            <Notice
              tone="error"
              live
              actions={
                failure.stale && (
                  <ButtonLink
                    to={paths.editAlert({ alertId: alert.id })}
                    replace
                    variant="secondary"
                    size="sm"
                  >
                    Voir la version actuelle
                  </ButtonLink>
                )
              }
            >
              {failure.failure}
              {failure.stale && ' Rien n’a été enregistré ; ce que vous avez saisi est encore là.'}
            </Notice>
          )
        }
        busy={busy}
        typed={typed}
        onTyped={setTyped}
      />
    </div>
  );
}

const none = {};
