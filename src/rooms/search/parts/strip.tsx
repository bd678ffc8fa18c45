import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { type ListingCard, listingCall } from '#rooms/listings/reading.ts';
import { PreviewCard } from './preview-card.tsx';

/** On a phone: the cards of the page under the map, one swipe each. */
export function Strip({
  listings,
  onActive,
}: {
  listings: readonly ListingCard[];
  onActive: (id: number | null) => void;
}) {
  if (listings.length === 0) return null;
  return (
    <ul
      // Another first card is shown from its start.
      key={listings[0]?.id}
      aria-label="Annonces de la carte"
      className="pointer-events-auto flex items-end snap-x snap-mandatory gap-3 overflow-x-auto overscroll-contain px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:hidden"
      onScroll={({ currentTarget }) => {
        const card = currentTarget.firstElementChild;
        const step = (card?.clientWidth ?? 1) + 12;
        onActive(listings[Math.round(currentTarget.scrollLeft / step)]?.id ?? null);
      }}
    >
      {listings.map((listing) => (
        <li key={listing.id} className="w-[88%] max-w-90 shrink-0 snap-center">
          <PreviewCard listing={listing} />
        </li>
      ))}
    </ul>
  );
}

/** The listings chosen on the map: those of the page are known, the others are asked for. */
export function usePreviews(ids: readonly number[], found: readonly ListingCard[]): readonly ListingCard[] {
  const [others, setOthers] = useState<ReadonlyMap<number, ListingCard>>(new Map());
  const missing = ids.filter((id) => !others.has(id) && !found.some((listing) => listing.id === id)).join();
  useEffect(() => {
    if (!missing) return;
    const controller = new AbortController();
    void Promise.all(
      missing.split(',').map((id) =>
        callApi(listingCall, { params: { id } }, { signal: controller.signal, quiet: true }).then(
          ({ data }) => setOthers((known) => new Map(known).set(data.listing.id, data.listing)),
          () => {},
        ),
      ),
    );
    return () => controller.abort();
  }, [missing]);
  return ids.flatMap((id) => found.find((listing) => listing.id === id) ?? others.get(id) ?? []);
}
