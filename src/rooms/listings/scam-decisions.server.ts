import { Readable } from 'node:stream';
import { fail } from '#contract/errors.ts';
import { formatDate, formatTime } from '#contract/fmt.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { lockAgencyListings } from './availability.server.ts';
import { type ListingStatus, listingStatuses } from './contract.ts';
import { reasonIn } from './decisions.server.ts';
import { restoreWithin, suspendWithin } from './moderation.server.ts';
import { selectSuspension } from './moderation.sql.server.ts';
import { notifyLegalDepartures, rejudgeSome } from './publication.server.ts';
import { selectOwner } from './publication.sql.server.ts';
import * as statements from './scam.sql.server.ts';
import {
  SCAM_PAGE,
  type ScamDecision,
  type ScamView,
  type SuspectedListing,
  scamDecisions,
  scamErrors,
} from './scam-queue.ts';

type Needs = Pick<Services, 'db' | 'env' | 'log'>;

/**
 * What a person says of the signals of a listing, which outranks the detector until its words or its price change. clear: it is
 * judged again at once, and comes on line if nothing else keeps it; suspended as a scam, it is given back and its agency told, unless
 * a report had it suspended: that decision is contested, not cleared. scam: it is suspended, and its agency is told why; given back
 * later, it is still refused until it changes. Said twice, it changes nothing more. Returns the listing's status. `judged`: what was
 * read, when it is known. Throws SIGNALS_UNKNOWN, SIGNALS_OUTDATED when another text stands there now, REASON_MISSING.
 */
export async function decideSignals(
  services: Needs,
  given: {
    listingId: number;
    decision: ScamDecision;
    reason: string;
    judged: string | null;
    by: AdministratorName;
  },
): Promise<{ status: ListingStatus }> {
  const { listingId, decision, judged, by } = given;
  const reason = reasonIn(given.reason);
  const now = clock.now();
  const decided = await services.db.transaction().execute(async (tx) => {
    const owner = await selectOwner(tx, listingId);
    if (!owner) throw fail(scamErrors.SIGNALS_UNKNOWN);
    const { agencyId } = owner;
    await lockAgencyListings(tx, agencyId);
    const kept = await statements.selectSuspicion(tx, listingId);
    if (!kept) throw fail(scamErrors.SIGNALS_UNKNOWN);
    if (judged !== null && judged !== kept.textHash) throw fail(scamErrors.SIGNALS_OUTDATED);
    const before = (await selectOwner(tx, listingId))!;
    if (kept.decided === decision) return { status: before.status };
    await statements.updateDecision(tx, { listingId, decision, reason, by, now });
    if (decision === 'scam')
      await suspendWithin(tx, services, { listingId, ground: 'scam', source: 'program', reason, by });
    else {
      const suspension = await selectSuspension(tx, listingId);
      if (suspension?.ground === 'scam' && suspension.source !== 'report')
        await restoreWithin(tx, services, { listingId, reason, by });
      else await rejudgeSome(tx, { agencyId, ids: [listingId], now });
    }
    const { status } = (await selectOwner(tx, listingId))!;
    await recordAction(tx, {
      by,
      action: 'listing.signals',
      subject: { kind: 'listing', id: listingId, label: `${before.reference} (${before.ownerReference})` },
      before: { status: before.status, décision: kept.decided && scamDecisions[kept.decided] },
      after: { status, décision: scamDecisions[decision], score: kept.score },
      reason,
    });
    return { status };
  });
  await notifyLegalDepartures(services, now);
  return decided;
}

interface QueueFilter {
  readonly vue: ScamView;
  readonly agence?: number | undefined;
}

const filterOf = ({ vue, agence }: QueueFilter) => ({ view: vue, agencyId: agence ?? null });

/** A page of the queue. `next` asks for the page after; null: it is the last. */
export async function scamQueue(
  db: Queryable,
  filter: QueueFilter,
  after: number | null,
): Promise<{ listings: SuspectedListing[]; next: number | null }> {
  const rows = await statements.selectQueue(db, filterOf(filter), { after, limit: SCAM_PAGE + 1 });
  const page = rows.slice(0, SCAM_PAGE);
  return {
    listings: page.map(({ foundAt, decidedAt, signals, ...row }) => ({
      ...row,
      signals: [...signals],
      foundAt: foundAt.toISOString(),
      decidedAt: decidedAt?.toISOString() ?? null,
    })),
    next: rows.length > SCAM_PAGE ? (page.at(-1)?.place ?? null) : null,
  };
}

/** The whole queue as a CSV file, read a page at a time. */
export function scamCsv(db: Queryable, filter: QueueFilter): Readable {
  return Readable.from(csvOf(db, filter));
}

const CSV_CHUNK = 1_000;

async function* csvOf(db: Queryable, filter: QueueFilter): AsyncGenerator<string> {
  yield csvHead([
    'Date',
    'Heure',
    'Agence',
    'Annonce',
    'Référence',
    'Titre',
    'Statut',
    'Score',
    'Signaux',
    'Extraits',
    'Décision',
    'Par',
    'Motif',
  ]);
  for (let after: number | null = null; ; ) {
    const rows: statements.QueueRow[] = await statements.selectQueue(db, filterOf(filter), {
      after,
      limit: CSV_CHUNK,
    });
    for (const row of rows)
      yield csvLine([
        formatDate(row.foundAt),
        formatTime(row.foundAt),
        row.agency,
        String(row.listingId),
        row.reference,
        row.title,
        listingStatuses[row.status],
        String(row.score),
        row.signals.map(({ explanation }) => explanation).join(' '),
        row.signals.flatMap(({ excerpt }) => excerpt ?? []).join(' / '),
        row.decided && scamDecisions[row.decided],
        row.decidedBy,
        row.reason,
      ]);
    if (rows.length < CSV_CHUNK) return;
    after = rows.at(-1)!.place;
  }
}

/**
 * Judges again those of these listings whose photos another agency showed before: photos are known after the listing is. Those
 * that must wait leave the line, and their agencies are told.
 */
export async function judgeCopies(services: Needs, ids: readonly number[]): Promise<void> {
  const copies = await statements.selectCopies(services.db, ids);
  if (copies.length === 0) return;
  const now = clock.now();
  for (const [agencyId, own] of Map.groupBy(copies, (copy) => copy.agencyId))
    await services.db
      .transaction()
      .execute((tx) => rejudgeSome(tx, { agencyId, ids: own.map(({ listingId }) => listingId), now }));
  await notifyLegalDepartures(services, now);
}
