import { formatDate, formatTime, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import type { AlertView, Explanation } from '../contract.ts';
import { AlertChips } from './alert-summary.tsx';

const verdicts = {
  yes: 'elle remplit tous vos critères',
  maybe: 'elle remplit vos critères, sauf ceux dont elle ne dit rien',
  no: 'elle ne remplit pas tous vos critères',
} as const;

const events: Readonly<Record<string, string>> = {
  'listing.appeared': 'Mise en ligne',
  'listing.priceFell': 'Baisse de prix',
  'listing.returned': 'Retour en ligne',
  'listing.left': 'Retrait',
};

/** The answer, what the alert asks, what the listing says of it, and what happened when (domain.md F1). */
export function Explained({ alert, told }: { alert: AlertView; told: Explanation }) {
  return (
    <div className="space-y-5">
      <div>
        <p className="font-bold">{told.answer}</p>
        {told.sameHome && (
          <p className="mt-1">
            <TextLink to={paths.listing({ propertyId: told.sameHome.listingId })}>
              L’annonce qui vous a été envoyée
            </TextLink>
          </p>
        )}
      </div>
      <div>
        <p className="text-ardoise-700">
          Aujourd’hui{NBSP}: {verdicts[told.verdict]}.
        </p>
        <AlertChips alert={alert} />
        {told.reasons.length > 0 && (
          <ul className="mt-3 list-disc space-y-1 pl-5 text-ardoise-700">
            {told.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </div>
      {told.facts.length > 0 && (
        <div>
          <h3 className="font-text text-body font-bold tracking-normal">Ce qui s’est passé</h3>
          <ol className="mt-2 space-y-3 border-l-2 border-ardoise-200 pl-4">
            {told.facts.map((fact) => (
              <li key={fact.seq}>
                <p className="font-medium">{events[fact.kind] ?? fact.kind}</p>
                <p className="figures text-small text-ardoise-600">
                  {moment(fact.at)} · {fact.outcome}
                </p>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

function moment(at: string): string {
  const date = new Date(at);
  return `${formatDate(date)} à ${formatTime(date)}`;
}
