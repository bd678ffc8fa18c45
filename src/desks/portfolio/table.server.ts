import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { runningByListing } from '#rooms/boosts/running.server.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { countStock, selectStock } from './table.sql.server.ts';
import { ROWS, type StockTable, type TableWords } from './table.ts';

/** One page of the listings of an agency: a view, what is sought in it, an order. Four statements. */
export async function stockOf(db: Queryable, agencyId: AgencyId, words: TableWords): Promise<StockTable> {
  const now = clock.now();
  const [{ found, ...counts }, records] = await Promise.all([
    countStock(db, { ...words, agencyId, now }),
    selectStock(db, { ...words, agencyId, now, limit: ROWS + 1 }),
  ]);
  const page = records.slice(0, ROWS);
  const ids = page.map(({ id }) => id);
  const [listings, boosts] = await Promise.all([listingsByIds(db, ids), runningByListing(db, ids)]);
  const cards = new Map(listings.map((card) => [card.id, card]));
  const last = page.at(-1);
  return {
    rows: page.flatMap(({ id, source, score, hold, suspension, findings, contacts, views, ...record }) => {
      const card = cards.get(id);
      const confirmedAt = record.confirmedAt?.toISOString() ?? null;
      const updatedAt = record.updatedAt.toISOString();
      const boost = boosts.get(id) ?? null;
      return card
        ? [
            {
              card,
              source,
              score,
              hold,
              suspension,
              findings,
              contacts,
              views,
              boost,
              confirmedAt,
              updatedAt,
            },
          ]
        : [];
    }),
    counts,
    found,
    next: records.length > ROWS && last ? `${last.key}_${last.id}` : null,
  };
}
