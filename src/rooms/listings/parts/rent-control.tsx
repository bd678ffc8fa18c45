import { formatPrice } from '#contract/fmt.ts';
import type { ListingView } from '../reading.ts';

type Facts = Pick<ListingView, 'baseRent' | 'referenceRent' | 'medianRent' | 'rentSupplement'>;

/** The base rent beside what it may not exceed (domain.md R8, R9): the figures of the agency, compared. */
export function RentControl({
  listing: { baseRent, referenceRent, medianRent, rentSupplement },
}: {
  listing: Facts;
}) {
  if (baseRent === null || referenceRent === null || referenceRent <= 0) return null;
  const room = referenceRent - baseRent;
  const verdict =
    room < 0
      ? `D’après l’annonce, le loyer de base dépasse le plafond de ${formatPrice(-room)}.`
      : room === 0
        ? 'D’après l’annonce, le loyer de base atteint le plafond sans le dépasser.'
        : `D’après l’annonce, le loyer de base est ${formatPrice(room)} sous le plafond.`;
  const share = (cents: number) =>
    `${Math.min(100, (cents / Math.max(referenceRent, baseRent)) * 100).toFixed(1)}%`;
  const rows: (readonly [label: string, cents: number | null])[] = [
    ['Loyer de référence', medianRent],
    ['Loyer de référence majoré (loyer de base à ne pas dépasser)', referenceRent],
    ['Loyer de base', baseRent],
    ['Complément de loyer', rentSupplement === 0 ? null : rentSupplement],
  ];
  return (
    <div className="max-w-measure">
      <p className="font-medium">{verdict}</p>
      <div aria-hidden="true" data-print="none" className="mt-3 mb-4">
        <div className="h-3 w-full overflow-hidden rounded-full bg-ardoise-200">
          <div
            className={`h-full rounded-full ${room < 0 ? 'bg-rouge-700' : 'bg-phare-700'}`}
            style={{ width: share(baseRent) }}
          />
        </div>
        <p className="figures mt-1 flex justify-between text-caption text-ardoise-600">
          <span>{formatPrice(0)}</span>
          <span>plafond {formatPrice(referenceRent)}</span>
        </p>
      </div>
      <dl className="figures divide-y divide-ardoise-200 border-y border-ardoise-200">
        {rows.map(([label, cents]) =>
          cents === null ? null : (
            <div key={label} className="flex items-baseline justify-between gap-4 py-2">
              <dt className="text-ardoise-700">{label}</dt>
              <dd data-mention="rentControl" className="whitespace-nowrap">
                {formatPrice(cents)}
              </dd>
            </div>
          ),
        )}
      </dl>
    </div>
  );
}
