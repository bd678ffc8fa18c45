import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Form, redirect, useNavigation } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { ApiError } from '../../../browser/read-error.ts';
import { toast } from '../../../browser/toasts.ts';
import { UNKNOWN_ACCOUNT_TOAST_MS } from '../../../contract/constants.ts';
import type { FieldIssue } from '../../../contract/errors.ts';
import { isBuilt, paths, safeRedirect } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { accountErrors, loginCall, loginSchema } from '../contract.ts';
import type { Route } from './+types/login.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Connexion – Vigie' },
  { name: 'robots', content: 'noindex' },
];

export function loader({ request, context }: Route.LoaderArgs) {
  const { actor, env } = services(context);
  const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  if (actor.kind === 'user') throw redirect(back ?? paths.dashboard());
  return { demo: !env.production, asked: back !== null };
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData();
  const given = {
    email: textOf(form, 'email'),
    password: textOf(form, 'password'),
    remember: form.get('remember') === 'on',
  };
  const parsed = loginSchema.safeParse(given);
  if (!parsed.success) return { fields: firstIssues(parsed.error.issues) };
  try {
    await callApi(loginCall, { body: given });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === accountErrors.ACCOUNT_NOT_FOUND.code) {
      toast({ title: 'Compte inexistant', description: error.message, duration: UNKNOWN_ACCOUNT_TOAST_MS });
      if (isBuilt('signup')) return redirect(`${paths.signup()}?email=${encodeURIComponent(given.email)}`);
      return { fields: { email: error.message } };
    }
    const description = error.message || 'Vérifiez vos identifiants et réessayez.';
    toast({ title: 'Erreur de connexion', description, variant: 'destructive' });
    return { failure: description };
  }
  const back = safeRedirect(new URL(request.url).searchParams.get('redirect'));
  return redirect(back ?? paths.dashboard());
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

function firstIssues(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const found: FieldIssue[] = issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  return Object.fromEntries(found.toReversed().map(({ field, message }) => [field, message]));
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const [shown, setShown] = useState(false);
  const busy = useNavigation().state !== 'idle';
  const form = useRef<HTMLFormElement>(null);
  const fields = actionData && 'fields' in actionData ? actionData.fields : undefined;
  const failure = actionData && 'failure' in actionData ? actionData.failure : undefined;

  useEffect(() => {
    if (fields) form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus();
  }, [fields]);

  return (
    <div className="mx-auto w-full max-w-[28rem] px-4 py-12 sm:py-16">
      <h1 className="text-h1">Connexion</h1>
      <p className="mt-2 text-ardoise-600">
        {loaderData.asked
          ? 'Connectez-vous pour retrouver cette page.'
          : 'Retrouvez vos alertes et leurs annonces.'}
      </p>
      <noscript>
        <div className="mt-6">
          <Notice>
            Ce formulaire a besoin de JavaScript. La recherche, la confirmation d’une alerte et la
            désinscription s’en passent.
          </Notice>
        </div>
      </noscript>
      {failure && (
        <div className="mt-6">
          <Notice tone="error" live>
            {failure}
          </Notice>
        </div>
      )}
      <Form ref={form} method="post" noValidate className="mt-8 grid gap-2">
        <Field label="Adresse e-mail" required error={fields?.email}>
          {(control) => (
            <TextInput {...control} name="email" type="email" autoComplete="email" inputMode="email" />
          )}
        </Field>
        <Field label="Mot de passe" required error={fields?.password}>
          {(control) => (
            <TextInput
              {...control}
              name="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              after={
                <button
                  type="button"
                  aria-pressed={shown}
                  aria-label="Montrer le mot de passe"
                  onClick={() => setShown(!shown)}
                  className="grid size-11 place-items-center rounded-control"
                >
                  {shown ? (
                    <EyeOff aria-hidden="true" className="size-5" />
                  ) : (
                    <Eye aria-hidden="true" className="size-5" />
                  )}
                </button>
              }
            />
          )}
        </Field>
        <Checkbox name="remember" label="Se souvenir de moi" />
        <Button type="submit" size="lg" wide busy={busy} className="mt-2">
          Se connecter
        </Button>
      </Form>
      <ul className="mt-6 grid gap-2">
        {isBuilt('forgotPassword') && (
          <li>
            <TextLink to={paths.forgotPassword()}>Mot de passe oublié</TextLink>
          </li>
        )}
        {isBuilt('signup') && (
          <li>
            <TextLink to={paths.signup()}>Créer un compte</TextLink>
          </li>
        )}
        <li>
          <TextLink to={paths.newAlert()}>Créer une alerte sans compte</TextLink>
        </li>
      </ul>
      {loaderData.demo && (
        <div className="mt-8">
          <Notice>Démonstration : claire@demo.vigie.test, mot de passe Vigie2026.</Notice>
        </div>
      )}
    </div>
  );
}
