import { redirect } from 'react-router';
import { callApi } from '#browser/api.ts';
import { type Refused, refuse, refusedBy } from '#browser/checked-form.ts';
import { readError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { LoginFields } from '#rooms/accounts/parts/login-fields.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { agencyLoginCall } from '../sessions.ts';
import { agencyIn, welcomeAgency } from '../store.client.ts';
import { AgencyPromise } from './agency-promise.tsx';
import { useWays } from './use-ways.tsx';

/** What the page's `clientAction` answers. */
export async function logInAgency(request: Request) {
  const given = (await request.json()) as { email: string; password: string; remember: boolean };
  try {
    const { data } = await callApi(agencyLoginCall, { body: given });
    const agency = agencyIn(agencyLoginCall, data);
    welcomeAgency(agency);
    const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
    // The part of a page that a mail leads to came with the browser: no server was told of it.
    return redirect(back === null ? paths.ownedDashboard(agency) : back + window.location.hash);
  } catch (caught) {
    // An answer of another shape is a failed login too: what was typed stays.
    const error = readError(caught);
    const description = error.message.trim() || 'Vérifiez vos identifiants et réessayez.';
    toast({ title: 'Erreur de connexion', description, variant: 'destructive' });
    return refuse(refusedBy(error));
  }
}

interface LoginFormProps {
  /** A demonstration says whom one may be. */
  demo: boolean;
  /** Where one was going. */
  back: string | null;
  email: string;
  refused: Refused | undefined;
}

/** The whole of the login page of agencies. */
export function LoginForm({ demo, back, email, refused }: LoginFormProps) {
  const { create } = useWays();
  return (
    <AccountFrame
      title="Connexion agence"
      lead={
        back
          ? 'Connectez-vous pour retrouver cette page.'
          : 'Retrouvez vos annonces, vos flux et vos prospects.'
      }
      aside={<AgencyPromise />}
      needsScript
      failure={refused?.failure}
    >
      <div className="mt-8">
        <LoginFields email={email} refused={refused} forgotPath={paths.agencyForgotPassword()} />
      </div>
      <p className="mt-8">
        Pas encore d’espace&nbsp;? <TextLink to={create}>Créer le compte de l’agence</TextLink>
      </p>
      <p className="mt-2 text-ardoise-600">
        Inscription jamais confirmée&nbsp;?{' '}
        <TextLink to={paths.agencySignupDone()}>Renvoyer le lien</TextLink>.
      </p>
      {demo && (
        <div className="mt-8">
          <Notice>Démonstration&nbsp;: agence@demo.vigie.test, mot de passe Vigie2026.</Notice>
        </div>
      )}
    </AccountFrame>
  );
}
