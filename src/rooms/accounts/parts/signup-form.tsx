import { redirect } from 'react-router';
import { callApi } from '#browser/api.ts';
import { type Refused, refuse, refusedBy, useCheckedForm } from '#browser/checked-form.ts';
import { readError } from '#browser/read-error.ts';
import { COOKIES_REFUSED } from '#browser/refused-cookies.ts';
import { toast } from '#browser/toasts.ts';
import { passwordParts } from '#contract/fields.ts';
import { paths, safeRedirect } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { accountErrors, registerCall, signupSchema } from '../contract.ts';
import { userIn, welcome } from '../store.client.ts';
import { AccountFrame } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';

interface Given {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  phone: string;
}

/** Specification 8, « Registration failure ». */
export async function signUp(request: Request) {
  const given = (await request.json()) as Given;
  const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  try {
    const { data } = await callApi(registerCall, { body: given });
    welcome(userIn(registerCall, data), 'Un courriel vous attend pour confirmer votre adresse.');
  } catch (caught) {
    // An answer of another shape is a failed registration too: what was typed stays.
    const error = readError(caught);
    if (
      error.code === accountErrors.ACCOUNT_EXISTS.code ||
      /existe déjà|déjà (?:lié|associé)|already (?:linked|exists)/i.test(error.message)
    ) {
      toast({ title: 'Compte existant', description: error.message });
      const words = new URLSearchParams({ email: given.email.trim() });
      if (back) words.set('redirect', back);
      return redirect(`${paths.login()}?${words}`);
    }
    // The account is there: it is the browser that cannot be in it.
    if (error.code === COOKIES_REFUSED) return refuse({ failure: error.message });
    toast({
      title: "Erreur d'inscription",
      description: 'Impossible de créer votre compte. Veuillez réessayer.',
      variant: 'destructive',
    });
    return refuse(refusedBy(error));
  }
  return redirect(back ?? paths.dashboard());
}

interface SignupFormProps {
  /** Where one was going. */
  back: string | null;
  google: boolean;
  email: string;
  refused: Refused | undefined;
}

/** The whole of the page that opens an account. */
export function SignupForm({ back, google, email, refused }: SignupFormProps) {
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: signupSchema,
    defaults: { firstName: '', lastName: '', email, password: '', phone: '' },
    refused,
  });
  const onward = back ? `?${new URLSearchParams({ redirect: back })}` : '';
  return (
    <AccountFrame
      title="Créer un compte"
      lead="Gratuit, et une minute suffit. Vos alertes déjà confirmées à la même adresse vous y attendent."
      promise
      needsScript
      failure={refused?.failure}
    >
      <div className="mt-8">
        {google && <GoogleButton wish="register" redirect={back} />}
        <form {...form} className="grid gap-2">
          <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
            <Field label="Prénom" required lines={2} error={errorOf('firstName')}>
              {(control) => <TextInput {...control} {...field('firstName')} autoComplete="given-name" />}
            </Field>
            <Field label="Nom" required lines={2} error={errorOf('lastName')}>
              {(control) => <TextInput {...control} {...field('lastName')} autoComplete="family-name" />}
            </Field>
          </div>
          <EmailField error={errorOf('email')} {...field('email')} />
          <PasswordField
            label="Mot de passe"
            autoComplete="new-password"
            parts={passwordParts}
            error={errorOf('password')}
            {...field('password')}
          />
          <PhoneField error={errorOf('phone')} {...field('phone')} />
          <Button type="submit" size="lg" wide busy={busy} className="mt-2">
            Créer mon compte
          </Button>
        </form>
      </div>
      <p className="mt-4 text-small text-ardoise-600">
        Créer un compte, c’est accepter les <TextLink to={paths.terms()}>conditions d’utilisation</TextLink>.
        Votre nom et votre adresse servent à votre compte et à vos alertes, et à rien d’autre. Ils ne sont
        transmis à personne sans que vous le demandiez. Qui les tient et vos droits&nbsp;:{' '}
        <TextLink to={`${paths.legalNotice()}#donnees`}>mentions légales</TextLink>.
      </p>
      <p className="mt-8">
        Déjà un compte&nbsp;? <TextLink to={paths.login() + onward}>Se connecter</TextLink>
      </p>
    </AccountFrame>
  );
}
