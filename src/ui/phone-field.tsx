import { type ChangeEvent, type ComponentPropsWithRef, useRef, useState } from 'react';
import { phonePlaceholder, retype } from '#contract/phone.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface PhoneFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label?: string;
  error?: string | null | undefined;
}

/** Spaces come as one types, the caret stays where it was, and each country has its length (specification 5). */
export function PhoneField({ label = 'Téléphone', error, required, onChange, ...rest }: PhoneFieldProps) {
  const first = typeof rest.defaultValue === 'string' ? rest.defaultValue : '';
  const shown = useRef<{ text: string; forced?: true }>({ text: first });
  const [placeholder, setPlaceholder] = useState(() => phonePlaceholder(first));

  function rewrite(event: ChangeEvent<HTMLInputElement>) {
    const input = event.currentTarget;
    const { inputType = '', data = null } = event.nativeEvent as Partial<InputEvent>;
    const next = retype({
      before: shown.current.text,
      forced: shown.current.forced,
      text: input.value,
      caret: input.selectionStart ?? input.value.length,
      erased: inputType.endsWith('Backward') ? 'before' : inputType.endsWith('Forward') ? 'after' : null,
      // What fills fields in says nothing of how; some keyboards say that it was typed. Keys pressed before the page listened come
      // with the first one that it hears.
      atOnce:
        input.value.length > shown.current.text.length + 1 ||
        !/^(?:insert(?:Composition)?Text|delete|history)/.test(inputType) ||
        (inputType === 'insertText' && (data?.length ?? 0) > 1),
    });
    shown.current = next;
    if (input.value !== next.text) input.value = next.text;
    if (input === document.activeElement) input.setSelectionRange(next.caret, next.caret);
    setPlaceholder(phonePlaceholder(next.text));
    onChange?.(event);
  }

  return (
    <Field label={label} error={error} optional={!required} {...(required ? { required } : {})}>
      {(control) => (
        <TextInput
          autoComplete="tel"
          {...rest}
          {...control}
          type="tel"
          inputMode="tel"
          placeholder={placeholder}
          onChange={rewrite}
        />
      )}
    </Field>
  );
}
