import { callApi } from '../../../browser/api.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { privatePage } from '../../../ui/page-meta.ts';
import { forgotPasswordCall } from '../contract.ts';
import { askForLink, ForgottenPassword } from '../parts/forgotten-password.tsx';
import type { Route } from './+types/forgot-password.ts';

export const meta: Route.MetaFunction = () => privatePage('Mot de passe oublié – Vigie');

export function loader({ request, context }: Route.LoaderArgs) {
  const email = new URL(request.url).searchParams.get('email') ?? '';
  return { email, mailboxPath: services(context).env.mailboxPath };
}

export function clientAction({ request }: Route.ClientActionArgs) {
  return askForLink(request, (body) => callApi(forgotPasswordCall, { body }));
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ForgottenPassword
      {...loaderData}
      lead="Un lien vous sera envoyé pour en choisir un autre."
      known="un compte existe pour"
      loginPath={paths.login()}
      answer={actionData}
    />
  );
}
