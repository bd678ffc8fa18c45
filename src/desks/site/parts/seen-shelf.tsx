import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { localStore } from '#browser/start-up.ts';
import { VIEWED_KEY } from '#contract/constants.ts';
import { readIds } from '#rooms/favorites/marks.ts';
import { ListingCard } from '#rooms/listings/parts/listing-card.tsx';
import { type ListingCard as Listing, listingCall } from '#rooms/listings/reading.ts';
import { Button } from '#ui/button.tsx';

const SHOWN = 4;

/** The last listings seen that are still on line; one that cannot be read is left out. */
async function lastSeen(signal: AbortSignal): Promise<Listing[]> {
  const ids = readIds(localStore()?.getItem(VIEWED_KEY) ?? null).slice(0, SHOWN);
  const answers = await Promise.all(
    ids.map((id) =>
      callApi(listingCall, { params: { id: String(id) } }, { quiet: true, signal }).catch(() => null),
    ),
  );
  return answers.flatMap((answer) => (answer?.data.available ? [answer.data.listing] : []));
}

/** « Vues récemment », without an account: from this browser, which forgets them at a press. */
export function SeenShelf({ now }: { now: string }) {
  const [listings, setListings] = useState<readonly Listing[]>([]);

  useEffect(() => {
    const leaving = new AbortController();
    void lastSeen(leaving.signal).then((found) => {
      if (!leaving.signal.aborted) setListings(found);
    });
    return () => leaving.abort();
  }, []);

  if (listings.length === 0) return null;
  return (
    <section aria-labelledby="vues-recemment" className="page pt-12 lg:pt-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="vues-recemment" className="text-h2">
          Vues récemment
        </h2>
        <Button
          variant="quiet"
          onClick={() => {
            localStore()?.removeItem(VIEWED_KEY);
            document.getElementById('contenu')?.focus({ preventScroll: true });
            setListings([]);
          }}
        >
          Effacer
        </Button>
      </div>
      <ul className="-mx-4 mt-3 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-2 sm:overflow-visible sm:px-0 lg:grid-cols-4">
        {listings.map((listing) => (
          <li key={listing.id} className="w-[82%] shrink-0 snap-start sm:w-auto">
            <ListingCard listing={listing} now={now} shape="tile" />
          </li>
        ))}
      </ul>
    </section>
  );
}
