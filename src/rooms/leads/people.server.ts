import { clock } from '#platform/clock.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import { personOf } from '#rooms/accounts/erasure.server.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { emptyMails } from '#rooms/mail/erasure.server.ts';
import {
  countRequests,
  emptyHistories,
  emptyLeads,
  type PersonalLead,
  selectAnswerTime,
  selectMailKeys,
  selectPersonal,
  selectRequests,
} from './people.sql.server.ts';
import type { SentRequest } from './people.ts';
import { answerWords } from './requests.ts';

/** More than anybody reads; the export has them all. */
const SHOWN = 200;
const ANSWERS_DAYS = 90;
/** Fewer answers say nothing of a habit. */
const ANSWERS_NEEDED = 3;

type Owner = Pick<Person, 'accountId' | 'emails'>;

/**
 * What this person asked agencies, the newest first: what their account sent, and what was sent with its address, or with
 * one it had before, once proven. For `MyRequests` (leads/parts/my-requests.tsx), straight from a loader.
 */
export async function requestsOf(
  db: Queryable,
  { accountId }: Pick<Person, 'accountId'>,
): Promise<SentRequest[]> {
  const emails = await provenBy(db, accountId);
  const rows = await selectRequests(db, { accountId, emails, limit: SHOWN });
  const ids = [...new Set(rows.flatMap(({ listingId }) => listingId ?? []))];
  const cards = new Map((await listingsByIds(db, ids)).map((card) => [card.id, card]));
  return rows.map((row) => {
    const listing = row.listingId === null ? null : (cards.get(row.listingId) ?? null);
    return {
      id: row.id,
      request: row.request,
      message: row.message,
      sentAt: row.createdAt.toISOString(),
      receivedAt: row.receivedAt?.toISOString() ?? null,
      readAt: row.readAt?.toISOString() ?? null,
      answeredAt: row.answeredAt?.toISOString() ?? null,
      closedAt: row.closedAt?.toISOString() ?? null,
      letters: row.letters.map(({ at, ...letter }) => ({ ...letter, at: new Date(at).toISOString() })),
      held: row.held,
      failed: row.status === 'error',
      reachable: row.listingReference === null || (listing !== null && isVisible(listing.status)),
      listing,
      listingReference: row.listingReference,
      agency: { name: row.agencyName, phone: row.agencyPhone },
    };
  });
}

/** How many requests `requestsOf` would find, without its limit. */
export async function requestCountOf(
  db: Queryable,
  { accountId }: Pick<Person, 'accountId'>,
): Promise<number> {
  return countRequests(db, { accountId, emails: await provenBy(db, accountId) });
}

/** The account's address and those it had before, once proven; one that was only typed shows nothing of anybody. */
async function provenBy(db: Queryable, accountId: number): Promise<readonly string[]> {
  return (await personOf(db, accountId))?.emails ?? [];
}

/** What leads know of this person, as plain JSON, the oldest first (RGPD 15 and 20). */
export async function personalDataOf(db: Queryable, owner: Owner): Promise<{ requests: PersonalLead[] }> {
  return { requests: await selectPersonal(db, owner) };
}

/**
 * Empties this person's leads of who they are and what they wrote, their consents and what was noted of them; the agency
 * keeps that somebody asked about a reference, on which day, and what became of it (RGPD 17). The mails that
 * told the agency lose their words.
 */
export async function erasePerson(tx: Tx, owner: Owner): Promise<void> {
  const ids = await emptyLeads(tx, owner, clock.now());
  if (ids.length === 0) return;
  await emptyMails(tx, await selectMailKeys(tx, ids));
  await emptyHistories(tx, ids);
}

/**
 * How fast the agency of this reference usually answers, in words, from the median of its answers of 90 days; null while
 * there are too few to tell.
 */
export async function answerTimeOf(db: Queryable, ownerReference: string): Promise<string | null> {
  const since = new Date(clock.now().getTime() - ANSWERS_DAYS * 86_400_000);
  const { answered, hours } = await selectAnswerTime(db, ownerReference, since);
  return answered >= ANSWERS_NEEDED && hours !== null ? answerWords(hours) : null;
}
