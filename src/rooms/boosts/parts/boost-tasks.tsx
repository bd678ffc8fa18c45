import { type FormEvent, useState } from 'react';
import { refusalIn } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { isReportable, type ReportableTask, taskDetail, tasks, type WaitingTask } from '../tasks.ts';

interface BoostTasksProps {
  reference: string;
  agency: string;
  /** Of the advertisement on the network; null: nobody gave it. */
  url: string | null;
  waiting: readonly WaitingTask[];
  may: { readonly retry: boolean; readonly refuse: boolean };
}

/** What is asked of whoever publishes a boost by hand, each with the way to say that it is done. */
export function BoostTasks({ reference, agency, url, waiting, may }: BoostTasksProps) {
  const named = waiting.filter(({ kind }) => kind !== 'figures');
  const object = `${reference}, ${agency}`;
  return (
    <div className="space-y-3">
      {waiting.length === 0 && <p className="text-ardoise-600">Rien n’est à faire sur le réseau.</p>}
      <ul className="space-y-3">
        {named.map((task) => (
          <li key={task.kind}>
            <Card padding="dense">
              <p className="font-bold first-letter:uppercase">{tasks[task.kind]}</p>
              <p className="text-small text-ardoise-600 first-letter:uppercase">{taskDetail(task)}</p>
              {isReportable(task.kind) && <DoneForm reference={reference} task={task.kind} url={url} />}
            </Card>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {may.retry && (
          <DecisionDialog
            trigger={<Button size="sm">Renvoyer au réseau…</Button>}
            title="Renvoyer ce boost au réseau&nbsp;?"
            objects={[object]}
            consequence="Le réseau est interrogé de nouveau dans la minute. Corrigez d’abord ce qui l’a fait échouer."
            reasonHint={null}
            yes="Renvoyer"
            words={{ act: 'retry', reference }}
          />
        )}
        {may.refuse && (
          <DecisionDialog
            trigger={
              <Button size="sm" variant="secondary">
                Mettre fin au boost…
              </Button>
            }
            title="Mettre fin à ce boost, que le réseau refuse&nbsp;?"
            objects={[object]}
            consequence="Le boost se termine pour de bon. L’agence est avertie, et ce qui n’est pas dépensé lui est rendu par un avoir."
            reasonHint="Tel que l’agence le lira dans l’historique de son boost."
            yes="Mettre fin"
            destructive
            words={{ act: 'refuse', reference }}
          />
        )}
      </div>
    </div>
  );
}

function DoneForm({ reference, task, url }: { reference: string; task: ReportableTask; url: string | null }) {
  const { sendJson, data, state } = useSender<unknown>();
  const [address, setAddress] = useState(url ?? '');
  const refused = refusalIn(data);
  const publishes = task === 'publish';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = address.trim();
    void sendJson({ act: 'done', reference, task, ...(publishes && given ? { url: given } : {}) });
  };
  return (
    <form onSubmit={submit} noValidate className="mt-2">
      {publishes ? (
        <Field
          label="Adresse de la publicité sur le réseau"
          hint="L’agence l’ouvre depuis la page de son boost."
          error={refused}
          optional
        >
          {(control) => (
            <TextInput
              {...control}
              type="url"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              placeholder="https://www.facebook.com/…"
            />
          )}
        </Field>
      ) : (
        refused && (
          <div className="mb-2">
            <Notice tone="error" live>
              {refused}
            </Notice>
          </div>
        )
      )}
      <Button type="submit" size="sm" busy={state !== 'idle'}>
        {publishes ? 'C’est publié' : 'C’est fait'}
        <span className="sr-only">&nbsp;: {tasks[task]}</span>
      </Button>
    </form>
  );
}
