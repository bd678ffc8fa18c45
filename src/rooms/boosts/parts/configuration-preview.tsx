import { useState } from 'react';
import { formatCount, formatPercent, formatPrice } from '#contract/fmt.ts';
import { vatOf } from '#contract/money.ts';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Select } from '#ui/select.tsx';
import {
  type BoostConfiguration,
  callsToAction,
  type Formula,
  formulaOn,
  networks,
  priceOf,
} from '../contract.ts';

interface ConfigurationPreviewProps {
  settings: BoostConfiguration;
  /** `YYYY-MM-DD` in Paris: the day that is looked at. */
  day: string;
}

/** What agencies will read: the formulas of the price page, and the recap of an order of one boost. */
export function ConfigurationPreview({ settings, day }: ConfigurationPreviewProps) {
  const sold = settings.formulas.filter(({ key }) => formulaOn(settings, key, day) !== null);
  const { defaults, radiusMinKm, radiusMaxKm, requiredScore, requiredPhotos } = settings;
  return (
    <div className="space-y-4">
      {!settings.open && <Notice tone="warning">Aucun boost ne peut être commandé pour l’instant.</Notice>}
      {sold.length === 0 ? (
        <Notice tone="warning">Aucune formule n’est proposée ce jour-là.</Notice>
      ) : (
        <>
          <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
            {sold.map((formula) => (
              <li key={formula.key} className="rounded-card border border-ardoise-200 bg-blanc p-4">
                <Offer formula={formula} vatRate={settings.vatRate} />
              </li>
            ))}
          </ul>
          <Recap sold={sold} vatRate={settings.vatRate} />
        </>
      )}
      <p className="text-ardoise-700 wrap-anywhere">
        Rayon de {radiusMinKm} à {radiusMaxKm}&nbsp;km. Une annonce doit passer {requiredScore}&nbsp;% des
        points de la loi et montrer {formatCount(requiredPhotos, 'photo', 'photos')}. Publicité
        proposée&nbsp;: «&nbsp;{defaults.title}&nbsp;», «&nbsp;{defaults.text}&nbsp;», bouton «&nbsp;
        {callsToAction[defaults.callToAction]}&nbsp;».
      </p>
    </div>
  );
}

function Offer({ formula, vatRate }: { formula: Formula; vatRate: number }) {
  const net = priceOf(formula);
  return (
    <>
      <h4 className="font-bold wrap-anywhere">{formula.name}</h4>
      <p className="title figures text-price">
        {formatPrice(net)} <span className="font-text text-small font-regular">HT</span>
      </p>
      <p className="figures text-small text-ardoise-600">{formatPrice(net + vatOf(net, vatRate))} TTC</p>
      <p className="mt-2">
        {formatCount(formula.days, 'jour', 'jours')},{' '}
        {formula.networks.map((one) => networks[one]).join(' et ')}
      </p>
      <p className="figures text-small text-ardoise-600">
        {formatPrice(formula.mediaBudget)} de diffusion + {formatPrice(formula.fee)} de service
      </p>
      <p className="mt-2 text-ardoise-700 wrap-anywhere">{formula.description}</p>
    </>
  );
}

function Recap({ sold, vatRate }: { sold: readonly Formula[]; vatRate: number }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const formula = sold.find(({ key }) => key === chosen) ?? sold[0];
  if (!formula) return null;
  const net = priceOf(formula);
  const vat = vatOf(net, vatRate);
  return (
    <div className="max-w-120 rounded-card border border-ardoise-200 bg-blanc p-4">
      <Field label="Récapitulatif d’une commande d’un boost" reserve={false}>
        {(control) => (
          <Select
            {...control}
            value={formula.key}
            onChange={(event) => setChosen(event.currentTarget.value)}
            options={sold.map(({ key, name }) => ({ value: key, label: name }))}
          />
        )}
      </Field>
      <dl className="mt-3 space-y-1">
        <Amount term="Total HT" cents={net} />
        <Amount term={`TVA (${formatPercent(vatRate / 100)})`} cents={vat} />
        <Amount term="Total TTC" cents={net + vat} />
      </dl>
    </div>
  );
}

function Amount({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>{term}</dt>
      <dd className="figures whitespace-nowrap">{formatPrice(cents)}</dd>
    </div>
  );
}
