import { dayBefore, parisDay } from '#contract/day.ts';
import { fail, Refusal } from '#contract/errors.ts';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { agencyById } from '#rooms/agencies/agencies.server.ts';
import {
  type ConfirmLink,
  dueListings,
  readConfirmLink,
} from '#rooms/listings/availability-requests.server.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { actTogether } from './actions.server.ts';
import { own } from './own-listings.server.ts';
import { type AskedListing, type StillAvailable, stillAvailableErrors } from './still-available.ts';

type Open = Pick<Services, 'db' | 'env'>;

/** Confirmed together by one press; beyond, the table of listings does it. */
const AT_MOST = 500;
/** Days between a confirmation and the mail that asks for the next one. */
const ASKED_AFTER_DAYS = 7;

/**
 * What a link of the mail « Annonces à confirmer » asks, without confirming anything: programs that follow the links of mails look at
 * it too (security.md, D4). Null when nobody signed it.
 */
export async function askedByLink({ db, env }: Open, token: string): Promise<StillAvailable | null> {
  const link = readConfirmLink(env, token, clock.now());
  const agency = link && (await agencyById(db, link.agencyId));
  if (!link || !agency) return null;
  const about = { agency: agency.name, ownerReference: agency.ownerReference };
  const [listings, first] =
    link.listingId === null
      ? [await dueListings(db, link, AT_MOST), null]
      : await oneListing(db, link, link.listingId);
  const state = first?.gone
    ? 'gone'
    : listings.length === 0
      ? 'already'
      : link.expired
        ? 'expired'
        : 'waiting';
  return { ...about, state, all: link.listingId === null, listings, one: first };
}

async function oneListing(
  db: Open['db'],
  { agencyId, day }: ConfirmLink,
  listingId: number,
): Promise<[AskedListing[], StillAvailable['one']]> {
  try {
    const row = await own(db, asAgencyId(agencyId), listingId);
    const listing = { id: row.id, reference: row.draft.reference, title: row.draft.title };
    const asksFor = isVisible(row.status) || row.status === 'expired';
    const confirmed =
      row.confirmedAt !== null && parisDay(row.confirmedAt).day > dayBefore(day, ASKED_AFTER_DAYS);
    const waits = asksFor && !(confirmed && isVisible(row.status));
    const one = { ...listing, gone: !asksFor, confirmedAt: row.confirmedAt?.toISOString() ?? null };
    return [waits ? [listing] : [], one];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [[], { id: listingId, reference: '', title: '', gone: true, confirmedAt: null }];
  }
}

/**
 * Confirms what a link asks; what is confirmed already stays so, and what left for want of this word comes back if the law lets it.
 * Throws STILL_AVAILABLE_UNKNOWN and STILL_AVAILABLE_EXPIRED.
 */
export async function confirmByLink(
  open: Open,
  token: string,
): Promise<{ confirmed: number; refused: { reference: string; message: string }[] }> {
  const link = readConfirmLink(open.env, token, clock.now());
  const asked = await askedByLink(open, token);
  if (!link || !asked) throw fail(stillAvailableErrors.STILL_AVAILABLE_UNKNOWN);
  if (asked.state === 'expired') throw fail(stillAvailableErrors.STILL_AVAILABLE_EXPIRED);
  const ids = asked.listings.map(({ id }) => id);
  const { results } = await actTogether(open.db, asAgencyId(link.agencyId), 'confirm', ids);
  return {
    confirmed: results.filter(({ done }) => done).length,
    refused: results.flatMap(({ done, reference, message }) =>
      done ? [] : [{ reference: reference ?? '', message: message ?? '' }],
    ),
  };
}
