import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { wordingHashOf } from '#rooms/listings/publication.server.ts';
import { shownOfListing } from './reports.sql.server.ts';

/** Whether a review still asks about the text of its listing, which waits for it off line. */
const stands = sql`
  listing_review.decision is null and listing_review.text_hash = ${wordingHashOf('listing')}
  and listing.status in ('pending', 'refused', 'suspended')`;

/** Wordings that a rule found and that wait for a person, without a case yet; the oldest first. */
export async function selectUnqueued(
  db: Queryable,
  limit: number,
): Promise<{ id: number; listingId: number }[]> {
  const { rows } = await sql<{ id: number; listingId: number }>`
    select listing_review.id, listing_review.listing_id
    from listing_review join listing on listing.id = listing_review.listing_id
    where ${stands} and not exists (select from report where review_id = listing_review.id)
    order by asked_at, listing_review.id limit ${limit}
  `.execute(db);
  return rows;
}

/** A case without reporter, with the listing as it stands; nothing when the wording has one already, or waits no more. */
export async function insertRuleCase(
  tx: Tx,
  {
    reviewId,
    reference,
    url,
    priority,
  }: { reviewId: number; reference: string; url: string; priority: number },
): Promise<void> {
  await sql`
    insert into report (kind, review_id, reference, listing_id, agency_id, url, listing_reference, listing_updated_at,
      listing_hash, listing_shown, reason, explanation, priority, receipt, created_at)
    select 'rule', listing_review.id, ${reference}, listing.id, listing.agency_id, ${url}, listing.reference,
      listing.updated_at, listing.content_hash, ${shownOfListing}, 'discrimination',
      array_to_string(listing_review.excerpts, E'\\n'), ${priority}::smallint, false, listing_review.asked_at
    from listing_review join listing on listing.id = listing_review.listing_id
    where listing_review.id = ${reviewId} and ${stands}
    on conflict (review_id) do nothing
  `.execute(tx);
}

/** Undecided cases whose text was changed, or whose listing left: nothing is left to read. Answers how many. */
export async function deleteStaleCases(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    delete from report where kind = 'rule' and decided_at is null and not exists (
      select from listing_review join listing on listing.id = listing_review.listing_id
      where listing_review.id = report.review_id and (${stands} or listing_review.decision is not null))
    returning id
  `.execute(tx);
  return rows.length;
}

/** Closes the open cases whose wording a person decided, as that says. Answers which. */
export async function closeReviewed(tx: Tx): Promise<{ id: number; reviewId: number }[]> {
  const { rows } = await sql<{ id: number; reviewId: number }>`
    update report set status = case listing_review.decision when 'refused' then 'founded' else 'unfounded' end,
      measure = case listing_review.decision when 'refused' then 'correction' else 'none' end,
      statement = listing_review.reason, decided_by = listing_review.decided_by, decided_at = listing_review.decided_at
    from listing_review
    where report.kind = 'rule' and report.decided_at is null
      and listing_review.id = report.review_id and listing_review.decision is not null
    returning report.id, report.review_id
  `.execute(tx);
  return rows;
}
