import { formatDate } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { RentControl } from '#rooms/listings/parts/rent-control.tsx';
import { showsRentControl } from '#rooms/listings/price-lines.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { atPlace } from '#rooms/places/contract.ts';
import type { LocalPrices } from '#rooms/prices/contract.ts';
import type { RentAnswer } from '#rooms/prices/rent-control.ts';
import type { LocalRents } from '#rooms/prices/rents.ts';
import { RentVerdict } from './rent-verdict.tsx';
import { RentedPrices } from './rented-here.tsx';
import { Section } from './section.tsx';
import { PublishedPrices, SoldPrices } from './sold-here.tsx';

export interface WorthView extends LocalPrices {
  readonly rented: LocalRents | null;
  /** Why there is nothing to compare it to. */
  readonly alone: string | null;
  readonly rent: RentAnswer | null;
  readonly rentControlOver: string | null;
}

/** The price beside those of sales and rents around, and beside the ceiling of rents. */
export function Worth({ listing, worth }: { listing: ListingView; worth: WorthView }) {
  return (
    <>
      {worth.sold && (
        <Section id="ventes" title="Le prix face aux ventes signées">
          <SoldPrices
            listing={listing}
            sold={worth.sold}
            where={listing.place ? atPlace(listing.place) : ''}
          />
        </Section>
      )}
      {worth.published && (
        <Section id="ventes" title="Le prix face aux ventes signées">
          <PublishedPrices
            listing={listing}
            published={worth.published}
            where={listing.place ? atPlace(listing.place) : ''}
          />
        </Section>
      )}
      {worth.rented && (
        <Section id="loyers" title="Le loyer face à ceux d’ici">
          <RentedPrices rented={worth.rented} where={listing.place ? atPlace(listing.place) : ''} />
        </Section>
      )}
      {worth.alone && (
        <div data-print="none">
          <Section
            id="comparaison"
            title={
              listing.transaction === RENTAL
                ? 'Le loyer face à ceux d’ici'
                : 'Le prix face aux ventes signées'
            }
          >
            <p className="max-w-measure text-ardoise-700">{worth.alone}</p>
          </Section>
        </div>
      )}
      {(worth.rent || (showsRentControl(listing) && listing.baseRent !== null)) && (
        <Section id="encadrement" title="Encadrement des loyers">
          <div className="space-y-6">
            {worth.rentControlOver && (
              <p className="max-w-measure">
                L’expérimentation de l’encadrement des loyers a pris fin le{' '}
                {formatDate(new Date(worth.rentControlOver))}, et aucune loi qui la prolonge n’est enregistrée
                sur Vigie. Le loyer est comparé au dernier plafond connu, qui ne s’impose peut-être plus.
              </p>
            )}
            {worth.rent && <RentVerdict answer={worth.rent} over={worth.rentControlOver !== null} />}
            {showsRentControl(listing) && <RentControl listing={listing} />}
          </div>
        </Section>
      )}
    </>
  );
}
