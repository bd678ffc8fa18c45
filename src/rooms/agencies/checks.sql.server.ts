import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { CheckKind, IdentityState } from './checks.ts';

export interface CheckRow {
  readonly kind: CheckKind;
  /** As the agency states it today; null: it says nothing. */
  readonly stated: string | null;
  /** The last decision; null: nobody has decided. */
  readonly outcome: 'verified' | 'refused' | null;
  readonly reason: string | null;
  readonly byWhom: string | null;
  readonly at: Date | null;
  /** The decision is about what is stated today. */
  readonly current: boolean;
}

/** What each agency states of each thing that is verified, and what was decided of it. */
export async function selectChecks(
  db: Queryable,
  agencyIds: readonly number[],
): Promise<(CheckRow & { readonly agencyId: number })[]> {
  const { rows } = await sql<CheckRow & { agencyId: number }>`
    select said.agency_id, said.kind, said.stated, decided.outcome, decided.reason, decided.by_whom, decided.at,
      decided.stated is not null and decided.stated is not distinct from said.stated as current
    from agency_stated said
    left join agency_check decided on decided.agency_id = said.agency_id and decided.kind = said.kind
    where said.agency_id = any(${agencyIds}::bigint[])
    order by said.agency_id
  `.execute(db);
  return rows;
}

export async function selectIdentityState(db: Queryable, agencyId: number): Promise<IdentityState> {
  const { rows } = await sql<{ state: IdentityState }>`
    select state from agency_identity where agency_id = ${agencyId}
  `.execute(db);
  return rows[0]?.state ?? 'missing';
}

/** Decides of what these agencies state today: of several kinds at once, whatever was decided before. */
export async function upsertChecks(
  tx: Tx,
  given: {
    readonly agencyIds: readonly number[];
    readonly kinds: readonly CheckKind[];
    readonly outcome: 'verified' | 'refused';
    readonly reason: string | null;
    readonly by: string;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    insert into agency_check (agency_id, kind, outcome, stated, reason, by_whom, at)
    select agency_id, kind, ${given.outcome}, stated, ${given.reason}, ${given.by}, ${given.now}::timestamptz
    from agency_stated
    where agency_id = any(${given.agencyIds}::bigint[]) and kind = any(${given.kinds}::text[]) and stated is not null
    on conflict (agency_id, kind) do update set outcome = excluded.outcome, stated = excluded.stated,
      reason = excluded.reason, by_whom = excluded.by_whom, at = excluded.at
  `.execute(tx);
}
