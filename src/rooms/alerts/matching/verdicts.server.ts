import { fail, sharedErrors } from '#contract/errors.ts';
import type { Actor } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { listingName, readListingId } from '#rooms/listings/reading.ts';
import { ownAlert } from '../alerts.server.ts';
import { lockAlert } from '../alerts.sql.server.ts';
import { alertErrors } from '../contract.ts';
import { alertOfToken } from '../owner/consent.server.ts';
import { dropVerdict, isRejected, upsertVerdict, verdictOn, wasPublished } from './verdicts.sql.server.ts';
import type { RejectReason, Verdict } from './verdicts.ts';

/**
 * Notes what the reader of an alert thinks of a listing: its owner, or the person who holds the link of its mails. A
 * rejected listing is neither shown nor mailed again for this alert. Throws LOGIN_REQUIRED when neither is there,
 * ALERT_NOT_FOUND for an alert that is somebody else's, NOT_FOUND for a listing that never was public.
 */
export async function judgeListing(
  services: Pick<Services, 'db' | 'env'>,
  actor: Actor,
  alertId: number,
  said: Verdict,
): Promise<{ listing: number; verdict: 'keep' | 'reject' | null; reason: RejectReason | null }> {
  const { db } = services;
  if (said.token !== undefined) {
    const named = await alertOfToken(services, said.token).catch(() => null);
    if (named?.id !== alertId) throw fail(alertErrors.ALERT_NOT_FOUND);
  } else {
    if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
    await ownAlert(db, actor.userId, alertId);
  }
  const listingId = said.listing;
  if (!(await wasPublished(db, listingId))) {
    throw fail(sharedErrors.NOT_FOUND, undefined, 'Cette annonce n’existe pas.');
  }
  const verdict = said.verdict === 'none' ? null : said.verdict;
  const reason = (verdict === 'reject' && said.reason) || null;
  await db.transaction().execute(async (tx) => {
    // Waits for a mail of the alert that is being written: the verdict counts from the next one on.
    if (!(await lockAlert(tx, alertId))) throw fail(alertErrors.ALERT_NOT_FOUND);
    if (verdict === null) await dropVerdict(tx, { alertId, listingId });
    else await upsertVerdict(tx, { alertId, listingId, verdict, reason, at: clock.now() });
  });
  return { listing: listingId, verdict, reason };
}

/**
 * The listing that a link of a mail offers to keep or reject, and what was said of it already; null when the address
 * names none that was ever public.
 */
export async function listingToJudge(
  db: Db,
  alertId: number,
  word: string | null,
): Promise<{ id: number; name: string; rejected: boolean; kept: boolean } | null> {
  const id = word === null ? null : readListingId(word);
  if (id === null || !(await wasPublished(db, id))) return null;
  const [card] = await listingsByIds(db, [id]);
  if (!card) return null;
  const at = { alertId, listingId: id };
  return {
    id,
    name: listingName(card),
    rejected: await isRejected(db, at),
    kept: (await verdictOn(db, at)) === 'keep',
  };
}
