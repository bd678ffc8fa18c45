import type { ReactNode } from 'react';
import { type Refused, useCheckedForm } from '#browser/checked-form.ts';
import { passwordParts } from '#contract/fields.ts';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { resetFormSchema } from '../contract.ts';
import { AccountFrame } from './account-frame.tsx';

interface NewPasswordProps {
  refused: Refused | undefined;
  title?: string;
  lead?: ReactNode;
  button?: string;
}

/** Where a mailed link leads to choose another password, or a first one. */
export function NewPassword({
  refused,
  title = 'Nouveau mot de passe',
  lead = 'Vos autres appareils seront déconnectés.',
  button = 'Changer le mot de passe',
}: NewPasswordProps) {
  const { form, field, errorOf, busy } = useCheckedForm({
    schema: resetFormSchema,
    defaults: { password1: '', password2: '' },
    refused,
  });
  return (
    <AccountFrame title={title} lead={lead} needsScript failure={refused?.failure}>
      <form {...form} className="mt-8 grid gap-2">
        <PasswordField
          label="Nouveau mot de passe"
          autoComplete="new-password"
          parts={passwordParts}
          error={errorOf('password1')}
          {...field('password1')}
        />
        <PasswordField
          label="Le même, encore une fois"
          autoComplete="new-password"
          lines={1}
          error={errorOf('password2')}
          {...field('password2')}
        />
        <Button type="submit" size="lg" wide busy={busy} className="mt-2">
          {button}
        </Button>
      </form>
    </AccountFrame>
  );
}
