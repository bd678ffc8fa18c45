import { type ReactNode, useId } from 'react';
import { FieldError } from './field.tsx';

interface Choice {
  value: string;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps {
  legend: ReactNode;
  name: string;
  choices: readonly Choice[];
  defaultValue?: string;
  value?: string;
  onValue?: (value: string) => void;
  hint?: ReactNode;
  error?: string | null;
  hiddenLegend?: boolean;
}

/** One choice among a few, all of them visible. */
export function RadioGroup({
  legend,
  name,
  choices,
  defaultValue,
  value,
  onValue,
  hint,
  error,
  hiddenLegend = false,
}: RadioGroupProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset aria-describedby={describedBy || undefined}>
      <legend className={hiddenLegend ? 'sr-only' : 'mb-1 font-medium'}>{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ardoise-600">
          {hint}
        </p>
      )}
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex min-h-11 items-start gap-3 py-2.5 has-disabled:text-ardoise-500"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            disabled={choice.disabled}
            className="tick tick-round"
            {...(value === undefined
              ? { defaultChecked: choice.value === defaultValue }
              : { checked: choice.value === value })}
            onChange={() => onValue?.(choice.value)}
          />
          <span className="leading-6">
            {choice.label}
            {choice.hint && <span className="block text-small text-ardoise-600">{choice.hint}</span>}
          </span>
        </label>
      ))}
      {error && <FieldError id={`${id}-error`} error={error} />}
    </fieldset>
  );
}

interface SegmentedProps {
  legend: string;
  name: string;
  choices: readonly { value: string; label: string }[];
  defaultValue: string;
  onValue?: (value: string) => void;
}

/** Two to four short choices side by side (Acheter, Louer, Neuf); plain radio buttons underneath. */
export function Segmented({ legend, name, choices, defaultValue, onValue }: SegmentedProps) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="inline-flex gap-1 rounded-full border border-ardoise-200 bg-blanc p-1">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative inline-flex min-h-11 items-center rounded-full px-4 leading-5 font-medium text-ardoise-700 transition hover:text-encre has-checked:bg-ardoise-900 has-checked:text-craie has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-phare-700"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              defaultChecked={choice.value === defaultValue}
              onChange={() => onValue?.(choice.value)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none! focus-visible:shadow-none"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
