import { PAGE_SIZE } from '#contract/constants.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { GONE_AFTER_DAYS } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { type ListingCard, listingName, readListingId } from '#rooms/listings/reading.ts';
import {
  FAVORITES_MAX,
  type Favorite,
  type FavoriteSort,
  HIDDEN_MAX,
  type Hidden,
  type ListPage,
  UNDO_MINUTES,
  VIEWED_DAYS,
  VIEWED_MAX,
  type Viewed,
  type Visibility,
} from './contract.ts';
import { wantsFavoriteMails } from './departures.server.ts';
import * as statements from './favorites.sql.server.ts';
import { favoriteErrors, type HideReason, type OwnMarks } from './marks.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The last moment whose withdrawn listings still have a page (interface.md, fine points 22). */
const pagesSince = (now: Date) => new Date(now.getTime() - GONE_AFTER_DAYS * DAY_MS);

function idOf(word: string): number {
  const id = readListingId(word);
  if (id === null) throw fail(favoriteErrors.FAVORITE_LISTING_UNKNOWN);
  return id;
}

/** One change at a time for an account: what is counted stays true. Throws LOGIN_REQUIRED when it was just deleted. */
async function alone<T>(db: Db, userId: UserId, change: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (!(await statements.lockAccount(tx, userId))) throw fail(sharedErrors.LOGIN_REQUIRED);
    return change(tx);
  });
}

/**
 * Keeps a listing, with the price it has today; said again, only a given note changes. Soon after `removeFavorite` it finds its
 * note, price and day again. What is kept is no longer hidden. Throws FAVORITE_LISTING_UNKNOWN (no such id, never on line, or
 * gone) and FAVORITE_LIMIT.
 */
export async function addFavorite(
  db: Db,
  userId: UserId,
  word: string,
  note?: string,
): Promise<{ listingId: number; note: string; keptAt: string }> {
  const listingId = idOf(word);
  const now = clock.now();
  return alone(db, userId, async (tx) => {
    const own = { accountId: userId, listingId };
    const before = await statements.selectFavorite(tx, userId, listingId);
    const isKept = before?.removedAt === null;
    if (isKept && (note === undefined || note === before.note))
      return { listingId, note: before.note, keptAt: before.createdAt.toISOString() };
    if (!isKept) {
      const { favorites } = await statements.countOwn(tx, userId);
      if (favorites >= FAVORITES_MAX) throw fail(favoriteErrors.FAVORITE_LIMIT);
      await statements.dropHidden(tx, userId, listingId);
    }
    if (before && (isKept || wasJustRemoved(before.removedAt, now))) {
      const kept = note ?? before.note;
      await statements.reviseFavorite(tx, { ...own, note: kept, at: now });
      return { listingId, note: kept, keptAt: before.createdAt.toISOString() };
    }
    const listing = await statements.selectReadable(tx, listingId, pagesSince(now));
    if (!listing) throw fail(favoriteErrors.FAVORITE_LISTING_UNKNOWN);
    await statements.writeFavorite(tx, { ...own, note: note ?? '', price: listing.price, at: now });
    return { listingId, note: note ?? '', keptAt: now.toISOString() };
  });
}

function wasJustRemoved(removedAt: Date | null, now: Date): boolean {
  return removedAt !== null && now.getTime() - removedAt.getTime() < UNDO_MINUTES * MINUTE_MS;
}

/** No longer keeps it; said again, nothing changes. Throws FAVORITE_LISTING_UNKNOWN when there never was such a listing. */
export async function removeFavorite(db: Db, userId: UserId, word: string): Promise<void> {
  const listingId = idOf(word);
  if (await statements.dropFavorite(db, userId, listingId, clock.now())) return;
  if (!(await statements.listingExists(db, listingId))) throw fail(favoriteErrors.FAVORITE_LISTING_UNKNOWN);
}

/** Takes a listing out of this person's searches; said again, only a given reason changes. Throws FAVORITE_LISTING_UNKNOWN and HIDDEN_LIMIT. */
export async function hide(
  db: Db,
  userId: UserId,
  word: string,
  reason?: HideReason | null,
): Promise<{ listingId: number; reason: HideReason | null; hiddenAt: string }> {
  const listingId = idOf(word);
  const now = clock.now();
  return alone(db, userId, async (tx) => {
    const before = await statements.selectHidden(tx, userId, listingId);
    if (!before) {
      if (!(await statements.selectReadable(tx, listingId, pagesSince(now))))
        throw fail(favoriteErrors.FAVORITE_LISTING_UNKNOWN);
      if ((await statements.countOwn(tx, userId)).hidden >= HIDDEN_MAX)
        throw fail(favoriteErrors.HIDDEN_LIMIT);
    }
    const why = reason === undefined ? (before?.reason ?? null) : reason;
    await statements.writeHidden(tx, { accountId: userId, listingId, reason: why, at: now });
    return { listingId, reason: why, hiddenAt: (before?.at ?? now).toISOString() };
  });
}

/** Back in the searches; said again, nothing changes. Throws FAVORITE_LISTING_UNKNOWN when there never was such a listing. */
export async function showAgain(db: Db, userId: UserId, word: string): Promise<void> {
  const listingId = idOf(word);
  if (await statements.dropHidden(db, userId, listingId)) return;
  if (!(await statements.listingExists(db, listingId))) throw fail(favoriteErrors.FAVORITE_LISTING_UNKNOWN);
}

/** Notes that its page was opened now. The 50 newest stay. Throws FAVORITE_LISTING_UNKNOWN. */
export async function recordView(db: Db, userId: UserId, word: string): Promise<void> {
  const listingId = idOf(word);
  const now = clock.now();
  await alone(db, userId, async (tx) => {
    if (!(await statements.selectReadable(tx, listingId, pagesSince(now))))
      throw fail(favoriteErrors.FAVORITE_LISTING_UNKNOWN);
    await statements.writeViewed(tx, { accountId: userId, listingId, at: now, most: VIEWED_MAX });
  });
}

/** Forgets what this person looked at. */
export async function clearViewed(db: Db, userId: UserId): Promise<void> {
  await statements.dropViewed(db, userId);
}

/** How many favourites, hidden and recently viewed listings this person has. */
export function totalsOf(db: Queryable, userId: UserId): Promise<statements.Totals> {
  return statements.countOwn(db, userId);
}

/** Numbers of the listings that this person keeps and of those they hid. */
export function marksOf(db: Queryable, userId: UserId): Promise<{ kept: number[]; hidden: number[] }> {
  return statements.selectMarks(db, userId);
}

/** What this person did with one listing. */
export async function ownMarks(db: Queryable, userId: UserId, listingId: number): Promise<OwnMarks> {
  const favorite = await statements.selectFavorite(db, userId, listingId);
  const hidden = await statements.selectHidden(db, userId, listingId);
  return {
    kept: favorite?.removedAt === null,
    hidden: hidden !== null && hidden !== undefined,
    reason: hidden?.reason ?? null,
  };
}

/** A page past the end is the last one. */
function slice(total: number, asked: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(asked, pages);
  return { page, pages, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** Rows with their cards, in their order. The picture of what may no longer be shown stays away. */
async function withCards<Row extends { readonly listingId: number; readonly standing: Visibility }>(
  db: Queryable,
  rows: readonly Row[],
): Promise<{ row: Row; listing: ListingCard }[]> {
  const ids = rows.map(({ listingId }) => listingId);
  const cards = new Map((await listingsByIds(db, ids)).map((card) => [card.id, card]));
  return rows.flatMap((row) => {
    const card = cards.get(row.listingId);
    if (!card) return [];
    return [{ row, listing: row.standing === 'gone' ? { ...card, photo: null, photoCount: 0 } : card }];
  });
}

/** One page of this person's favourites, what left them the pages included. */
export async function favoritesOf(
  db: Queryable,
  userId: UserId,
  at: { sort: FavoriteSort; page: number },
): Promise<ListPage<Favorite>> {
  const { favorites: total } = await statements.countOwn(db, userId);
  const { page, pages, ...range } = slice(total, at.page);
  const since = pagesSince(clock.now());
  const rows = await statements.selectFavorites(db, userId, { sort: at.sort, since, ...range });
  const items = (await withCards(db, rows)).map(({ row, listing }) => ({
    listing,
    standing: row.standing,
    note: row.note,
    keptAt: row.keptAt.toISOString(),
    keptPrice: row.keptPrice,
  }));
  return { items, total, page, pages };
}

/** One page of what this person no longer wants to see, the newest first. */
export async function hiddenOf(
  db: Queryable,
  userId: UserId,
  at: { page: number },
): Promise<ListPage<Hidden>> {
  const { hidden: total } = await statements.countOwn(db, userId);
  const { page, pages, ...range } = slice(total, at.page);
  const rows = await statements.selectHiddenPage(db, userId, { since: pagesSince(clock.now()), ...range });
  const items = (await withCards(db, rows)).map(({ row, listing }) => ({
    listing,
    standing: row.standing,
    reason: row.reason,
    hiddenAt: row.hiddenAt.toISOString(),
  }));
  return { items, total, page, pages };
}

/** What this person looked at, the newest first. */
export async function viewedOf(db: Queryable, userId: UserId): Promise<Viewed[]> {
  const rows = await statements.selectViewed(db, userId, pagesSince(clock.now()));
  return (await withCards(db, rows)).map(({ row, listing }) => ({
    listing,
    standing: row.standing,
    viewedAt: row.viewedAt.toISOString(),
    kept: row.kept,
  }));
}

/** Forgets what can no longer be undone and what was looked at long ago. */
export async function forgetOld(db: Db, now: Date): Promise<void> {
  await statements.sweep(db, {
    removed: new Date(now.getTime() - UNDO_MINUTES * MINUTE_MS),
    viewed: new Date(now.getTime() - VIEWED_DAYS * DAY_MS),
  });
}

/**
 * What is known of a person here: favourites with their notes, whether they are mailed about them, hidden and viewed listings
 * (RGPD 15 and 20).
 */
export async function personalDataOf(db: Queryable, { accountId }: Person) {
  const since = pagesSince(clock.now());
  const all = { limit: Math.max(FAVORITES_MAX, HIDDEN_MAX), offset: 0, since };
  const [favorites, hidden, viewed, mailed] = await Promise.all([
    statements.selectFavorites(db, accountId, { sort: 'date', ...all }),
    statements.selectHiddenPage(db, accountId, all),
    statements.selectViewed(db, accountId, since),
    wantsFavoriteMails(db, accountId),
  ]);
  const ids = [...new Set([...favorites, ...hidden, ...viewed].map(({ listingId }) => listingId))];
  const names = new Map((await listingsByIds(db, ids)).map((card) => [card.id, listingName(card)]));
  const named = (listingId: number) => ({ listing: listingId, name: names.get(listingId) ?? null });
  return {
    favorites: favorites.map(({ listingId, note, keptAt, keptPrice }) => ({
      ...named(listingId),
      note,
      keptAt: keptAt.toISOString(),
      keptPrice,
    })),
    mailedWhenTheyLeave: mailed,
    hiddenListings: hidden.map(({ listingId, reason, hiddenAt }) => ({
      ...named(listingId),
      reason,
      hiddenAt: hiddenAt.toISOString(),
    })),
    viewedListings: viewed.map(({ listingId, viewedAt }) => ({
      ...named(listingId),
      viewedAt: viewedAt.toISOString(),
    })),
  };
}

/** Erases the person's notes and listings (RGPD 17). */
export async function erasePerson(tx: Tx, { accountId }: Person): Promise<void> {
  await statements.dropAll(tx, accountId);
}
