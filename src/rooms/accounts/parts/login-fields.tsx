import { useNavigate } from 'react-router';
import { type Refused, useCheckedForm } from '#browser/checked-form.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextLink } from '#ui/link.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { loginSchema } from '../contract.ts';

interface LoginFieldsProps {
  email: string;
  refused: Refused | undefined;
  /** Where a forgotten password is asked for. */
  forgotPath: string;
}

/** What one signs in with, as an individual or as an agency. */
export function LoginFields({ email, refused, forgotPath }: LoginFieldsProps) {
  const navigate = useNavigate();
  const { form, field, errorOf, valueOf, busy } = useCheckedForm({
    schema: loginSchema,
    defaults: { email, password: '', remember: false },
    refused,
  });
  return (
    <form {...form} className="grid gap-2">
      <EmailField error={errorOf('email')} {...field('email')} />
      <PasswordField
        label="Mot de passe"
        autoComplete="current-password"
        lines={1}
        error={errorOf('password')}
        {...field('password')}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Se souvenir de moi" {...field('remember')} />
        <TextLink
          to={forgotPath}
          onClick={(event) => {
            // Nothing is asked twice.
            const typed = valueOf('email').trim();
            if (!typed) return;
            event.preventDefault();
            void navigate(`${forgotPath}?${new URLSearchParams({ email: typed })}`);
          }}
        >
          Mot de passe oublié
        </TextLink>
      </div>
      <Button type="submit" size="lg" wide busy={busy} className="mt-3">
        Se connecter
      </Button>
    </form>
  );
}
