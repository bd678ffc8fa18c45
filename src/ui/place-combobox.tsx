import { MapPin } from 'lucide-react';
import { type ComponentType, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
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

/** The live field takes over the text, focus and caret of the plain one. */
export interface LiveComboboxProps extends PlaceComboboxProps {
  plainInput: RefObject<HTMLInputElement | null>;
}

type LiveCombobox = ComponentType<LiveComboboxProps>;

/**
 * A city field. It starts as a plain text input, which is enough to search without JavaScript; the
 * suggestions (their code weighs more than the page around them) arrive when the browser is idle or
 * the reader comes near, and take over what was already typed. Where they fail, the input stays.
 */
export function PlaceCombobox(props: PlaceComboboxProps) {
  const [Live, setLive] = useState<LiveCombobox | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const composing = useRef(false);
  const waiting = useRef<LiveCombobox | null>(null);

  const load = useCallback(() => {
    void import('./place-combobox-live.tsx').then(
      (module) => {
        // Replacing the input in the middle of « ^ » then « i » would lose the letter.
        if (composing.current) waiting.current = module.default;
        else setLive(() => module.default);
      },
      () => {},
    );
  }, []);

  useEffect(() => {
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(load, 600);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(load, { timeout: 3000 });
    return () => window.cancelIdleCallback(idle);
  }, [load]);

  if (Live) return <Live {...props} plainInput={input} />;
  return (
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
            onFocus={load}
            onCompositionStart={() => {
              composing.current = true;
            }}
            onCompositionEnd={() => {
              composing.current = false;
              const next = waiting.current;
              if (next) setLive(() => next);
            }}
            before={<MapPin className="size-5" />}
            className={props.large ? 'min-h-13' : ''}
          />
          {props.defaultSlug && <input type="hidden" name={props.slugName} value={props.defaultSlug} />}
        </>
      )}
    </Field>
  );
}
