import { ArrowDown, ArrowUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatPrice, NBSP } from '#contract/fmt.ts';
import { parseEuros } from '#contract/money.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { formulaWords } from '../configuration-changes.ts';
import { freeKey, freshFormula, type TypedFormula } from '../configuration-form.ts';
import {
  FORMULA_DESCRIPTION_MAX,
  FORMULA_NAME_MAX,
  FORMULAS_MAX,
  type Formula,
  networkNames,
  networks,
} from '../contract.ts';

interface ConfigurationFormulasProps {
  formulas: readonly TypedFormula[];
  /** Those of the first version. */
  usual: readonly Formula[];
  /** The sentence for a field, `formulas.0.fee`; undefined: nothing is wrong with it. */
  errorOf: (field: string) => string | undefined;
  onFormulas: (formulas: readonly TypedFormula[]) => void;
}

/** The formulas in the order of the price page: their order, their fields, and one more. */
export function ConfigurationFormulas({ formulas, usual, errorOf, onFormulas }: ConfigurationFormulasProps) {
  const [moved, setMoved] = useState('');
  const move = (from: number, to: number) => {
    const formula = formulas[from];
    if (!formula || to < 0 || to >= formulas.length) return;
    onFormulas(formulas.toSpliced(from, 1).toSpliced(to, 0, formula));
    setMoved(`${formula.name}${NBSP}: ${to + 1} sur ${formulas.length}`);
  };
  return (
    <section>
      <h2 className="mb-1 text-h4">Formules</h2>
      <p className="mb-3 text-small text-ardoise-600">
        Dans l’ordre de la page des prix. Une formule déjà chargée ne s’efface pas&nbsp;: on cesse de la
        proposer, et les boosts qu’elle a vendus vont à leur terme.
      </p>
      <p aria-live="polite" className="sr-only">
        {moved}
      </p>
      <ol className="space-y-4">
        {formulas.map((formula, rank) => (
          <li key={formula.id}>
            <FormulaFields
              formula={formula}
              rank={rank}
              usual={usual.find(({ key }) => key === formula.key) ?? null}
              error={errorOf}
              onMove={(by) => move(rank, rank + by)}
              onRemove={() => onFormulas(formulas.toSpliced(rank, 1))}
              onChange={(changed) => {
                const others = formulas.toSpliced(rank, 1);
                const key = changed.fresh ? freeKey(changed.name || 'formule', others) : changed.key;
                onFormulas(formulas.with(rank, { ...changed, key }));
              }}
            />
          </li>
        ))}
      </ol>
      {errorOf('formulas') && <p className="mt-2 font-medium text-rouge-700">{errorOf('formulas')}</p>}
      {formulas.length < FORMULAS_MAX && (
        <Button
          variant="secondary"
          className="mt-4"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() => onFormulas([...formulas, freshFormula(formulas)])}
        >
          Ajouter une formule
        </Button>
      )}
    </section>
  );
}

interface FormulaFieldsProps {
  formula: TypedFormula;
  rank: number;
  usual: Formula | null;
  error: (field: string) => string | undefined;
  onMove: (by: number) => void;
  onRemove: () => void;
  onChange: (formula: TypedFormula) => void;
}

type TextName = 'name' | 'description' | 'days' | 'mediaBudget' | 'fee' | 'validFrom' | 'validUntil';

function FormulaFields({ formula, rank, usual, error, onMove, onRemove, onChange }: FormulaFieldsProps) {
  const name = formula.name || 'Nouvelle formule';
  const field = (which: TextName, label: string) => ({
    id: `formulas.${rank}.${which}`,
    label,
    hint: usual && `Par défaut${NBSP}: ${formulaWords[which][1](usual)}`,
    error: error(`formulas.${rank}.${which}`),
  });
  const text = (which: TextName) => ({
    value: formula[which],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...formula, [which]: event.currentTarget.value }),
  });
  const [media, fee] = [parseEuros(formula.mediaBudget), parseEuros(formula.fee)];
  const networksError = error(`formulas.${rank}.networks`);
  return (
    <Card padding="dense">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-bold wrap-anywhere">
          {name} <span className="font-regular text-ardoise-600">{formula.key}</span>
        </h3>
        <div className="flex items-center">
          <IconButton
            label={`Monter ${name}`}
            icon={<ArrowUp aria-hidden="true" className="size-5" />}
            onClick={() => onMove(-1)}
          />
          <IconButton
            label={`Descendre ${name}`}
            icon={<ArrowDown aria-hidden="true" className="size-5" />}
            onClick={() => onMove(1)}
          />
          {formula.fresh && (
            <Button variant="quiet" size="sm" onClick={onRemove}>
              Retirer
            </Button>
          )}
        </div>
      </div>
      <div className="grid gap-x-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field {...field('name', 'Nom')} className="sm:col-span-2">
          {(control) => <TextInput {...control} {...text('name')} maxLength={FORMULA_NAME_MAX} />}
        </Field>
        <Field {...field('days', 'Durée, en jours')}>
          {(control) => <TextInput {...control} {...text('days')} inputMode="numeric" />}
        </Field>
        <div className="self-end pb-6">
          Prix&nbsp;:{' '}
          <strong className="figures" aria-live="polite">
            {media === null || fee === null ? '–' : `${formatPrice(media + fee)} HT`}
          </strong>
        </div>
        <Field {...field('mediaBudget', 'Budget média, € HT')}>
          {(control) => <TextInput {...control} {...text('mediaBudget')} inputMode="decimal" />}
        </Field>
        <Field {...field('fee', 'Frais de service, € HT')}>
          {(control) => <TextInput {...control} {...text('fee')} inputMode="decimal" />}
        </Field>
        <Field {...field('validFrom', 'Premier jour')}>
          {(control) => <TextInput {...control} {...text('validFrom')} type="date" />}
        </Field>
        <Field {...field('validUntil', 'Dernier jour, inclus')}>
          {(control) => <TextInput {...control} {...text('validUntil')} type="date" />}
        </Field>
        <Field {...field('description', 'Description')} className="sm:col-span-2 lg:col-span-4">
          {(control) => (
            <TextArea {...control} {...text('description')} rows={2} maxLength={FORMULA_DESCRIPTION_MAX} />
          )}
        </Field>
      </div>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">Réseaux et offre de {name}</legend>
        {networkNames.map((network) => (
          <Checkbox
            key={network}
            label={networks[network]}
            checked={formula.networks.includes(network)}
            onChange={(event) =>
              onChange({
                ...formula,
                // Always in the same order: another order is no change.
                networks: networkNames.filter((one) =>
                  one === network ? event.currentTarget.checked : formula.networks.includes(one),
                ),
              })
            }
          />
        ))}
        <Checkbox
          label="Proposée aux agences"
          checked={formula.active}
          onChange={(event) => onChange({ ...formula, active: event.currentTarget.checked })}
        />
      </fieldset>
      {networksError && (
        <p id={`formulas.${rank}.networks`} tabIndex={-1} className="font-medium text-rouge-700">
          {networksError}
        </p>
      )}
    </Card>
  );
}
