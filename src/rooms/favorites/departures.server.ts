import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { readToken, signToken } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { similarListings } from '#rooms/listings/similar.server.ts';
import { sendMail, withdrawMail } from '#rooms/mail/outbox.server.ts';
import { tabPath } from './contract.ts';
import * as statements from './departures.sql.server.ts';
import { FAVORITES_WORD, favoriteMailErrors } from './departures.ts';
import { lockAccount } from './favorites.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A status that was given by mistake is put right within that time. */
const SAID_PATIENCE_MS = 60 * MINUTE_MS;
/** A feed that comes back whole within that time has taken nothing away. */
const PATIENCE_MS = DAY_MS;
/** An import that takes longer than an instant is one mail still: what leaves this soon after the first is waited for. */
const SETTLE_MS = 15 * MINUTE_MS;
/** As in leads/departures: older requests (days) are not notified. */
const ASKED_DAYS = 90;
const AT_ONCE = 100;
/** Departures shown whole in one mail; the others are counted. */
const SHOWN = 10;
/** Homes proposed instead: of one departure, and of each of several. */
const ALTERNATIVES = 3;
const ALTERNATIVES_OF_EACH = 2;
const ALTERNATIVES_AT_MOST = 6;
const STOP = 'favorite-mails-stop';

const streamOf = (accountId: number) => `favorites:${accountId}`;

function patienceAt(now: number): statements.DepartureDelays {
  return {
    saidBefore: new Date(now - SAID_PATIENCE_MS),
    withdrawnBefore: new Date(now - PATIENCE_MS),
  };
}

/**
 * Notifies people, at a proven address, which of their favourites are under offer or have left, each once, all those of
 * the same moment in one mail, with homes like them (domain.md, F5). One that comes back within the delay is not told;
 * one that left after it came back is. Safe to run twice, and at once. True: there may be more.
 */
export async function notifyFavoriteOwners({ db, env }: Open): Promise<boolean> {
  await statements.forgetReturned(db);
  const waiting = await statements.selectAccountsToNotify(
    db,
    patienceAt(clock.now().getTime() - SETTLE_MS),
    AT_ONCE,
  );
  for (const accountId of waiting) await db.transaction().execute((tx) => tell(tx, env, accountId));
  return waiting.length === AT_ONCE;
}

async function tell(tx: Tx, env: Open['env'], accountId: number): Promise<void> {
  if (!(await lockAccount(tx, accountId))) return;
  const now = clock.now();
  const askedSince = new Date(now.getTime() - ASKED_DAYS * DAY_MS);
  const taken = await statements.claimDepartures(tx, accountId, patienceAt(now.getTime()), askedSince);
  const left = taken.filter(({ toldElsewhere }) => !toldElsewhere);
  const to = await statements.addressOf(tx, accountId);
  if (left.length === 0 || to === null) return;
  const shown = left.slice(0, SHOWN);
  const others = await alternativesTo(tx, left);
  const ids = shown.map(({ listingId }) => listingId);
  const cards = new Map((await listingsByIds(tx, ids)).map((card) => [card.id, card]));
  const token = signToken(env.secret, STOP, String(accountId));
  const urlOf = (id: number) => `${env.publicUrl}${paths.listing({ propertyId: id })}`;
  const { departuresMail } = await import('./departures.mails.server.tsx');
  const letter = departuresMail({
    origin: env.publicUrl,
    left: shown.flatMap(({ listingId, departure, hasPage, elsewhere }) => {
      const card = cards.get(listingId);
      const elsewhereUrl = elsewhere === null ? null : urlOf(elsewhere);
      const url = hasPage ? urlOf(listingId) : null;
      return card ? [{ card, departure, url, elsewhereUrl }] : [];
    }),
    total: left.length,
    departures: [...new Set(left.map(({ departure }) => departure))],
    others: others.map((card) => ({ card, url: urlOf(card.id) })),
    favoritesUrl: `${env.publicUrl}${tabPath('favoris')}`,
    stopUrl: `${env.publicUrl}${paths.unsubscribe()}?${FAVORITES_WORD}=${token}`,
  });
  await sendMail(tx, letter, {
    key: `favorites:${accountId}:${now.toISOString()}`,
    stream: streamOf(accountId),
    to,
    headers: {
      'List-Unsubscribe': `<${env.publicUrl}/api/favorites/mails/unsubscribe?${FAVORITES_WORD}=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<favoris.${new URL(env.publicUrl).hostname}>`,
    },
  });
}

/** Homes on line like those that left, each once, without those of the mail itself. */
async function alternativesTo(tx: Tx, left: readonly statements.FavoriteDeparture[]): Promise<ListingCard[]> {
  const told = new Set(left.map(({ listingId }) => listingId));
  const found = new Map<number, ListingCard>();
  const each = left.length === 1 ? ALTERNATIVES : ALTERNATIVES_OF_EACH;
  for (const { listingId } of left.slice(0, SHOWN)) {
    // One transaction has one connection.
    const alike = (await similarListings(tx, listingId)).filter(({ id }) => !told.has(id) && !found.has(id));
    for (const card of alike.slice(0, each)) found.set(card.id, card);
    if (found.size >= ALTERNATIVES_AT_MOST) break;
  }
  return [...found.values()].slice(0, ALTERNATIVES_AT_MOST);
}

/** Whether this person is mailed when what they keep leaves. */
export async function wantsFavoriteMails(db: Queryable, accountId: number): Promise<boolean> {
  return !(await statements.isStopped(db, accountId));
}

/** Chooses it; what waits to leave is taken back, and what happened in between is never told. Said twice, it is the same. */
export async function chooseFavoriteMails(db: Db, accountId: number, wanted: boolean): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountId))) return;
    if (wanted) return statements.resumeMails(tx, accountId);
    await statements.stopMails(tx, accountId, clock.now());
    await withdrawMail(tx, streamOf(accountId));
  });
}

/** The account that a link of these mails speaks of; it works for ever. Throws FAVORITE_MAIL_TOKEN_UNKNOWN. */
function accountOf({ env }: Pick<Open, 'env'>, token: string): number {
  const id = /^\d{1,15}$/.exec(readToken(env.secret, STOP, token) ?? '')?.[0];
  if (!id) throw fail(favoriteMailErrors.FAVORITE_MAIL_TOKEN_UNKNOWN);
  return Number(id);
}

/** Whether the mails that a link speaks of are stopped. Throws FAVORITE_MAIL_TOKEN_UNKNOWN. */
export async function favoriteMailsOfToken(open: Open, token: string): Promise<{ wanted: boolean }> {
  return { wanted: await wantsFavoriteMails(open.db, accountOf(open, token)) };
}

/** Stops these mails from their link, or takes that back; said twice, it is the same. Throws FAVORITE_MAIL_TOKEN_UNKNOWN. */
export async function chooseByToken(open: Open, token: string, wanted: boolean): Promise<void> {
  await chooseFavoriteMails(open.db, accountOf(open, token), wanted);
}
