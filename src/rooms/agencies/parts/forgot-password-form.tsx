import { cleanUpAgency } from '#browser/agency-session.ts';
import { callApi } from '#browser/api.ts';
import type { Refused } from '#browser/checked-form.ts';
import { paths } from '#contract/paths.ts';
import {
  askForLink,
  ForgottenPassword,
  SpentLink,
  setNewPassword,
} from '#rooms/accounts/parts/forgotten-password.tsx';
import { NewPassword } from '#rooms/accounts/parts/new-password.tsx';
import { agencyForgotPasswordCall, agencyResetPasswordCall } from '../password-reset.ts';

/** What the page's `clientAction` answers. */
export async function askOrSetPassword(request: Request) {
  if (!new URL(request.url).searchParams.has('token'))
    return askForLink(request, (body) => callApi(agencyForgotPasswordCall, { body }));
  return setNewPassword(request, {
    set: (body) => callApi(agencyResetPasswordCall, { body }),
    after: cleanUpAgency,
    loginPath: paths.agencyLogin(),
  });
}

interface ForgotPasswordFormProps {
  /** The mailed link; null where the page was opened without one. */
  link: 'waiting' | 'used' | 'invalid' | null;
  email: string;
  mailboxPath: string | null;
  answer: Refused | { sentTo: string } | undefined;
}

/** The whole of the page of an agency's forgotten password: asks for a link, then for another password. */
export function ForgotPasswordForm({ link, email, mailboxPath, answer }: ForgotPasswordFormProps) {
  const loginPath = paths.agencyLogin();
  if (link === 'waiting')
    return <NewPassword refused={answer && !('sentTo' in answer) ? answer : undefined} />;
  if (link) {
    const words = email ? `?${new URLSearchParams({ email })}` : '';
    const askPath = paths.agencyForgotPassword() + words;
    return <SpentLink used={link === 'used'} {...{ askPath, loginPath }} />;
  }
  return (
    <ForgottenPassword
      lead="Un lien vous sera envoyé pour en choisir un autre, ou le premier."
      label="Adresse e-mail de l’agence"
      known="une agence a un espace à l’adresse"
      answer={answer}
      {...{ email, mailboxPath, loginPath }}
    />
  );
}
