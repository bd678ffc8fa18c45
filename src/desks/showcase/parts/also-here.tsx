import { formatCount, formatPrice, formatRent } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import type { CostView } from '../monthly-cost.ts';
import type { HomeView } from '../offers.ts';
import { COST_SECTION } from './monthly-cost.tsx';

const look =
  'flex min-h-11 items-center rounded-chip text-phare-700 underline decoration-1 underline-offset-[0.2em] hover:decoration-2';

interface AlsoHereProps {
  listing: ListingView;
  home: HomeView | null;
  cost: CostView | null;
}

/** Under the price: what it makes each month, and who else shows the same home; the page says it all further down. */
export function AlsoHere({ listing, home, cost }: AlsoHereProps) {
  const others = home?.others ?? [];
  if (!cost && others.length === 0) return null;
  const say = listing.transaction === RENTAL ? formatRent : formatPrice;
  const lowest = others[0]?.listing.price ?? 0;
  return (
    <div className="mt-4 border-t border-ardoise-200 pt-2" data-print="none">
      {cost && (
        <a href={`#${COST_SECTION}`} className={`figures ${look}`}>
          {cost.total === null ? 'Au moins ' : 'Soit '}
          {formatRent(cost.total ?? cost.least)}
          {cost.total !== null && ' tout compté'}
        </a>
      )}
      {others.length > 0 && (
        <a href="#agences" className={`figures ${look}`}>
          Aussi dans {formatCount(others.length, 'autre agence', 'autres agences')}
          {lowest === listing.price ? ', au même prix' : `, à ${say(lowest)}`}
        </a>
      )}
    </div>
  );
}
