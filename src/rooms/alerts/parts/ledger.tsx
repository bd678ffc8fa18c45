import { Form } from 'react-router';
import { formatCount, formatNumber, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { AlertView, Explanation } from '../contract.ts';
import { type Ledger as Account, LEDGER_DAYS } from '../telling/notified-listings.ts';
import { Explained } from './explanation-view.tsx';

/** The word of the results page's address that asks about a listing. */
export const WHY_WORD = 'pourquoi';

/** « 14 trouvées, 12 envoyées, 2 écartées » and why: nothing is missing from the sum. */
export function Ledger({ ledger: { found, sent, waiting, aside } }: { ledger: Account }) {
  const setAside = aside.reduce((sum, { count }) => sum + count, 0);
  return (
    <Card as="section" className="space-y-2">
      <h2 className="font-text text-body font-bold tracking-normal">Le compte, en {LEDGER_DAYS} jours</h2>
      {found === 0 ? (
        <p className="text-ardoise-600">Rien trouvé, donc rien envoyé.</p>
      ) : (
        <>
          <p className="figures font-medium">
            {formatCount(found, 'trouvée', 'trouvées')}, {formatCount(sent, 'envoyée', 'envoyées')}
            {waiting > 0 && `, ${formatNumber(waiting)} en attente`},{' '}
            {formatCount(setAside, 'non envoyée', 'non envoyées')}.
          </p>
          {aside.length > 0 && (
            <ul className="space-y-1 text-small text-ardoise-600">
              {aside.map(({ text, count }) => (
                <li key={text} className="figures">
                  {formatNumber(count)}
                  {NBSP}: {text}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Card>
  );
}

/** « Pourquoi ne l’ai-je pas reçue ? », asked of any listing; works without JavaScript. */
export function WhyNot({
  alert,
  asked,
  told,
}: {
  alert: AlertView;
  /** What was typed; null when nothing was asked. */
  asked: string | null;
  /** The answer, or why there is none. */
  told: Explanation | string | null;
}) {
  return (
    <Card as="section" id="pourquoi" className="space-y-4 scroll-mt-24">
      <h2 className="font-text text-body font-bold tracking-normal">Pourquoi ne l’ai-je pas reçue{NBSP}?</h2>
      <Form
        method="get"
        action={`${paths.alertResults({ alertId: alert.id })}#pourquoi`}
        className="flex flex-col gap-3 sm:flex-row sm:items-end"
        preventScrollReset
      >
        <div className="min-w-0 flex-1">
          <Field
            label="L’annonce"
            hint="L’adresse de sa page sur Vigie, ou son numéro."
            reserve={false}
            error={typeof told === 'string' ? told : undefined}
          >
            {(control) => (
              <TextInput
                {...control}
                key={asked}
                name={WHY_WORD}
                defaultValue={asked ?? ''}
                maxLength={300}
                autoComplete="off"
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="secondary">
          Demander
        </Button>
      </Form>
      {told !== null && typeof told !== 'string' && (
        <div aria-live="polite" className="border-t border-ardoise-200 pt-4">
          <Explained alert={alert} told={told} />
        </div>
      )}
    </Card>
  );
}
