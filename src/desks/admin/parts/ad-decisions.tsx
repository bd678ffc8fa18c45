import type { ReactNode } from 'react';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { CONTEST_MONTHS, suspensionGrounds, suspensionSources } from '#rooms/listings/moderation.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import type { Ad } from '../ads.ts';

/** How a person calls a listing among those of its agency. */
export function adName({ card: { reference, title } }: Ad): string {
  return title ? `${reference} – ${title}` : reference;
}

const options = (rows: Readonly<Record<string, { readonly label: string }>>) =>
  Object.entries(rows).map(([value, { label }]) => ({ value, label }));

const AGENCY_READS = 'Les faits, tels que l’agence les lira dans le courriel qui lui donne les motifs.';
const KEPT = 'Gardé au journal, avec votre nom.';

/** Whom a button is about, for whoever does not see its row. */
function About({ ads }: { ads: readonly Ad[] }) {
  const [only] = ads;
  return ads.length === 1 && only ? <span className="sr-only"> {only.card.reference}</span> : null;
}

/** One listing is decided by its own call, several by the common one. */
const named = (ads: readonly Ad[]) =>
  ads.length === 1 ? { id: ads[0]!.card.id } : { ids: ads.map(({ card }) => card.id) };

interface DecisionProps {
  ads: readonly Ad[];
  children: ReactNode;
}

/** Takes listings off line, with the statement of reasons that their agency is owed. */
export function SuspendAds({ ads, children }: DecisionProps) {
  const several = ads.length > 1;
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="secondary">
          {children}
          <About ads={ads} />
        </Button>
      }
      title={several ? 'Suspendre ces annonces\u00a0?' : 'Suspendre cette annonce\u00a0?'}
      objects={ads.map(adName)}
      consequence={
        <p>
          {several ? 'Elles quittent' : 'Elle quitte'} aussitôt les pages, les recherches et les alertes, et
          ni le logiciel de l’agence ni l’agence ne {several ? 'les remettent' : 'la remettent'} en ligne.
          L’agence reçoit les motifs par courriel et peut contester pendant {CONTEST_MONTHS}&nbsp;mois. Vous
          pouvez {several ? 'les' : 'la'} rétablir ici.
        </p>
      }
      reasonHint={AGENCY_READS}
      yes="Suspendre"
      destructive
      words={{ act: 'suspend', ...named(ads) }}
    >
      <Field label="Fondement" className="mb-3" reserve={false}>
        {(control) => <Select {...control} name="ground" options={options(suspensionGrounds)} />}
      </Field>
      <Field label="Comment l’annonce a été vue" className="mb-3" reserve={false}>
        {(control) => <Select {...control} name="source" options={options(suspensionSources)} />}
      </Field>
    </DecisionDialog>
  );
}

/** Ends the suspension of listings. */
export function RestoreAds({ ads, children }: DecisionProps) {
  const several = ads.length > 1;
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="secondary">
          {children}
          <About ads={ads} />
        </Button>
      }
      title={several ? 'Rétablir ces annonces\u00a0?' : 'Rétablir cette annonce\u00a0?'}
      objects={ads.map(adName)}
      consequence={
        <p>
          {several ? 'Elles reviennent' : 'Elle revient'} en ligne si la loi le permet, si l’agence
          {several ? ' les a confirmées' : ' l’a confirmée'} ces derniers jours et ne{' '}
          {several ? 'les avait' : 'l’avait'} pas mise{several ? 's' : ''} en pause. L’agence en est avertie
          par courriel.
        </p>
      }
      reasonHint="Pourquoi, tel que l’agence le lira."
      yes="Rétablir"
      words={{ act: 'restore', ...named(ads) }}
    />
  );
}

/** Sets a rule aside in writing for one listing, or asks it again. */
export function RuleDecision({ ad, rule, aside }: { ad: Ad; rule: string; aside: boolean }) {
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="quiet">
          {aside ? `Remettre ${rule}…` : `Écarter ${rule}…`}
          <About ads={[ad]} />
        </Button>
      }
      title={
        aside ? `Exiger de nouveau la règle ${rule}\u00a0?` : `Écarter par écrit la règle ${rule}\u00a0?`
      }
      objects={[adName(ad)]}
      consequence={
        <p>
          {aside
            ? 'L’annonce est jugée aussitôt avec cette règle, et quitte la ligne si elle y contrevient.'
            : 'L’annonce est jugée aussitôt sans cette règle, et paraît si rien d’autre ne s’y oppose. Les prochains envois de l’agence n’y changent rien.'}
        </p>
      }
      reasonHint={KEPT}
      yes={aside ? 'Remettre la règle' : 'Écarter la règle'}
      destructive={aside}
      words={{ act: aside ? 'putBack' : 'setAside', id: ad.card.id, rule }}
    />
  );
}

/** Says of a wording that waits whether it may be published (R26). */
export function WordingDecision({
  ad,
  review,
  decision,
}: {
  ad: Ad;
  review: NonNullable<Ad['review']>;
  decision: 'cleared' | 'refused';
}) {
  const cleared = decision === 'cleared';
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="quiet">
          {cleared ? 'Accepter la tournure…' : 'Refuser la tournure…'}
          <About ads={[ad]} />
        </Button>
      }
      title={cleared ? 'Accepter ce texte\u00a0?' : 'Refuser ce texte\u00a0?'}
      objects={[adName(ad)]}
      consequence={
        <>
          <ul className="list-disc pl-5">
            {review.excerpts.map((excerpt) => (
              <li key={excerpt} className="wrap-anywhere">
                {excerpt}
              </li>
            ))}
          </ul>
          <p className="mt-2">
            {cleared
              ? 'L’annonce paraît aussitôt sous ce texte, et sous celui-là seulement\u00a0: un autre sera relu.'
              : 'L’annonce reste hors ligne jusqu’à ce que ce texte change, et l’agence lit pourquoi.'}
          </p>
        </>
      }
      reasonHint={cleared ? KEPT : 'Pourquoi, tel que l’agence le lira.'}
      yes={cleared ? 'Accepter' : 'Refuser'}
      destructive={!cleared}
      words={{ act: 'wording', id: ad.card.id, review: review.id, decision }}
    />
  );
}
