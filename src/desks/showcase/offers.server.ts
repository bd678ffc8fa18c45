import type { Actor } from '#platform/auth.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { propertyOf } from '#rooms/listings/properties.server.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import type { HomeView } from './offers.ts';
import { separatedBy } from './same-home.sql.server.ts';

/** The home that a listing shows, for its page; null in the second before a new listing is compared. */
export async function homeOf(db: Queryable, listingId: number, actor: Actor): Promise<HomeView | null> {
  const [property, apart] = await Promise.all([
    propertyOf(db, listingId),
    actor.kind === 'user' ? separatedBy(db, actor.userId, listingId) : [],
  ]);
  if (!property) return null;
  const { firstSeenAt, offers, former, steps, returns } = property;
  const since = new Map(offers.map((offer) => [offer.listingId, offer.publishedAt.toISOString()]));
  const others = await listingsByIds(
    db,
    offers.map((offer) => offer.listingId).filter((id) => id !== listingId),
  );
  return {
    firstSeenAt: firstSeenAt.toISOString(),
    returns,
    steps: steps.map(({ at, price }) => ({ at: at.toISOString(), cents: price })),
    others: others
      .toSorted((a, b) => a.price - b.price)
      .map((listing) => ({ listing, since: since.get(listing.id) ?? firstSeenAt.toISOString() })),
    former: former.flatMap(({ listingId: id, agency, price, publishedAt, leftAt }) =>
      id === listingId || !leftAt
        ? []
        : [
            {
              listingId: id,
              agency: agency.name,
              price,
              since: publishedAt.toISOString(),
              until: leftAt.toISOString(),
            },
          ],
    ),
    apart,
  };
}
