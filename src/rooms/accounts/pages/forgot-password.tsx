import { MailCheck } from 'lucide-react';
import { callApi } from '../../../browser/api.ts';
import { refusal, useCheckedForm } from '../../../browser/checked-form.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmailField } from '../../../ui/email-field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { forgotPasswordCall, forgotPasswordSchema } from '../contract.ts';
import { AccountFrame } from '../parts/account-frame.tsx';
import type { Route } from './+types/forgot-password.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Mot de passe oublié – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { env } = services(context);
  return {
    email: new URL(request.url).searchParams.get('email') ?? '',
    mailboxPath: env.production || env.SMTP_URL ? null : '/dev/mails',
  };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const given = (await request.json()) as { email: string };
  try {
    await callApi(forgotPasswordCall, { body: given });
  } catch (error) {
    return refusal(error);
  }
  return { sentTo: given.email.trim() };
}

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData && !('sentTo' in actionData) ? actionData : undefined;
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: forgotPasswordSchema,
    defaults: { email: loaderData.email },
    refused,
  });
  if (actionData && 'sentTo' in actionData) {
    return (
      <AccountFrame title="Vérifiez votre boîte aux lettres">
        <MailCheck aria-hidden="true" className="mt-8 size-10 text-phare-700" strokeWidth={1.5} />
        <p className="mt-4 text-lead" aria-live="polite">
          Si un compte existe pour <strong className="wrap-anywhere">{actionData.sentTo}</strong>, un lien
          vient d’y partir. Il est valable une heure.
        </p>
        <p className="mt-3 text-ardoise-600">
          Rien reçu&nbsp;? Regardez dans les indésirables, puis vérifiez l’adresse.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={paths.login()}>Retour à la connexion</ButtonLink>
          {loaderData.mailboxPath && (
            <ButtonLink to={loaderData.mailboxPath} variant="secondary">
              Boîte aux lettres de démonstration
            </ButtonLink>
          )}
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame
      title="Mot de passe oublié"
      lead="Un lien vous sera envoyé pour en choisir un autre."
      needsScript
      failure={refused?.failure}
    >
      <form {...form} className="mt-8 grid gap-2">
        <EmailField error={errorOf('email')} {...field('email')} />
        <Button type="submit" size="lg" wide busy={busy} className="mt-2">
          Recevoir le lien
        </Button>
      </form>
      <p className="mt-8">
        <TextLink to={paths.login()}>Retour à la connexion</TextLink>
      </p>
    </AccountFrame>
  );
}
