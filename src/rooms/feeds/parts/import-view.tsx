import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { formatNames } from '#rooms/listings/feed-formats.ts';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Import, Report } from '../diagnosis.ts';
import { ImportDrop } from './import-drop.tsx';
import { ImportHistory } from './import-history.tsx';
import { ImportReport } from './import-report.tsx';

interface ImportViewProps {
  history: { imports: readonly Import[]; next: number | null };
  open: Report | null;
  /** Whether something that feeds leave unsaid may be typed for listings of the agency. */
  unsaid: boolean;
  /** What was asked for is no import of this agency. */
  missing: boolean;
  /** What stands in place of the upload while administrators keep imports closed; null: they are open. */
  closed: string | null;
  /** Not the first page of the history. */
  further: boolean;
  ownerReference: string;
  /** ISO. */
  now: string;
}

/** A feed is sent, compared, applied, and undone if need be; what came before stays in sight. */
export function ImportView(props: ImportViewProps) {
  const { history, open, unsaid, missing, closed, further, ownerReference, now } = props;
  const none = history.imports.length === 0 && !further;
  return (
    <div className="page py-8 lg:py-10">
      <Link
        to={paths.ownedListings({ ownerReference })}
        className="inline-flex min-h-9 items-center gap-1 text-small text-phare-700 underline-offset-4 hover:underline"
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        Annonces
      </Link>
      <h1 className="text-h1">Importer des annonces</h1>
      <p className="mt-2 max-w-[68ch] text-ardoise-600">
        Votre fichier est d’abord comparé à ce qui est en ligne, annonce par annonce. Vous voyez ce qui
        change, puis vous décidez.
      </p>
      <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 space-y-6">
          {closed === null ? <ImportDrop ownerReference={ownerReference} /> : <Closed words={closed} />}
          {missing && (
            <Notice tone="warning" title="Cet import n’existe pas">
              Il n’est pas de votre agence, ou l’adresse est incomplète. Vos imports sont dans l’historique.
            </Notice>
          )}
          {open && (
            <ImportReport
              key={open.import.id}
              report={open}
              unsaid={unsaid}
              ownerReference={ownerReference}
              now={now}
            />
          )}
          {!open && !missing && <Ways first={none} ownerReference={ownerReference} />}
        </div>
        <aside className="space-y-4">
          {!none && (
            <ImportHistory
              {...history}
              openId={open?.import.id ?? null}
              further={further}
              ownerReference={ownerReference}
              now={now}
            />
          )}
          <Card className="p-4 text-small">
            <h2 className="font-bold">Votre identifiant d’agence</h2>
            <p className="figures my-2 rounded-chip bg-ardoise-100 px-2 py-1 text-body">{ownerReference}</p>
            <p className="text-ardoise-600">
              À donner à votre logiciel{'\u00a0'}: la première colonne de son export Poliris le porte. Un
              fichier qui nomme une autre agence est refusé.
            </p>
          </Card>
        </aside>
      </div>
    </div>
  );
}

function Closed({ words }: { words: string }) {
  return (
    <Notice tone="warning" title="Les imports sont fermés pour l’instant">
      <p className="whitespace-pre-line wrap-anywhere">{words}</p>
      <p className="mt-1">
        Rien n’est perdu{'\u00a0'}: ce que vous avez envoyé, et ce que votre logiciel dépose, attend et
        reprend tout seul à la réouverture.
      </p>
    </Notice>
  );
}

/** How listings arrive, while no import is looked at. */
function Ways({ first, ownerReference }: { first: boolean; ownerReference: string }) {
  const ways = [
    [
      'Par votre logiciel, chaque nuit',
      `Il dépose son export habituel (${formatNames('ou')}) dans le dossier que nous lui ouvrons. Demandez-lui la diffusion vers Vigie avec votre identifiant.`,
      first && (
        <TextLink key="support" to={paths.ownedSupport({ ownerReference })}>
          Demander l’ouverture du dossier
        </TextLink>
      ),
    ],
    [
      'Par ce fichier, quand vous voulez',
      'Enregistrez l’export sur votre ordinateur et déposez-le ci-dessus. C’est toujours le portefeuille entier\u00a0: ce qui n’y est plus quitte le site.',
      null,
    ],
    [
      'À la main, une par une',
      'Une annonce saisie ici n’est jamais retirée par un flux.',
      <TextLink key="new" to={paths.ownedNewListing({ ownerReference })}>
        Créer une annonce
      </TextLink>,
    ],
  ] as const;
  return (
    <section aria-labelledby="voies">
      <h2 id="voies" className="text-h4">
        Trois façons de diffuser vos annonces
      </h2>
      <ol className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
        {ways.map(([title, text, action], rank) => (
          <li key={title} className="flex gap-4 py-4">
            <span
              aria-hidden="true"
              className="flex size-8 shrink-0 items-center justify-center rounded-full bg-ardoise-100 font-bold text-ardoise-700"
            >
              {rank + 1}
            </span>
            <div>
              <h3 className="font-bold">{title}</h3>
              <p className="max-w-[60ch] text-ardoise-600">{text}</p>
              {action && <p className="mt-1">{action}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
