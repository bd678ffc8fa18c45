import { useState } from 'react';
import { formatNumber, formatOrdinal } from '#contract/fmt.ts';
import { parseEuros } from '#contract/money.ts';
import { readNumber } from '#contract/number.ts';
import type { UnitDraft } from '#rooms/listings/contract.ts';
import { facts } from '#rooms/listings/facts.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { type FieldSpec, fieldId } from '../editing/steps.ts';
import { UnitsField } from './units-field.tsx';

interface FactFieldProps {
  spec: FieldSpec;
  value: unknown;
  error: string | undefined;
  disabled: boolean;
  onValue: (value: unknown) => void;
}

const limits: Readonly<Record<string, number>> = {
  title: facts.title.to,
  description: facts.description.to,
};
/** What stands behind a field of the kind. */
export const units: Partial<Record<FieldSpec['kind'], string>> = { money: '€', surface: 'm²', percent: '%' };

/** One fact of a listing, in the control that its kind asks for. What is empty is unknown. */
export function FactField(props: FactFieldProps) {
  const { spec, value, error, disabled, onValue } = props;
  const { name, label, kind, hint, options = [] } = spec;
  if (kind === 'some') return <SomeOf {...props} />;
  if (kind === 'units')
    return <UnitsField value={value as UnitDraft[] | null} disabled={disabled} onValue={onValue} />;
  if (kind === 'said' || kind === 'one' || kind === 'quarter')
    return (
      <Field id={fieldId(name)} label={label} hint={hint} error={error} reserve={false}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={wordOf(value)}
            onChange={({ currentTarget }) => onValue(chosen(kind, currentTarget.value, value, name))}
            options={[
              ...(always.has(name) ? [] : [{ value: '', label: 'Non précisé' }]),
              ...(kind === 'said'
                ? [
                    { value: 'true', label: 'Oui' },
                    { value: 'false', label: 'Non' },
                  ]
                : kind === 'quarter'
                  ? quartersAround(new Date(), value)
                  : options),
            ]}
          />
        )}
      </Field>
    );
  return <Typed {...props} />;
}

/** Two years back, eight ahead, and the one that is said. */
function quartersAround(now: Date, value: unknown) {
  const years = Array.from({ length: 11 }, (_, index) => now.getFullYear() - 2 + index);
  const words = years.flatMap((year) => [1, 2, 3, 4].map((quarter) => `${year}-T${quarter}`));
  if (typeof value === 'string' && !words.includes(value)) words.unshift(value);
  return words.map((word) => {
    const [year, quarter] = word.split('-T');
    return { value: word, label: `${formatOrdinal(Number(quarter))} trimestre ${year}` };
  });
}

function wordOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? `${value}`
      : '';
}

const always = new Set(['transaction', 'propertyType', 'isNew', 'lifeAnnuity']);
const numbered = new Set(['transaction', 'feesPayer', 'chargesMode']);

function chosen(kind: string, word: string, before: unknown, name: string): unknown {
  if (word === '') return always.has(name) ? before : null;
  if (kind === 'said') return word === 'true';
  return numbered.has(name) ? Number(word) : word;
}

/** Keeps what was typed as it was typed; only what can be read is handed over. */
function Typed({ spec, value, error, disabled, onValue }: FactFieldProps) {
  const { name, label, kind, hint } = spec;
  const [text, setText] = useState(() => textOf(kind, value));
  const read = readText(kind, text);
  const limit = limits[name];
  const props = {
    value: text,
    disabled,
    maxLength: limit,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setText(currentTarget.value);
      const next = readText(kind, currentTarget.value);
      if (next !== undefined) onValue(next ?? (limit ? '' : null));
    },
  };
  const count = limit ? `${formatNumber(text.length)} sur ${formatNumber(limit)}` : null;
  return (
    <Field
      id={fieldId(name)}
      label={label}
      hint={hint}
      error={error ?? (read === undefined ? wrongs[kind] : null)}
      reserve={false}
      className={kind === 'long' || name === 'title' ? 'sm:col-span-2' : ''}
      after={count && <p className="mt-1 text-right text-small text-ardoise-600">{count}</p>}
    >
      {(control) =>
        kind === 'long' ? (
          <TextArea {...control} {...props} rows={10} />
        ) : (
          <TextInput
            {...control}
            {...props}
            autoComplete="off"
            {...(kind === 'day' ? { type: 'date' } : kind === 'url' ? { type: 'url', inputMode: 'url' } : {})}
            {...(units[kind] || kind === 'number' ? { inputMode: 'decimal', className: 'figures' } : {})}
            after={units[kind]}
          />
        )
      }
    </Field>
  );
}

/** What is said of words that cannot be read. */
export const wrongs: Partial<Record<FieldSpec['kind'], string>> = {
  money: 'Un montant est attendu, par exemple 250 000.',
  number: 'Un nombre entier est attendu.',
  surface: 'Une surface est attendue, par exemple 64,5.',
  percent: 'Un pourcentage est attendu, par exemple 5.',
  ages: 'Des âges sont attendus, par exemple 78, 81.',
  url: 'Une adresse complète est attendue, par exemple https://…',
};

/** A fact as it would be typed. */
export function textOf(kind: FieldSpec['kind'], value: unknown): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return formatNumber(Number(value) / 100);
  if (kind === 'ages') return (value as readonly number[]).join(', ');
  return kind === 'surface' || kind === 'percent' ? formatNumber(Number(value)) : wordOf(value);
}

/** What the words of a field say, choices included: undefined when they cannot be read, null when they say nothing. */
export function readFact({ kind, name }: FieldSpec, text: string): unknown {
  return kind === 'said' || kind === 'one' ? chosen(kind, text, null, name) : readText(kind, text);
}

/** undefined: it cannot be read yet; null: nothing is said. */
function readText(kind: FieldSpec['kind'], text: string): unknown {
  const bare = text.trim();
  if (bare === '') return null;
  if (kind === 'money') return parseEuros(bare) ?? undefined;
  if (kind === 'surface') return readNumber(bare, 'refused') ?? undefined;
  if (kind === 'percent') return readNumber(bare, 'decimals') ?? undefined;
  if (kind === 'number') return /^-?\d{1,5}$/.test(bare) ? Number(bare) : undefined;
  if (kind === 'ages') return agesIn(bare);
  if (kind === 'url') return /^https?:\/\/\S+\.\S+$/i.test(bare) ? bare : undefined;
  return text;
}

/** Of four people at most. */
function agesIn(text: string): readonly number[] | undefined {
  const ages = text.split(/[\s,;]+/).filter((word) => word !== '' && word !== 'et' && word !== 'ans');
  const right = ages.length <= 4 && ages.every((age) => /^\d{1,3}$/.test(age) && Number(age) <= 130);
  return right ? ages.map(Number) : undefined;
}

function SomeOf({ spec: { name, label, options = [] }, value, disabled, onValue }: FactFieldProps) {
  const kept = (value ?? []) as readonly string[];
  return (
    <fieldset id={fieldId(name)} tabIndex={-1} className="col-span-full">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              className="tick"
              disabled={disabled}
              checked={kept.includes(option.value)}
              onChange={({ currentTarget }) => {
                const next = currentTarget.checked
                  ? [...kept, option.value]
                  : kept.filter((each) => each !== option.value);
                onValue(next.length > 0 ? next : null);
              }}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
