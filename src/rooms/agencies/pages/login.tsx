import { redirect } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { refuse, refusedBy } from '../../../browser/checked-form.ts';
import { presence } from '../../../browser/presence.ts';
import { readError } from '../../../browser/read-error.ts';
import { toast } from '../../../browser/toasts.ts';
import { paths, safeRedirect } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { LoginFields } from '../../accounts/parts/login-fields.tsx';
import { AgencyPromise } from '../parts/agency-promise.tsx';
import { agencyLoginCall } from '../sessions/contract.ts';
import { agencyIn, welcomeAgency } from '../store.client.ts';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Connexion agence – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { actor, env } = services(context);
  const words = new URL(request.url).searchParams;
  const back = safeRedirect(words.get('redirect'));
  const home =
    actor.kind === 'agency' ? paths.ownedDashboard({ ownerReference: actor.ownerReference }) : null;
  if (home && request.headers.get('sec-fetch-dest') === 'document') throw redirect(back ?? home);
  return { demo: !env.production, back, email: words.get('email') ?? '', home };
}

/**
 * Whoever lost the network is sent here: the page stands without an answer, and does not send back a tab that was just
 * logged out, whatever its cookie still opens (specification 8; interface.md, fine points 12).
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  const found = await serverLoader().catch((error: unknown) => {
    if (error instanceof TypeError) return { demo: false, back, email: '', home: null };
    throw error;
  });
  if (found.home && !presence.isAway()) throw redirect(back ?? found.home);
  return found;
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const given = (await request.json()) as { email: string; password: string; remember: boolean };
  try {
    const { data } = await callApi(agencyLoginCall, { body: given });
    const agency = agencyIn(agencyLoginCall, data);
    welcomeAgency(agency);
    const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
    return redirect(back ?? paths.ownedDashboard(agency));
  } catch (caught) {
    // An answer of another shape is a failed login too: what was typed stays.
    const error = readError(caught);
    const description = error.message.trim() || 'Vérifiez vos identifiants et réessayez.';
    toast({ title: 'Erreur de connexion', description, variant: 'destructive' });
    return refuse(refusedBy(error));
  }
}

export default function AgencyLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, back, email } = loaderData;
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
      failure={actionData?.failure}
    >
      <div className="mt-8">
        <LoginFields email={email} refused={actionData} forgotPath={paths.agencyForgotPassword()} />
      </div>
      <p className="mt-8">
        Pas encore d’espace&nbsp;?{' '}
        <TextLink to={paths.agencyCreateAccount()}>Créer le compte de l’agence</TextLink>
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
