import type { Db } from '#platform/db.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import type { DemoAgency } from './agencies/agency.ts';
import { draftOf } from './drafts.ts';
import type { Portfolio } from './portfolios/portfolio.ts';
import { programmeDraft, programmesOf } from './programmes.ts';

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
        : [told(draftOf(agency, listing, { rank, day, status: rank === last ? listing.ending : 'online' }))],
    ),
  ];
}

/** Euros a year for a square metre, about what French towns ask. */
const PROPERTY_TAX_PER_M2 = 14;

/** What no feed can carry, and what agencies seldom say against a home: so that each word of a search finds and refuses. */
function told(draft: ListingDraft): ListingDraft {
  const odd = Number(draft.technicalId.replaceAll(/\D/g, '')) % 2 === 1;
  if (draft.rooms === null) {
    // No home: its agency may refuse animals, and has not come with a camera yet.
    return { ...draft, petsAllowed: false, photos: draft.propertyType === 'parking' ? [] : draft.photos };
  }
  const taxed = draft.transaction === 1 ? draft.surface : null;
  return {
    ...draft,
    garden: draft.propertyType === 'house' && (draft.landSurface ?? 0) > 0,
    propertyTax: taxed === null ? null : Math.round(taxed * PROPERTY_TAX_PER_M2) * 100,
    visitUrl: odd ? `https://visites.example/${draft.technicalId}` : null,
    openView: draft.openView ?? (odd ? false : null),
    quiet: draft.quiet ?? (odd ? false : null),
    overlooked: draft.overlooked ?? (odd && draft.openView !== true ? true : null),
  };
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
  const drafts = await judgeDrafts(db, { ...given, source: 'manual' });
  await db
    .transaction()
    .execute((tx) => applyListings(tx, { agencyId, source: 'manual', run: null, now, drafts }));
}
