import { ChevronLeft, FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '../../../browser/api.ts';
import { readError } from '../../../browser/read-error.ts';
import { paths } from '../../../contract/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { type Import, type Report, sendFeedCall, UPLOAD_BYTES_MAX } from '../doctor/contract.ts';
import { ImportHistory } from './import-history.tsx';
import { ImportReport } from './import-report.tsx';

interface ImportViewProps {
  history: { imports: readonly Import[]; next: number | null };
  open: Report | null;
  /** What was asked for is no import of this agency. */
  missing: boolean;
  /** Not the first page of the history. */
  further: boolean;
  ownerReference: string;
  /** ISO. */
  now: string;
}

/** A feed is sent, compared, applied, and undone if need be; what came before stays in sight. */
export function ImportView({ history, open, missing, further, ownerReference, now }: ImportViewProps) {
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
          <DropZone ownerReference={ownerReference} />
          {missing && (
            <Notice tone="warning" title="Cet import n’existe pas">
              Il n’est pas de votre agence, ou l’adresse est incomplète. Vos imports sont dans l’historique.
            </Notice>
          )}
          {open && (
            <ImportReport key={open.import.id} report={open} ownerReference={ownerReference} now={now} />
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

function DropZone({ ownerReference }: { ownerReference: string }) {
  const navigate = useNavigate();
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function send(files: readonly File[]) {
    const [file, ...more] = files;
    if (!file || sending) return;
    setTrouble(null);
    if (more.length > 0) return setTrouble('Un seul fichier à la fois : choisissez l’export complet.');
    if (file.size > UPLOAD_BYTES_MAX)
      return setTrouble('Ce fichier dépasse 200 Mo. Envoyez les photos par adresse (Mode=URL).');
    setSending(file.name);
    try {
      const form = new FormData();
      form.append('fichier', file);
      const { data } = await callApi(sendFeedCall, {}, { form, quiet: true });
      await navigate(`${paths.ownedImport({ ownerReference })}?envoi=${data.import.id}`);
    } catch (error) {
      setTrouble(readError(error).message);
    } finally {
      setSending(null);
    }
  }

  return (
    <div className="space-y-3">
      {/* The button does the same: dropping is only quicker. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void send([...event.dataTransfer.files]);
        }}
        className={`rounded-card border-2 border-dashed px-5 py-6 ${
          over ? 'border-phare-700 bg-phare-100' : 'border-bordure bg-blanc'
        }`}
      >
        {sending ? (
          <Progress
            label={`Envoi de ${sending}`}
            value={null}
            max={0}
            detail="Gardez cette page ouverte jusqu’à la fin de l’envoi."
          />
        ) : (
          <div className="flex flex-wrap items-center justify-between gap-4">
            <div className="min-w-0">
              <p className="font-bold">Déposez ici l’export de votre logiciel</p>
              <p className="text-small text-ardoise-600">
                L’archive Poliris telle quelle, ou le fichier d’Ubiflow, d’Apimo ou de Kyero. 200{'\u00a0'}Mo
                au plus. Rien n’est mis en ligne avant votre accord.
              </p>
            </div>
            <Button
              icon={<FileUp aria-hidden="true" className="size-5" />}
              onClick={() => field.current?.click()}
            >
              Choisir un fichier
            </Button>
          </div>
        )}
        <input
          ref={field}
          type="file"
          accept=".zip,.xml,.json,.gz"
          className="sr-only"
          tabIndex={-1}
          aria-label="Fichier à importer"
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            currentTarget.value = '';
            void send(chosen);
          }}
        />
      </div>
      {trouble && (
        <Notice tone="error" live title="Le fichier n’est pas envoyé">
          {trouble}
        </Notice>
      )}
    </div>
  );
}

/** How listings arrive, while no import is looked at. */
function Ways({ first, ownerReference }: { first: boolean; ownerReference: string }) {
  const ways = [
    [
      'Par votre logiciel, chaque nuit',
      'Il dépose son export habituel (Poliris, Ubiflow, Apimo ou Kyero) dans le dossier que nous lui ouvrons. Demandez-lui la diffusion vers Vigie avec votre identifiant.',
      first && (
        <TextLink key="support" to={paths.ownedSupport({ ownerReference })}>
          Demander l’ouverture du dossier
        </TextLink>
      ),
    ],
    [
      'Par ce fichier, quand vous voulez',
      'Enregistrez l’export sur votre ordinateur et déposez-le ci-dessus. C’est toujours le portefeuille entier : ce qui n’y est plus quitte le site.',
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
