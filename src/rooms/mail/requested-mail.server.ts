import { createHmac } from 'node:crypto';
import { clock } from '#platform/clock.server.ts';
import type { Tx } from '#platform/db.server.ts';
import type { Env } from '#platform/env.server.ts';
import { tooMany } from '#platform/rate-limits.server.ts';
import { countRequests, insertRequest } from './requested-mail.sql.server.ts';
import { ASKED_PER_CLIENT_DAY } from './requested-mail.ts';

const DAY_MS = 86_400_000;

/**
 * Notes that a client (`clientOf`) has a mail sent to an address it has not proven. Throws RATE_LIMIT_EXCEEDED past
 * `ASKED_PER_CLIENT_DAY` in 24 hours, whatever the addresses: the answer tells nothing of any.
 */
export async function askMail(tx: Tx, env: Pick<Env, 'secret'>, client: string): Promise<void> {
  const now = clock.now();
  // Nobody can read an address in it.
  const subject = createHmac('sha256', env.secret).update(`mail-asked\n${client}`).digest();
  const { count, oldest } = await countRequests(tx, subject, new Date(now.getTime() - DAY_MS));
  if (count >= ASKED_PER_CLIENT_DAY)
    throw tooMany(((oldest ?? now).getTime() + DAY_MS - now.getTime()) / 1000);
  await insertRequest(tx, { subject, at: now });
}
