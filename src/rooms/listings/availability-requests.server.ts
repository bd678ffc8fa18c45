import { parisDay } from '#contract/day.ts';
import { paths } from '#contract/paths.ts';
import { readToken, signToken } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { defineNotificationLinks, recordNotifications } from '#rooms/notifications/notifications.server.ts';
import { type DueListing, selectDue, selectDueAgencies } from './availability-requests.sql.server.ts';

type Env = Pick<Services['env'], 'secret' | 'publicUrl'>;

/** A link confirms for so long: a week on line, and another to come back. */
const LINK_DAYS = 14;
const DAY_MS = 86_400_000;
const STILL_AVAILABLE = 'listing-still-available';
const ALL = 'tout';
/** Listings to confirm that a mail names, each with its link. */
const NAMED = 20;

/** What a link of the mail « Annonces à confirmer » lets its reader confirm, and nothing else. */
export interface ConfirmLink {
  readonly agencyId: number;
  /** In Paris, when it was asked: `YYYY-MM-DD`. */
  readonly day: string;
  /** Null: every listing asked about on that day. */
  readonly listingId: number | null;
}

/** Its address: no row, no session. */
function confirmUrl({ secret, publicUrl }: Env, { agencyId, day, listingId }: ConfirmLink): string {
  const token = signToken(secret, STILL_AVAILABLE, `${agencyId}.${day}.${listingId ?? ALL}`);
  return `${publicUrl}${paths.agencyStillAvailable()}?token=${token}`;
}

/** What a link says, and whether it came too late; null when nobody signed it. */
export function readConfirmLink(
  { secret }: Pick<Env, 'secret'>,
  token: string,
  now: Date,
): (ConfirmLink & { readonly expired: boolean }) | null {
  const payload = readToken(secret, STILL_AVAILABLE, token) ?? '';
  const [, agency, day, listing] = /^(\d{1,15})\.(\d{4}-\d\d-\d\d)\.(\d{1,15}|tout)$/.exec(payload) ?? [];
  if (!agency || !day || !listing) return null;
  const last = new Date(Date.parse(day) + LINK_DAYS * DAY_MS).toISOString().slice(0, 10);
  return {
    agencyId: Number(agency),
    day,
    listingId: listing === ALL ? null : Number(listing),
    expired: parisDay(now).day > last,
  };
}

/** The listings that an agency was asked about on a day and that nothing confirmed since, expired ones included; so many at most. */
export function dueListings(
  db: Queryable,
  { agencyId, day }: Pick<ConfirmLink, 'agencyId' | 'day'>,
  limit: number,
): Promise<DueListing[]> {
  return selectDue(db, { agencyId, day, limit });
}

/** The day that a recorded event asks about, of its key `confirm:<day>`. */
function dayOfKey(key: string): string | null {
  return /^confirm:(\d{4}-\d\d-\d\d)$/.exec(key)?.[1] ?? null;
}

/**
 * Records for each agency how many of its listings on line nobody has confirmed for seven days today, in Paris: once a
 * day, however often it is called.
 */
export async function recordListingsToConfirm(db: Db, now: Date): Promise<void> {
  const { day } = parisDay(now);
  await db.transaction().execute(async (tx) => {
    const due = await selectDueAgencies(tx, { day, key: `confirm:${day}` });
    await recordNotifications(
      tx,
      'listingToConfirm',
      due.map(({ agencyId, key, listings }) => ({
        agencyId,
        key,
        title:
          listings === 1
            ? '1 annonce à confirmer : elle quitte la ligne dans une semaine'
            : `${listings} annonces à confirmer : elles quittent la ligne dans une semaine`,
        page: '/annonces?vue=a-confirmer',
      })),
      now,
    );
  });
}

/** The mail confirms without a session: it has a link for each listing that still waits, and one for all. */
defineNotificationLinks('listingToConfirm', async (tx, env, { agencyId, key }) => {
  const day = dayOfKey(key);
  const due = day === null ? [] : await dueListings(tx, { agencyId, day }, NAMED);
  if (day === null || due.length === 0) return null;
  const linkTo = (listingId: number | null) => confirmUrl(env, { agencyId, day, listingId });
  return {
    listings: due.map(({ id, reference, title }) => ({ reference, title, url: linkTo(id) })),
    allUrl: linkTo(null),
  };
});
