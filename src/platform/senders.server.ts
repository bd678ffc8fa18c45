import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { tooMany } from './rate-limits.server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
// Without the letters and figures that are taken for one another, read over the phone.
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** « VIG-7K3M-Q9TX »: one in 6 × 10¹¹, and it says nothing of how many there were before. */
export function newReference(prefix: string): string {
  const four = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${prefix}-${four()}-${four()}`;
}

/** Who writes to us: an address (none: nobody gave one) from a client (`clientOf`). */
export interface Sender {
  readonly email: string | null;
  readonly client: string;
}

/**
 * What an address sent from this client and was acknowledged in a day, what the client sent in an hour, and the oldest
 * of each. What others wrote with an address counts for its receipts alone: it is no reason to refuse the person who
 * reads it.
 */
export interface SenderCounts {
  readonly ofAddress: number;
  readonly receipts: number;
  readonly ofClient: number;
  readonly oldestOfAddress: Date | null;
  readonly oldestOfClient: Date | null;
}

/** Reads `SenderCounts` from a table with the columns email, client, receipt and created_at, `now` being the end of the day. */
export function countFromSender(
  table: string,
  { email, client }: Sender,
  now: Date,
): RawBuilder<SenderCounts> {
  const day = new Date(now.getTime() - DAY_MS);
  const hour = new Date(now.getTime() - HOUR_MS);
  return sql<SenderCounts>`
    select
      count(*) filter (where email = ${email} and client = ${client})::int as of_address,
      count(*) filter (where email = ${email} and receipt)::int as receipts,
      count(*) filter (where client = ${client} and created_at > ${hour})::int as of_client,
      min(created_at) filter (where email = ${email} and client = ${client}) as oldest_of_address,
      min(created_at) filter (where client = ${client} and created_at > ${hour}) as oldest_of_client
    from ${sql.table(table)}
    where created_at > ${day} and (email = ${email} or client = ${client})`;
}

/** Throws RATE_LIMIT_EXCEEDED, with the wait until the oldest no longer counts. */
export function refuseMore(
  sent: SenderCounts,
  { perAddressDay, perClientHour }: { perAddressDay: number; perClientHour: number },
  now: Date,
): void {
  const wait = (oldest: Date | null, span: number) =>
    tooMany(((oldest ?? now).getTime() + span - now.getTime()) / 1000);
  if (sent.ofAddress >= perAddressDay) throw wait(sent.oldestOfAddress, DAY_MS);
  if (sent.ofClient >= perClientHour) throw wait(sent.oldestOfClient, HOUR_MS);
}
