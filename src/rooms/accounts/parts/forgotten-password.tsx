import { MailCheck } from 'lucide-react';
import { redirect } from 'react-router';
import {
  failureOf,
  type Refused,
  refusal,
  refuse,
  refusedBy,
  useCheckedForm,
} from '#browser/checked-form.ts';
import { toast } from '#browser/toasts.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextLink } from '#ui/link.tsx';
import { forgotPasswordSchema } from '../contract.ts';
import { AccountFrame } from './account-frame.tsx';

/** Asks for a link to an address: the answer is the same whether or not it has an account. */
export async function askForLink(request: Request, ask: (given: { email: string }) => Promise<unknown>) {
  const given = (await request.json()) as { email: string };
  try {
    await ask(given);
  } catch (error) {
    return refusal(error);
  }
  return { sentTo: given.email.trim() };
}

/** The address that asked, and the outcome. */
export function resetRequestOf(answer: Refused | { sentTo: string } | undefined) {
  return answer && 'sentTo' in answer
    ? { sentTo: answer.sentTo, refused: undefined }
    : { sentTo: null, refused: answer };
}

/** Sends the password that NewPassword asked for with the token of the address, and goes on with `then` once it counts. */
export async function sendNewPassword<T, Next>(
  request: Request,
  set: (given: { token: string; password: string }) => Promise<T>,
  then: (done: T) => Next,
) {
  const { password1 } = (await request.json()) as { password1: string };
  const token = new URL(request.url).searchParams.get('token') ?? '';
  try {
    return then(await set({ token, password: password1 }));
  } catch (error) {
    const failed = failureOf(error);
    const { fields, failure } = refusedBy(failed);
    if (fields?.password) return refuse({ fields: { password1: fields.password } });
    return refuse({ failure: failure ?? failed.message });
  }
}

/** A forgotten password is replaced; the login page is next. */
export function setNewPassword(
  request: Request,
  {
    set,
    after,
    loginPath,
  }: {
    set: (given: { token: string; password: string }) => Promise<unknown>;
    /** Nothing of the session before is left in this browser. */
    after: () => void;
    loginPath: string;
  },
) {
  return sendNewPassword(request, set, () => {
    after();
    toast({ title: 'Mot de passe changé', description: 'Connectez-vous avec le nouveau.' });
    return redirect(loginPath);
  });
}

interface ForgottenPasswordProps {
  lead: string;
  /** « un compte existe pour » */
  known: string;
  /** Of the field, where it is not a person's. */
  label?: string;
  email: string;
  loginPath: string;
  mailboxPath: string | null;
  answer: Refused | { sentTo: string } | undefined;
}

/** The page of a forgotten password, before and after it was asked for. */
export function ForgottenPassword({
  lead,
  known,
  label,
  email,
  loginPath,
  mailboxPath,
  answer,
}: ForgottenPasswordProps) {
  const { sentTo, refused } = resetRequestOf(answer);
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: forgotPasswordSchema,
    defaults: { email },
    refused,
  });
  if (sentTo !== null) {
    return (
      <AccountFrame title="Vérifiez votre boîte aux lettres">
        <MailCheck aria-hidden="true" className="mt-8 size-10 text-phare-700" strokeWidth={1.5} />
        <p className="mt-4 text-lead" aria-live="polite">
          Si {known} <strong className="wrap-anywhere">{sentTo}</strong>, un lien vient d’y partir. Il est
          valable une heure.
        </p>
        <p className="mt-3 text-ardoise-600">
          Rien reçu&nbsp;? Regardez dans les indésirables, puis vérifiez l’adresse.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to={loginPath}>Retour à la connexion</ButtonLink>
          {mailboxPath && (
            <ButtonLink to={mailboxPath} variant="secondary">
              Boîte aux lettres de démonstration
            </ButtonLink>
          )}
        </div>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title="Mot de passe oublié" lead={lead} needsScript failure={refused?.failure}>
      <form {...form} className="mt-8 grid gap-2">
        <EmailField {...(label ? { label } : {})} error={errorOf('email')} {...field('email')} />
        <Button type="submit" size="lg" wide busy={busy} className="mt-2">
          Recevoir le lien
        </Button>
      </form>
      <p className="mt-8">
        <TextLink to={loginPath}>Retour à la connexion</TextLink>
      </p>
    </AccountFrame>
  );
}

interface SpentLinkProps {
  used: boolean;
  askPath: string;
  loginPath: string;
}

/** A link that has served, or is past. */
export function SpentLink({ used, askPath, loginPath }: SpentLinkProps) {
  return (
    <AccountFrame
      title={used ? 'Ce lien a déjà servi' : 'Ce lien n’est plus valable'}
      lead="Un lien sert une seule fois, dans l’heure qui suit la demande."
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={askPath}>Demander un nouveau lien</ButtonLink>
        <ButtonLink to={loginPath} variant="secondary">
          Se connecter
        </ButtonLink>
      </div>
    </AccountFrame>
  );
}
