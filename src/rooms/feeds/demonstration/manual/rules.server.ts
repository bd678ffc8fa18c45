import type { Db } from '../../../../platform/db.server.ts';
import type { ListingDraft } from '../../../listings/contract.ts';
import { applyListings } from '../../../listings/intake/rules.server.ts';
import { judgeDrafts } from '../../../listings/publication/rules.server.ts';
import type { DemoAgency } from '../agencies/contract.ts';
import { draftOf } from '../drafts/rules.server.ts';
import type { Portfolio } from '../portfolio/contract.ts';
import { programmeDraft, programmesOf } from '../programmes/rules.server.ts';

/**
 * What an agency enters by hand beside its feed, as it stands at its first feed or at its last: its programmes, and the
 * listings that it says are under offer, sold or let.
 */
export function draftsByHand({ agency, listings }: Portfolio, rank: number, day: string): ListingDraft[] {
  const last = agency.deliveries.length - 1;
  return [
    ...programmeDrafts(agency, day),
    ...listings.flatMap((listing) =>
      listing.ending === null
        ? []
        : [draftOf(agency, listing, { rank, day, status: rank === last ? listing.ending : 'online' })],
    ),
  ];
}

function programmeDrafts(agency: DemoAgency, day: string): ListingDraft[] {
  return programmesOf(day)
    .filter((programme) => programme.agency === agency.ref)
    .map((programme) => programmeDraft(programme, agency, day));
}

/** Judged like everything, then written. Saying the same again changes nothing. */
export async function enterByHand(
  db: Db,
  given: { agencyId: number; drafts: readonly ListingDraft[]; now: Date },
): Promise<void> {
  const { agencyId, now } = given;
  if (given.drafts.length === 0) return;
  const drafts = await judgeDrafts(db, given);
  await db
    .transaction()
    .execute((tx) => applyListings(tx, { agencyId, source: 'manual', run: null, now, drafts }));
}
