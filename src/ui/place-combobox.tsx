import { MapPin } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { Field } from './field.tsx';
import type { LiveComboboxProps, PlaceComboboxProps } from './place-field.ts';
import { TextInput } from './text-input.tsx';

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
  const taking = useRef(false);
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

  const { patient = false } = props;
  useEffect(() => {
    if (patient) return undefined;
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(load, 600);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(load, { timeout: 3000 });
    return () => window.cancelIdleCallback(idle);
  }, [load, patient]);

  if (Live) return <Live {...props} plainInput={input} taking={taking} />;
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
            onChange={() => {
              taking.current = false;
            }}
            onKeyDown={(event) => {
              if (props.enter !== 'take' || event.key !== 'Enter' || composing.current) return;
              event.preventDefault();
              taking.current = event.currentTarget.value.trim() !== '';
              load();
            }}
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
