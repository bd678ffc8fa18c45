import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatPercent, formatPrice, formatSurface, NBSP } from '#contract/fmt.ts';
import { propertyTypes } from '../contract.ts';
import { floorLabel, type ListingView, type UnitView } from '../reading.ts';
import { type UnitOrder, unitOrders } from '../units.ts';
import { type Progress, progresses, unitStatuses } from '../words.ts';

/** What one buys on plan: who builds, how far it is, when it is handed over. */
export function ProgrammeFacts({ listing }: { listing: ListingView }) {
  const { developer, delivery, progress, completionGuarantee } = listing;
  const facts = [
    developer ? ['Promoteur', developer] : null,
    completionGuarantee ? ['Garantie d’achèvement', capital(completionGuarantee)] : null,
    listing.re2020 ? ['Construction', 'Aux normes RE2020'] : null,
    listing.zeroRateLoan ? ['Financement', 'Prêt à taux zéro (PTZ) possible'] : null,
    listing.reducedNotaryFees ? ['Frais de notaire', 'Réduits'] : null,
  ].filter((fact) => fact !== null);
  return (
    <div className="space-y-8">
      {progress && <ProgressLine progress={progress} delivery={delivery} />}
      {facts.length > 0 && (
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-small text-ardoise-600">{label}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** « En projet – En travaux – En finition – Livré », with where it stands. */
function ProgressLine({ progress, delivery }: { progress: Progress; delivery: string | null }) {
  const steps = Object.entries(progresses) as [Progress, string][];
  const reached = steps.findIndex(([step]) => step === progress);
  return (
    <ol className="flex" aria-label="Avancement du chantier">
      {steps.map(([step, label], rank) => {
        const done = rank < reached || progress === 'delivered';
        const current = rank === reached;
        return (
          <li
            key={step}
            aria-current={current ? 'step' : undefined}
            className="relative flex-1 last:flex-none"
          >
            {rank < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={`absolute top-3 left-3 h-0.5 w-full ${rank < reached ? 'bg-phare-700' : 'bg-ardoise-200'}`}
              />
            )}
            <span
              aria-hidden="true"
              className={`relative grid size-6.5 place-items-center rounded-full border-2 ${
                done
                  ? 'border-phare-700 bg-phare-700 text-blanc'
                  : current
                    ? 'border-phare-700 bg-blanc'
                    : 'border-ardoise-200 bg-blanc'
              }`}
            >
              {done && <Check className="size-4" strokeWidth={3} />}
              {!done && current && <span className="size-2.5 rounded-full bg-phare-700" />}
            </span>
            <span
              className={`mt-1.5 block pr-2 text-small leading-tight ${current ? 'font-bold' : 'text-ardoise-600'}`}
            >
              {label}
              {current && <span className="sr-only"> (étape en cours)</span>}
              {step === 'delivered' && delivery && progress !== 'delivered' && (
                <span className="block text-caption font-regular">
                  T{delivery.split('-T').toReversed().join(NBSP)}
                </span>
              )}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

interface UnitsProps {
  units: readonly UnitView[];
  order: UnitOrder;
  /** Address of the same page with its units in another order. */
  hrefFor: (order: UnitOrder) => string;
}

const columns = [
  { key: 'lot', label: 'Lot', order: null, wide: false },
  { key: 'type', label: 'Type', order: 'pieces', wide: true },
  { key: 'surface', label: 'Surface', order: 'surface', wide: true },
  { key: 'floor', label: 'Étage', order: 'etage', wide: true },
  { key: 'price', label: 'Prix TTC', order: 'prix', wide: false },
  { key: 'vat', label: 'TVA', order: null, wide: true },
  { key: 'status', label: 'Disponibilité', order: 'disponibilite', wide: true },
] as const satisfies readonly { key: string; label: string; order: UnitOrder | null; wide: boolean }[];

/** Every home of a programme. Orders are addresses: the server sorts, and they work without JavaScript. */
export function ProgrammeUnits({ units, order, hrefFor }: UnitsProps) {
  const available = units.filter(({ status }) => status === 'available').length;
  return (
    <div>
      <p className="mb-3">
        <strong className="font-bold">
          {available === 0
            ? 'Plus aucun lot disponible'
            : formatCount(available, 'lot disponible', 'lots disponibles')}
        </strong>{' '}
        sur {units.length}.
        {available < units.length && (
          <span className="hidden print:inline"> Les autres ne sont pas imprimés.</span>
        )}
      </p>
      <p className="mb-2 flex flex-wrap gap-x-4 text-small sm:hidden" data-print="none">
        <span className="text-ardoise-600">Trier{NBSP}:</span>
        {(Object.keys(unitOrders) as UnitOrder[]).map((each) => (
          <SortLink key={each} order={each} current={order} hrefFor={hrefFor}>
            {unitOrders[each].toLowerCase()}
          </SortLink>
        ))}
      </p>
      <table className="w-full border-collapse border-y border-ardoise-200 text-left">
        <caption className="sr-only">Lots du programme</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-b border-ardoise-200 text-small text-ardoise-600">
            {columns.map(({ key, label, order: by, wide }) => (
              <th
                key={key}
                scope="col"
                aria-sort={by === order ? 'ascending' : undefined}
                className={`py-2 pr-4 font-medium whitespace-nowrap last:pr-0 ${wide ? 'max-sm:hidden' : ''} ${key === 'price' ? 'text-right' : ''}`}
              >
                {by === null ? (
                  label
                ) : (
                  <SortLink order={by} current={order} hrefFor={hrefFor}>
                    {label}
                  </SortLink>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {units.map((unit) => (
            <UnitRow key={unit.reference} unit={unit} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortLink({
  order,
  current,
  hrefFor,
  children,
}: {
  order: UnitOrder;
  current: UnitOrder;
  hrefFor: (order: UnitOrder) => string;
  children: React.ReactNode;
}) {
  const active = order === current;
  return (
    <Link
      to={hrefFor(order)}
      replace
      preventScrollReset
      aria-current={active ? 'true' : undefined}
      className={`inline-flex min-h-6 items-center gap-1 rounded-chip underline-offset-4 hover:underline ${active ? 'font-bold text-encre' : 'text-phare-700'}`}
    >
      {children}
      {active && <span aria-hidden="true">↓</span>}
    </Link>
  );
}

function UnitRow({ unit }: { unit: UnitView }) {
  const { reference, rooms, surface, floor, price, vat, status } = unit;
  const gone = status === 'sold' || status === 'reserved';
  const size = rooms === null ? null : formatCount(rooms, 'pièce', 'pièces');
  const area = surface === null ? null : formatSurface(surface);
  const level = floorLabel(floor, null);
  const cell = 'py-2.5 pr-4 align-top last:pr-0 print:py-0.5';
  return (
    <tr
      className={`border-b border-ardoise-100 last:border-0 ${gone ? 'text-ardoise-500 print:hidden' : ''}`}
    >
      <th scope="row" className={`${cell} font-medium`}>
        {reference}
        <span className="block text-small font-regular sm:hidden">
          {[size, area].filter(Boolean).join(' · ')}
          <span className="block">{level && capital(level)}</span>
        </span>
      </th>
      <td className={`${cell} max-sm:hidden`}>
        {[propertyTypes[unit.propertyType].label, size].filter(Boolean).join(' ')}
      </td>
      <td className={`${cell} figures whitespace-nowrap max-sm:hidden`}>{area ?? '–'}</td>
      <td className={`${cell} max-sm:hidden`}>{level ? capital(level) : '–'}</td>
      <td className={`${cell} figures text-right whitespace-nowrap max-sm:pr-0`}>
        <span className={gone ? '' : 'font-bold'}>{formatPrice(price)}</span>
        <span className="block text-small sm:hidden">TVA {formatPercent(vat)}</span>
        <span className="block text-small sm:hidden">
          <Availability status={status} />
        </span>
      </td>
      <td className={`${cell} figures whitespace-nowrap max-sm:hidden`}>{formatPercent(vat)}</td>
      <td className={`${cell} whitespace-nowrap max-sm:hidden`}>
        <Availability status={status} />
      </td>
    </tr>
  );
}

const dots = {
  available: 'border-vert-700 bg-vert-700',
  optioned: 'border-ambre-700',
  reserved: 'border-ardoise-300 bg-ardoise-300',
  sold: 'border-ardoise-300 bg-ardoise-300',
} as const;

function Availability({ status }: { status: UnitView['status'] }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-2.5 rounded-full border-2 ${dots[status]}`} />
      {unitStatuses[status]}
    </span>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
