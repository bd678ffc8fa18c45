import { callApi } from '../../../browser/api.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { privatePage, secretAddress } from '../../../ui/page-meta.ts';
import { resetPasswordCall } from '../contract.ts';
import { linkState } from '../links/rules.server.ts';
import { SpentLink, setNewPassword } from '../parts/forgotten-password.tsx';
import { NewPassword } from '../parts/new-password.tsx';
import { forgetSession } from '../store.client.ts';
import type { Route } from './+types/reset-password.ts';

export const meta: Route.MetaFunction = () => privatePage('Nouveau mot de passe – Vigie');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks: a program that follows the links of mails uses none up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  return { state: await linkState(services(context).db, token, 'reset') };
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return setNewPassword(request, {
    set: (body) => callApi(resetPasswordCall, { body }),
    after: forgetSession,
    loginPath: paths.login(),
  });
}

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { state } = loaderData;
  if (state === 'waiting') return <NewPassword refused={actionData} />;
  return <SpentLink used={state === 'used'} askPath={paths.forgotPassword()} loginPath={paths.login()} />;
}
