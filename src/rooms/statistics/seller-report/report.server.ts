import { Readable } from 'node:stream';
import { dayBefore, parisDay } from '#contract/day.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { Download } from '#platform/api.server.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { inLine } from '#platform/threads.server.ts';
import { audienceOfListing } from '#rooms/alerts/audience.server.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { readListingId } from '#rooms/listings/reading.ts';
import { comparableIds } from '#rooms/listings/similar.server.ts';
import { photoBytes } from '#rooms/listings/stored-photos.server.ts';
import { drawReport } from './drawing.server.ts';
import { selectReported, selectWeeks } from './report.sql.server.ts';
import { ALIKE_LEAST, type SellerReport, WEEKS_SHOWN } from './report.ts';

/** Listings alike that one is compared with, at most. */
const ALIKE_MOST = 40;
const PHOTO_WIDTH = 1_000;

/**
 * Report for the seller of a listing, as of today. Throws NOT_FOUND for a listing of another agency, and for one that
 * never was on line: there is nothing to tell.
 */
export async function reportOf(db: Queryable, agencyId: AgencyId, word: string): Promise<SellerReport> {
  const id = readListingId(word);
  const row = id === null ? null : await selectReported(db, agencyId, id);
  if (id === null || !row)
    throw fail(
      sharedErrors.NOT_FOUND,
      undefined,
      'Cette annonce n’est pas, ou plus, des vôtres, ou n’a jamais été en ligne\u00a0: il n’y a rien à en dire.',
    );
  const at = clock.now();
  const to = mondayOf(parisDay(at).day);
  const began = mondayOf(parisDay(row.publishedAt).day);
  const earliest = dayBefore(to, 7 * (WEEKS_SHOWN - 1));
  const alike = await comparableIds(db, id, ALIKE_MOST);
  const [[card], others, weeks, waiting] = await Promise.all([
    listingsByIds(db, [id]),
    listingsByIds(db, alike),
    selectWeeks(db, { id, alike, from: began > earliest ? began : earliest, to }),
    audienceOfListing(db, id),
  ]);
  if (!card) throw fail(sharedErrors.NOT_FOUND);
  const { prices, ...facts } = row;
  return {
    ...facts,
    card,
    at,
    leftAt: isVisible(card.status) ? null : row.leftAt,
    prices: prices.map((step) => ({ at: new Date(step.at), price: step.price })),
    weeks,
    waiting,
    asked: medianOf(others.flatMap(({ pricePerM2 }) => pricePerM2 ?? [])),
  };
}

/** The same as a file. Throws NOT_FOUND, as above. */
export async function sellerReport(
  { db, readDb, storage, log }: Services,
  agencyId: AgencyId,
  word: string,
): Promise<Download> {
  const report = await reportOf(db, agencyId, word);
  const { photo, id } = report.card;
  const picture = photo && (await photoBytes(photo, PHOTO_WIDTH, { readDb, storage, log }));
  const bytes = await inLine(() => drawReport(report, picture));
  return {
    fileName: `compte-rendu-${id}-${parisDay(report.at).day}.pdf`,
    content: Readable.from([bytes]),
  };
}

/** `2026-11-22` is in the week of `2026-11-16`. */
function mondayOf(day: string): string {
  return dayBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7);
}

function medianOf(prices: readonly number[]): SellerReport['asked'] {
  if (prices.length < ALIKE_LEAST) return null;
  const sorted = prices.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = Math.round(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2);
  return { median, listings: prices.length };
}
