import { callApi } from '#browser/api.ts';
import type { Refused } from '#browser/checked-form.ts';
import { paths } from '#contract/paths.ts';
import { resetPasswordCall } from '../contract.ts';
import { forgetSession } from '../store.client.ts';
import { SpentLink, setNewPassword } from './forgotten-password.tsx';
import { NewPassword } from './new-password.tsx';

/** What the page's `clientAction` answers. */
export function resetPassword(request: Request) {
  return setNewPassword(request, {
    set: (body) => callApi(resetPasswordCall, { body }),
    after: forgetSession,
    loginPath: paths.login(),
  });
}

interface ResetPasswordFormProps {
  /** Of the mailed link. */
  state: 'waiting' | 'used' | 'invalid';
  refused: Refused | undefined;
}

/** The whole of the page that a mailed link opens to choose another password. */
export function ResetPasswordForm({ state, refused }: ResetPasswordFormProps) {
  if (state === 'waiting') return <NewPassword refused={refused} />;
  return <SpentLink used={state === 'used'} askPath={paths.forgotPassword()} loginPath={paths.login()} />;
}
