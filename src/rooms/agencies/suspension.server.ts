import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { agencyById } from './agencies.server.ts';
import { type Agency, agencyErrors } from './contract.ts';
import { countOnline } from './exclusion.sql.server.ts';
import { JUDGE_CHANNEL } from './identity.server.ts';
import { askJudging, lockAgency } from './identity.sql.server.ts';
import { mailTo } from './password-reset.server.ts';
import { spaceOfAgency } from './sessions.sql.server.ts';
import { selectSuspension, updateSuspension } from './suspension.sql.server.ts';
import type { Suspension } from './suspension.ts';

/** Where an agency is told what is decided of it: its space has proven its address, else the one on file; null: nowhere. */
export async function addressOf(
  db: Queryable,
  { id, email }: Pick<Agency, 'id' | 'email'>,
): Promise<string | null> {
  return ((await spaceOfAgency(db, id))?.email ?? email)?.toLowerCase() ?? null;
}

/** Why the agency is suspended, and since when; null: it is not. */
export function suspensionOf(db: Queryable, agencyId: number): Promise<Suspension | null> {
  return selectSuspension(db, agencyId);
}

/**
 * Takes every listing of an agency off line, or lets them come back, and mails it why. Its listings are to be judged again
 * (`agencyToJudge`): the law withholds those of a suspended agency, those to come too. The same again changes nothing.
 * Throws AGENCY_UNKNOWN.
 */
export async function setSuspension(
  { db, env }: Pick<Services, 'db' | 'env'>,
  agencyId: number,
  { suspended, reason }: { readonly suspended: boolean; readonly reason: string },
  by: AdministratorName,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAgency(tx, agencyId);
    const agency = await agencyById(tx, agencyId);
    if (!agency) throw fail(agencyErrors.AGENCY_UNKNOWN);
    if ((agency.suspendedOn !== null) === suspended) return;
    const now = clock.now();
    const removed = suspended ? await countOnline(tx, agencyId) : 0;
    await updateSuspension(tx, agencyId, suspended ? { on: parisDay(now).day, reason } : null);
    await askJudging(tx, agencyId, now, JUDGE_CHANNEL);
    await recordAction(tx, {
      by,
      action: 'agency.status',
      subject: { kind: 'agency', id: agencyId, label: agency.name },
      before: { status: suspended ? 'active' : 'suspended' },
      after: { status: suspended ? 'suspended' : 'active' },
      reason,
    });
    const email = await addressOf(tx, agency);
    if (email === null) return;
    const mails = await import('./suspension.mails.server.tsx');
    const common = { origin: env.publicUrl, agency: agency.name, reason };
    const mail = suspended
      ? mails.suspendedMail({ ...common, removed, contact: env.contactAddress })
      : mails.reinstatedMail({ ...common, listingsUrl: env.publicUrl + paths.ownedListings(agency) });
    const kind = suspended ? 'suspended' : 'reinstated';
    await mailTo(tx, email, `agency-${kind}:${agencyId}:${now.toISOString()}`, mail);
  });
}
