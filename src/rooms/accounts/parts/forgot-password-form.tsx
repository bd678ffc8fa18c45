import { callApi } from '#browser/api.ts';
import type { Refused } from '#browser/checked-form.ts';
import { paths } from '#contract/paths.ts';
import { forgotPasswordCall } from '../contract.ts';
import { askForLink, ForgottenPassword } from './forgotten-password.tsx';

/** What the page's `clientAction` answers. */
export function askForPasswordLink(request: Request) {
  return askForLink(request, (body) => callApi(forgotPasswordCall, { body }));
}

interface ForgotPasswordFormProps {
  email: string;
  mailboxPath: string | null;
  answer: Refused | { sentTo: string } | undefined;
}

/** The whole of the page of a forgotten password. */
export function ForgotPasswordForm(props: ForgotPasswordFormProps) {
  return (
    <ForgottenPassword
      {...props}
      lead="Un lien vous sera envoyé pour en choisir un autre."
      known="un compte existe pour"
      loginPath={paths.login()}
    />
  );
}
