import { paths } from '#contract/paths.ts';
import { GoogleAction } from '#rooms/accounts/parts/google-button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import type { Profile, SectionId } from '../contract.ts';

type Known = Pick<Profile, 'hasPassword' | 'recentLogin' | 'google'>;

/** Whether an account without a password has to come back through Google before it may ask for this. */
export const mustComeBack = ({ hasPassword, recentLogin }: Known) => !hasPassword && !recentLogin;

/** Said instead of the form: an account without a password shows who it is by signing in again. */
export function ComeBack({
  section,
  google,
  what,
}: {
  section: SectionId;
  google: Known['google'];
  what: string;
}) {
  return (
    <Notice
      actions={
        google.enabled && (
          <GoogleAction
            wish="login"
            redirect={`${paths.profile()}#${section}`}
            label="Continuer avec Google"
          />
        )
      }
    >
      Votre compte n’a pas de mot de passe. Pour {what}, reconnectez-vous d’abord avec Google, ou{' '}
      <TextLink to="#mot-de-passe">choisissez un mot de passe</TextLink>.
    </Notice>
  );
}

/** The password of today, where there is one. */
export function OwnPassword({ error, ...rest }: { error: string | undefined; name: string }) {
  return (
    <PasswordField
      label="Votre mot de passe"
      autoComplete="current-password"
      lines={1}
      error={error}
      {...rest}
    />
  );
}
