import { redirect, useNavigate } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { type Refused, refuse, refusedBy, useCheckedForm } from '../../../browser/checked-form.ts';
import { readError } from '../../../browser/read-error.ts';
import { toast } from '../../../browser/toasts.ts';
import { UNKNOWN_ACCOUNT_TOAST_MS } from '../../../contract/constants.ts';
import { paths, safeRedirect } from '../../../contract/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { accountErrors, loginCall, loginSchema } from '../contract.ts';
import { userIn, welcome } from '../store.client.ts';
import { AccountFrame } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';

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
  const navigate = useNavigate();
  const { form, field, errorOf, valueOf, busy } = useCheckedForm({
    schema: loginSchema,
    defaults: { email, password: '', remember: false },
    refused,
  });
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
        <form {...form} className="grid gap-2">
          <EmailField error={errorOf('email')} {...field('email')} />
          <PasswordField
            label="Mot de passe"
            autoComplete="current-password"
            lines={1}
            error={errorOf('password')}
            {...field('password')}
          />
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <Checkbox label="Se souvenir de moi" {...field('remember')} />
            <TextLink
              to={paths.forgotPassword()}
              onClick={(event) => {
                // Nothing is asked twice.
                const typed = valueOf('email').trim();
                if (!typed) return;
                event.preventDefault();
                void navigate(`${paths.forgotPassword()}?${new URLSearchParams({ email: typed })}`);
              }}
            >
              Mot de passe oublié
            </TextLink>
          </div>
          <Button type="submit" size="lg" wide busy={busy} className="mt-3">
            Se connecter
          </Button>
        </form>
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
