import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ClassChip } from '#rooms/listings/parts/energy-block.tsx';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { PriceBlock } from '#rooms/listings/parts/price-block.tsx';
import { excessiveText } from '#rooms/listings/price-lines.ts';
import { type ListingCard, mainFacts, whereabouts } from '#rooms/listings/reading.ts';
import { stretched } from '#ui/link.tsx';

/** A listing over the map, on a few lines. */
export function PreviewCard({ listing }: { listing: ListingCard }) {
  const excessive = excessiveText(listing);
  return (
    <article className="relative grid grid-cols-[7.5rem_minmax(0,1fr)] overflow-hidden rounded-card border border-ardoise-200 bg-blanc shadow-popover">
      {/* The words give the height, not the picture. */}
      <div className="relative">
        <div className="absolute inset-0">
          <ListingPhoto
            photo={listing.photo}
            propertyType={listing.propertyType}
            photoCount={listing.photoCount}
            alt=""
            fit="fill"
            sizes="8rem"
            className="h-full"
          />
        </div>
      </div>
      <div className="min-w-0 px-3.5 py-3">
        <PriceBlock listing={listing} variant="card" />
        <h3 className="mt-0.5 font-text text-small font-medium tracking-normal">
          <Link to={paths.listing({ propertyId: listing.id })} className={`rounded-chip ${stretched}`}>
            {mainFacts(listing).join(' · ')}
          </Link>
        </h3>
        <p className="mt-0.5 flex items-center gap-2 text-small text-ardoise-600">
          <ClassChip listing={listing} />
          <span className="truncate">{whereabouts(listing)}</span>
        </p>
        {excessive && <p className="mt-1 text-body">{excessive}</p>}
      </div>
    </article>
  );
}
