import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import type { MouseEvent } from 'react';
import { NBSP } from '#contract/fmt.ts';
import type { PreflightFailure } from '#rooms/boosts/contract.ts';
import { TextLink } from '#ui/link.tsx';
import type { DraftBoost } from '../ordering/cart.ts';
import type { QuotedBoost } from './use-boost-quote.tsx';

type Code = PreflightFailure['code'];

interface Point {
  readonly name: string;
  readonly codes: readonly Code[];
  /** Said when nothing of it fails. */
  readonly passes: string;
  /** The field of this page where it is mended, by the end of its id. */
  readonly field: string;
}

const pointsOf = (settings: { requiredScore: number; requiredPhotos: number }): readonly Point[] => [
  {
    name: 'Annonces',
    codes: ['offline', 'score'],
    passes: `En ligne, et conformes à la loi à ${settings.requiredScore} sur 100 au moins.`,
    field: 'listings',
  },
  {
    name: 'Photos',
    codes: ['photos'],
    passes: `Au moins ${settings.requiredPhotos} par annonce, assez grandes pour ne pas paraître floues.`,
    field: 'listings',
  },
  {
    name: 'Mots',
    codes: ['discrimination'],
    passes: 'Rien n’y écarte personne.',
    field: 'text',
  },
  {
    name: 'Zone',
    codes: ['place', 'radius'],
    passes: 'Assez large pour la catégorie logement des réseaux.',
    field: 'radius',
  },
  { name: 'Départ', codes: ['start'], passes: 'La date est possible.', field: 'start' },
  {
    name: 'Formule et nombre de boosts',
    codes: ['formula', 'cap'],
    passes: 'La formule est en vente, et votre agence peut lancer ce boost.',
    field: 'formula',
  },
];

interface PreflightProps {
  draft: DraftBoost;
  quoted: QuotedBoost | null;
  asking: boolean;
  settings: { readonly requiredScore: number; readonly requiredPhotos: number };
}

/** What is checked before the payment: what is in order, and for what is not the field where it is mended. */
export function PreflightList({ draft, quoted, asking, settings }: PreflightProps) {
  if (!quoted)
    return (
      <p className="flex items-center gap-2 text-ardoise-600">
        {asking && <LoaderCircle aria-hidden="true" className="size-5 animate-spin" />}
        {asking ? 'Les vérifications sont en cours.' : 'Les vérifications se font une fois le boost complet.'}
      </p>
    );
  return (
    <div className={`transition-opacity ${asking ? 'opacity-60' : ''}`}>
      <ul className="divide-y divide-ardoise-200 rounded-card border border-ardoise-200">
        {pointsOf(settings).map((point) => (
          <PointLine
            key={point.name}
            point={point}
            failures={quoted.failures.filter(({ code }) => point.codes.includes(code))}
            draft={draft}
          />
        ))}
      </ul>
      <p className="mt-3 text-small text-ardoise-700">
        Les réseaux rangent le logement dans une catégorie spéciale{NBSP}: la publicité n’est dirigée ni par
        l’âge, ni par le genre, ni par le code postal. Elle s’adresse à tous, dans la zone choisie.
      </p>
    </div>
  );
}

function PointLine({
  point,
  failures,
  draft,
}: {
  point: Point;
  failures: readonly PreflightFailure[];
  draft: DraftBoost;
}) {
  const passes = failures.length === 0;
  const Icon = passes ? CircleCheck : CircleAlert;
  return (
    <li className="flex gap-3 p-3">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-5 shrink-0 ${passes ? 'text-vert-700' : 'text-rouge-700'}`}
      />
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          {point.name}
          <span className="sr-only">{passes ? ', en ordre' : ', à corriger'}</span>
        </p>
        {passes ? (
          <p className="text-small text-ardoise-600">{point.passes}</p>
        ) : (
          <ul className="mt-1 space-y-2">
            {failures.map((failure) => (
              <li key={`${failure.code} ${failure.listingId} ${failure.message}`} className="text-small">
                <span className="wrap-anywhere">{failure.message}</span>{' '}
                <Mend failure={failure} fieldId={`${draft.id}-${failure.field ?? point.field}`} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Leads to the field: of a listing or of the profile on its own page, of the boost on this one. */
function Mend({ failure, fieldId }: { failure: PreflightFailure; fieldId: string }) {
  if (failure.path !== null)
    return (
      <TextLink to={failure.path} className="inline-flex min-h-11 items-center font-medium">
        {failure.code === 'cap' ? 'Voir mes boosts' : 'Corriger'}
        <span className="sr-only"> ce point, sur une autre page. Le panier est gardé.</span>
      </TextLink>
    );
  const go = (event: MouseEvent) => {
    event.preventDefault();
    reachField(fieldId);
  };
  return (
    <a
      href={`#${fieldId}`}
      onClick={go}
      className="inline-flex min-h-11 items-center rounded-chip font-medium text-phare-700 underline underline-offset-[0.2em]"
    >
      Corriger<span className="sr-only"> ce point</span>
    </a>
  );
}

/** Gives the focus to a field, or to what stands around it, and shows it. */
export function reachField(id: string): void {
  const found = document.getElementById(id);
  const field = found?.matches('input, textarea, select, button, [tabindex]')
    ? found
    : found?.querySelector<HTMLElement>('input, textarea, select, button');
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
