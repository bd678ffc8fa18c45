import { CompareButton } from '../../comparison/parts/compare-button.tsx';
import { FavoriteButton, HideButton } from '../../favorites/parts/mark-buttons.tsx';
import type { ListingView } from '../../listings/reading/contract.ts';
import { Share } from './share.tsx';

interface ActionsProps {
  listing: ListingView;
  available: boolean;
  /** Of the page, and what it is called. */
  url: string;
  title: string;
}

/** What one does with a listing: keep it, put it beside others, send it to somebody, see it no more. */
export function Actions({ listing, available, url, title }: ActionsProps) {
  return (
    <div className="mt-4 flex flex-wrap gap-2" data-print="none">
      <FavoriteButton listingId={listing.id} wide />
      <CompareButton listingId={listing.id} wide />
      <Share url={url} title={title} />
      {available && <HideButton listingId={listing.id} wide />}
    </div>
  );
}
