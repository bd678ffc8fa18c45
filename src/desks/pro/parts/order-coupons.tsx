import { Tag, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatPrice } from '#contract/fmt.ts';
import { textOf } from '#contract/form-text.ts';
import { COUPONS_MAX } from '#rooms/coupons/contract.ts';
import { normalCode } from '#rooms/coupons/coupons.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { Quote } from './use-boost-quote.tsx';

const CODE_MAX = 40;

interface CouponsProps {
  codes: readonly string[];
  /** What the server says of each; none as long as it was not asked. */
  said: Quote['coupons'];
  onCodes: (codes: readonly string[]) => void;
}

/** Codes that lower the price, each with what it takes off or why it does not count. */
export function Coupons({ codes, said, onCodes }: CouponsProps) {
  const [error, setError] = useState<string | null>(null);
  const known = new Map(said.map((one) => [normalCode(one.code), one]));

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const code = normalCode(textOf(new FormData(form), 'codePromo'));
    const refusal =
      code === ''
        ? 'Tapez un code.'
        : codes.includes(code)
          ? 'Ce code est déjà dans le panier.'
          : codes.length >= COUPONS_MAX
            ? `Une commande prend ${COUPONS_MAX} codes au plus.`
            : null;
    flushSync(() => setError(refusal));
    if (refusal !== null) {
      // With the refusal as what describes it.
      form.querySelector('input')?.focus();
      return;
    }
    onCodes([...codes, code]);
    form.reset();
  }

  return (
    <div id="codes" tabIndex={-1}>
      <form onSubmit={add} noValidate className="flex items-start gap-2">
        <Field label="Code promo" optional error={error} reserve={false} className="min-w-0 flex-1">
          {(control) => (
            <TextInput
              {...control}
              name="codePromo"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={CODE_MAX}
              onChange={() => setError(null)}
            />
          )}
        </Field>
        {/* Beside the field, under its label. */}
        <Button type="submit" variant="secondary" className="mt-[1.9rem]">
          Ajouter
        </Button>
      </form>
      <ul aria-live="polite" className="mt-2 space-y-1">
        {codes.map((code) => {
          const one = known.get(code);
          return (
            <li key={code} className="flex items-center gap-2 text-small">
              <Tag aria-hidden="true" className="size-4 shrink-0 text-ardoise-600" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-bold">{code}</span>
                {one?.error ? (
                  <span className="block font-medium text-rouge-700">{one.error}</span>
                ) : (
                  one && (
                    <span className="block text-ardoise-700">
                      {one.label}
                      {one.discount > 0 && `\u00a0: ${formatPrice(-one.discount)} HT`}
                    </span>
                  )
                )}
              </span>
              <IconButton
                label={`Retirer le code ${code}`}
                icon={<X aria-hidden="true" className="size-4" />}
                onClick={() => {
                  onCodes(codes.filter((other) => other !== code));
                  document.getElementById('codes')?.focus();
                }}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
