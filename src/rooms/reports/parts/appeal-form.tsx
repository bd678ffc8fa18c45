import { callApi } from '#browser/api.ts';
import { refusal, refuse } from '#browser/checked-form.ts';
import { PostForm } from '#browser/post-form.tsx';
import { formatDate, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea } from '#ui/text-input.tsx';
import {
  APPEAL_MAX,
  APPEAL_MIN,
  type AppealView as Appeal,
  type AppealAnswer,
  appealCall,
  appealFaults,
  appealPath,
  readAppeal,
} from '../appeals.ts';

/** What the `clientAction` of the page answers. */
export async function sendAppeal(request: Request) {
  const typed = readAppeal(await request.formData());
  const faults = appealFaults(typed);
  if (faults) return refuse({ fields: faults });
  try {
    const { data } = await callApi(appealCall, { body: typed }, { quiet: true });
    return { contested: data.reference };
  } catch (error) {
    return refusal(error);
  }
}

const closedWords = {
  sent: 'Vous avez déjà contesté cette décision. Une personne y répond à votre adresse.',
  late: 'Les six mois pour la contester ici sont passés. Le juge reste ouvert.',
} as const;

interface AppealViewProps {
  appeal: Appeal;
  answer: AppealAnswer | undefined;
}

/** Contests a decision, by the link of the mail that announces it; works without JavaScript. */
export function AppealView({ appeal, answer }: AppealViewProps) {
  const { state, ref, cle, decided } = appeal;
  if (answer?.contested !== undefined)
    return (
      <div className="page max-w-measure py-10 lg:py-16">
        <h1 className="text-home">Votre contestation est reçue</h1>
        <p className="mt-4 text-lead text-ardoise-700">
          Une personne la lit, une autre que celle qui a décidé quand c’est possible, et vous écrit sa
          réponse.
        </p>
        <p className="mt-4 text-ardoise-600">Référence&nbsp;: {answer.contested}.</p>
      </div>
    );
  if (state === 'unknown' || !decided)
    return (
      <div className="page max-w-measure py-10 lg:py-16">
        <h1 className="text-home">Ce lien n’ouvre aucune contestation</h1>
        <p className="mt-4 text-ardoise-700">
          Reprenez le lien entier du courriel qui annonce la décision, ou écrivez-nous.
        </p>
        <p className="mt-6">
          <ButtonLink to={paths.contact()}>Nous écrire</ButtonLink>
        </p>
      </div>
    );
  return (
    <div className="page max-w-measure py-10 lg:py-16">
      <h1 className="text-home">Contester une décision</h1>
      <Card className="mt-6">
        <p>
          Signalement {ref}, annonce {decided.listing}. Décision du {formatDate(new Date(decided.at))}
          {NBSP}: {decided.outcome.toLowerCase()}.
        </p>
        <p className="mt-3 whitespace-pre-line text-ardoise-700">{decided.statement}</p>
      </Card>
      {state !== 'open' ? (
        <div className="mt-6">
          <Notice>{closedWords[state]}</Notice>
        </div>
      ) : (
        <PostForm action={appealPath(ref, cle)} noValidate className="mt-6">
          {answer?.failure && (
            <div className="mb-4">
              <Notice tone="error" live>
                {answer.failure}
              </Notice>
            </div>
          )}
          <input type="hidden" name="ref" value={ref} />
          <input type="hidden" name="cle" value={cle} />
          <Field
            label="Pourquoi vous contestez"
            required
            error={answer?.fields?.text}
            hint={`Ce qui est inexact dans la décision, et pourquoi. De ${APPEAL_MIN} à ${APPEAL_MAX} caractères.`}
          >
            {(control) => (
              <TextArea
                {...control}
                required={false}
                name="text"
                rows={7}
                defaultValue={answer?.text ?? ''}
              />
            )}
          </Field>
          <Button type="submit" size="lg" className="mt-2">
            Contester
          </Button>
          <p className="mt-3 text-small text-ardoise-600">
            C’est gratuit, jusqu’au {formatDate(new Date(decided.until))}. Une personne vous répond, sans
            décision automatique&nbsp;:{' '}
            <TextLink to={`${paths.terms()}#moderation`}>comment nous décidons</TextLink>.
          </p>
        </PostForm>
      )}
    </div>
  );
}
