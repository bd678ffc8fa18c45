import { MailCheck } from 'lucide-react';
import { redirect } from 'react-router';
import { cleanUpAgency } from '../../../browser/agency-session.ts';
import { callApi } from '../../../browser/api.ts';
import {
  failureOf,
  type Refused,
  refusal,
  refuse,
  refusedBy,
  useCheckedForm,
} from '../../../browser/checked-form.ts';
import { toast } from '../../../browser/toasts.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { forgotPasswordSchema } from '../../accounts/contract.ts';
import { AccountFrame } from '../../accounts/parts/account-frame.tsx';
import { NewPassword } from '../../accounts/parts/new-password.tsx';
import { agencyForgotPasswordCall, agencyResetPasswordCall } from '../recovery/contract.ts';
import { agencyLink } from '../recovery/rules.server.ts';
import type { Route } from './+types/forgot-password.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Mot de passe de l’agence – Vigie Pro' },
  { name: 'robots', content: 'noindex' },
];

// The address may hold a secret: no other site is told of it, and no cache keeps it.
export const headers: Route.HeadersFunction = () => ({
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Only looks at the mailed link (`?token=`), if there is one: a program that follows it uses nothing up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const words = new URL(request.url).searchParams;
  const token = words.get('token');
  const link = token === null ? null : await agencyLink(db, token);
  return {
    link: link && (link.purpose === 'reset' ? link.state : 'invalid'),
    email: words.get('email') ?? '',
    mailboxPath: env.production || env.SMTP_URL ? null : '/dev/mails',
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const given = (await request.json()) as { email: string } | { password1: string };
  if ('password1' in given) return choose(request, given.password1);
  try {
    await callApi(agencyForgotPasswordCall, { body: given });
  } catch (error) {
    return refusal(error);
  }
  return { sentTo: given.email.trim() };
}

async function choose(request: Request, password: string) {
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    await callApi(agencyResetPasswordCall, { body: { token, password } });
  } catch (error) {
    const failed = failureOf(error);
    const { fields, failure } = refusedBy(failed);
    if (fields?.password) return refuse({ fields: { password1: fields.password } });
    return refuse({ failure: failure ?? failed.message });
  }
  cleanUpAgency();
  toast({ title: 'Mot de passe changé', description: 'Connectez-vous avec le nouveau.' });
  return redirect(paths.agencyLogin());
}

export default function AgencyForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { link, email, mailboxPath } = loaderData;
  const sentTo = actionData && 'sentTo' in actionData ? actionData.sentTo : null;
  const refused = actionData && !('sentTo' in actionData) ? actionData : undefined;
  if (link === 'waiting') return <NewPassword refused={refused} />;
  if (link) {
    return (
      <AccountFrame
        title={link === 'used' ? 'Ce lien a déjà servi' : 'Ce lien n’est plus valable'}
        lead="Un lien sert une seule fois, dans l’heure qui suit la demande."
      >
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.agencyForgotPassword()}>Demander un nouveau lien</ButtonLink>
          <ButtonLink to={paths.agencyLogin()} variant="secondary">
            Se connecter
          </ButtonLink>
        </div>
      </AccountFrame>
    );
  }
  if (sentTo !== null) {
    return (
      <AccountFrame title="Vérifiez votre boîte aux lettres">
        <MailCheck aria-hidden="true" className="mt-8 size-10 text-phare-700" strokeWidth={1.5} />
        <p className="mt-4 text-lead" aria-live="polite">
          Si une agence a un espace à l’adresse <strong className="wrap-anywhere">{sentTo}</strong>, un lien
          vient d’y partir. Il est valable une heure.
        </p>
        <p className="mt-3 text-ardoise-600">
          Rien reçu&nbsp;? Regardez dans les indésirables, puis vérifiez l’adresse.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.agencyLogin()}>Retour à la connexion</ButtonLink>
          {mailboxPath && (
            <ButtonLink to={mailboxPath} variant="secondary">
              Boîte aux lettres de démonstration
            </ButtonLink>
          )}
        </div>
      </AccountFrame>
    );
  }
  return <Ask email={email} refused={refused} />;
}

function Ask({ email, refused }: { email: string; refused: Refused | undefined }) {
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: forgotPasswordSchema,
    defaults: { email },
    refused,
  });
  return (
    <AccountFrame
      title="Mot de passe oublié"
      lead="Un lien vous sera envoyé pour en choisir un autre, ou le premier."
      needsScript
      failure={refused?.failure}
    >
      <form {...form} className="mt-8 grid gap-2">
        <EmailField label="Adresse e-mail de l’agence" error={errorOf('email')} {...field('email')} />
        <Button type="submit" size="lg" wide busy={busy} className="mt-2">
          Recevoir le lien
        </Button>
      </form>
      <p className="mt-8">
        <TextLink to={paths.agencyLogin()}>Retour à la connexion</TextLink>
      </p>
    </AccountFrame>
  );
}
