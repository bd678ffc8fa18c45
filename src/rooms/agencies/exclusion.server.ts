import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { type AdministratorName, asAdministratorName, hashToken, newToken } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Tx } from '#platform/db.server.ts';
import { accountErrors } from '#rooms/accounts/contract.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { agencyByReference, normalReference } from './agencies.server.ts';
import { type Agency, agencyErrors } from './contract.ts';
import {
  countExclusions,
  countOnline,
  exclusionByHash,
  insertExclusion,
  insertExclusionRequest,
  recordExclusionConfirmed,
  revokeExclusions,
  setExcludedOn,
  takeExclusionRequest,
} from './exclusion.sql.server.ts';
import { EXCLUSION_CHANNEL, EXCLUSION_MAILS_PER_DAY } from './exclusion.ts';
import { JUDGE_CHANNEL } from './identity.server.ts';
import { askJudging, lockAgency } from './identity.sql.server.ts';
import { mailTo } from './password-reset.server.ts';
import { spaceOfAgency } from './sessions.sql.server.ts';

const DAY_MS = 86_400_000;
type Open = Pick<Services, 'db' | 'env'>;

/** A mailed link works for a day (security.md, D4): forwarded or found later, it takes nothing off line. */
const oldestLink = () => new Date(clock.now().getTime() - DAY_MS);

/** Queues a request for a link; answered by the worker, so that every reference is told the same as fast. */
export async function askExclusion(db: Db, ownerReference: string): Promise<void> {
  const asked = { ownerReference: normalReference(ownerReference), at: clock.now() };
  await db.transaction().execute((tx) => insertExclusionRequest(tx, asked, EXCLUSION_CHANNEL));
}

/** Answers one request: a link to the address on file, or, without one, word to the team. True: there may be more. */
export async function answerExclusion({ db, env }: Open): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const asked = await takeExclusionRequest(tx);
    if (!asked) return false;
    const agency = await agencyByReference(tx, asked.ownerReference);
    if (agency && agency.excludedOn === null) await mailExclusion(tx, env, agency);
    return true;
  });
}

async function mailExclusion(tx: Tx, env: Open['env'], agency: Agency): Promise<void> {
  const mails = await import('./agencies.mails.server.tsx');
  const now = clock.now();
  const origin = env.publicUrl;
  // A space has proven its address; before it, what is on file counts.
  const email = ((await spaceOfAgency(tx, agency.id))?.email ?? agency.email)?.toLowerCase();
  if (!email) {
    const mail = mails.exclusionNoticeMail({ origin, reference: agency.ownerReference });
    const day = parisDay(now).day;
    return mailTo(tx, env.contactAddress, `agency-exclusion-notice:${agency.id}:${day}`, mail);
  }
  await lockAgency(tx, agency.id);
  const sent = await countExclusions(tx, agency.id, new Date(now.getTime() - DAY_MS));
  if (sent >= EXCLUSION_MAILS_PER_DAY) return;
  const token = newToken();
  const tokenHash = hashToken(token);
  await insertExclusion(tx, { tokenHash, agencyId: agency.id, email, createdAt: now });
  const link = `${origin}${paths.agencyOptOut()}?token=${token}`;
  const listings = await countOnline(tx, agency.id);
  const key = `agency-exclusion:${tokenHash.toString('hex').slice(0, 32)}`;
  await mailTo(tx, email, key, mails.exclusionMail({ origin, link, agency: agency.name, listings }));
}

/** What a mailed link is for, without using it: programs that follow links take nothing off line. */
export async function exclusionLink(db: Db, token: string) {
  const link = token ? await exclusionByHash(db, hashToken(token), oldestLink()) : undefined;
  if (!link) return null;
  const { agencyId, name, confirmedAt, removed, excludedOn } = link;
  return {
    agency: name,
    done: confirmedAt && excludedOn ? { on: excludedOn, removed: removed ?? 0 } : null,
    listings: await countOnline(db, agencyId),
  };
}

/**
 * Uses a mailed link: from now on the listings of the agency stay off line, no matter who sends them (`agencyToJudge`).
 * Used again, it changes nothing. Throws LINK_INVALID, also after a day, and once the choice was taken back.
 */
export async function confirmExclusion({ db, env }: Open, token: string) {
  const tokenHash = hashToken(token);
  return db.transaction().execute(async (tx) => {
    const since = oldestLink();
    const found = await exclusionByHash(tx, tokenHash, since);
    if (!found) throw fail(accountErrors.LINK_INVALID);
    await lockAgency(tx, found.agencyId);
    const link = (await exclusionByHash(tx, tokenHash, since)) ?? found;
    const { agencyId, name: agency, email } = link;
    const now = clock.now();
    if (link.confirmedAt && link.excludedOn)
      return { agencyId, askedAt: now, agency, on: link.excludedOn, removed: link.removed ?? 0 };
    const on = link.excludedOn ?? parisDay(now).day;
    const removed = await countOnline(tx, agencyId);
    await setExcludedOn(tx, agencyId, on);
    await recordExclusionConfirmed(tx, tokenHash, { at: now, removed });
    await askJudging(tx, agencyId, now, JUDGE_CHANNEL);
    const { excludedMail } = await import('./agencies.mails.server.tsx');
    const mail = excludedMail({ origin: env.publicUrl, agency, removed, contact: env.contactAddress });
    await mailTo(tx, email, `agency-excluded:${agencyId}:${now.toISOString()}`, mail);
    return { agencyId, askedAt: now, agency, on, removed };
  });
}

/** Who decides in the place of an agency, and why. */
export interface Decision {
  readonly by: AdministratorName;
  readonly reason: string | null;
}

/** Whoever runs a command and says no more. */
export const OPERATOR: Decision = { by: asAdministratorName('opérateur'), reason: null };

/**
 * An administrator makes the choice of an agency, or takes it back; its listings are then to be judged again, and links
 * mailed before no longer work. The same again changes nothing. Throws AGENCY_UNKNOWN.
 */
export async function setExclusion(
  db: Db,
  reference: string,
  excluded: boolean,
  { by, reason }: Decision,
): Promise<Agency> {
  return db.transaction().execute(async (tx) => {
    const known = await agencyByReference(tx, reference);
    if (!known) throw fail(agencyErrors.AGENCY_UNKNOWN);
    await lockAgency(tx, known.id);
    const agency = (await agencyByReference(tx, reference)) ?? known;
    const now = clock.now();
    const on = excluded ? (agency.excludedOn ?? parisDay(now).day) : null;
    if (!excluded) await revokeExclusions(tx, agency.id, now);
    if (on === agency.excludedOn) return agency;
    await setExcludedOn(tx, agency.id, on);
    await askJudging(tx, agency.id, now, JUDGE_CHANNEL);
    await recordAction(tx, {
      by,
      action: 'agency.status',
      subject: { kind: 'agency', id: agency.id, label: agency.name },
      before: { excludedOn: agency.excludedOn },
      after: { excludedOn: on },
      reason,
    });
    return agency;
  });
}
