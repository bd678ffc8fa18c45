import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { factColumns } from '#rooms/listings/intake/contract.ts';
import type { FactName } from '../facts/contract.ts';
import { type Subject, subjectNames, subjects } from './contract.ts';

const columns = new Map<string, string>(factColumns);

const findings = sql`jsonb_array_elements(verdict.findings) as finding where finding->>'severity' = 'block'`;

/** Something of the subject keeps it off line, and the feed does not say it. */
function lacks(subject: Subject): RawBuilder<boolean> {
  const wanting = subjects[subject].fields.map(
    (name: FactName) =>
      sql`(finding->>'field' = ${name} and ${sql.ref(`listing.${columns.get(name) ?? name}`)} is null)`,
  );
  return sql<boolean>`exists (select from ${findings} and (${sql.join(wanting, sql` or `)}))`;
}

/** Listings from feeds that the law keeps off line. */
const held = (agencyId: number) => sql`
  from listing join listing_verdict verdict on verdict.listing_id = listing.id
  where listing.agency_id = ${agencyId} and listing.status = 'refused' and listing.source <> 'manual'
    and verdict.hold = 'block'`;

const ofAgency = sql<boolean>`exists (select from ${findings}
  and (finding->>'field' = 'feeScheduleUrl' or starts_with(finding->>'field', 'agency.')))`;

/** How many listings each subject keeps off line, the profile of the agency, and nothing of these. */
export async function countUnsaid(
  db: Queryable,
  agencyId: number,
): Promise<Record<Subject | 'ofAgency' | 'others', number>> {
  const each = subjectNames.map(
    (subject) => sql`count(*) filter (where ${lacks(subject)})::int as ${sql.ref(subject)}`,
  );
  const any = sql.join([ofAgency, ...subjectNames.map(lacks)], sql` or `);
  const { rows } = await sql<Record<Subject | 'ofAgency' | 'others', number>>`
    select ${sql.join(each)}, count(*) filter (where ${ofAgency})::int as "of_agency",
      count(*) filter (where not (${any}))::int as others
    ${held(agencyId)}
  `.execute(db);
  return rows[0]!;
}

/** The listings that the subject keeps off line, by their reference; `limit` at most, all for null. */
export async function selectUnsaid(
  db: Queryable,
  agencyId: number,
  subject: Subject,
  limit: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select listing.id ${held(agencyId)} and ${lacks(subject)}
    order by listing.reference, listing.id limit ${limit}::int
  `.execute(db);
  return rows.map(({ id }) => id);
}
