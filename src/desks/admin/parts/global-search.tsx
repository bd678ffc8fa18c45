import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Form, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';

/** Where a slash is a letter. */
const TYPED_IN = 'input, textarea, select, [contenteditable], [role=dialog]';

/** Finds an agency from any page of administrators; `/` leads to it (look.md 2.11). */
export function GlobalSearch() {
  const field = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  const q = pathname === paths.adminAgencies() ? (new URLSearchParams(search).get('q') ?? '') : '';
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey) return;
      if (target instanceof Element && target.closest(TYPED_IN)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <search className="block border-b border-ardoise-200 bg-blanc px-4 py-2 lg:px-8">
      <Form action={paths.adminAgencies()} key={q} className="flex max-w-[64rem] gap-2">
        <span className="min-w-0 flex-1">
          <TextInput
            ref={field}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            aria-label="Chercher une agence"
            aria-keyshortcuts="/"
            placeholder="Agence, référence, SIREN, code postal, adresse électronique ( / )"
            autoComplete="off"
            before={<Search className="size-5" />}
          />
        </span>
        <Button type="submit" variant="secondary">
          Chercher
        </Button>
      </Form>
    </search>
  );
}
