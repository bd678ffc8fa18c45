import type { UserId } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { VIEWED_MAX } from './contract.ts';
import {
  type DemoListing,
  hasAny,
  selectDemoHomes,
  writeFavorite,
  writeHidden,
  writeViewed,
} from './favorites.sql.server.ts';
import type { HideReason } from './marks.ts';

const DAY_MS = 86_400_000;
/** Montpellier, where the login of the demonstration looks for a flat. */
const CITY = '34172';

/** What she wrote of the homes she keeps, the last kept first. */
const NOTES = [
  'Visite samedi à 10 h. Demander les charges et l’âge de la chaudière.',
  'Très lumineux, mais la chambre donne sur le boulevard.',
  '',
  'Mon préféré pour l’instant.\nRappeler l’agence lundi pour une deuxième visite.',
];
const NOTE_LEFT = 'Partie avant ma visite.';
const HIDDEN: readonly (HideReason | null)[] = ['price', 'state', null];
const VIEWED = 5;

/** Favourites with their notes, hidden and viewed listings of the demonstration's login. Laid once. */
export async function seedFavorites(
  { db }: Pick<Services, 'db'>,
  { userId: accountId }: { userId: UserId },
  now: Date,
): Promise<void> {
  if (await hasAny(db, accountId)) return;
  const online = NOTES.length + HIDDEN.length + VIEWED;
  const homes = await selectDemoHomes(db, CITY, { online, left: 1 });
  const left = homes.filter((home) => home.left);
  const [kept, hidden, viewed] = parted(
    homes.filter((home) => !home.left),
    NOTES.length,
    HIDDEN.length,
  );
  await db.transaction().execute(async (tx) => {
    for (const [rank, home] of [...kept, ...left].entries()) {
      const note = home.left ? NOTE_LEFT : (NOTES[rank] ?? '');
      // Before the price moved, where it did: that it moved is then seen.
      const moved = home.previousPrice !== null && home.priceChangedAt !== null;
      const wished = new Date(now.getTime() - (2 + rank * 3) * DAY_MS);
      const before = moved ? new Date((home.priceChangedAt?.getTime() ?? 0) - DAY_MS / 2) : wished;
      const at = new Date(Math.max(Math.min(wished.getTime(), before.getTime()), home.publishedAt.getTime()));
      const price = moved && home.previousPrice !== null ? home.previousPrice : home.price;
      await writeFavorite(tx, { accountId, listingId: home.id, note, price, at });
    }
    for (const [rank, home] of hidden.entries()) {
      const at = new Date(now.getTime() - (1 + rank) * DAY_MS);
      await writeHidden(tx, { accountId, listingId: home.id, reason: HIDDEN[rank] ?? null, at });
    }
    for (const [rank, home] of [...viewed, ...kept].entries()) {
      const at = new Date(now.getTime() - (rank * rank + 1) * 3_600_000);
      await writeViewed(tx, { accountId, listingId: home.id, at, most: VIEWED_MAX });
    }
  });
}

function parted(
  homes: readonly DemoListing[],
  first: number,
  second: number,
): [DemoListing[], DemoListing[], DemoListing[]] {
  return [homes.slice(0, first), homes.slice(first, first + second), homes.slice(first + second)];
}
