import { fail, sharedErrors } from '#contract/errors.ts';
import {
  type Actor,
  type AdministratorName,
  asAdministratorName,
  asAgencyId,
  asOwnerReference,
  readToken,
  signToken,
} from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Env } from '#platform/env.server.ts';
import { hostCookieName } from '#platform/sessions.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { agencyById } from './agencies.server.ts';
import { spaceOfAgency } from './sessions.sql.server.ts';
import { VIEW_MINUTES, viewErrors } from './view.ts';

const PURPOSE = 'agency-view';

/** Beside the session of an agency of this browser, which stays as it is and counts again once the view is over. */
export function viewCookieName(env: Pick<Env, 'publicUrl'>): string {
  return hostCookieName(env, 'agency_view');
}

/**
 * Lets this browser read the space of an agency for `VIEW_MINUTES`: a signed cookie, no session, so that nothing of the agency
 * changes. Audited. Throws NOT_FOUND, or AGENCY_WITHOUT_SPACE.
 */
export async function openView(
  { db, env }: Pick<Services, 'db' | 'env'>,
  agencyId: number,
  by: AdministratorName,
): Promise<{ token: string; maxAgeSeconds: number; until: Date; ownerReference: string }> {
  const maxAgeSeconds = VIEW_MINUTES * 60;
  const until = new Date(clock.now().getTime() + maxAgeSeconds * 1_000);
  const ownerReference = await db.transaction().execute(async (tx) => {
    const agency = await agencyById(tx, agencyId);
    if (!agency) throw fail(sharedErrors.NOT_FOUND);
    if (!(await spaceOfAgency(tx, agencyId))) throw fail(viewErrors.AGENCY_WITHOUT_SPACE);
    await recordAction(tx, {
      by,
      action: 'agency.view',
      subject: { kind: 'agency', id: agencyId, label: agency.name },
      before: null,
      after: { until: until.toISOString() },
      reason: null,
    });
    return agency.ownerReference;
  });
  const token = signToken(env.secret, PURPOSE, `${agencyId}:${until.getTime()}:${by}`);
  return { token, maxAgeSeconds, until, ownerReference };
}

/** The agency that this browser views, marked as read-only; null without a view, or once it is over. */
export async function actorOfView(
  { db, env }: Pick<Services, 'db' | 'env'>,
  token: string | undefined,
): Promise<Extract<Actor, { kind: 'agency' }> | null> {
  const payload = token ? readToken(env.secret, PURPOSE, token) : null;
  const [, id, end, by = ''] = /^(\d+):(\d+):(.+)$/.exec(payload ?? '') ?? [];
  if (!id || Number(end) <= clock.now().getTime()) return null;
  const space = await spaceOfAgency(db, Number(id));
  if (!space) return null;
  return {
    kind: 'agency',
    agencyId: asAgencyId(space.id),
    ownerReference: asOwnerReference(space.ownerReference),
    name: space.name,
    readOnly: { by: asAdministratorName(by), until: new Date(Number(end)).toISOString() },
  };
}
