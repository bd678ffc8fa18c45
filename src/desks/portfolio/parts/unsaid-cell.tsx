import type { KeyboardEvent } from 'react';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { FieldSpec } from '../editing/steps.ts';
import { units } from './fact-field.tsx';

interface UnsaidCellProps {
  spec: FieldSpec;
  /** For who cannot see in which line and column it stands. */
  name: string;
  text: string;
  /** Its label is shown in wide pages too: there is no heading above it. */
  shown?: boolean;
  disabled?: boolean;
  /** What an empty choice is called. */
  empty: string;
  /** What goes for it while it is empty. */
  common?: string;
  error: string | undefined;
  onText: (text: string) => void;
}

/** Enter goes down the column, as in a spreadsheet; the last one leads to the button. */
function goDown(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const here = event.currentTarget;
  const form = here.closest('form');
  const column = [
    ...(form?.querySelectorAll<HTMLElement>(`[data-column="${here.dataset['column']}"]:enabled`) ?? []),
  ];
  const next = column[column.indexOf(here) + 1] ?? form?.querySelector<HTMLElement>('button[type="submit"]');
  next?.focus();
}

/** One fact of one line. */
export function UnsaidCell(props: UnsaidCellProps) {
  const { spec, name, text, shown = false, disabled = false, empty, common = '', error, onText } = props;
  const { kind, label, options = [] } = spec;
  return (
    <Field
      label={
        <>
          <span aria-hidden="true" className={shown ? '' : 'lg:hidden'}>
            {label}
          </span>
          <span className="sr-only">{name}</span>
        </>
      }
      error={error}
      reserve={false}
      className="min-w-0"
    >
      {(control) =>
        kind === 'said' || kind === 'one' ? (
          <Select
            {...control}
            className="scroll-mb-28"
            value={text}
            disabled={disabled}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
            options={[
              { value: '', label: empty },
              ...(kind === 'said'
                ? [
                    { value: 'true', label: 'Oui' },
                    { value: 'false', label: 'Non' },
                  ]
                : options),
            ]}
          />
        ) : (
          <TextInput
            {...control}
            value={text}
            disabled={disabled}
            data-column={shown ? `commun-${spec.name}` : spec.name}
            autoComplete="off"
            placeholder={common}
            onKeyDown={goDown}
            onChange={({ currentTarget }) => onText(currentTarget.value)}
            {...(kind === 'day'
              ? { type: 'date', className: 'scroll-mb-28' }
              : { inputMode: 'decimal' as const, className: 'figures scroll-mb-28' })}
            after={units[kind]}
          />
        )
      }
    </Field>
  );
}
