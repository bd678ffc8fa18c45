import { Copy, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount, formatPrice, formatSurface } from '#contract/fmt.ts';
import { propertyTypes, type UnitDraft } from '#rooms/listings/contract.ts';
import { floorLabel } from '#rooms/listings/reading.ts';
import { unitStatuses } from '#rooms/listings/words.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { lowestPrice } from '../editing/programme.ts';
import { nextRow, readRow, rowOf, type UnitField, type UnitRow } from '../editing/programme-rows.ts';
import { capitalListOf, fieldId } from '../editing/steps.ts';
import { UNITS_MAX, unitTypes, vatRates } from '../facts.ts';

interface UnitsFieldProps {
  value: UnitDraft[] | null;
  disabled: boolean;
  onValue: (value: UnitDraft[] | null) => void;
}

const types = unitTypes.map((value) => ({ value, label: propertyTypes[value].label }));
const rates = vatRates.map((rate) => ({
  value: String(rate),
  label: `${String(rate).replace('.', ',')}\u00a0%`,
}));

/** The lots of a programme, one line each that opens on its fields. Only those that are whole are handed over. */
export function UnitsField({ value, disabled, onValue }: UnitsFieldProps) {
  const [rows, setRows] = useState<readonly UnitRow[]>(() =>
    (value ?? []).map((unit, index) => rowOf(unit, index)),
  );
  const [removed, setRemoved] = useState<{ row: UnitRow; rank: number } | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const nextKey = useRef(rows.length);
  const units = rows.flatMap((row) => readRow(row).unit ?? []);
  const left = units.filter(({ status }) => status === 'available').length;
  const lowest = lowestPrice(units);
  const isTwin = (row: UnitRow, rank: number) =>
    rows.some((other, before) => before < rank && bears(other, row));

  useEffect(() => {
    if (opened === null) return;
    list.current?.querySelector<HTMLInputElement>(`[data-lot="${opened}"] input`)?.select();
  }, [opened]);

  function keep(next: readonly UnitRow[]) {
    setRows(next);
    const whole = next.flatMap((row) => readRow(row).unit ?? []);
    onValue(whole.length > 0 ? whole : null);
  }

  function insert(row: UnitRow, rank: number) {
    nextKey.current += 1;
    setRemoved(null);
    setOpened(row.key);
    keep(rows.toSpliced(rank, 0, row));
  }

  function remove(row: UnitRow) {
    setRemoved({ row, rank: rows.indexOf(row) });
    keep(rows.filter((each) => each !== row));
    adder.current?.focus();
  }

  return (
    <div id={fieldId('units')} tabIndex={-1} className="space-y-3 sm:col-span-2">
      <output className="block text-ardoise-600">
        {units.length === 0
          ? 'Aucun lot encore. Le prix de l’annonce sera celui du lot disponible le moins cher.'
          : `${formatCount(units.length, 'lot', 'lots')}, ${left === 0 ? 'aucun disponible' : formatCount(left, 'disponible', 'disponibles')}${lowest === null ? '' : `, à partir de ${formatPrice(lowest)}`}.`}
      </output>
      <ol ref={list} className="divide-y divide-ardoise-200 border-y border-ardoise-200 empty:hidden">
        {rows.map((row, rank) => (
          <li key={row.key} data-lot={row.key}>
            <Lot
              row={row}
              twin={isTwin(row, rank)}
              disabled={disabled}
              open={row.key === opened}
              onChange={(said) => keep(rows.with(rank, { ...row, ...said }))}
              onCopy={() => {
                const { reference, key } = nextRow([...rows, row], nextKey.current);
                insert({ ...row, reference, key }, rank + 1);
              }}
              onRemove={() => remove(row)}
            />
          </li>
        ))}
      </ol>
      {removed && (
        <div className="flex flex-wrap items-center gap-3 text-small">
          <output>Le lot {removed.row.reference || 'sans référence'} est retiré.</output>
          <Button size="sm" variant="secondary" onClick={() => insert(removed.row, removed.rank)}>
            Le remettre
          </Button>
        </div>
      )}
      {!disabled && (
        <Button
          ref={adder}
          variant="secondary"
          disabled={rows.length >= UNITS_MAX}
          icon={<Plus aria-hidden="true" className="size-4.5" />}
          onClick={() => insert(nextRow(rows, nextKey.current), rows.length)}
        >
          Ajouter un lot
        </Button>
      )}
    </div>
  );
}

interface LotProps {
  row: UnitRow;
  /** One before it bears its reference. */
  twin: boolean;
  disabled: boolean;
  open: boolean;
  onChange: (said: Partial<UnitRow>) => void;
  onCopy: () => void;
  onRemove: () => void;
}

function Lot({ row, twin, disabled, open, onChange, onCopy, onRemove }: LotProps) {
  const { unit, wrong } = readRow(row);
  const name = row.reference.trim() || 'sans référence';
  const typed = (field: UnitField, label: string, unitWord?: string) => (
    // What nobody typed yet is not wrong yet.
    <Field
      label={label}
      error={
        row[field] === ''
          ? null
          : field === 'reference' && twin
            ? 'Un autre lot porte cette référence.'
            : wrong?.[field]
      }
      reserve={false}
    >
      {(control) => (
        <TextInput
          {...control}
          value={row[field]}
          disabled={disabled}
          autoComplete="off"
          after={unitWord}
          {...(field === 'reference' ? {} : { inputMode: 'decimal', className: 'figures' })}
          onChange={({ currentTarget }) => onChange({ [field]: currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <details open={open} className="group">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 marker:content-none hover:bg-ardoise-50">
        <span className="font-bold">{name}</span>
        <span className="text-small text-ardoise-600 max-sm:order-last max-sm:basis-full sm:min-w-0 sm:flex-1">
          {factsOf(row)}
        </span>
        {unit ? (
          <span className="figures ml-auto whitespace-nowrap">
            {formatPrice(unit.price)}
            <span className="text-small text-ardoise-600"> · {unitStatuses[unit.status]}</span>
          </span>
        ) : (
          <span className="text-small font-medium text-ambre-700">À compléter, pas encore enregistré</span>
        )}
      </summary>
      <fieldset disabled={disabled} className="pt-2 pb-5">
        <legend className="sr-only">Lot {name}</legend>
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-[1fr_1.4fr_1fr_1fr]">
          {typed('reference', 'Référence')}
          <Field label="Type" reserve={false}>
            {(control) => (
              <Select
                {...control}
                value={row.propertyType}
                options={types}
                onChange={({ currentTarget }) =>
                  onChange({ propertyType: currentTarget.value as UnitRow['propertyType'] })
                }
              />
            )}
          </Field>
          {typed('rooms', 'Pièces')}
          {typed('surface', 'Surface', 'm²')}
          {typed('floor', 'Étage')}
          {typed('price', 'Prix TTC', '€')}
          <Field label="TVA" reserve={false}>
            {(control) => (
              <Select
                {...control}
                value={String(row.vat)}
                options={rates}
                onChange={({ currentTarget }) =>
                  onChange({ vat: Number(currentTarget.value) as UnitRow['vat'] })
                }
              />
            )}
          </Field>
          <Field label="Disponibilité" reserve={false}>
            {(control) => (
              <Select
                {...control}
                value={row.status}
                options={capitalListOf(unitStatuses)}
                onChange={({ currentTarget }) =>
                  onChange({ status: currentTarget.value as UnitRow['status'] })
                }
              />
            )}
          </Field>
        </div>
        {!disabled && (
          <div className="mt-2 flex">
            <IconButton
              label={`Dupliquer le lot ${name}`}
              icon={<Copy aria-hidden="true" className="size-5" />}
              onClick={onCopy}
            />
            <IconButton
              label={`Retirer le lot ${name}`}
              icon={<Trash2 aria-hidden="true" className="size-5" />}
              onClick={onRemove}
            />
          </div>
        )}
      </fieldset>
    </details>
  );
}

const bears = (one: UnitRow, other: UnitRow) =>
  one.reference.trim() !== '' && one.reference.trim().toLowerCase() === other.reference.trim().toLowerCase();

/** « Appartement, 3 pièces, 64,5 m², 2e étage » */
function factsOf(row: UnitRow): string {
  const { unit } = readRow(row);
  const { label } = propertyTypes[row.propertyType];
  if (!unit) return label;
  const { rooms, surface, floor } = unit;
  return [
    label,
    rooms === null ? null : formatCount(rooms, 'pièce', 'pièces'),
    surface === null ? null : formatSurface(surface),
    floorLabel(floor, null),
  ]
    .filter((fact) => fact !== null)
    .join(', ');
}
