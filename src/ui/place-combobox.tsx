import { MapPin } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

/** What a suggestion must carry; GET /places answers more. */
export interface PlaceSuggestion {
  slug: string;
  /** What the field shows once chosen: « Montpellier », « Lyon 7e ». */
  label: string;
  /** What tells namesakes apart: « 34000 · Hérault ». */
  detail: string;
}

export interface PlaceComboboxProps {
  label: string;
  /** Field that carries what was typed: without JavaScript the server resolves it. */
  name: string;
  /** Hidden field that carries the slug of the chosen place. */
  slugName: string;
  suggest: (query: string, signal: AbortSignal) => Promise<readonly PlaceSuggestion[]>;
  defaultText?: string;
  defaultSlug?: string;
  onPlace?: (place: PlaceSuggestion | null) => void;
  hint?: string;
  error?: string | null;
  placeholder?: string;
  hiddenLabel?: boolean;
  reserve?: boolean;
  /** Taller, for the search of the home page. */
  large?: boolean;
}

const Live = lazy(() => import('./place-combobox-live.tsx'));

/**
 * A city field. It starts as a plain text input, which is enough to search without JavaScript; the
 * suggestions (their code weighs more than the page around them) arrive when the browser is idle or
 * the reader comes near, and take over what was already typed.
 */
export function PlaceCombobox(props: PlaceComboboxProps) {
  const [wanted, setWanted] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(() => setWanted(true), 600);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(() => setWanted(true), { timeout: 3000 });
    return () => window.cancelIdleCallback(idle);
  }, []);

  const plain = (
    <Field
      label={props.label}
      hint={props.hint}
      error={props.error}
      hiddenLabel={props.hiddenLabel ?? false}
      reserve={props.reserve ?? true}
    >
      {(control) => (
        <>
          <TextInput
            {...control}
            ref={input}
            name={props.name}
            autoComplete="off"
            placeholder={props.placeholder}
            defaultValue={props.defaultText}
            onFocus={() => setWanted(true)}
            before={<MapPin className="size-5" />}
            className={props.large ? 'min-h-13' : ''}
          />
          {props.defaultSlug && <input type="hidden" name={props.slugName} value={props.defaultSlug} />}
        </>
      )}
    </Field>
  );

  if (!wanted) return plain;
  return (
    <Suspense fallback={plain}>
      <Live {...props} plainInput={input} />
    </Suspense>
  );
}
