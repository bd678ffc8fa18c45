import { formatCount, formatNumber, formatPrice, NBSP } from '#contract/fmt.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { type BoostOffer, withFormulaWord } from '../ordering/boost-offer.ts';
import { networkWords } from './order-formulas.tsx';

/** Each formula with its price, and what it is made of. `way`: where one is chosen; null: nothing can be ordered. */
export function BoostPrices({
  formulas,
  vatRate,
  way,
}: Pick<BoostOffer, 'formulas' | 'vatRate'> & { way: string | null }) {
  return (
    <ul className="mt-8 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {formulas.map((formula) => {
        const { key, name, description, days, mediaBudget, fee, net, gross } = formula;
        return (
          <Card as="li" key={key} className="flex flex-col">
            <h3 className="text-h4">{name}</h3>
            <p className="text-small text-ardoise-600">
              {formatCount(days, 'jour', 'jours')} · {networkWords(formula)}
            </p>
            <p className="mt-3 flex-1 text-ardoise-700">{description}</p>
            <p className="mt-5">
              <span className="title figures text-h1">{formatPrice(net)}</span>{' '}
              <span className="text-ardoise-700">HT</span>
            </p>
            <p className="figures text-small text-ardoise-600">
              {formatPrice(gross)} TTC, TVA de {formatNumber(vatRate / 100)}
              {NBSP}%
            </p>
            <dl className="figures mt-4 space-y-1.5 border-t border-ardoise-200 pt-4 text-small">
              <Part term="Budget de diffusion, au réseau">{formatPrice(mediaBudget)}</Part>
              <Part term="Frais de service, à Vigie">{formatPrice(fee)}</Part>
              <Part term="Diffusion par jour">{formatPrice(Math.round(mediaBudget / days))}</Part>
            </dl>
            {way && (
              <ButtonLink to={withFormulaWord(way, key)} variant="secondary" wide className="mt-5">
                Choisir {name}
              </ButtonLink>
            )}
          </Card>
        );
      })}
    </ul>
  );
}

function Part({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="text-ardoise-600">{term}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}
