import { redirect } from 'react-router';
import { callApi } from '#browser/api.ts';
import { type Refused, refuse, refusedBy } from '#browser/checked-form.ts';
import { readError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { UNKNOWN_ACCOUNT_TOAST_MS } from '#contract/constants.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { accountErrors, loginCall } from '../contract.ts';
import { userIn, welcome } from '../store.client.ts';
import { AccountFrame } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';
import { LoginFields } from './login-fields.tsx';

/** Specification 8, « Login failure ». */
export async function logIn(request: Request) {
  const given = (await request.json()) as { email: string; password: string; remember: boolean };
  try {
    const { data } = await callApi(loginCall, { body: given });
    welcome(userIn(loginCall, data));
  } catch (caught) {
    // An answer of another shape is a failed login too: what was typed stays.
    const error = readError(caught);
    if (error.message.includes("Aucun compte n'est associé")) {
      const { message } = accountErrors.ACCOUNT_NOT_FOUND;
      toast({ title: 'Compte inexistant', description: message, duration: UNKNOWN_ACCOUNT_TOAST_MS });
      const words = new URLSearchParams({ email: given.email.trim() });
      const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
      if (back) words.set('redirect', back);
      return redirect(`${paths.signup()}?${words}`);
    }
    const description = error.message.trim() || 'Vérifiez vos identifiants et réessayez.';
    toast({ title: 'Erreur de connexion', description, variant: 'destructive' });
    return refuse(refusedBy(error));
  }
  return redirect(safeRedirect(new URL(request.url).searchParams.get('redirect')) ?? paths.dashboard());
}

interface LoginFormProps {
  /** A demonstration says whom one may be. */
  demo: boolean;
  /** Where one was going. */
  back: string | null;
  google: boolean;
  email: string;
  refused: Refused | undefined;
}

/** The whole of the login page. */
export function LoginForm({ demo, back, google, email, refused }: LoginFormProps) {
  const onward = back ? `?${new URLSearchParams({ redirect: back })}` : '';
  return (
    <AccountFrame
      title="Connexion"
      lead={back ? 'Connectez-vous pour retrouver cette page.' : 'Retrouvez vos alertes et leurs annonces.'}
      promise
      needsScript
      failure={refused?.failure}
    >
      <div className="mt-8">
        {google && <GoogleButton wish="login" redirect={back} />}
        <LoginFields email={email} refused={refused} forgotPath={paths.forgotPassword()} />
      </div>
      <p className="mt-8">
        Pas encore de compte&nbsp;? <TextLink to={paths.signup() + onward}>Créer un compte</TextLink>
      </p>
      <p className="mt-2 text-ardoise-600">
        Une alerte n’en demande pas&nbsp;: <TextLink to={paths.newAlert()}>en créer une</TextLink>.
      </p>
      {demo && (
        <div className="mt-8">
          <Notice>Démonstration&nbsp;: claire@demo.vigie.test, mot de passe Vigie2026.</Notice>
        </div>
      )}
    </AccountFrame>
  );
}
