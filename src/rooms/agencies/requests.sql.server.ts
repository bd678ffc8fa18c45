import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { ClaimState, ShownClaim, ShownExclusion } from './requests.ts';

type ClaimRow = Omit<ShownClaim, 'provenAt' | 'settledAt'> & {
  readonly provenAt: Date;
  readonly settledAt: Date | null;
};

/** Claims of one state: the oldest first while they wait, else the newest first; those beyond `after` in that order. */
export async function selectClaims(
  db: Queryable,
  { state, after, limit }: { state: ClaimState; after: number | null; limit: number },
): Promise<ClaimRow[]> {
  const waits = state === 'waiting';
  const { rows } = await sql<ClaimRow>`
    select asked.id, agency.id as agency_id, agency.owner_reference, agency.name as agency, agency.siren as agency_siren,
      agency.email as agency_email, asked.name, asked.email, asked.phone, asked.siren, asked.town, asked.software,
      ${state} as state, asked.proven_at, asked.settled_at
    from agency_registration asked join agency on agency.id = asked.agency_id
    where asked.proven_at is not null
      and ${waits ? sql`asked.settled_at is null` : sql`asked.outcome = ${state}`}
      ${after === null ? sql`` : waits ? sql`and asked.id > ${after}` : sql`and asked.id < ${after}`}
    order by asked.id ${waits ? sql`asc` : sql`desc`}
    limit ${limit}
  `.execute(db);
  return rows;
}

/** Agencies that left by their own choice, the last ones first, beyond `after` in that order. */
export async function selectExclusions(
  db: Queryable,
  { after, limit }: { after: { readonly on: string; readonly id: number } | null; limit: number },
): Promise<ShownExclusion[]> {
  const { rows } = await sql<ShownExclusion>`
    select agency.id as agency_id, agency.owner_reference, agency.name, agency.excluded_on,
      mailed.agency_id is not null as by_agency, mailed.removed
    from agency
    left join lateral (
      select chosen.agency_id, chosen.removed from agency_exclusion chosen
      where chosen.agency_id = agency.id and chosen.confirmed_at is not null and chosen.revoked_at is null
      order by chosen.created_at desc limit 1) mailed on true
    where agency.excluded_on is not null
      ${after === null ? sql`` : sql`and (agency.excluded_on, agency.id) < (${after.on}::date, ${after.id}::bigint)`}
    order by agency.excluded_on desc, agency.id desc
    limit ${limit}
  `.execute(db);
  return rows;
}
