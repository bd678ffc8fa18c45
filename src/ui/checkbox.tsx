import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
}

/** A box and its sentence; the whole line is the target. Consents stand unticked. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const made = useId();
  const id = rest.id ?? made;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5 has-disabled:text-ardoise-500">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className="tick peer"
        />
        <span className="leading-6">
          {label}
          {hint && (
            <span id={`${id}-hint`} className="block text-small text-ardoise-600">
              {hint}
            </span>
          )}
        </span>
      </label>
      {error && (
        <div className="-mt-1.5 mb-1 pl-8.5">
          <FieldError id={`${id}-error`} error={error} />
        </div>
      )}
    </div>
  );
}
