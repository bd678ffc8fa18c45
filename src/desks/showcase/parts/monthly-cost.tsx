import { useRef, useState } from 'react';
import { Form } from 'react-router';
import { formatPrice, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { type CostLine, type CostView, DRAWN_FOR, threeDigitsOf } from '../monthly-cost.ts';

/** Anchor of the section. */
export const COST_SECTION = 'cout';

const SETTLED_MS = 700;

interface MonthlyCostProps {
  cost: CostView;
  listingId: number;
  /** Other words of the address, kept by the form. */
  kept: readonly (readonly [name: string, value: string])[];
}

/**
 * What the home costs each month, each term with its source. The form writes to the page's address: it works without
 * JavaScript, and what somebody reckoned can be shared.
 */
export function MonthlyCost({ cost, listingId, kept }: MonthlyCostProps) {
  const { total, least, missing, lines, once, borrowed, edited, fields } = cost;
  // It stays as the reader left it: a figure that becomes again what it was does not close it under their hands.
  const [open, setOpen] = useState(edited || fields.some(({ error }) => error !== null));
  const [round, setRound] = useState(0);
  return (
    <div className="max-w-measure print:max-w-none" data-cost={total === null ? 'least' : 'total'}>
      <p className="flex flex-wrap items-baseline gap-x-2" aria-live="polite">
        {total === null && <span className="text-ardoise-600">Au moins</span>}
        <strong className="title figures text-price">{formatPrice(total ?? least)}</strong>
        <span className="text-ardoise-600">par mois{total !== null && ', tout compté'}</span>
      </p>
      {missing.length > 0 && (
        <p className="mt-1 text-small text-ardoise-700">
          Il manque{NBSP}: {list(missing)}.
          <span className="print:hidden"> Ajoutez ce que vous en savez ci-dessous.</span>
        </p>
      )}
      <Shares cost={cost} />
      <p className="figures hidden print:block">{inOneLine(lines)}</p>
      <div data-print="none">
        <dl className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
          {lines.map((line) => (
            <Line key={line.label} line={line} />
          ))}
        </dl>
        <h3 className="mt-6 mb-1 font-text text-body font-bold tracking-normal">
          {cost.rental ? 'À verser à l’entrée' : 'Une seule fois'}
        </h3>
        {borrowed && (
          <p className="mb-1 text-small text-ardoise-600">
            Le prix et les frais de notaire, moins l’apport{NBSP}: {borrowed} empruntés.
          </p>
        )}
        <dl className="divide-y divide-ardoise-200 border-y border-ardoise-200">
          {once.map((line) => (
            <Line key={line.label} line={line} />
          ))}
        </dl>
      </div>
      <details
        className="group/cost mt-4"
        open={open}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        data-print="none"
      >
        <summary className="inline-flex min-h-11 items-center rounded-chip text-phare-700 underline underline-offset-4">
          <span className="group-open/cost:hidden">Changer les chiffres</span>
          <span className="hidden group-open/cost:inline">Vos chiffres</span>
        </summary>
        <CostForm
          key={round}
          cost={cost}
          listingId={listingId}
          kept={kept}
          // What was typed leaves too.
          onBack={() => setRound(round + 1)}
        />
      </details>
    </div>
  );
}

function CostForm({
  cost: { fields, edited, price },
  listingId,
  kept,
  onBack,
}: MonthlyCostProps & { onBack: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const path = paths.listing({ propertyId: listingId });
  return (
    <Form
      ref={form}
      method="get"
      action={`${path}#${COST_SECTION}`}
      preventScrollReset
      replace
      // The server reckons: nothing more is loaded for it.
      onInput={() => {
        clearTimeout(settling.current);
        settling.current = setTimeout(() => form.current?.requestSubmit(), SETTLED_MS);
      }}
      onSubmit={() => clearTimeout(settling.current)}
      className="mt-2"
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {price !== null && <input type="hidden" name={DRAWN_FOR} value={price} />}
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {fields.map(({ word, label, unit, value, typed, error }) => (
          <NumberField
            key={word}
            name={word}
            label={label}
            unit={unit}
            threeDigits={threeDigitsOf(unit)}
            defaultValue={value}
            typed={typed}
            error={error}
          />
        ))}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary">
          Recalculer
        </Button>
        {edited && (
          <TextLink to={path} preventScrollReset replace onClick={onBack}>
            Revenir aux hypothèses
          </TextLink>
        )}
      </p>
      <p className="mt-3 text-small text-ardoise-600">
        Un ordre de grandeur, pas une offre de prêt. Un crédit vous engage et doit être remboursé.
      </p>
    </Form>
  );
}

/** On paper, where room is short. */
function inOneLine(lines: readonly CostLine[]): string {
  return lines
    .map(
      ({ label, monthly }) =>
        `${label}${NBSP}: ${monthly === null ? 'non communiqué' : formatPrice(monthly)}`,
    )
    .join(' · ');
}

function Line({ line: { label, monthly, source } }: { line: CostLine }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2.5">
      <dt>
        {label}
        <span className="block text-small text-ardoise-600">{source}</span>
      </dt>
      <dd className={monthly === null ? 'text-ardoise-600' : 'figures font-medium'}>
        {monthly === null ? 'Non communiqué' : formatPrice(monthly)}
      </dd>
    </div>
  );
}

const strengths = [
  'bg-phare-700',
  'bg-ardoise-700',
  'bg-carte-4',
  'bg-carte-3',
  'bg-carte-2',
  'bg-ardoise-300',
];

/** The same in one bar; the list under it is its text. */
function Shares({ cost: { lines, least } }: { cost: CostView }) {
  const known = lines.filter(({ monthly }) => monthly !== null && monthly > 0);
  if (known.length < 2) return null;
  return (
    <div aria-hidden="true" className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-full" data-print="none">
      {known.map(({ label, monthly }, rank) => (
        <span
          key={label}
          title={label}
          className={strengths[rank] ?? 'bg-ardoise-300'}
          style={{ width: `${((monthly ?? 0) / least) * 100}%` }}
        />
      ))}
    </div>
  );
}

const list = (items: readonly string[]) => new Intl.ListFormat('fr', { type: 'conjunction' }).format(items);
