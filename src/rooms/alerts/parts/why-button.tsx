import { useState } from 'react';
import { callApi } from '../../../browser/api.ts';
import { ApiError } from '../../../browser/read-error.ts';
import { formatDate, formatTime } from '../../../contract/fmt.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type ListingCard, listingName } from '../../listings/reading/contract.ts';
import { type AlertView, type Explanation, explainAlertCall } from '../contract.ts';
import { AlertChips } from './alert-summary.tsx';

/** « Pourquoi ? »: what the alert asks, what the listing says, and what happened when (domain.md F1). */
export function WhyButton({ alert, listing }: { alert: AlertView; listing: ListingCard }) {
  const [told, setTold] = useState<Explanation | string | null>(null);

  async function ask() {
    setTold(null);
    try {
      const { data } = await callApi(explainAlertCall, {
        params: { id: alert.id },
        query: { listing: listing.id },
      });
      setTold(data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setTold(error.message);
    }
  }

  return (
    <Dialog
      kind="sheet"
      title="Pourquoi cette annonce ?"
      description={listingName(listing)}
      onOpenChange={(open) => {
        if (open) void ask();
      }}
      trigger={
        <Button variant="quiet" size="sm">
          Pourquoi&nbsp;?
        </Button>
      }
    >
      {told === null ? (
        <Skeleton className="h-32 w-full" />
      ) : typeof told === 'string' ? (
        <Notice tone="error" live>
          {told}
        </Notice>
      ) : (
        <Told alert={alert} told={told} />
      )}
    </Dialog>
  );
}

const verdicts = {
  yes: 'Elle remplit tous vos critères.',
  maybe: 'Elle remplit vos critères, sauf ceux dont elle ne dit rien.',
  no: 'Elle ne remplit plus tous vos critères.',
} as const;

const events: Readonly<Record<string, string>> = {
  'listing.appeared': 'Mise en ligne',
  'listing.priceFell': 'Baisse de prix',
  'listing.returned': 'Retour en ligne',
  'listing.left': 'Retrait',
};

function Told({ alert, told }: { alert: AlertView; told: Explanation }) {
  return (
    <div className="space-y-5">
      <div>
        <p className="font-bold">{verdicts[told.verdict]}</p>
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
                <p className="text-small text-ardoise-600">
                  {moment(fact.at)} · {outcome(fact)}
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

function outcome({ kind, seen, matched, toldAt, mail }: Explanation['facts'][number]): string {
  if (kind === 'listing.left') return 'rien à vous dire';
  if (!seen && !matched) return 'avant que l’alerte ne veille';
  if (!matched) return 'ne correspondait pas';
  const found = matched === 'yes' ? 'trouvée' : 'trouvée, à vérifier';
  if (!toldAt) return `${found}, sans courriel`;
  if (mail === 'pending' || mail === 'sending') return `${found}, courriel en préparation`;
  if (mail !== null && mail !== 'sent') return `${found}, courriel non remis`;
  return `${found}, envoyée le ${moment(toldAt)}`;
}
