import { ArrowRight } from 'lucide-react';
import { Form } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { SENTENCE_MAX, type Sentence } from '../asking/sentence/sentence.ts';

/** The word of the address that carries the sentence. */
export const SENTENCE_WORD = 'phrase';
const NBSP = '\u00a0';

/** Says the whole search in one sentence; works without JavaScript, and shows what was not understood. */
export function SentenceBox({ said, read }: { said: string; read: Sentence | null }) {
  return (
    <section aria-label="Dire sa recherche en une phrase" className="mb-10 max-w-[46rem]">
      <Form method="get" action={paths.newAlert()} className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <div className="min-w-0 flex-1">
          <Field
            label="En une phrase"
            hint="Par exemple : T3 Lyon 7e max 1 100 CC avec balcon, pas de RDC"
            reserve={false}
          >
            {(control) => (
              <TextInput
                {...control}
                key={said}
                name={SENTENCE_WORD}
                defaultValue={said}
                maxLength={SENTENCE_MAX}
                autoComplete="off"
                enterKeyHint="go"
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary">
          Remplir les critères
        </Button>
      </Form>
      {read && (
        <div aria-live="polite" className="mt-4 space-y-3">
          <Understood read={read} />
          <Unread read={read} />
        </div>
      )}
    </section>
  );
}

function Understood({ read }: { read: Sentence }) {
  if (read.understood.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-2" aria-label="Ce qui a été compris">
      {read.understood.map(({ start, text, means }) => (
        <div
          key={start}
          className="inline-flex flex-wrap items-baseline gap-x-1.5 rounded-chip border border-bordure bg-blanc px-3 py-1.5 text-small"
        >
          <dt className="text-ardoise-600">«{`${NBSP}${text}${NBSP}`}»</dt>
          <dd className="font-medium">
            <ArrowRight aria-hidden="true" className="mr-1 inline size-3.5 text-phare-700" />
            {means.join(', ')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Unread({ read }: { read: Sentence }) {
  const { unread, ambiguous, transaction, understood } = read;
  const nothing = understood.length === 0 && ambiguous.length === 0;
  return (
    <>
      {ambiguous.map(({ start, text, places }) => (
        <Notice key={start} tone="warning" title={`«${NBSP}${text}${NBSP}»${NBSP}: lequel${NBSP}?`}>
          <ul className="mt-2 flex flex-wrap gap-2">
            {places.map(({ slug, label, detail }) => (
              <li key={slug}>
                <ChipLink to={`${paths.newAlert()}?${withPlace(read.search, slug)}`}>
                  {label} <span className="text-ardoise-500">{detail}</span>
                </ChipLink>
              </li>
            ))}
          </ul>
        </Notice>
      ))}
      {transaction === null && !nothing && (
        <Notice>La phrase ne dit pas s’il s’agit d’acheter ou de louer{NBSP}: choisissez ci-dessous.</Notice>
      )}
      {unread.length > 0 && (
        <Notice tone="warning" title={nothing ? 'Rien n’a été compris' : 'Une partie n’a pas été comprise'}>
          {unread.map(({ text }) => `«${NBSP}${text}${NBSP}»`).join(', ')}
          {nothing
            ? `. Dites un lieu, un type de bien, un prix${NBSP}; ou remplissez les critères ci-dessous.`
            : `. Rien n’a été deviné${NBSP}: ajoutez-le ci-dessous, par exemple parmi les mots de l’annonce.`}
        </Notice>
      )}
    </>
  );
}

/** The search with one place more. */
function withPlace(search: string, slug: string): string {
  const words = new URLSearchParams(search);
  words.set('lieux', [words.get('lieux'), slug].filter(Boolean).join(','));
  return words.toString().replaceAll('%2C', ',');
}
