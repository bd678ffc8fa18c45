import { useId, useState, useSyncExternalStore } from 'react';
import { formatNumber } from '../contract/fmt.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** Spaces removed; a number of at least 0, or null (specification 5, number parsing). */
export function parseNumber(text: string): number | null {
  const bare = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  if (!/^\d+(\.\d+)?$/.test(bare)) return null;
  return Number(bare);
}

function show(value: number | null): string {
  return value === null ? '' : formatNumber(value);
}

const never = () => () => {};

interface NumberFieldProps {
  label: string;
  name: string;
  /** « € », « m² »: shown inside the field. */
  unit?: string;
  hint?: string;
  error?: string | null;
  defaultValue?: number | null;
  /** What was typed before and could not be read: shown instead of the default. */
  typed?: string | null;
  placeholder?: string;
  hiddenLabel?: boolean;
  reserve?: boolean;
  onValue?: (value: number | null) => void;
  className?: string;
}

/**
 * Shows « 250 000 » and sends `250000`. Before hydration, and without JavaScript, the visible field
 * itself carries the name and plain digits.
 */
export function NumberField({
  label,
  name,
  unit,
  hint,
  error,
  defaultValue = null,
  typed = null,
  placeholder,
  hiddenLabel = false,
  reserve = true,
  onValue,
  className,
}: NumberFieldProps) {
  const id = useId();
  const live = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [text, setText] = useState(typed);
  const value = text === null ? defaultValue : parseNumber(text);
  const shown = text ?? (live ? show(defaultValue) : (defaultValue ?? ''));
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error ?? (text?.trim() && value === null ? 'Un nombre est attendu, par exemple 250 000.' : null)}
      hiddenLabel={hiddenLabel}
      reserve={reserve}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <>
          <TextInput
            {...control}
            name={live ? undefined : name}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            className="figures"
            value={shown}
            onChange={(event) => {
              setText(event.target.value);
              onValue?.(parseNumber(event.target.value));
            }}
            onBlur={() => {
              if (text !== null && value !== null) setText(show(value));
            }}
            after={unit ? <span aria-hidden="true">{unit}</span> : undefined}
          />
          {live && value !== null && <input type="hidden" name={name} value={String(value)} />}
        </>
      )}
    </Field>
  );
}
