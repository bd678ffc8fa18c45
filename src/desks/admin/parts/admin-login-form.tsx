import { redirect } from 'react-router';
import * as z from 'zod/mini';
import { enterAdmin } from '#browser/admin-session.ts';
import { type Refused, refuse, refusedBy, useCheckedForm } from '#browser/checked-form.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextInput } from '#ui/text-input.tsx';

const credentialsSchema = z.object({
  username: z.string().check(z.trim(), z.minLength(1, 'Écrivez votre identifiant.')),
  password: z.string().check(z.minLength(1, 'Écrivez votre mot de passe.')),
});

/** Enters with what the form sent: redirects to `back`, or says why not. */
export async function enterWith(request: Request, back: string) {
  const { username, password } = (await request.json()) as { username: string; password: string };
  let refused: Refused;
  try {
    const failure = await enterAdmin(username, password);
    if (failure === null) return redirect(back);
    refused =
      failure.status === 401 ? { failure: 'Identifiant ou mot de passe incorrect.' } : refusedBy(failure);
  } catch {
    refused = {
      failure:
        'Ce navigateur refuse de garder quoi que ce soit pour cet onglet. Autorisez le stockage de session pour entrer.',
    };
  }
  return refuse(refused);
}

/** The one form of administrators who are not signed in. */
export function AdminLoginForm({ demo, refused }: { demo: boolean; refused: Refused | undefined }) {
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: credentialsSchema,
    defaults: { username: '', password: '' },
    refused,
  });
  return (
    <AccountFrame
      title="Administration"
      lead="Réservé aux personnes qui tiennent le service."
      needsScript
      failure={refused?.failure}
    >
      <form {...form} className="mt-8 grid gap-2">
        <Field label="Identifiant" error={errorOf('username')}>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...field('username')}
            />
          )}
        </Field>
        <PasswordField
          label="Mot de passe"
          autoComplete="current-password"
          lines={1}
          error={errorOf('password')}
          {...field('password')}
        />
        <Button type="submit" size="lg" wide busy={busy} className="mt-3">
          Se connecter
        </Button>
      </form>
      <p className="mt-6 text-small text-ardoise-600">
        Votre accès ne vaut que dans cet onglet&nbsp;: le fermer vous déconnecte.
      </p>
      {demo && (
        <div className="mt-8">
          <Notice>Démonstration&nbsp;: admin, mot de passe Vigie2026.</Notice>
        </div>
      )}
    </AccountFrame>
  );
}
