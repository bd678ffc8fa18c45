import { Search } from 'lucide-react';
import { Form } from 'react-router';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { themesFor } from './questions.tsx';

export function FaqView({ asked }: { asked: string }) {
  const found = themesFor(asked);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="mx-auto w-full max-w-[52rem] px-4 py-12 sm:py-16">
      <h1 className="text-h1">Questions fréquentes</h1>
      <p className="mt-2 text-ardoise-600">Ce que demandent les agences, et ce que fait vraiment Vigie.</p>
      <Form method="get" action={paths.agencyFaq()} className="mt-8 flex flex-wrap items-end gap-3">
        <Field label="Chercher dans les questions" reserve={false} className="min-w-56 flex-1">
          {(control) => (
            <TextInput {...control} key={asked} type="search" name="q" defaultValue={asked} maxLength={100} />
          )}
        </Field>
        <Button type="submit" icon={<Search aria-hidden="true" className="size-5" />}>
          Chercher
        </Button>
      </Form>
      {asked !== '' && (
        <p className="mt-6" aria-live="polite">
          {count === 0
            ? 'Aucune question ne dit cela.'
            : formatCount(count, 'question trouvée', 'questions trouvées')}{' '}
          <TextLink to={paths.agencyFaq()}>Toutes les questions</TextLink>
        </p>
      )}
      {found.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id} className="mt-10">
          <h2 id={id} className="text-h4">
            {title}
          </h2>
          <dl className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
            {questions.map(({ asks, words, onward }) => (
              <div key={asks} className="py-4">
                <dt className="font-bold">{asks}</dt>
                <dd className="mt-1 max-w-measure text-ardoise-700">
                  {words}
                  {onward && <span className="mt-1 block">{onward}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <section className="mt-12 rounded-card border border-ardoise-200 bg-blanc p-6">
        <h2 className="text-h4">Votre question n’y est pas</h2>
        <p className="mt-1 text-ardoise-700">Une personne vous répond.</p>
        <div className="mt-4">
          <ButtonLink to={paths.agencyContact()} variant="secondary">
            Nous contacter
          </ButtonLink>
        </div>
      </section>
    </div>
  );
}
