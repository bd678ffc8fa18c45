import { ChevronDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { controlClass } from './text-input.tsx';

interface Option {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends ComponentPropsWithRef<'select'> {
  options: readonly Option[];
}

/** The browser's own list: the best one on a phone, and it works without JavaScript. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select {...rest} className={`${controlClass} appearance-none pr-10! ${className ?? ''}`}>
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ardoise-600"
      />
    </span>
  );
}
