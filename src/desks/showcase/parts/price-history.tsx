import { NBSP } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { PriceSteps } from '#ui/price-steps.tsx';
import { daysSince, fallOf, type HomeView } from '../offers.ts';
import { Section } from './section.tsx';

interface PriceHistoryProps {
  listing: ListingView;
  home: HomeView | null;
  /** ISO 8601, from the loader. */
  now: string;
}

/** The prices of the home, whichever agencies showed it and however often: publishing it again wipes nothing. */
export function PriceHistory({ listing, home, now }: PriceHistoryProps) {
  const steps = home?.steps.length
    ? home.steps
    : listing.prices.map(({ at, price }) => ({ at, cents: price }));
  const returned = (home?.returns ?? 0) > 0;
  if (steps.length < 2 && !returned) return null;
  const until = listing.withdrawnAt && !home?.others.length ? listing.withdrawnAt : now;
  const days = home && daysSince(home.firstSeenAt, until);
  const fall = fallOf(steps);
  const several = (home?.others.length ?? 0) + (home?.former.length ?? 0) > 0;
  return (
    <div data-print="none">
      <Section id="prix" title="Historique du prix">
        {returned && days && (
          <p className="figures mb-4 text-lead font-medium">
            {['Remis en ligne', `${days} depuis la première parution`, fall].filter(Boolean).join(', ')}.
          </p>
        )}
        <PriceSteps steps={steps} until={until} rental={listing.transaction === RENTAL} />
        {several && (
          <p className="mt-3 max-w-measure text-small text-ardoise-600">
            Le prix le plus bas de toutes les annonces de ce bien, honoraires compris{NBSP}: les remises en
            ligne n’effacent rien.
          </p>
        )}
      </Section>
    </div>
  );
}
