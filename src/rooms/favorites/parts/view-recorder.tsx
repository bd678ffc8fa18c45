import { useEffect } from 'react';

/** Notes that the page of a listing was opened, once it stands, so that the page itself stays the same for all. */
export function ViewRecorder({ listingId }: { listingId: number }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      void import('../viewed.client.ts').then(
        ({ noteViewed }) => noteViewed(listingId),
        () => {},
      );
    }, 1_000);
    return () => clearTimeout(timer);
  }, [listingId]);
  return null;
}
