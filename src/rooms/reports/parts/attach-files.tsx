import { type ChangeEvent, useState, useSyncExternalStore } from 'react';
import { callApi } from '#browser/api.ts';
import { failureOf, refusedBy } from '#browser/checked-form.ts';
import { useOnce } from '#browser/post-form.tsx';
import { NBSP } from '#contract/fmt.ts';
import { Field } from '#ui/field.tsx';
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENT_TYPES,
  ATTACHMENTS_MAX,
  attachCall,
  attachmentErrors,
} from '../attachments.ts';

const neverChanges = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

interface AttachFilesProps {
  reference: string;
  attachKey: string;
}

/**
 * Pictures and PDF for a report that has just left: the words are safe already, whatever becomes of the files. Without JavaScript,
 * how to send them otherwise.
 */
export function AttachFiles({ reference, attachKey }: AttachFilesProps) {
  const ready = useSyncExternalStore(neverChanges, inBrowser, onServer);
  const [names, setNames] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const once = useOnce();
  if (!ready)
    return (
      <noscript>
        <p>Une photo ou un PDF à joindre&nbsp;? Envoyez-les en réponse à l’accusé de réception.</p>
      </noscript>
    );

  async function send(files: readonly File[]) {
    setFailure(null);
    try {
      for (const file of files) {
        // A phone does not send what would be refused.
        if (file.size > ATTACHMENT_BYTES_MAX) {
          setFailure(`${file.name}${NBSP}: ${attachmentErrors.ATTACHMENT_TOO_HEAVY.message}`);
          continue;
        }
        setSending(file.name);
        const form = new FormData();
        form.append('file', file);
        await callApi(
          attachCall,
          { params: { reference }, query: { cle: attachKey } },
          { form, quiet: true },
        );
        setNames((before) => [...before.filter((name) => name !== file.name), file.name]);
      }
    } catch (caught) {
      const refused = refusedBy(failureOf(caught));
      setFailure(refused.failure ?? Object.values(refused.fields ?? {})[0] ?? null);
    } finally {
      setSending(null);
    }
  }

  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const files = [...(currentTarget.files ?? [])];
    currentTarget.value = '';
    void once(() => send(files));
  }

  const full = names.length >= ATTACHMENTS_MAX;
  return (
    <div>
      <Field
        label="Photos ou PDF à l’appui"
        optional
        hint={`${ATTACHMENTS_MAX} au plus, de 8${NBSP}Mo chacun. Nous seuls les lisons.`}
        error={failure}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            multiple
            accept={ATTACHMENT_TYPES}
            disabled={full || sending !== null}
            onChange={choose}
            className="block w-full min-h-11 py-2 text-small"
          />
        )}
      </Field>
      <output className="block text-small text-ardoise-600">
        {sending !== null && <>Envoi de {sending}…</>}
        {names.length > 0 && (
          <>
            {names.length === 1 ? 'Jointe' : 'Jointes'}&nbsp;: {names.join(', ')}.
          </>
        )}
      </output>
    </div>
  );
}
