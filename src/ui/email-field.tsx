import type { ComponentPropsWithRef } from 'react';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface EmailFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label?: string;
  hint?: string;
  error?: string | null | undefined;
}

/** An address that is asked: the keyboard of a phone shows its @ and corrects nothing. */
export function EmailField({ label = 'Adresse e-mail', hint, error, ...rest }: EmailFieldProps) {
  return (
    <Field label={label} required error={error} {...(hint ? { hint } : {})}>
      {(control) => (
        <TextInput
          autoComplete="email"
          {...rest}
          {...control}
          type="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
