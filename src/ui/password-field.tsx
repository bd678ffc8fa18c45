import { Check, Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, useId, useState } from 'react';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface PasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: string;
  error?: string | null | undefined;
  autoComplete: 'current-password' | 'new-password';
  /** It may be chosen later. */
  optional?: boolean;
  /** Kept for the error: two, unless its errors are short. */
  lines?: 1 | 2;
  /** What it must be made of, ticked while one types. */
  parts?: readonly { readonly words: string; readonly holds: (value: string) => boolean }[];
}

/** Paste allowed, shown on demand, and its rules said before they are broken. */
export function PasswordField({
  label,
  error,
  lines = 2,
  optional = false,
  parts,
  onInput,
  ...rest
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState('');
  const rules = useId();
  return (
    <Field
      label={label}
      {...(optional ? { optional } : { required: true })}
      error={error}
      lines={lines}
      {...(parts ? { after: <Rules id={rules} parts={parts} typed={typed} /> } : {})}
    >
      {(control) => (
        <TextInput
          {...rest}
          {...control}
          aria-describedby={
            [control['aria-describedby'], parts && rules].filter(Boolean).join(' ') || undefined
          }
          type={shown ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          onInput={(event) => {
            setTyped(event.currentTarget.value);
            onInput?.(event);
          }}
          after={
            <button
              type="button"
              aria-pressed={shown}
              aria-label="Montrer le mot de passe"
              onClick={() => setShown(!shown)}
              className="grid size-11 place-items-center rounded-control text-ardoise-600 hover:text-encre"
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
  );
}

function Rules({
  id,
  parts,
  typed,
}: {
  id: string;
  parts: NonNullable<PasswordFieldProps['parts']>;
  typed: string;
}) {
  return (
    <ul id={id} className="mt-2 grid gap-x-4 gap-y-1 text-small text-ardoise-600 sm:grid-cols-2">
      {parts.map(({ words, holds }) => {
        const held = holds(typed);
        return (
          <li key={words} className={`flex items-center gap-2 ${held ? 'text-vert-700' : ''}`}>
            <span
              aria-hidden="true"
              className={`grid size-4 shrink-0 place-items-center rounded-full border ${
                held ? 'border-vert-700 bg-vert-700 text-blanc' : 'border-bordure'
              }`}
            >
              {held && <Check className="size-3" strokeWidth={3.5} />}
            </span>
            {words}
            {held && <span className="sr-only">, c’est bon</span>}
          </li>
        );
      })}
    </ul>
  );
}
