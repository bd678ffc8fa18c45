import { sql } from 'kysely';
import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { insertSpace } from '#rooms/agencies/sessions.sql.server.ts';
import { createBoosts, startBoosts } from '#rooms/boosts/boosts.server.ts';
import { type BoostRow, selectBoost } from '#rooms/boosts/boosts.sql.server.ts';
import { configurationAt } from '#rooms/boosts/configuration.server.ts';
import { type BoostConfiguration, formulaOn, type WantedBoost } from '#rooms/boosts/contract.ts';
import type { ListingDraft, ListingStatus } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';

/** Puts drafts on line as a feed does, each with sharp photos. Returns their ids in that order. */
export async function boostable(
  db: Db,
  agencyId: number,
  drafts: readonly ListingDraft[],
  pictures: { photos?: number; width?: number; height?: number } = {},
): Promise<number[]> {
  const now = clock.now();
  const ids = await db.transaction().execute(async (tx) => {
    const judged = await judgeDrafts(tx, { source: 'poliris', agencyId, drafts, now });
    const { outcomes } = await applyListings(tx, {
      agencyId,
      source: 'poliris',
      run: null,
      now,
      drafts: judged,
    });
    return drafts.map(({ technicalId }) => outcomes.get(technicalId)!.id);
  });
  for (const id of ids) await givePhotos(db, id, pictures);
  return ids;
}

/** Photos that an advertisement can be made of, unless said, in the place of those that a listing has. */
export async function givePhotos(
  db: Db,
  listingId: number,
  { photos = 3, width = 1600, height = 1200 }: { photos?: number; width?: number; height?: number } = {},
): Promise<void> {
  await sql`delete from listing_photo where listing_id = ${listingId}`.execute(db);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, status, storage_key, width, height, avif)
    select ${listingId}, rank, 'feeds/essai-' || rank || '.jpg', 'file', 'ready',
      concat(${listingId}::text, rank, '-0123456789abcdef'), ${width}, ${height}, 'pending'
    from generate_series(0, ${photos - 1}::int) rank
  `.execute(db);
}

/** A campaign around Nîmes for these listings, but for what is said otherwise. */
export function wantedFor(listingIds: readonly number[], said: Partial<WantedBoost> = {}): WantedBoost {
  return {
    listingIds: [...listingIds],
    formula: 'decouverte',
    place: '30189',
    radiusKm: 30,
    objective: 'leads',
    startOn: null,
    title: 'À découvrir près des arènes',
    text: 'Un appartement au calme, à deux pas des arènes.',
    callToAction: 'see',
    ...said,
  };
}

/** A boost whose order is not paid. */
export async function orderedBoost(
  db: Db,
  agencyId: number,
  listingIds: readonly number[],
  said: Partial<WantedBoost> & { freeDays?: number } = {},
): Promise<BoostRow> {
  const { freeDays = 0, ...others } = said;
  const wanted = wantedFor(listingIds, others);
  const now = clock.now();
  const configuration: BoostConfiguration = await configurationAt(db, now);
  const formula = formulaOn(configuration, wanted.formula, parisDay(now).day)!;
  const [id] = await db
    .transaction()
    .execute((tx) => createBoosts(tx, agencyId, [wanted], [{ formula, freeDays }], now));
  return (await selectBoost(db, id!))!;
}

/** The same, paid: it waits to be sent to its network. */
export async function paidBoost(...given: Parameters<typeof orderedBoost>): Promise<BoostRow> {
  const [db] = given;
  const { id } = await orderedBoost(...given);
  await db.transaction().execute((tx) => startBoosts(tx, [id], clock.now()));
  return (await selectBoost(db, id))!;
}

/** What happened to a boost: « from to ». */
export async function movesOf(db: Db, id: number): Promise<string[]> {
  const { rows } = await sql<{ move: string }>`
    select coalesce(from_status || ' ', '') || to_status as move from boost_event where boost_id = ${id} order by id
  `.execute(db);
  return rows.map(({ move }) => move);
}

/** Gives a listing a status, as what ends or withdraws it does. */
export async function give(db: Db, listingId: number, status: ListingStatus): Promise<void> {
  await sql`update listing set status = ${status} where id = ${listingId}`.execute(db);
}

/** A space without a password: only an agency that has one is told of anything. */
export async function openSpace(db: Db, agencyId: number): Promise<void> {
  const space = { agencyId, email: `espace${agencyId}@essai.test`, demo: false, createdAt: clock.now() };
  await db.transaction().execute((tx) => insertSpace(tx, space));
}
