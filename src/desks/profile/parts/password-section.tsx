import { PasswordChange } from '#rooms/accounts/parts/password-change.tsx';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Button } from '#ui/button.tsx';
import type { Profile } from '../contract.ts';
import { Section } from './section.tsx';

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
        <FormOutcome {...first} />
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
      <PasswordChange key={own.round} own={own} />
    </Section>
  );
}
