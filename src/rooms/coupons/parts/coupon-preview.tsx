import { useState } from 'react';
import { formatCount, formatPrice } from '#contract/fmt.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { announcementOf, limitsOf } from '../coupon-words.ts';
import { type CouponBody, exampleOf, momentsOf } from '../new-coupon.ts';
import type { LimitFormula } from '../register.ts';

interface CouponPreviewProps {
  /** Null while something is missing or wrong. */
  body: CouponBody | null;
  formulas: readonly LimitFormula[];
}

/** What an agency will read of a code, and what a boost costs with it. */
export function CouponPreview({ body, formulas }: CouponPreviewProps) {
  return (
    <Card as="section" padding="dense" aria-labelledby="apercu-du-code">
      <h2 id="apercu-du-code" className="text-h4">
        Ce que l’agence lira
      </h2>
      {body ? (
        <Preview body={body} formulas={formulas} />
      ) : (
        <p className="mt-2 text-ardoise-600">
          Complétez le code, le libellé et la valeur&nbsp;: l’aperçu suit ce qui est tapé.
        </p>
      )}
    </Card>
  );
}

function Preview({ body, formulas }: { body: CouponBody; formulas: readonly LimitFormula[] }) {
  const nameOf = (key: string) => formulas.find((formula) => formula.key === key)?.name ?? key;
  const [now] = useState(() => new Date());
  const limits = limitsOf(body, nameOf);
  return (
    <div className="mt-2 space-y-4">
      {body.agencies && (
        <div>
          <h3 className="font-medium">Notification</h3>
          <p className="text-ardoise-700 wrap-anywhere">
            {announcementOf({ ...body, ...momentsOf(body) }, now)}
          </p>
        </div>
      )}
      {limits.length > 0 && (
        <ul className="list-disc pl-5 text-ardoise-700 wrap-anywhere">
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
      <Example body={body} formulas={formulas} />
    </div>
  );
}

/** The recap of an order of one boost, before and after. */
function Example({ body, formulas }: { body: CouponBody; formulas: readonly LimitFormula[] }) {
  const usual = formulas.find(({ key }) => body.formulas === null || body.formulas.includes(key));
  const [chosen, setChosen] = useState<string | null>(null);
  const formula = formulas.find(({ key }) => key === chosen) ?? usual ?? formulas[0];
  if (!formula) return null;
  const { discount, freeDays, error } = exampleOf(body, { formula: formula.key, net: formula.net });
  return (
    <div>
      <Field label="Exemple, pour un boost" reserve={false}>
        {(control) => (
          <Select
            {...control}
            value={formula.key}
            onChange={(event) => setChosen(event.currentTarget.value)}
            options={formulas.map(({ key, name }) => ({ value: key, label: name }))}
          />
        )}
      </Field>
      <dl className="mt-3 space-y-1" aria-live="polite">
        <Line term={`Boost ${formula.name}`} words={`${formatPrice(formula.net)} HT`} />
        {error ? (
          <div className="font-medium text-rouge-700">
            <dt className="inline">{body.code}&nbsp;: </dt>
            <dd className="inline">{error.message}</dd>
          </div>
        ) : (
          <>
            <Line
              term={`${body.code}, ${body.label}`}
              words={
                freeDays > 0 ? `+ ${formatCount(freeDays, 'jour', 'jours')}` : `${formatPrice(-discount)} HT`
              }
            />
            <Line term="Reste à payer" words={`${formatPrice(formula.net - discount)} HT`} strong />
          </>
        )}
      </dl>
    </div>
  );
}

function Line({ term, words, strong = false }: { term: string; words: string; strong?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-3 ${strong ? 'font-bold' : 'text-ardoise-700'}`}>
      <dt className="min-w-0 wrap-anywhere">{term}</dt>
      <dd className="figures whitespace-nowrap">{words}</dd>
    </div>
  );
}
