import { redirect } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { failureOf, refuse, refusedBy } from '../../../browser/checked-form.ts';
import { toast } from '../../../browser/toasts.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { resetPasswordCall } from '../contract.ts';
import { linkState } from '../links/rules.server.ts';
import { AccountFrame } from '../parts/account-frame.tsx';
import { NewPassword } from '../parts/new-password.tsx';
import { forgetSession } from '../store.client.ts';
import type { Route } from './+types/reset-password.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Nouveau mot de passe – Vigie' },
  { name: 'robots', content: 'noindex' },
];

// The address holds a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Only looks: a program that follows the links of mails uses none up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return { state: await linkState(services(context).db, token, 'reset') };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { password1 } = (await request.json()) as { password1: string };
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    await callApi(resetPasswordCall, { body: { token, password: password1 } });
  } catch (error) {
    const failed = failureOf(error);
    const { fields, failure } = refusedBy(failed);
    if (fields?.password) return refuse({ fields: { password1: fields.password } });
    return refuse({ failure: failure ?? failed.message });
  }
  forgetSession();
  toast({ title: 'Mot de passe changé', description: 'Connectez-vous avec le nouveau.' });
  return redirect(paths.login());
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.state !== 'waiting') {
    return (
      <AccountFrame
        title={loaderData.state === 'used' ? 'Ce lien a déjà servi' : 'Ce lien n’est plus valable'}
        lead="Un lien sert une seule fois, dans l’heure qui suit la demande."
      >
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.forgotPassword()}>Demander un nouveau lien</ButtonLink>
          <ButtonLink to={paths.login()} variant="secondary">
            Se connecter
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  return <NewPassword refused={actionData} />;
}
