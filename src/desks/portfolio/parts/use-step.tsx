import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { stepOf } from '../editing/fields.ts';
import { fieldId, readStep, type Step } from '../editing/steps.ts';

/** The step that the address of the editor says; `openField` leads to a field, in another step if need be. */
export function useStep() {
  const [words, setWords] = useSearchParams();
  // Who leads to a field need not know at which step it is typed.
  const step = readStep(words.get('etape') ?? stepOf(words.get('champ') ?? ''));
  const sought = useRef<string | null>(null);

  useEffect(() => {
    const field = sought.current;
    sought.current = null;
    if (field) goTo(field);
  });

  function open(next: Step) {
    setWords(next === 'bien' ? {} : { etape: next }, { preventScrollReset: false });
  }

  function openField(field: string) {
    const next = stepOf(field);
    if (!next) return;
    if (next === step) goTo(field);
    else {
      sought.current = field;
      open(next);
    }
  }

  return { step, open, openField };
}

function goTo(field: string) {
  const place = document.getElementById(fieldId(field));
  const control = place?.matches('input, select, textarea') ? place : place?.querySelector('input, select');
  place?.scrollIntoView({ block: 'center' });
  (control instanceof HTMLElement ? control : place)?.focus({ preventScroll: true });
}
