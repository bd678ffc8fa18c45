import { cleanUpAgency } from '../../../browser/agency-session.ts';
import { callApi } from '../../../browser/api.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { privatePage, secretAddress } from '../../../ui/page-meta.ts';
import {
  askForLink,
  ForgottenPassword,
  SpentLink,
  setNewPassword,
} from '../../accounts/parts/forgotten-password.tsx';
import { NewPassword } from '../../accounts/parts/new-password.tsx';
import { agencyForgotPasswordCall, agencyResetPasswordCall } from '../recovery/contract.ts';
import { agencyLink } from '../recovery/rules.server.ts';
import type { Route } from './+types/forgot-password.ts';

export const meta: Route.MetaFunction = () => privatePage('Mot de passe de l’agence – Vigie Pro');

export const headers: Route.HeadersFunction = secretAddress;

/** Only looks at the mailed link (`?token=`), if there is one: a program that follows it uses nothing up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token');
  const link = token === null ? null : await agencyLink(db, token);
  return {
    link: link && (link.purpose === 'reset' ? link.state : 'invalid'),
    email: words.get('email') ?? '',
    mailboxPath: env.mailboxPath,
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  if (!new URL(request.url).searchParams.has('token'))
    return askForLink(request, (body) => callApi(agencyForgotPasswordCall, { body }));
  return setNewPassword(request, {
    set: (body) => callApi(agencyResetPasswordCall, { body }),
    after: cleanUpAgency,
    loginPath: paths.agencyLogin(),
  });
}

export default function AgencyForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { link, email, mailboxPath } = loaderData;
  const loginPath = paths.agencyLogin();
  if (link === 'waiting')
    return <NewPassword refused={actionData && !('sentTo' in actionData) ? actionData : undefined} />;
  if (link)
    return <SpentLink used={link === 'used'} askPath={paths.agencyForgotPassword()} loginPath={loginPath} />;
  return (
    <ForgottenPassword
      lead="Un lien vous sera envoyé pour en choisir un autre, ou le premier."
      label="Adresse e-mail de l’agence"
      known="une agence a un espace à l’adresse"
      answer={actionData}
      {...{ email, mailboxPath, loginPath }}
    />
  );
}
