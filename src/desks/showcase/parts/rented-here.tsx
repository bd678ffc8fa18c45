import { formatPercent, formatPrice, NBSP } from '#contract/fmt.ts';
import { type LocalRents, rentTerms } from '#rooms/prices/rents.ts';

/** Within so many percent a rent is at the one it is held against, as a price is. */
const LEVEL = 2;

/** Where a rent stands beside what is asked around it, and what that figure is worth. */
export function RentedPrices({ rented, where }: { rented: LocalRents; where: string }) {
  const { kind, rent, asked } = rented;
  const percent = Math.round((asked / rent.rent - 1) * 100);
  const side = percent < 0 ? 'sous le' : 'au-dessus du';
  const stands = Math.abs(percent) <= LEVEL ? 'Au niveau du' : `${formatPercent(Math.abs(percent))} ${side}`;
  return (
    <div className="max-w-measure" data-rented>
      <p className="figures text-lead font-medium">
        {stands} loyer d’annonce estimé {where}
        {NBSP}: {formatPrice(asked)}/m² demandés, {formatPrice(rent.rent)}/m² estimés, charges comprises.
      </p>
      <p className="figures mt-2 text-small text-ardoise-600">
        {rentTerms(kind, rent)} Un petit logement se loue plus cher au m²{NBSP}: c’est un repère.
      </p>
    </div>
  );
}
