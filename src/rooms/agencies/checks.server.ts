import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { agencyById } from './agencies.server.ts';
import { selectAgenciesById } from './agencies.sql.server.ts';
import { type CheckRow, selectChecks, selectIdentityState, upsertChecks } from './checks.sql.server.ts';
import { type CheckKind, checkErrors, checkKinds, formOf, neededKinds } from './checks.ts';
import { type Agency, agencyErrors } from './contract.ts';
import { lockAgencies, lockAgency } from './identity.sql.server.ts';
import { mailTo } from './password-reset.server.ts';
import { addressOf } from './suspension.server.ts';

/** What is verified of an agency: what it states, what a program sees of it, what a person decided. */
export async function checksOf(db: Queryable, agency: Agency) {
  const today = parisDay(clock.now()).day;
  const [rows, state] = await Promise.all([
    selectChecks(db, [agency.id]),
    selectIdentityState(db, agency.id),
  ]);
  const byKind = new Map(rows.map((row) => [row.kind, row]));
  const checks = (Object.keys(checkKinds) as CheckKind[]).map((kind) => {
    const row = byKind.get(kind);
    return {
      kind,
      stated: row?.stated ?? null,
      form: formOf(kind, agency, today),
      decision:
        row?.outcome && row.byWhom !== null && row.at
          ? {
              outcome: row.outcome,
              reason: row.reason,
              by: row.byWhom,
              at: row.at.toISOString(),
              current: row.current,
            }
          : null,
    };
  });
  return { state, checks };
}

type Decision =
  | { readonly kind: CheckKind; readonly outcome: 'verified' }
  | { readonly kind: CheckKind; readonly outcome: 'refused'; readonly reason: string };

/**
 * Notes what a person found of one thing that the agency states; refused, the agency is mailed the reason. The same again
 * changes nothing. Throws AGENCY_UNKNOWN, CHECK_NOTHING_STATED, or CHECK_MALFORMED for what no person can find right.
 */
export async function decideCheck(
  { db, env }: Pick<Services, 'db' | 'env'>,
  agencyId: number,
  decision: Decision,
  by: AdministratorName,
): Promise<void> {
  const { kind, outcome } = decision;
  const reason = decision.outcome === 'refused' ? decision.reason : null;
  await db.transaction().execute(async (tx) => {
    await lockAgency(tx, agencyId);
    const agency = await agencyById(tx, agencyId);
    if (!agency) throw fail(agencyErrors.AGENCY_UNKNOWN);
    const now = clock.now();
    const { state } = formOf(kind, agency, parisDay(now).day);
    if (state === 'missing') throw fail(checkErrors.CHECK_NOTHING_STATED);
    if (state === 'wrong' && outcome === 'verified') throw fail(checkErrors.CHECK_MALFORMED);
    const before = (await selectChecks(tx, [agencyId])).find((row) => row.kind === kind);
    if (before?.current && before.outcome === outcome && before.reason === reason) return;
    await upsertChecks(tx, { agencyIds: [agencyId], kinds: [kind], outcome, reason, by, now });
    await recordCheck(tx, { agency, kinds: [kind], outcome, reason, by, before: before ? [before] : [] });
    const email = outcome === 'refused' ? await addressOf(tx, agency) : null;
    if (email === null || reason === null) return;
    const { identityRefusedMail } = await import('./suspension.mails.server.tsx');
    const mail = identityRefusedMail({
      origin: env.publicUrl,
      agency: agency.name,
      what: checkKinds[kind],
      reason,
      profileUrl: env.publicUrl + paths.ownedProfile(agency),
    });
    await mailTo(tx, email, `agency-check:${agencyId}:${kind}:${now.toISOString()}`, mail);
  });
}

/** One of several agencies that stays as it was, and why. */
export interface Unverified {
  readonly id: number;
  readonly name: string;
  readonly why: string;
}

/**
 * Notes that a person found the SIREN and the card of these agencies right, all in one transaction. An agency of which
 * something is missing or malformed stays as it was, and is answered with why; those verified already count as done.
 */
export async function verifyIdentities(
  db: Db,
  ids: readonly number[],
  by: AdministratorName,
): Promise<{ verified: number; left: Unverified[] }> {
  return db.transaction().execute(async (tx) => {
    await lockAgencies(tx, ids);
    const now = clock.now();
    const today = parisDay(now).day;
    const agencies = await selectAgenciesById(tx, ids);
    const left: Unverified[] = [];
    const right: Agency[] = [];
    for (const agency of agencies) {
      const fault = neededKinds
        .map((kind) => formOf(kind, agency, today))
        .find(({ state }) => state !== 'sound');
      if (fault) left.push({ id: agency.id, name: agency.name, why: fault.note });
      else right.push(agency);
    }
    const known = Map.groupBy(
      await selectChecks(
        tx,
        right.map(({ id }) => id),
      ),
      ({ agencyId }) => agencyId,
    );
    const due = right.flatMap((agency) => {
      const before = (known.get(agency.id) ?? []).filter(({ kind }) =>
        (neededKinds as readonly CheckKind[]).includes(kind),
      );
      const open = before.filter(({ current, outcome }) => !current || outcome !== 'verified');
      return open.length > 0 ? [{ agency, before: open, kinds: open.map(({ kind }) => kind) }] : [];
    });
    for (const { agency, before, kinds } of due) {
      await upsertChecks(tx, { agencyIds: [agency.id], kinds, outcome: 'verified', reason: null, by, now });
      await recordCheck(tx, { agency, kinds, outcome: 'verified', reason: null, by, before });
    }
    return { verified: right.length, left };
  });
}

async function recordCheck(
  tx: Tx,
  given: {
    readonly agency: Agency;
    readonly kinds: readonly CheckKind[];
    readonly outcome: 'verified' | 'refused';
    readonly reason: string | null;
    readonly by: AdministratorName;
    readonly before: readonly CheckRow[];
  },
): Promise<void> {
  const { agency, kinds, outcome, reason, by } = given;
  const earlier = given.before.map(({ kind, outcome: was, current }) => [kind, current ? was : null]);
  await recordAction(tx, {
    by,
    action: 'agency.identity',
    subject: { kind: 'agency', id: agency.id, label: agency.name },
    before: Object.fromEntries(earlier),
    after: Object.fromEntries(kinds.map((kind) => [kind, outcome])),
    reason,
  });
}
