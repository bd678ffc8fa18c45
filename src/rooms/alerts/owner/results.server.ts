import { PAGE_SIZE } from '#contract/constants.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db } from '#platform/db.server.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { listingEvents } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { ownAlert } from '../alerts.server.ts';
import { soughtBy } from '../asking/described-search.server.ts';
import { tuningOf } from '../asking/tuning.server.ts';
import type { RejectReason } from '../matching/verdicts.ts';
import { listingsNow } from '../telling/digest.sql.server.ts';
import { ledgerOf } from '../telling/notified-listings.server.ts';
import { confirmedPartner, partnerVerdicts } from './pair.server.ts';
import { bothPage, countBoth, countFound, foundPage, recordVisit, visitOf } from './results.sql.server.ts';
import type { AlertResults, MatchedListing, ResultView } from './results.ts';

/** Looks less than this apart are one visit: a reload does not make everything seen. */
const VISIT_PAUSE_MS = 1_800_000;

/** Notes that the owner looks at the results of an alert. Throws ALERT_NOT_FOUND. */
export async function visitResults(db: Db, userId: UserId, id: number): Promise<void> {
  await ownAlert(db, userId, id);
  await recordVisit(db, id, clock.now(), VISIT_PAUSE_MS);
}

/**
 * One page of what an alert found in the last 30 days, or of what its owner kept or rejected of it. A page past the
 * last one is the last one. Throws ALERT_NOT_FOUND, whether it does not exist or is somebody else's.
 */
export async function resultsOf(
  db: Db,
  userId: UserId,
  id: number,
  at: { view: ResultView; page: number },
): Promise<AlertResults> {
  const alert = await ownAlert(db, userId, id);
  const since = await sinceVisit(db, id);
  const partner = await confirmedPartner(db, id);
  const counts = {
    ...(await countFound(db, id, since)),
    both: partner === null ? null : await countBoth(db, id, partner),
  };
  const total = at.view === 'found' ? counts.sure + counts.maybe : (counts[at.view] ?? 0);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(Math.max(1, at.page), pages);
  const slice = { alertId: id, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const rows =
    at.view !== 'both'
      ? await foundPage(db, { ...slice, view: at.view })
      : partner === null
        ? []
        : await bothPage(db, { ...slice, otherId: partner });
  const ids = rows.map(({ listingId }) => listingId);
  const cards = new Map((await listingsByIds(db, ids)).map((card) => [card.id, card]));
  const facts = await listingsNow(db, ids);
  const sought = await soughtBy(db, alert.criteria);
  const others = await partnerVerdicts(db, id, ids);
  const found = rows.flatMap((row): MatchedListing[] => {
    const listing = cards.get(row.listingId);
    const now = facts.get(row.listingId);
    if (!listing || !now) return [];
    const { unknown, failed } = judge(sought, now, clock.now());
    return [
      {
        listing,
        available: row.available,
        withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
        foundAt: row.foundAt.toISOString(),
        occasion: occasionOf(row.kind),
        fresh: at.view === 'found' && (since === null || row.foundAt > since),
        sure: row.sure,
        unknown: [...unknown],
        failed: [...failed],
        verdict: row.verdict,
        reason: row.reason as RejectReason | null,
        other: others.get(row.listingId) ?? null,
      },
    ];
  });
  const tuning = await tuningOf(db, alert);
  const ledger = await ledgerOf(db, id);
  return { alert, counts, ledger, page, pages, lastVisit: since?.toISOString() ?? null, tuning, found };
}

/**
 * The border between what is new and what is not. While a visit lasts it stays where the visit began; once the visit is
 * over, it is the end of that visit.
 */
async function sinceVisit(db: Db, id: number): Promise<Date | null> {
  const { visitedAt, seenUntil } = await visitOf(db, id);
  const over = visitedAt !== null && clock.now().getTime() - visitedAt.getTime() > VISIT_PAUSE_MS;
  return over ? visitedAt : seenUntil;
}

function occasionOf(kind: string): MatchedListing['occasion'] {
  if (kind === listingEvents.priceFell) return 'priceFell';
  return kind === listingEvents.returned ? 'returned' : 'appeared';
}
