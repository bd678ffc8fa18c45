import type { OwnMarks } from '#rooms/favorites/marks.ts';
import { CompareButton } from '#rooms/favorites/parts/compare-button.tsx';
import { HiddenHere, HideHere } from '#rooms/favorites/parts/hide-here.tsx';
import { FavoriteButton } from '#rooms/favorites/parts/mark-buttons.tsx';
import type { ListingView } from '#rooms/listings/reading.ts';
import { Share } from './share.tsx';

interface ActionsProps {
  listing: ListingView;
  available: boolean;
  /** What the reader did with it; null without account. */
  own: OwnMarks | null;
  /** Of the page, and what it is called. */
  url: string;
  title: string;
}

/** What one does with a listing: keep it, put it beside others, send it to somebody, see it no more. */
export function Actions({ listing, available, own, url, title }: ActionsProps) {
  return (
    <div data-print="none">
      <div className="flex flex-wrap gap-2">
        <FavoriteButton listingId={listing.id} wide marked={own?.kept ?? false} />
        <CompareButton listingId={listing.id} />
        <Share url={url} title={title} />
        {available && <HideHere listingId={listing.id} own={own} />}
      </div>
      {available && <HiddenHere listingId={listing.id} own={own} />}
    </div>
  );
}
