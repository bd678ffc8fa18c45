import { lazy, type ReactNode, Suspense, useState } from 'react';
import { formatNumber } from '#contract/fmt.ts';
import { type Filters, mostOf, type TransactionWord } from '#rooms/criteria/contract.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { NumberField } from '#ui/number-field.tsx';
import type { Ends } from '../budget.ts';
import type { OptionCounts } from '../contract.ts';

export interface FieldsProps {
  filters: Filters;
  transaction: TransactionWord;
  /** Listings by type, whatever types are asked. */
  types: Readonly<Record<string, number>>;
  /** Listings that each option would leave, by word and value (`balcon`, `oui`); nothing while it is not counted. */
  counts?: OptionCounts | undefined;
  /** Words of the search, once somebody opened the fields: prices are spread for it. */
  search?: string | undefined;
}

/** How many listings an option would leave, beside its label. */
export function Count({
  counts,
  word,
  value,
}: Pick<FieldsProps, 'counts'> & { word: string; value: string }) {
  const count = counts?.[word]?.[value];
  return count === undefined ? null : (
    <>
      {' '}
      <span className="figures text-small font-regular text-ardoise-500">{formatNumber(count)}</span>
    </>
  );
}

/** Two ends of a range, side by side. */
export function Range({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-3">{children}</div>;
}

const PriceSlider = lazy(() => import('./price-slider.tsx'));

const ends = [
  { end: 'min', name: 'prixMin', label: 'Minimum' },
  { end: 'max', name: 'prixMax', label: 'Maximum' },
] as const;

/** Two fields, which are what the form sends; over them, once the panel is opened, how prices are spread and a slider. */
export function PriceFields({ filters, transaction, search }: FieldsProps) {
  const [asked, setAsked] = useState<Ends>({ min: filters.prixMin ?? null, max: filters.prixMax ?? null });
  // What was slid replaces what was typed.
  const [slid, setSlid] = useState(0);
  const slide = (chosen: Ends) => {
    setAsked(chosen);
    setSlid(slid + 1);
  };
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{transaction === 'location' ? 'Loyer mensuel' : 'Budget'}</legend>
      {search !== undefined && (
        <div className="mb-4 min-h-28">
          <Suspense>
            <PriceSlider query={search} transaction={transaction} ends={asked} onSlide={slide} />
          </Suspense>
        </div>
      )}
      <Range>
        {ends.map(({ end, name, label }) => (
          <NumberField
            key={`${end} ${slid}`}
            label={label}
            name={name}
            most={mostOf(name)}
            unit="€"
            defaultValue={asked[end]}
            onValue={(value) => setAsked({ ...asked, [end]: value })}
            reserve={false}
          />
        ))}
      </Range>
      <p className="mt-2 text-small text-ardoise-600">
        {transaction === 'location' ? 'Charges comprises, par mois.' : 'Honoraires de l’acquéreur compris.'}
      </p>
    </fieldset>
  );
}

export function SurfaceFields({ filters }: FieldsProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-bold">Surface habitable</legend>
      <Range>
        <NumberField
          label="Minimum"
          name="surfaceMin"
          unit="m²"
          most={mostOf('surfaceMin')}
          defaultValue={filters.surfaceMin ?? null}
          reserve={false}
        />
        <NumberField
          label="Maximum"
          name="surfaceMax"
          unit="m²"
          most={mostOf('surfaceMax')}
          defaultValue={filters.surfaceMax ?? null}
          reserve={false}
        />
      </Range>
    </fieldset>
  );
}

export const pill =
  'relative grid min-h-11 min-w-11 flex-1 place-items-center rounded-control border border-bordure bg-blanc px-1 font-medium transition hover:border-ardoise-700 has-checked:border-ardoise-900 has-checked:bg-ardoise-900 has-checked:text-craie has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-phare-700';
export const hiddenInput =
  'absolute inset-0 cursor-pointer appearance-none rounded-control outline-none! focus-visible:shadow-none';

function AtLeast({
  legend,
  name,
  value,
  most,
}: {
  legend: string;
  name: string;
  value: number | undefined;
  most: number;
}) {
  // The last button is that of any greater number: it says the one asked, and sends it again.
  const steps = Array.from({ length: most }, (_, rank) =>
    rank + 1 === most ? Math.max(most, value ?? 0) : rank + 1,
  );
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{legend}</legend>
      <div className="flex gap-1.5">
        <label className={pill}>
          <input
            type="radio"
            name={name}
            value=""
            defaultChecked={value === undefined}
            className={hiddenInput}
          />
          <span className="text-small">Toutes</span>
        </label>
        {steps.map((step) => (
          <label key={step} className={pill}>
            <input
              type="radio"
              name={name}
              value={step}
              defaultChecked={value === step}
              aria-label={`${step} et plus`}
              className={hiddenInput}
            />
            <span aria-hidden="true" className="figures">
              {step}+
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function RoomFields({ filters }: FieldsProps) {
  return (
    <div className="space-y-5">
      <AtLeast legend="Pièces" name="pieces" value={filters.pieces} most={5} />
      <AtLeast legend="Chambres" name="chambres" value={filters.chambres} most={4} />
    </div>
  );
}

export function TypeFields({ filters, types, counts }: FieldsProps) {
  const shown = Object.values(propertyTypes).filter(
    ({ word }) =>
      word === 'appartement' ||
      word === 'maison' ||
      types[word] !== undefined ||
      filters.type?.includes(word),
  );
  return (
    <fieldset>
      <legend className="mb-1 font-bold">Type de bien</legend>
      <div className="grid gap-x-4 sm:[[data-wide]_&]:grid-cols-2">
        {shown.map(({ word, label }) => (
          <Checkbox
            key={word}
            name="type"
            value={word}
            defaultChecked={filters.type?.includes(word) ?? false}
            label={
              <>
                {label}{' '}
                <span className="figures text-ardoise-500">
                  {formatNumber(counts?.type?.[word] ?? types[word] ?? 0)}
                </span>
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
