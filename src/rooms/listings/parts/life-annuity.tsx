import { formatCount, formatPrice, formatRent } from '#contract/fmt.ts';
import type { ListingView } from '../reading.ts';

type Facts = Pick<ListingView, 'annuityBouquet' | 'annuityMonthly' | 'annuityOccupied' | 'annuityAges'>;

/** What a buyer for life pays and waits for: the sum at once, the rent, who lives there, how old they are. */
export function LifeAnnuity({ listing }: { listing: Facts }) {
  const { annuityBouquet, annuityMonthly, annuityOccupied, annuityAges } = listing;
  const ages = annuityAges ?? [];
  const facts = [
    annuityBouquet === null ? null : (['Bouquet, à la signature', formatPrice(annuityBouquet)] as const),
    annuityMonthly === null ? null : (['Rente viagère', formatRent(annuityMonthly)] as const),
    annuityOccupied === null
      ? null
      : (['Occupation', annuityOccupied ? 'Occupé par le vendeur' : 'Libre à la vente'] as const),
    ages.length === 0
      ? null
      : ([
          ages.length > 1 ? 'Âges des vendeurs' : 'Âge du vendeur',
          ages.map((age) => formatCount(age, 'an', 'ans')).join(' et '),
        ] as const),
  ].filter((fact) => fact !== null);
  return (
    <>
      <dl className="figures grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-small text-ardoise-600">{label}</dt>
            <dd className="text-lead font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {annuityMonthly !== null && (
        <p className="mt-4 max-w-measure text-ardoise-700">
          La rente est versée jusqu’au décès {ages.length > 1 ? 'du dernier vendeur' : 'du vendeur'}.
          {annuityOccupied && ' L’acheteur dispose du logement à ce moment-là.'}
        </p>
      )}
    </>
  );
}
