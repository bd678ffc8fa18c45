import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';

/** What a field hands to its control: `<Field …>{(control) => <TextInput {...control} />}</Field>`. */
interface Control {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean | undefined;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  required?: boolean;
  /** Says « facultatif »: where most fields are asked, only the exceptions are marked. */
  optional?: boolean;
  /** Label for screen readers only, where the place already says it. */
  hiddenLabel?: boolean;
  /** Keeps the error line's height free: otherwise the button below moves away under the pointer. */
  reserve?: boolean;
  /** How many lines the longest of its errors takes. */
  lines?: 1 | 2;
  /** Between the control and its error. */
  after?: ReactNode;
  /** Filled in by the caller when several pages of one form must agree on it. */
  id?: string;
  className?: string;
  children: (control: Control) => ReactNode;
}

/** Label above, hint, control, error. One column, and nothing moves when an error arrives. */
export function Field({
  label,
  hint,
  error,
  required,
  optional = false,
  hiddenLabel = false,
  reserve = true,
  lines = 1,
  after,
  id: given,
  className,
  children,
}: FieldProps) {
  const made = useId();
  const id = given ?? made;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={className}>
      <label htmlFor={id} className={hiddenLabel ? 'sr-only' : 'mb-1.5 block font-medium'}>
        {label}
        {optional && <span className="font-regular text-ardoise-500"> (facultatif)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 mb-1.5 text-small text-ardoise-600">
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        required,
      })}
      {after}
      <FieldError id={`${id}-error`} error={error} reserve={reserve} lines={lines} />
    </div>
  );
}

export function FieldError({
  id,
  error,
  reserve = true,
  lines = 1,
}: {
  id: string;
  error?: string | null | undefined;
  reserve?: boolean;
  lines?: 1 | 2;
}) {
  if (!error && !reserve) return null;
  return (
    <p
      id={id}
      className={`mt-1 flex items-start gap-1.5 text-small font-medium text-rouge-700 ${
        lines === 2 ? 'min-h-[2.6rem]' : 'min-h-[1.3rem]'
      }`}
    >
      {error && (
        <>
          <CircleAlert aria-hidden="true" className="mt-px size-4.5 shrink-0" />
          {error}
        </>
      )}
    </p>
  );
}
