import { fail } from '#contract/errors.ts';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { allow } from '#rooms/mail/outbox.server.ts';
import { suppressedAddress } from './silenced-address.sql.server.ts';
import { addressErrors, RETRY_DAYS, type Silenced } from './silenced-address.ts';

/** Why nothing is sent to an address of this person any more; null when mail arrives. */
export async function silencedOf(db: Queryable, userId: UserId): Promise<Silenced | null> {
  const found = await suppressedAddress(db, userId);
  if (!found) return null;
  const { email: address, releasedAt } = found;
  const reason =
    found.reason === 'bounces' || found.reason === 'complaint' ? found.reason : ('operator' as const);
  const since = clock.now().getTime() - (releasedAt?.getTime() ?? 0);
  return { address, reason, canRetry: reason !== 'operator' && since >= RETRY_DAYS * 86_400_000 };
}

/**
 * Writes to this person again at the address that refused mail, at their own request. Throws ADDRESS_SET_ASIDE when it was
 * tried again less than `RETRY_DAYS` ago, or when the team set it aside.
 */
export async function restoreAddress(
  { db, env }: Pick<Services, 'db' | 'env'>,
  userId: UserId,
): Promise<{ address: string | null }> {
  const silenced = await silencedOf(db, userId);
  if (!silenced) return { address: null };
  if (!silenced.canRetry) throw fail(addressErrors.ADDRESS_SET_ASIDE);
  await allow({ db, env }, silenced.address);
  return { address: silenced.address };
}
