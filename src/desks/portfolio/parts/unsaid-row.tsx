import { useState } from 'react';
import { formatPrice, formatRent } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { TextLink } from '#ui/link.tsx';
import { Tick } from '#ui/tick.tsx';
import { specOf } from '../editing/fields.ts';
import type { FieldSpec } from '../editing/steps.ts';
import type { Facts } from '../facts.ts';
import { type OwnFacts, type UnsaidRow as Row, type Subject, subjects } from '../missing-facts.ts';
import { readFact, textOf, wrongs } from './fact-field.tsx';
import { UnsaidCell } from './unsaid-cell.tsx';

/** What is typed of one listing, as it is typed, by fact. */
export type Texts = Readonly<Record<string, string>>;

/** The fields of a subject, in their order. */
export function specsOf(subject: Subject): readonly FieldSpec[] {
  return subjects[subject].fields.map((name) => specOf(name));
}

/** What these words say, and what is wrong with those that cannot be read. */
export function cellsOf(specs: readonly FieldSpec[], texts: Texts): { facts: OwnFacts; wrong: Texts } {
  const read = specs.map((spec) => [spec, readFact(spec, texts[spec.name] ?? '')] as const);
  return {
    facts: Object.fromEntries(
      read.flatMap(([{ name }, value]) => (value === null || value === undefined ? [] : [[name, value]])),
    ) as OwnFacts,
    wrong: Object.fromEntries(
      read.flatMap(([{ name, kind }, value]) =>
        value === undefined ? [[name, wrongs[kind] ?? 'Cette valeur ne peut être lue.']] : [],
      ),
    ),
  };
}

interface UnsaidRowProps {
  row: Row;
  specs: readonly FieldSpec[];
  grid: string;
  ownerReference: string;
  ticked: boolean;
  /** What is typed for several listings. */
  shared: Texts;
  /** By listing and fact. */
  errors: Texts;
  onTick: (on: boolean) => void;
  onTexts: (texts: Texts) => void;
}

/** One listing: what it is, and a cell for each fact; what its feed says is read. */
export function UnsaidRow({
  row,
  specs,
  grid,
  ownerReference,
  ticked,
  shared,
  errors,
  onTick,
  onTexts,
}: UnsaidRowProps) {
  const { id, reference, title, postalCode, transaction, propertyType, price, facts, open } = row;
  const [texts, setTexts] = useState<Texts>({});
  const said = (spec: FieldSpec) => textOf(spec.kind, facts[spec.name as keyof OwnFacts]);
  const known = {
    ...facts,
    ...(ticked ? cellsOf(specs, shared).facts : {}),
    ...cellsOf(specs, texts).facts,
    transaction,
    propertyType,
  } as unknown as Facts;

  function change(name: string, text: string) {
    const next = { ...texts, [name]: text };
    setTexts(next);
    onTexts(next);
  }

  return (
    <li className={`grid gap-x-3 gap-y-3 px-3 py-3 sm:grid-cols-2 lg:items-center ${grid}`}>
      <div className="flex items-start gap-1 sm:col-span-2 lg:contents">
        <Tick
          label={`Choisir ${reference}`}
          checked={ticked}
          onTick={onTick}
          className="-my-2 shrink-0 lg:my-0"
        />
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">
            <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: id })}>
              {title || reference}
            </TextLink>
          </p>
          <p className="figures text-small text-ardoise-600">
            {reference} · {postalCode} · {transaction === RENTAL ? formatRent(price) : formatPrice(price)}
          </p>
        </div>
      </div>
      {specs.map((spec) => {
        const asked = spec.when?.(known) ?? true;
        const common = ticked && said(spec) === '' ? (shared[spec.name] ?? '') : '';
        return (
          <UnsaidCell
            key={spec.name}
            spec={spec}
            name={`${spec.label}, ${reference}`}
            text={texts[spec.name] ?? said(spec)}
            disabled={!open.includes(spec.name) || !asked}
            empty={common === '' ? '' : 'Comme les autres'}
            common={common}
            error={errors[`${id} ${spec.name}`]}
            onText={(text) => change(spec.name, text)}
          />
        );
      })}
    </li>
  );
}
