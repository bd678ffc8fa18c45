import type { FormEvent } from 'react';
import { NBSP } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import { type Setting, settingWords } from '../configuration-changes.ts';
import type { TypedConfiguration } from '../configuration-form.ts';
import {
  type BoostConfiguration,
  type CallToAction,
  callsToAction,
  TEXT_MAX,
  TITLE_MAX,
} from '../contract.ts';
import { ConfigurationFormulas } from './configuration-formulas.tsx';

interface ConfigurationFieldsProps {
  typed: TypedConfiguration;
  /** Settings of the first version. */
  usual: BoostConfiguration;
  /** By field, once « Vérifier » was pressed. */
  errors: Readonly<Record<string, string>>;
  onTyped: (typed: TypedConfiguration) => void;
  onCheck: () => void;
}

const numbers = [
  ['vatRate', '%'],
  ['radiusMinKm', 'km'],
  ['radiusMaxKm', 'km'],
  ['runningMax', ''],
  ['requiredScore', '/100'],
  ['requiredPhotos', ''],
] as const;

/** Names of fields as the schema says them. */
const nested: Partial<Record<Setting, string>> = {
  title: 'defaults.title',
  text: 'defaults.text',
  callToAction: 'defaults.callToAction',
};

/** Everything that is sold, field by field; nothing is loaded before it was checked. */
export function ConfigurationFields({ typed, usual, errors, onTyped, onCheck }: ConfigurationFieldsProps) {
  const field = (name: Setting) => {
    const id = nested[name] ?? name;
    const [label, wordsOf] = settingWords[name];
    return { id, label, hint: `Par défaut${NBSP}: ${wordsOf(usual)}`, error: errors[id] };
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCheck();
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-8">
      <section>
        <h2 className="mb-1 text-h4">Vente</h2>
        <Checkbox
          checked={typed.open}
          onChange={(event) => onTyped({ ...typed, open: event.currentTarget.checked })}
          label="Les boosts peuvent être commandés"
          hint={
            <>
              Interrupteur général. Fermé, plus rien ne se commande et la page des prix le dit&nbsp;; ce qui
              est payé va à son terme.
            </>
          }
        />
        <div className="mt-2 grid gap-x-4 sm:grid-cols-2 lg:grid-cols-3">
          {numbers.map(([name, unit]) => (
            <Field key={name} {...field(name)}>
              {(control) => (
                <TextInput
                  {...control}
                  value={typed[name]}
                  inputMode="decimal"
                  autoComplete="off"
                  className="figures"
                  after={unit ? <span aria-hidden="true">{unit}</span> : undefined}
                  onChange={(event) => onTyped({ ...typed, [name]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))}
        </div>
      </section>
      <ConfigurationFormulas
        formulas={typed.formulas}
        usual={usual.formulas}
        errorOf={(name) => errors[name]}
        onFormulas={(formulas) => onTyped({ ...typed, formulas })}
      />
      <section>
        <h2 className="mb-1 text-h4">Textes par défaut</h2>
        <p className="mb-3 text-small text-ardoise-600">
          Ce que la publicité dit tant que l’agence n’écrit rien d’autre.
        </p>
        <div className="grid gap-x-4 lg:grid-cols-2">
          <Field {...field('title')}>
            {(control) => (
              <TextInput
                {...control}
                value={typed.title}
                maxLength={TITLE_MAX}
                onChange={(event) => onTyped({ ...typed, title: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field {...field('callToAction')}>
            {(control) => (
              <Select
                {...control}
                value={typed.callToAction}
                onChange={(event) =>
                  onTyped({ ...typed, callToAction: event.currentTarget.value as CallToAction })
                }
                options={Object.entries(callsToAction).map(([value, label]) => ({ value, label }))}
              />
            )}
          </Field>
          <Field {...field('text')} className="lg:col-span-2">
            {(control) => (
              <TextArea
                {...control}
                value={typed.text}
                rows={3}
                maxLength={TEXT_MAX}
                onChange={(event) => onTyped({ ...typed, text: event.currentTarget.value })}
              />
            )}
          </Field>
        </div>
      </section>
      <Button type="submit" size="lg">
        Vérifier
      </Button>
    </form>
  );
}
