import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import { themes } from './questions.tsx';

/** The questions asked most, answered before one has to write. */
export function AnsweredFirst({ asked }: { asked: readonly string[] }) {
  const questions = themes.flatMap((theme) => theme.questions).filter(({ asks }) => asked.includes(asks));
  return (
    <section aria-labelledby="aide">
      <h2 id="aide" className="text-h4">
        Peut-être avons-nous déjà la réponse
      </h2>
      <dl className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
        {questions.map(({ asks, words, onward }) => (
          <div key={asks} className="py-4">
            <dt className="font-bold">{asks}</dt>
            <dd className="mt-1 text-ardoise-700">
              {words}
              {onward && <span className="mt-1 block">{onward}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <TextLink to={paths.agencyFaq()}>Toutes les questions</TextLink>
      </p>
    </section>
  );
}
