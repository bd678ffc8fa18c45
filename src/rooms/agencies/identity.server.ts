import { fail, sharedErrors } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { agencyById } from './agencies.server.ts';
import { updateAgency } from './agencies.sql.server.ts';
import { wantContact } from './contact-address.server.ts';
import type { Agency } from './contract.ts';
import { askJudging, clearCheckRequest, lockAgency, selectToJudge } from './identity.sql.server.ts';
import type { ProfileChanges } from './identity.ts';
import { wordAgency } from './search-words.server.ts';

/** Woken when the listings of an agency are to be judged again. */
export const JUDGE_CHANNEL = 'vigie_agency_judge';

/**
 * Writes what an agency says of itself; what is not said stays. Its listings are to be judged again (`agencyToJudge`).
 * Another address for leads counts once it has answered (`wantContact`): `contactAsked` is the one that was asked to.
 * Throws LOGIN_REQUIRED when there is no such agency, and RATE_LIMIT_EXCEEDED.
 */
export async function changeIdentity(
  { db, env }: Pick<Services, 'db' | 'env'>,
  agencyId: AgencyId,
  { email, ...changes }: ProfileChanges,
): Promise<{ agency: Agency; askedAt: Date; contactAsked: string | null }> {
  return db.transaction().execute(async (tx) => {
    await lockAgency(tx, agencyId);
    const before = await agencyById(tx, agencyId);
    const agency = before && (await updateAgency(tx, before.ownerReference, changes));
    if (!agency) throw fail(sharedErrors.LOGIN_REQUIRED);
    await wordAgency(tx, agencyId);
    const contactAsked = email === undefined ? null : await wantContact(tx, env, agency, email);
    const now = clock.now();
    await askJudging(tx, agencyId, now, JUDGE_CHANNEL);
    return { agency, askedAt: now, contactAsked };
  });
}

/** An agency whose listings are to be judged again, the first asked first; undefined when there is none. */
export function agencyToJudge(db: Db): Promise<{ id: number; askedAt: Date } | undefined> {
  return selectToJudge(db);
}

/** Records that the agency's listings were judged as it was at `askedAt`. */
export function agencyWasJudged(db: Db, agencyId: number, askedAt: Date): Promise<void> {
  return clearCheckRequest(db, agencyId, askedAt);
}
