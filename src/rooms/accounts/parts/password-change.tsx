import { useCheckedForm } from '#browser/checked-form.ts';
import { passwordParts } from '#contract/fields.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { changeFormSchema } from '../contract.ts';
import { FormOutcome, type useOwnForm } from './profile-section.tsx';

/** Changes a password with the one of today (specification 5, « Change »). */
export function PasswordChange({ own }: { own: ReturnType<typeof useOwnForm> }) {
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
      <FormOutcome {...own} />
      <div className="mt-2">
        <Button type="submit" busy={own.busy}>
          Changer le mot de passe
        </Button>
      </div>
    </form>
  );
}
