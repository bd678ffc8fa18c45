import { useEffect, useRef } from 'react';
import { isRefused } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import type { AnswerOf } from '#contract/call.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { Time } from '#ui/time.tsx';
import type { adminAgencyCall } from '../agencies.ts';

type Note = AnswerOf<typeof adminAgencyCall>['notes'][number];

/** What administrators tell each other of an agency: added, never changed. */
export function AgencyNotes({ notes }: { notes: readonly Note[] }) {
  const { sendJson, data, state } = useSender<unknown>();
  const form = useRef<HTMLFormElement>(null);
  const refused = isRefused(data) ? data : null;
  useEffect(() => {
    if (data !== undefined && !isRefused(data) && state === 'idle') form.current?.reset();
  }, [data, state]);
  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('text');
          void sendJson({ act: 'note', text: typeof typed === 'string' ? typed : '' });
        }}
      >
        {refused?.failure && (
          <div className="mb-3">
            <Notice tone="error" live>
              {refused.failure}
            </Notice>
          </div>
        )}
        <Field
          label="Nouvelle note"
          hint="L’agence ne la lit jamais. Elle ne s’efface pas."
          error={refused?.fields?.text}
        >
          {(control) => <TextArea {...control} name="text" rows={3} maxLength={2_000} />}
        </Field>
        <Button type="submit" variant="secondary" size="sm" busy={state !== 'idle'}>
          Ajouter la note
        </Button>
      </form>
      {notes.length > 0 && (
        <ol className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
          {notes.map(({ id, at, by, text }) => (
            <li key={id} className="py-3">
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="text-small text-ardoise-600">
                {by}, le <Time at={at} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
