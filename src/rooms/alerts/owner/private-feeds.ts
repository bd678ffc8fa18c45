/**
 * Subscription: the private feeds of an alert, for a feed reader (RSS) and for an agenda (iCalendar).
 */
import * as z from 'zod/mini';
import { defineCall } from '#contract/call.ts';
import { alertErrors } from '../contract.ts';

/** The word of their addresses that opens them. */
export const KEY_WORD = 'cle';
/** The newest finds on line. */
export const FEED_ITEMS = 100;

const feedsSchema = z.nullable(z.object({ rss: z.string(), calendar: z.string() }));
/** Their addresses, complete; null while they are closed. */
export type Feeds = z.output<typeof feedsSchema>;

export const openFeedsCall = defineCall({
  method: 'PUT',
  path: '/alerts/:id/feeds',
  access: 'user',
  summary: 'Ouvrir les flux privés d’une alerte, à une nouvelle adresse, ou les fermer',
  params: z.object({ id: z.coerce.number().check(z.int(), z.positive()) }),
  body: z.object({ open: z.boolean() }),
  answer: z.object({ feeds: feedsSchema }),
  errors: [alertErrors.ALERT_NOT_FOUND],
});

/** Text as iCalendar holds it (RFC 5545, 3.3.11). */
export function calendarText(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll(/[\\;,]/g, String.raw`\$&`)
      .replaceAll('\n', String.raw`\n`)
  );
}

/** A line in pieces of 75 bytes at most, none cut inside a letter (RFC 5545, 3.1). */
export function folded(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let bytes = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (bytes + size > 75) {
      pieces.push(piece);
      // The space that begins the next line counts.
      [piece, bytes] = ['', 1];
    }
    piece += letter;
    bytes += size;
  }
  return [...pieces, piece].join('\r\n ');
}
