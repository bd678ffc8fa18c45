import { formatPrice, formatRent } from '#contract/fmt.ts';
import { RENTAL } from '#rooms/listings/contract.ts';
import { alertLike } from '#rooms/listings/heading.ts';
import type { ListingView } from '#rooms/listings/reading.ts';
import { atPlace } from '#rooms/places/contract.ts';
import { ButtonLink } from '#ui/button.tsx';

export function WatchOffer({ listing, available }: { listing: ListingView; available: boolean }) {
  const price = listing.transaction === RENTAL ? formatRent : formatPrice;
  return (
    <section className="on-dark rounded-card p-4" data-print="none" aria-labelledby="alerte">
      <h2 id="alerte" className="font-text text-body font-bold tracking-normal">
        {available ? 'Soyez prévenu en premier.' : 'Ne manquez pas la prochaine.'}
      </h2>
      <p className="mt-1 text-small text-ardoise-300">
        Un e-mail dès qu’une annonce comme celle-ci paraît
        {listing.place ? ` ${atPlace(listing.place)}` : ''}, autour de {price(listing.price)}.
      </p>
      <div className="mt-3">
        <ButtonLink variant="beam" wide to={alertLike(listing)}>
          Créer une alerte
        </ButtonLink>
      </div>
    </section>
  );
}
