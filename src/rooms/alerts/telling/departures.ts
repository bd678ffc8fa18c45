/**
 * Leaving: homes that an alert told, and that are sold, let or withdrawn since.
 */
import type { ListingStatus } from '#rooms/listings/contract.ts';

/** Statuses that are notified: a listing that the law holds, or that its agency suspends, says nothing of the home. */
export const departureStatuses = [
  'sold',
  'rented',
  'withdrawn',
  'expired',
] as const satisfies readonly ListingStatus[];

const words: Readonly<Record<string, string>> = { sold: 'Vendu', rented: 'Loué' };

/** « Vendu », « Loué », « N’est plus en ligne ». */
export function departureLabel(status: string): string {
  return words[status] ?? 'N’est plus en ligne';
}
