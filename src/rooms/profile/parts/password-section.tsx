import { useCheckedForm } from '../../../browser/checked-form.ts';
import { passwordParts } from '../../../contract/fields.ts';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { changeFormSchema } from '../../accounts/contract.ts';
import type { Profile } from '../contract.ts';
import { Section, Told, useOwnForm } from './section.tsx';

export function PasswordSection({ profile }: { profile: Profile }) {
  const own = useOwnForm('password');
  const first = useOwnForm('first-password');
  if (!profile.hasPassword) {
    return (
      <Section
        id="mot-de-passe"
        lead={
          <>
            Votre compte s’ouvre avec Google et n’a pas de mot de passe. Un lien envoyé à{' '}
            <span className="wrap-anywhere">{profile.user.email}</span> vous en fait choisir un&nbsp;; vos
            appareils devront alors se reconnecter.
          </>
        }
      >
        <Told {...first} />
        <div>
          <Button variant="secondary" busy={first.busy} onClick={() => void first.submit()}>
            Recevoir un lien
          </Button>
        </div>
      </Section>
    );
  }
  return (
    <Section
      id="mot-de-passe"
      lead="Vos autres appareils seront déconnectés, et un courriel vous dira que le mot de passe a changé."
    >
      <ChangeForm key={own.round} own={own} />
    </Section>
  );
}

function ChangeForm({ own }: { own: ReturnType<typeof useOwnForm> }) {
  const { form, field, errorOf } = useCheckedForm({
    schema: changeFormSchema,
    defaults: { currentPassword: '', newPassword: '', confirmPassword: '' },
    refused: own.refused,
    send: own,
  });
  return (
    <form {...form} className="grid gap-2 sm:max-w-form">
      <PasswordField
        label="Mot de passe actuel"
        autoComplete="current-password"
        lines={1}
        error={errorOf('currentPassword')}
        {...field('currentPassword')}
      />
      <PasswordField
        label="Nouveau mot de passe"
        autoComplete="new-password"
        parts={passwordParts}
        error={errorOf('newPassword')}
        {...field('newPassword')}
      />
      <PasswordField
        label="Le même, encore une fois"
        autoComplete="new-password"
        lines={1}
        error={errorOf('confirmPassword')}
        {...field('confirmPassword')}
      />
      <Told {...own} />
      <div className="mt-2">
        <Button type="submit" busy={own.busy}>
          Changer le mot de passe
        </Button>
      </div>
    </form>
  );
}
