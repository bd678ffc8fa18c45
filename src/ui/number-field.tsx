import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { formatNumber, NBSP } from '#contract/fmt.ts';
import { readNumber, type ThreeDigits } from '#contract/number.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

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
  /** What « 1.250 » means; without a word, a whole number is asked, and decimals are rounded (decision 0070). */
  threeDigits?: ThreeDigits;
  /** The greatest that is taken. */
  most?: number;
  defaultValue?: number | null;
  /** What was typed before and could not be read: shown instead of the default. */
  typed?: string | null;
  placeholder?: string;
  hiddenLabel?: boolean;
  reserve?: boolean;
  onValue?: (value: number | null) => void;
  className?: string;
}

function refusalOf(most: number): string {
  const bound = Number.isFinite(most) ? `, ${formatNumber(most)} au plus` : '';
  return `Un nombre est attendu${bound}, par exemple 250${NBSP}000.`;
}

/** A form is not sent by a button while this field holds something else than a number: it would be left out in silence. */
function useKept(input: RefObject<HTMLInputElement | null>, wrong: boolean) {
  useEffect(() => {
    const form = input.current?.form;
    if (!form || !wrong) return;
    const keep = (event: SubmitEvent) => {
      // What the page sends by itself while one types takes no focus.
      if (!event.submitter) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      for (let at = input.current?.closest('details'); at; at = at.parentElement?.closest('details'))
        at.open = true;
      input.current?.focus();
    };
    form.addEventListener('submit', keep);
    return () => form.removeEventListener('submit', keep);
  }, [input, wrong]);
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
  threeDigits,
  most = Number.POSITIVE_INFINITY,
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
  const read = (said: string) => {
    const number = readNumber(said, threeDigits ?? 'thousands');
    return number === null || number > most ? null : threeDigits ? number : Math.round(number);
  };
  const value = text === null ? defaultValue : read(text);
  const wrong = text?.trim() && value === null ? refusalOf(most) : null;
  const input = useRef<HTMLInputElement>(null);
  useKept(input, wrong !== null);
  const shown = text ?? (live ? show(defaultValue) : (defaultValue ?? ''));
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error ?? wrong}
      hiddenLabel={hiddenLabel}
      reserve={reserve}
      {...(className ? { className } : {})}
    >
      {(control) => (
        <>
          <TextInput
            {...control}
            ref={input}
            name={live ? undefined : name}
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            className="figures"
            value={shown}
            onChange={(event) => {
              setText(event.target.value);
              onValue?.(read(event.target.value));
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
