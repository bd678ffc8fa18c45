import { formatNumber, NBSP } from '#contract/fmt.ts';
import { estimateReach } from '#rooms/boosts/reach.ts';
import type { BoostOffer } from '../ordering/boost-offer.ts';

/** Inhabitants around the place of the example: those of a town of some size and of what surrounds it. */
const POPULATION = 300_000;

/** How the number of people is estimated before an order, and an example of it. */
export function ReachMethod({ formulas, radiusMinKm }: Pick<BoostOffer, 'formulas' | 'radiusMinKm'>) {
  const formula = formulas[1] ?? formulas[0];
  if (!formula) return null;
  const { low, high, method } = estimateReach({ ...formula, radiusKm: radiusMinKm, population: POPULATION });
  return (
    <section aria-labelledby="titre-estimation" className="page pt-12 lg:pt-16">
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="titre-estimation" className="text-h2">
            Combien de personnes{NBSP}?
          </h2>
          <p className="mt-3 text-ardoise-700">
            Avant de payer, une fourchette est donnée pour votre ville, votre rayon et votre formule, avec le
            calcul qui y mène. C’est une estimation{NBSP}: le réseau seul sait ce qu’il montrera.
          </p>
        </div>
        <figure className="border-l-2 border-ardoise-900 pl-6 lg:col-span-7">
          <figcaption className="text-ardoise-700">
            Par exemple, {formula.name}, là où {formatNumber(POPULATION)} personnes vivent à moins de{' '}
            {formatNumber(radiusMinKm)}
            {NBSP}km
          </figcaption>
          <p className="title figures mt-2 text-h1">
            de {formatNumber(low)} à {formatNumber(high)} personnes
          </p>
          <p className="mt-3 max-w-measure text-small text-ardoise-600">{method}</p>
        </figure>
      </div>
    </section>
  );
}
