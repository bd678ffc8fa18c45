import { formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import type { Service } from '../contract.ts';

/** Payments that a person must look at, with what there is to do about each. */
export function PaymentAlarms({ alarms }: Pick<Service, 'alarms'>) {
  if (alarms.length === 0) return <p className="text-ardoise-600">Aucun paiement n’attend.</p>;
  return (
    <ul className="divide-y divide-ardoise-200 rounded-card border border-ardoise-200 bg-blanc">
      {alarms.map(({ reference, agency, gross, owed, createdAt, lines }) => (
        <li key={reference} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4">
          <div className="min-w-0 flex-[1_1_24rem]">
            <p className="font-bold">
              {reference}, {agency ?? 'agence partie'}
            </p>
            <p className="figures text-ardoise-600">
              {formatPrice(gross)} TTC, commande du {formatDate(new Date(createdAt))}
              {owed > 0 && (
                <>
                  {NBSP}; encore à rendre{NBSP}: {formatPrice(owed)}
                </>
              )}
            </p>
            <ul className="mt-1 max-w-[72ch] space-y-1">
              {lines.map(({ says, todo }) => (
                <li key={says}>
                  {says}
                  {todo && <span className="block text-ardoise-600">{todo}</span>}
                </li>
              ))}
            </ul>
          </div>
          <DecisionDialog
            trigger={
              <Button size="sm" variant="secondary">
                Regardé…<span className="sr-only"> {reference}</span>
              </Button>
            }
            title={'Ce paiement est-il réglé\u00a0?'}
            objects={[`${reference}, ${agency ?? 'agence partie'}`]}
            consequence={<p>Il quitte cette liste, jusqu’à ce que quelque chose d’autre lui arrive.</p>}
            reasonHint="Ce qui a été fait, pour l’autre administrateur et le journal."
            yes="Il est réglé"
            words={{ act: 'alarm', reference }}
          />
        </li>
      ))}
    </ul>
  );
}
