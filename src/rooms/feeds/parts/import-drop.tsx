import { FileUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#browser/api.ts';
import { isCancelled, readError } from '#browser/read-error.ts';
import type { Sent } from '#browser/sending.ts';
import { formatNumber, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { documentNames } from '#rooms/listings/feed-formats.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Progress } from '#ui/progress.tsx';
import { sendFeedCall, UPLOAD_BYTES_MAX } from '../diagnosis.ts';

interface Sending extends Sent {
  readonly name: string;
}

/** Where a feed is dropped or chosen, and how much of it has left. */
export function ImportDrop({ ownerReference }: { ownerReference: string }) {
  const navigate = useNavigate();
  const [over, setOver] = useState(false);
  const [sending, setSending] = useState<Sending | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  useUnloadQuestion(sending !== null);

  async function send(files: readonly File[]) {
    const [file, ...more] = files;
    if (!file || sending) return;
    setTrouble(null);
    if (more.length > 0) return setTrouble('Un seul fichier à la fois\u00a0: choisissez l’export complet.');
    if (file.size > UPLOAD_BYTES_MAX)
      return setTrouble('Ce fichier dépasse 200 Mo. Envoyez les photos par adresse (Mode=URL).');
    const { name } = file;
    setSending({ name, sent: 0, total: file.size });
    stop.current = new AbortController();
    try {
      const form = new FormData();
      form.append('fichier', file);
      const onSent = (now: Sent) => setSending({ name, ...now });
      const { signal } = stop.current;
      const { data } = await callApi(sendFeedCall, {}, { form, quiet: true, onSent, signal });
      // A person who went elsewhere meanwhile finds it in the history.
      if (here.current) await navigate(`${paths.ownedImport({ ownerReference })}?envoi=${data.import.id}`);
    } catch (error) {
      if (isCancelled(error)) return;
      const { status, message } = readError(error);
      setTrouble(status === null ? 'La connexion a été coupée avant la fin de l’envoi. Réessayez.' : message);
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
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="min-w-0 flex-[1_1_18rem]">
            {sending ? (
              <SendingBar {...sending} />
            ) : (
              <>
                <p className="font-bold">Déposez ici l’export de votre logiciel</p>
                <p className="text-small text-ardoise-600">
                  L’archive Poliris telle quelle, ou le fichier {documentNames()}. 200{NBSP}Mo au plus. Rien
                  n’est mis en ligne avant votre accord.
                </p>
              </>
            )}
          </div>
          {/* One button: the focus stays on it when the sending begins and ends. */}
          <Button
            variant={sending ? 'secondary' : 'primary'}
            icon={
              sending ? (
                <X aria-hidden="true" className="size-5" />
              ) : (
                <FileUp aria-hidden="true" className="size-5" />
              )
            }
            onClick={() => (sending ? stop.current?.abort() : field.current?.click())}
          >
            {sending ? 'Arrêter l’envoi' : 'Choisir un fichier'}
          </Button>
        </div>
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

function SendingBar({ name, sent, total }: Sending) {
  // All has left; the site writes its last bytes down and answers.
  if (total > 0 && sent >= total)
    return <Progress label={`Envoi de ${name}`} value={null} max={0} detail="Tout est parti, un instant…" />;
  return (
    <Progress
      label={`Envoi de ${name}`}
      value={sent}
      max={total}
      share
      detail={`${megabytes(sent)} sur ${megabytes(total)}. Gardez cet onglet ouvert jusqu’à la fin de l’envoi.`}
    />
  );
}

function megabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 100_000) / 10)}${NBSP}Mo`;
}

/** The browser asks before the tab goes away. */
function useUnloadQuestion(when: boolean): void {
  useEffect(() => {
    if (!when) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);
}
