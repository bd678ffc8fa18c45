import { redirect, useNavigate } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { refuse, refusedBy, useCheckedForm } from '../../../browser/checked-form.ts';
import { presence } from '../../../browser/presence.ts';
import { readError } from '../../../browser/read-error.ts';
import { toast } from '../../../browser/toasts.ts';
import { paths, safeRedirect } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { AgencyPromise } from '../parts/agency-promise.tsx';
import { agencyLoginCall, agencyLoginSchema } from '../sessions/contract.ts';
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
  const navigate = useNavigate();
  const { form, field, errorOf, valueOf, busy } = useCheckedForm({
    schema: agencyLoginSchema,
    defaults: { email, password: '', remember: false },
    refused: actionData,
  });
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
      <form {...form} className="mt-8 grid gap-2">
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
            to={paths.agencyForgotPassword()}
            onClick={(event) => {
              // Nothing is asked twice.
              const typed = valueOf('email').trim();
              if (!typed) return;
              event.preventDefault();
              void navigate(`${paths.agencyForgotPassword()}?${new URLSearchParams({ email: typed })}`);
            }}
          >
            Mot de passe oublié
          </TextLink>
        </div>
        <Button type="submit" size="lg" wide busy={busy} className="mt-3">
          Se connecter
        </Button>
      </form>
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
