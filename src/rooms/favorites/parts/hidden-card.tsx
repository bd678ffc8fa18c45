import { EyeOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type ListingCard, listingName } from '#rooms/listings/reading.ts';
import { Button } from '#ui/button.tsx';
import { HideReasons } from './hide-reasons.tsx';
import { openedMarks, useMarks } from './marks.tsx';

/** What stands in the place of a listing that is hidden: how to undo it, and why, for who has just hidden it. */
export default function HiddenCard({ listing }: { listing: ListingCard }) {
  const box = useRef<HTMLDivElement>(null);
  const signedIn = useMarks()?.signedIn ?? false;

  // The button that was pressed is gone: the next one is where the reader is. Without account it was pressed elsewhere.
  useEffect(() => {
    if (signedIn && document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, [signedIn]);

  const undo = async () => {
    const place = box.current?.parentElement;
    (await openedMarks()).showAgain(listing.id, { quiet: true });
    requestAnimationFrame(() => place?.querySelector('a')?.focus());
  };

  return (
    <div ref={box} className="rounded-card border border-dashed border-bordure px-4 py-3">
      <div className="flex items-center gap-x-2">
        <p className="flex min-w-0 flex-1 items-center gap-2">
          <EyeOff aria-hidden="true" className="size-5 shrink-0 text-ardoise-500" />
          <span>
            <span className="font-bold">Masquée.</span>{' '}
            <span className="text-ardoise-600">{listingName(listing)}</span>
          </span>
        </p>
        <Button variant="quiet" className="-mr-2" onClick={() => void undo().catch(() => {})}>
          Annuler
        </Button>
      </div>
      {signedIn && <HideReasons listingId={listing.id} />}
    </div>
  );
}
