import { formatNumber } from '#contract/fmt.ts';
import { callsToAction, objectives, TEXT_MAX, TITLE_MAX } from '#rooms/boosts/contract.ts';
import { Field } from '#ui/field.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import type { DraftBoost, DraftField } from '../ordering/cart.ts';

const calls = Object.entries(callsToAction).map(([value, label]) => ({ value, label }));
const aims = Object.entries(objectives).map(([value, label]) => ({ value, label }));

interface CreativeFieldsProps {
  draft: DraftBoost;
  errors: Readonly<Partial<Record<DraftField, string>>>;
  onChange: (part: Partial<Pick<DraftBoost, 'title' | 'text' | 'callToAction' | 'objective'>>) => void;
}

/** The words of the advertisement, with how many signs are left for them. */
export function CreativeFields({ draft, errors, onChange }: CreativeFieldsProps) {
  const { id, title, text, callToAction, objective } = draft;
  return (
    <div className="grid gap-y-2">
      <Field
        id={`${id}-title`}
        label="Titre"
        error={errors.title}
        after={<Counter length={title.length} most={TITLE_MAX} />}
      >
        {(control) => (
          <TextInput
            {...control}
            name={`${id}-titre`}
            autoComplete="off"
            value={title}
            maxLength={TITLE_MAX * 2}
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field
        id={`${id}-text`}
        label="Texte"
        hint="Les mentions que la loi demande sont ajoutées dessous, d’après l’annonce."
        error={errors.text}
        after={<Counter length={text.length} most={TEXT_MAX} />}
      >
        {(control) => (
          <TextArea
            {...control}
            name={`${id}-texte`}
            rows={4}
            value={text}
            maxLength={TEXT_MAX * 2}
            onChange={(event) => onChange({ text: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field id={`${id}-callToAction`} label="Bouton" reserve={false}>
        {(control) => (
          <Select
            {...control}
            name={`${id}-bouton`}
            options={calls}
            value={callToAction}
            onChange={(event) =>
              onChange({ callToAction: event.currentTarget.value as DraftBoost['callToAction'] })
            }
          />
        )}
      </Field>
      <div className="mt-2">
        <RadioGroup
          legend="Ce que le réseau cherche"
          name={`${id}-objectif`}
          value={objective}
          choices={aims}
          onValue={(value) => onChange({ objective: value as DraftBoost['objective'] })}
        />
      </div>
    </div>
  );
}

/** Read by eyes as one types; the error says it to everybody. */
function Counter({ length, most }: { length: number; most: number }) {
  return (
    <p
      aria-hidden="true"
      className={`figures mt-1 text-right text-caption ${length > most ? 'font-medium text-rouge-700' : 'text-ardoise-500'}`}
    >
      {formatNumber(length)} / {formatNumber(most)}
    </p>
  );
}
