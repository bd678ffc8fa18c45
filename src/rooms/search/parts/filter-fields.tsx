import type { ReactNode } from 'react';
import { formatNumber } from '../../../contract/fmt.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { propertyTypes } from '../../listings/contract.ts';
import type { Filters, TransactionWord } from '../criteria/contract.ts';

interface FieldsProps {
  filters: Filters;
  transaction: TransactionWord;
  /** Listings by type, whatever types are asked. */
  types: Readonly<Record<string, number>>;
}

/** Two ends of a range, side by side. */
function Range({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-3">{children}</div>;
}

export function PriceFields({ filters, transaction }: FieldsProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-bold">{transaction === 'location' ? 'Loyer mensuel' : 'Budget'}</legend>
      <Range>
        <NumberField
          label="Minimum"
          name="prixMin"
          unit="€"
          defaultValue={filters.prixMin ?? null}
          reserve={false}
        />
        <NumberField
          label="Maximum"
          name="prixMax"
          unit="€"
          defaultValue={filters.prixMax ?? null}
          reserve={false}
        />
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
          defaultValue={filters.surfaceMin ?? null}
          reserve={false}
        />
        <NumberField
          label="Maximum"
          name="surfaceMax"
          unit="m²"
          defaultValue={filters.surfaceMax ?? null}
          reserve={false}
        />
      </Range>
    </fieldset>
  );
}

const pill =
  'relative grid min-h-11 min-w-11 flex-1 place-items-center rounded-control border border-bordure bg-blanc px-1 font-medium transition hover:border-ardoise-700 has-checked:border-ardoise-900 has-checked:bg-ardoise-900 has-checked:text-craie has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-phare-700';
const hiddenInput =
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
  const steps = Array.from({ length: most }, (_, rank) => rank + 1);
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
              defaultChecked={value === step || (step === most && (value ?? 0) > most)}
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

export function TypeFields({ filters, types }: FieldsProps) {
  const shown = Object.values(propertyTypes).filter(
    ({ word }) => word === 'appartement' || word === 'maison' || types[word] || filters.type?.includes(word),
  );
  return (
    <fieldset>
      <legend className="mb-1 font-bold">Type de bien</legend>
      {shown.map(({ word, label }) => (
        <Checkbox
          key={word}
          name="type"
          value={word}
          defaultChecked={filters.type?.includes(word) ?? false}
          label={
            <>
              {label} <span className="figures text-ardoise-500">{formatNumber(types[word] ?? 0)}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}

const equipment = [
  ['ascenseur', 'Ascenseur'],
  ['balcon', 'Balcon'],
  ['terrasse', 'Terrasse'],
  ['jardin', 'Jardin'],
  ['parking', 'Stationnement'],
  ['cave', 'Cave'],
  ['piscine', 'Piscine'],
  ['gardien', 'Gardien'],
  ['vue', 'Vue dégagée'],
  ['calme', 'Au calme'],
  ['pmr', 'Accès handicapés'],
] as const;

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];

/** Words that these fields carry: the count on « Plus de filtres ». */
export const moreWords = [
  ...equipment.map(([word]) => word),
  'rdc',
  'dernierEtage',
  'meuble',
  'animaux',
  'exclusivite',
  'visAVis',
  'dpe',
  'ges',
  'etageMin',
  'etageMax',
  'anneeMin',
  'terrainMin',
  'prixM2Max',
  'sdbMin',
  'piecesMax',
  'photos',
] as const satisfies readonly (keyof Filters)[];

/** Filters in force that have no field here: kept as they are when the form is sent. */
const unshown = [
  'ges',
  'etageMax',
  'prixM2Max',
  'sdbMin',
  'piecesMax',
  'photos',
  'visAVis',
  'exclusivite',
] as const;

export function MoreFields({ filters, transaction }: FieldsProps) {
  return (
    <div className="space-y-5">
      <fieldset>
        <legend className="mb-1 font-bold">Équipements</legend>
        <div className="grid grid-cols-2 gap-x-4">
          {transaction === 'location' && <Flag word="meuble" label="Meublé" filters={filters} />}
          {equipment.map(([word, label]) => (
            <Flag key={word} word={word} label={label} filters={filters} />
          ))}
          {transaction === 'location' && <Flag word="animaux" label="Animaux acceptés" filters={filters} />}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-bold">Classe énergie (DPE)</legend>
        <div className="flex gap-1.5">
          {letters.map((letter) => (
            <label key={letter} className={pill.replace('min-w-11', 'min-w-9')}>
              <input
                type="checkbox"
                name="dpe"
                value={letter}
                defaultChecked={filters.dpe?.includes(letter) ?? false}
                className={hiddenInput}
              />
              {letter}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-bold">Étage</legend>
        <Checkbox
          name="rdc"
          value="non"
          defaultChecked={filters.rdc === false}
          label="Pas de rez-de-chaussée"
        />
        <Checkbox
          name="dernierEtage"
          value="oui"
          defaultChecked={filters.dernierEtage === true}
          label="Dernier étage"
        />
        <NumberField
          label="Étage minimum"
          name="etageMin"
          defaultValue={filters.etageMin ?? null}
          reserve={false}
          className="mt-1"
        />
      </fieldset>
      <Range>
        <NumberField
          label="Terrain minimum"
          name="terrainMin"
          unit="m²"
          defaultValue={filters.terrainMin ?? null}
          reserve={false}
        />
        <Field label="Construit depuis" reserve={false}>
          {(control) => (
            // A year has no thousands: « 1990 », not « 1 990 ».
            <TextInput
              {...control}
              name="anneeMin"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={filters.anneeMin}
              className="figures"
            />
          )}
        </Field>
      </Range>
      {unshown.map((word) => {
        const value = filters[word];
        if (value === undefined) return null;
        const text = typeof value === 'boolean' ? (value ? 'oui' : 'non') : String(value);
        return <input key={word} type="hidden" name={word} value={text} />;
      })}
    </div>
  );
}

function Flag({ word, label, filters }: { word: keyof Filters; label: string; filters: Filters }) {
  return <Checkbox name={word} value="oui" defaultChecked={filters[word] === true} label={label} />;
}
