import { Refusal } from '#contract/errors.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { publicListing } from '#rooms/listings/reading.server.ts';
import { keepCompared, selectChanged } from './ad-versions.sql.server.ts';
import { isRunning, PUBLISHING_CHANNEL } from './boosts.server.ts';
import { type BoostRow, lockBoost, updateBoost, wakePublishing } from './boosts.sql.server.ts';
import { versionOf } from './creatives.server.ts';

/** What the advertisements of these listings would be now, by listing; those that nobody may see have none. */
export async function versionsNow(
  db: Queryable,
  { text }: Pick<BoostRow, 'text'>,
  listingIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const versions = new Map<number, string>();
  for (const id of listingIds)
    try {
      const { listing } = await publicListing(db, String(id), clock.now());
      versions.set(id, versionOf(listing, text));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  return versions;
}

/**
 * Looks at the listings that changed while a boost shows them: its network is spoken to again, or the queue asks a person to
 * change the advertisement, whose price and mentions would be old.
 */
export async function renewChanged(db: Db, now: Date): Promise<void> {
  const changed = Map.groupBy(await selectChanged(db), ({ boostId }) => boostId);
  for (const [id, listings] of changed)
    await db.transaction().execute((tx) =>
      compare(
        tx,
        id,
        listings.map(({ listingId }) => listingId),
        now,
      ),
    );
}

async function compare(tx: Tx, id: number, listingIds: readonly number[], now: Date): Promise<void> {
  const boost = await lockBoost(tx, id);
  if (!boost || !isRunning(boost.status)) return;
  await keepCompared(tx, id, { listingIds, versions: await versionsNow(tx, boost, listingIds) }, now);
  if (boost.publisher !== 'meta') return;
  await updateBoost(tx, id, { nextAttemptAt: now }, now);
  await wakePublishing(tx, PUBLISHING_CHANNEL);
}
