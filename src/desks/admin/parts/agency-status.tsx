import { isRefused } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import type { AnswerOf } from '#contract/call.ts';
import { formatCount, formatDate, formatNumber, formatPrice } from '#contract/fmt.ts';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { adminAgencyCall } from '../agencies.ts';

type Data = AnswerOf<typeof adminAgencyCall>;

/** Suspends the agency, or lets its listings come back: its name, the reason, what follows. */
export function StatusDecision({
  agency,
  suspension,
  figures,
}: Pick<Data, 'agency' | 'suspension' | 'figures'>) {
  const objects = [`${agency.name} (${agency.ownerReference})`];
  return suspension ? (
    <DecisionDialog
      trigger={<Button size="sm">Lever la suspension…</Button>}
      title={'Lever la suspension de cette agence\u00a0?'}
      objects={objects}
      consequence="Ses annonces reviennent en ligne, sauf celles que la loi retient. Un courriel le lui dit, avec le motif."
      reasonHint="L’agence le lit."
      yes="Lever la suspension"
      words={{ act: 'status', status: 'active' }}
    />
  ) : (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="destructive">
          Suspendre…
        </Button>
      }
      title={'Suspendre cette agence\u00a0?'}
      objects={objects}
      consequence={`${formatCount(figures.online, 'annonce quitte', 'annonces quittent')} la ligne, et ses flux n’en ramènent aucune. Un courriel et son espace le lui disent, avec le motif. La suspension se lève ici.`}
      reasonHint={'L’agence le lit\u00a0: dites ce qui est reproché, et comment y remédier.'}
      yes="Suspendre l’agence"
      destructive
      words={{ act: 'status', status: 'suspended' }}
    />
  );
}

/** Opens the space of the agency in this tab, to be read only. */
export function ViewButton({ name }: { name: string }) {
  const { sendJson, data, state } = useSender<unknown>({ key: 'agency-view' });
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        busy={state !== 'idle'}
        onClick={() => void sendJson({ act: 'view' })}
      >
        Voir comme l’agence<span className="sr-only"> {name}, en lecture seule</span>
      </Button>
      {isRefused(data) && data.failure && (
        <p role="alert" className="w-full text-small font-medium text-rouge-700">
          {data.failure}
        </p>
      )}
    </>
  );
}

/** Why nothing of the agency is on line, where it is so. */
export function StatusNotice({ suspension, excludedOn }: Pick<Data, 'suspension' | 'excludedOn'>) {
  const day = (text: string) => formatDate(new Date(`${text}T12:00:00Z`));
  if (suspension)
    return (
      <Notice tone="error" title={`Suspendue depuis le ${day(suspension.on)}`}>
        <p className="whitespace-pre-line wrap-anywhere">Motif&nbsp;: {suspension.reason}</p>
      </Notice>
    );
  if (excludedOn === null) return null;
  return (
    <Notice tone="warning" title={`Retirée à sa demande depuis le ${day(excludedOn)}`}>
      Son retour se décide dans les demandes.
    </Notice>
  );
}

/** The figures of the agency, each with its words. */
export function AgencyFigures({ figures }: Pick<Data, 'figures'>) {
  const { online, refused, pending, listings, leads, leadsBefore, boosts, boostsRunning, billed } = figures;
  const shown: readonly (readonly [string, string, string])[] = [
    ['Annonces en ligne', formatNumber(online), `sur ${formatCount(listings, 'connue', 'connues')}`],
    ['Annonces refusées', formatNumber(refused), `${formatNumber(pending)} en attente d’une personne`],
    ['Prospects, 30 jours', formatNumber(leads), `${formatNumber(leadsBefore)} les 30 jours d’avant`],
    ['Boosts', formatNumber(boosts), `${formatNumber(boostsRunning)} en cours`],
    ['Facturé HT', formatPrice(billed), 'avoirs déduits'],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
      {shown.map(([term, value, more]) => (
        <div key={term} className="rounded-card border border-ardoise-200 bg-blanc px-3 py-2">
          <dt className="text-small text-ardoise-600">{term}</dt>
          <dd>
            <span className="figures block text-h4">{value}</span>
            <span className="text-small text-ardoise-600">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
