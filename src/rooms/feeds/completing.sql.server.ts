import { type RawBuilder, sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { factColumns } from '#rooms/listings/intake.ts';
import { type Completion, type UnsaidSubject, unsaidNames, unsaidSubjects } from './completing.ts';

/** Completions of these listings of the agency, or of all that have one. */
export async function selectCompletions(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[] | null,
): Promise<{ technicalId: string; facts: Completion }[]> {
  const { rows } = await sql<{ technicalId: string; facts: Completion }>`
    select technical_id, facts from feed_completion
    where agency_id = ${agencyId}
      and (${technicalIds}::text[] is null or technical_id = any(${technicalIds}::text[]))
  `.execute(db);
  return rows;
}

export async function upsertCompletions(
  tx: Tx,
  given: { agencyId: number; said: readonly { technicalId: string; facts: Completion }[]; now: Date },
): Promise<void> {
  await sql`
    insert into feed_completion (agency_id, technical_id, facts, changed_at)
    select ${given.agencyId}, said->>'technicalId', said->'facts', ${given.now}::timestamptz
    from jsonb_array_elements(${JSON.stringify(given.said)}::jsonb) as said
    on conflict (agency_id, technical_id) do update set facts = excluded.facts, changed_at = excluded.changed_at
  `.execute(tx);
}

export async function deleteCompletions(
  tx: Tx,
  agencyId: number,
  technicalIds: readonly string[],
): Promise<void> {
  await sql`
    delete from feed_completion where agency_id = ${agencyId} and technical_id = any(${technicalIds}::text[])
  `.execute(tx);
}

const columns = new Map<string, string>(factColumns);

const findings = sql`jsonb_array_elements(verdict.findings) as finding where finding->>'severity' = 'block'`;

/** Something of the subject keeps it off line, and the feed does not say it. */
function lacks(subject: UnsaidSubject): RawBuilder<boolean> {
  const wanting = unsaidSubjects[subject].map(
    (name) =>
      sql`(finding->>'field' = ${name} and ${sql.ref(`listing.${columns.get(name) ?? name}`)} is null)`,
  );
  return sql<boolean>`exists (select from ${findings} and (${sql.join(wanting, sql` or `)}))`;
}

/** Listings from feeds that the law keeps off line. */
const held = (agencyId: number) => sql`
  from listing join listing_verdict verdict on verdict.listing_id = listing.id
  where listing.agency_id = ${agencyId} and listing.status = 'refused' and listing.source <> 'manual'
    and verdict.hold = 'block'`;

const ofAny = sql.join(unsaidNames.map(lacks), sql` or `);

const ofAgency = sql<boolean>`exists (select from ${findings}
  and (finding->>'field' = 'feeScheduleUrl' or starts_with(finding->>'field', 'agency.')))`;

/** How many listings each subject keeps off line, the profile of the agency, and nothing of these. */
export async function countUnsaid(
  db: Queryable,
  agencyId: number,
): Promise<Record<UnsaidSubject | 'ofAgency' | 'others', number>> {
  const each = unsaidNames.map(
    (subject) => sql`count(*) filter (where ${lacks(subject)})::int as ${sql.ref(subject)}`,
  );
  const { rows } = await sql<Record<UnsaidSubject | 'ofAgency' | 'others', number>>`
    select ${sql.join(each)}, count(*) filter (where ${ofAgency})::int as "of_agency",
      count(*) filter (where not (${ofAgency} or ${ofAny}))::int as others
    ${held(agencyId)}
  `.execute(db);
  return rows[0]!;
}

/** The listings that the subject keeps off line, by their reference; `limit` at most, all for null. */
export async function selectUnsaid(
  db: Queryable,
  agencyId: number,
  subject: UnsaidSubject,
  limit: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select listing.id ${held(agencyId)} and ${lacks(subject)}
    order by listing.reference, listing.id limit ${limit}::int
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether any subject keeps a listing off line. */
export async function isSomethingUnsaid(db: Queryable, agencyId: number): Promise<boolean> {
  const { rows } = await sql`select ${held(agencyId)} and (${ofAny}) limit 1`.execute(db);
  return rows.length > 0;
}
