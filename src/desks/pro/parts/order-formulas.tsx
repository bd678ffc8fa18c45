import { formatCount, formatPrice } from '#contract/fmt.ts';
import { type Formula, networks, priceOf } from '#rooms/boosts/contract.ts';
import { FieldError } from '#ui/field.tsx';

interface FormulasProps {
  /** Of the boost, so that two of them do not share one choice. */
  id: string;
  formulas: readonly Formula[];
  chosen: string;
  error: string | undefined;
  onChoose: (key: string) => void;
}

/** « Facebook et Instagram ». */
export const networkWords = ({ networks: names }: Pick<Formula, 'networks'>) =>
  names.map((name) => networks[name]).join(' et ');

/** What is sold today, each with what it is made of: the days, the budget that the network receives, and our fee. */
export function Formulas({ id, formulas, chosen, error, onChoose }: FormulasProps) {
  return (
    <fieldset id={`${id}-formula`} tabIndex={-1} aria-describedby={error ? `${id}-formula-error` : undefined}>
      <legend className="sr-only">Formule</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {formulas.map((formula) => {
          const { key, name, description, days, mediaBudget, fee } = formula;
          return (
            <label
              key={key}
              className="relative flex flex-col rounded-card border border-ardoise-200 p-4 transition hover:border-ardoise-700 has-checked:border-phare-700 has-checked:bg-phare-100 has-checked:shadow-[inset_0_0_0_1px_var(--color-phare-700)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-phare-700"
            >
              <span className="flex items-start justify-between gap-3">
                <span>
                  <span className="title block text-h4">{name}</span>
                  <span className="block text-small text-ardoise-700">
                    {formatCount(days, 'jour', 'jours')} · {networkWords(formula)}
                  </span>
                </span>
                <input
                  type="radio"
                  name={`${id}-formule`}
                  value={key}
                  checked={key === chosen}
                  onChange={() => onChoose(key)}
                  className="tick tick-round outline-none! focus-visible:shadow-none!"
                />
              </span>
              <span className="mt-2 block flex-1 text-small text-ardoise-700">{description}</span>
              <span className="mt-3 block">
                <span className="title figures text-price">{formatPrice(priceOf(formula))}</span>{' '}
                <span className="text-small text-ardoise-700">HT</span>
              </span>
              <span className="figures block text-small text-ardoise-700">
                {formatPrice(mediaBudget)} de diffusion + {formatPrice(fee)} de service
              </span>
            </label>
          );
        })}
      </div>
      <FieldError id={`${id}-formula-error`} error={error} reserve={false} />
    </fieldset>
  );
}
