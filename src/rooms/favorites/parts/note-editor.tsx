import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { Button } from '#ui/button.tsx';
import { controlClass } from '#ui/text-input.tsx';
import { keepCall, NOTE_MAX } from '../marks.ts';
import { useMarks } from './marks.tsx';

/** After the last key. */
const PAUSE_MS = 900;

type State = { is: 'still' | 'typed' | 'saving' | 'saved' } | { is: 'failed'; why: string };

interface NoteEditorProps {
  listingId: number;
  note: string;
  /** What the note is about, for who does not see the card. */
  about: string;
}

/**
 * A note that keeps itself: after a pause, when the field or the page is left. What is typed stays in the field whatever
 * happens; it is uncontrolled, so that it also survives a login asked for in between (browser/form-recovery.ts).
 */
export function NoteEditor({ listingId, note, about }: NoteEditorProps) {
  const id = useId();
  const ready = useMarks() !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef(false);
  const kept = useRef(note);
  const [state, setState] = useState<State>({ is: 'still' });

  const save = async () => {
    clearTimeout(timer.current);
    const area = field.current;
    if (!area || running.current) return;
    running.current = true;
    try {
      while (area.value.trim() !== kept.current) {
        const typed = area.value;
        setState({ is: 'saving' });
        const { data } = await callApi(keepCall, {
          params: { listingId: String(listingId) },
          body: { note: typed },
        });
        kept.current = data.note;
        area.defaultValue = typed;
        setState({ is: 'saved' });
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ is: 'failed', why: error.status === null ? 'la connexion est coupée.' : error.message });
    } finally {
      running.current = false;
    }
  };

  const leave = useEffectEvent(() => void save());
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      clearTimeout(timer.current);
    };
  }, []);

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        <label htmlFor={id} className="text-small font-medium">
          Ma note<span className="sr-only"> sur {about}</span>
        </label>
        <output className="text-small">
          {state.is === 'typed' && <span className="text-ardoise-600">Modifiée</span>}
          {state.is === 'saving' && <span className="text-ardoise-600">Enregistrement…</span>}
          {state.is === 'saved' && <span className="text-vert-700">Enregistrée</span>}
          {state.is === 'failed' && <span className="text-rouge-700">Non enregistrée : {state.why}</span>}
        </output>
      </div>
      <textarea
        ref={field}
        id={id}
        name={`note-${listingId}`}
        defaultValue={note}
        readOnly={!ready}
        rows={1}
        maxLength={NOTE_MAX}
        placeholder="Visite, questions, impressions…"
        className={`${controlClass} field-sizing-content max-h-60 resize-none`}
        onInput={() => {
          setState({ is: 'typed' });
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void save(), PAUSE_MS);
        }}
        onBlur={() => void save()}
      />
      {state.is === 'failed' && (
        <Button type="submit" variant="secondary" size="sm" className="mt-2">
          Réessayer
        </Button>
      )}
    </form>
  );
}
