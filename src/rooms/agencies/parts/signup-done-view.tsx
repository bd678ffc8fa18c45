import { MailCheck } from 'lucide-react';
import { callApi } from '#browser/api.ts';
import { type Refused, useCheckedForm } from '#browser/checked-form.ts';
import { forgotPasswordSchema } from '#rooms/accounts/contract.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { askForLink, resetRequestOf } from '#rooms/accounts/parts/forgotten-password.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Notice } from '#ui/notice.tsx';
import { agencyResendCall } from '../registration.ts';
import { useWays } from './use-ways.tsx';

/** What the page's `clientAction` answers. */
export function resendAgencyLink(request: Request) {
  return askForLink(request, (body) => callApi(agencyResendCall, { body }));
}

const steps = [
  ['Ouvrez le lien reçu', 'Il est valable un jour et ouvre votre espace aussitôt.'],
  [
    'Complétez l’identité de l’agence',
    'SIREN, carte professionnelle, garant, médiateur, barème : la loi les demande.',
  ],
  ['Vos annonces arrivent', 'Par le flux de votre logiciel, lues et vérifiées une par une.'],
] as const;

interface SignupDoneViewProps {
  /** That was registered; empty for the person who only wants the link again. */
  email: string;
  mailboxPath: string | null;
  answer: Refused | { sentTo: string } | undefined;
}

/** The whole of the page that follows a registration, which also sends its link again. */
export function SignupDoneView({ email, mailboxPath, answer }: SignupDoneViewProps) {
  const { sentTo, refused } = resetRequestOf(answer);
  const { login } = useWays();
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: forgotPasswordSchema,
    defaults: { email },
    refused,
  });
  return (
    <AccountFrame
      title={email ? 'Votre demande est enregistrée' : 'Renvoyer le lien de confirmation'}
      {...(email ? {} : { lead: 'À l’adresse donnée en inscrivant votre agence.' })}
      needsScript
      failure={refused?.failure}
    >
      {email && (
        <>
          <MailCheck aria-hidden="true" className="mt-8 size-10 text-phare-700" strokeWidth={1.5} />
          <p className="mt-4 text-lead">
            Un courriel part vers <strong className="wrap-anywhere">{email}</strong>. Il reste à en ouvrir le
            lien.
          </p>
          <ol className="mt-8 space-y-5">
            {steps.map(([title, words], rank) => (
              <li key={title} className="flex gap-4">
                <span
                  aria-hidden="true"
                  className="grid size-8 shrink-0 place-items-center rounded-full border border-ardoise-300 font-bold"
                >
                  {rank + 1}
                </span>
                <div>
                  <p className="font-medium">{title}</p>
                  <p className="text-ardoise-600">{words}</p>
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      <section className={email ? 'mt-10 border-t border-ardoise-200 pt-8' : 'mt-8'}>
        {email && <h2 className="mb-4 text-h4">Rien reçu&nbsp;?</h2>}
        {sentTo === null ? (
          <form {...form} className="grid gap-2">
            <EmailField error={errorOf('email')} {...field('email')} />
            <div>
              <Button type="submit" variant={email ? 'secondary' : 'primary'} busy={busy}>
                Renvoyer le lien
              </Button>
            </div>
          </form>
        ) : (
          <Notice tone="success" live>
            Si une inscription attend pour <strong className="wrap-anywhere">{sentTo}</strong>, un nouveau
            lien vient d’y partir. Trois au plus sont envoyés par jour.
          </Notice>
        )}
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={login} variant="quiet">
            Se connecter
          </ButtonLink>
          {mailboxPath && (
            <ButtonLink to={mailboxPath} variant="quiet">
              Boîte aux lettres de démonstration
            </ButtonLink>
          )}
        </div>
      </section>
    </AccountFrame>
  );
}
