import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ClassChip } from '#rooms/listings/parts/energy-block.tsx';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { PriceBlock } from '#rooms/listings/parts/price-block.tsx';
import { excessiveText } from '#rooms/listings/price-lines.ts';
import { type ListingCard, mainFacts, whereabouts } from '#rooms/listings/reading.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { stretched } from '#ui/link.tsx';
import { type Visibility, visibilityLabels } from '../contract.ts';

interface SavedListingProps {
  listing: ListingCard;
  standing: Visibility;
  /** Under the facts: when it was seen, why it was hidden. */
  children?: ReactNode;
  /** A round button in the corner; sibling of the link, never inside. */
  corner?: ReactNode;
  /** The whole width, at the bottom. */
  footer?: ReactNode;
  /** No longer of the list: it stays until the page is left, so that one can think again. */
  faded?: boolean;
  eager?: boolean;
}

/** A listing of one's own lists: smaller than in a search where there is room. What has left says so, with its last price. */
export function SavedListing({
  listing,
  standing,
  children,
  corner,
  footer,
  faded = false,
  eager = false,
}: SavedListingProps) {
  const left = standing !== 'online';
  const facts = (
    <>
      {mainFacts(listing).join(' · ')}
      <span className="sr-only">, {whereabouts(listing)}</span>
    </>
  );
  const excessive = left ? null : excessiveText(listing);
  return (
    <Card
      as="article"
      clickable={standing !== 'gone'}
      padding="none"
      className={`flex h-full flex-col ${faded ? 'bg-transparent!' : ''}`}
    >
      <div className="flex-1 content-start gap-x-4 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:p-3">
        <div className={left || faded ? 'opacity-60 grayscale' : ''}>
          <ListingPhoto
            photo={listing.photo}
            propertyType={listing.propertyType}
            photoCount={listing.photoCount}
            alt=""
            eager={eager}
            sizes="(min-width: 40rem) 11rem, 100vw"
            className="rounded-t-card sm:rounded-control"
          />
        </div>
        <div className={`flex min-w-0 flex-col gap-0.5 p-4 sm:px-0 sm:py-1 ${corner ? 'sm:pr-12' : ''}`}>
          {left && (
            <p className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1">
              <Badge>{visibilityLabels[standing]}</Badge>
              <span className="text-small text-ardoise-600">Dernier prix demandé</span>
            </p>
          )}
          <PriceBlock listing={listing} variant="card" />
          <h3 className="mt-1 font-text text-body font-medium tracking-normal">
            {standing === 'gone' ? (
              facts
            ) : (
              <Link to={paths.listing({ propertyId: listing.id })} className={`rounded-chip ${stretched}`}>
                {facts}
              </Link>
            )}
          </h3>
          <p className="text-ardoise-600">{whereabouts(listing)}</p>
          {!left && (
            <p className="mt-1 flex flex-wrap gap-2 text-small text-ardoise-600">
              <ClassChip listing={listing} />
            </p>
          )}
          {excessive && <p data-mention="excessiveEnergy">{excessive}</p>}
          {children}
        </div>
      </div>
      {footer && (
        <div className="relative z-1 border-t border-ardoise-200 px-4 pt-2 pb-4 sm:px-3 sm:pb-3">
          {footer}
        </div>
      )}
      {corner && <div className="absolute top-2 right-2 z-1">{corner}</div>}
    </Card>
  );
}
