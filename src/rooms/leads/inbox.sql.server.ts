import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Lead, LeadStatus } from './contract.ts';
import type { InboxFilters } from './inbox.ts';

export type InboxRow = Pick<
  Lead,
  | 'id'
  | 'firstName'
  | 'lastName'
  | 'request'
  | 'source'
  | 'boostReference'
  | 'status'
  | 'disqualifiedBecause'
  | 'suspicion'
  | 'listingId'
  | 'listingReference'
  | 'createdAt'
  | 'readAt'
  | 'firstAnswerAt'
  | 'assignedTo'
  | 'remindOn'
  | 'erasedAt'
> & {
  readonly excerpt: string;
  readonly awaited: boolean;
};

/** Letters of the first lines of a message. */
const EXCERPT = 160;

const rowColumns = sql`
  lead.id, lead.first_name, lead.last_name, lead.request, lead.source, lead.boost_reference, lead.status,
  lead.disqualified_because,
  lead.suspicion,
  lead.listing_id, lead.listing_reference, lead.created_at, lead.read_at, lead.first_answer_at, lead.assigned_to,
  lead.remind_on, lead.erased_at,
  left(coalesce(said.text, lead.message, ''), ${EXCERPT}) as excerpt, coalesce(said.kind = 'reply', false) as awaited
`;
/** The last thing that either wrote after the request. */
const lastSaid = sql`
  left join lateral (
    select kind, case when kind = 'reply' then text end as text from lead_event
    where lead_id = lead.id and kind in ('answer', 'reply')
    order by id desc limit 1
  ) said on true
`;

/** `%` and `_` as they are. */
const likened = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The digits of a telephone as it is kept, without its prefix; null when too few to be one. */
function digitsIn(text: string): string | null {
  const digits = text.replaceAll(/\D/g, '').replace(/^(?:33|0)/, '');
  return /^[\d\s.+()-]+$/.test(text) && digits.length >= 4 ? digits : null;
}

/** Which leads of an agency its filters leave. */
function filtered(agencyId: number, filters: InboxFilters, today: string) {
  const { statuses, listingId, assignedTo, unanswered, due, spam, text, after } = filters;
  const like = text === null ? null : likened(text);
  const digits = text === null ? null : digitsIn(text);
  return sql`
    lead.agency_id = ${agencyId}
    and (${statuses.length === 0} or lead.status = any(${statuses}::text[]))
    and (${listingId}::bigint is null or lead.listing_id = ${listingId})
    and (${assignedTo}::text is null or coalesce(lead.assigned_to, '') = ${assignedTo})
    and (${!unanswered} or (lead.first_answer_at is null and lead.status <> 'disqualified' and lead.erased_at is null))
    and (${!due} or lead.remind_on <= ${today}::date)
    and (${!spam} or lead.disqualified_because = 'spam')
    and (${like}::text is null
      or lead.first_name || ' ' || lead.last_name ilike ${like} or lead.email ilike ${like}
      or lead.message ilike ${like} or lead.listing_reference ilike ${like}
      or (${digits}::text is not null and lead.phone like '%' || ${digits} || '%'))
    and (${after}::bigint is null or (lead.created_at, lead.id) < (
      select created_at, id from lead where id = ${after} and agency_id = ${agencyId}))
  `;
}

/** The newest first. */
export async function selectInbox(
  db: Queryable,
  agencyId: number,
  given: { filters: InboxFilters; today: string; limit: number },
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    select ${rowColumns} from lead ${lastSaid}
    where ${filtered(agencyId, given.filters, given.today)}
    order by lead.created_at desc, lead.id desc limit ${given.limit}
  `.execute(db);
  return rows;
}

interface Totals {
  readonly status: LeadStatus;
  readonly count: number;
  readonly late: number;
  readonly unanswered: number;
  readonly due: number;
  readonly spam: number;
  readonly aside: number;
}

/** Put aside as spam, and never opened. */
const waitsAside = sql`disqualified_because = 'spam' and read_at is null and erased_at is null`;

/** How many leads of an agency wait under « Indésirable ». */
export async function countSpam(db: Queryable, agencyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lead where agency_id = ${agencyId} and ${waitsAside}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function selectTotals(
  db: Queryable,
  agencyId: number,
  { lateBefore, today }: { lateBefore: Date; today: string },
): Promise<Totals[]> {
  const { rows } = await sql<Totals>`
    select status, count(*)::int as count,
      count(*) filter (where status in ('new', 'processing', 'error') and created_at < ${lateBefore}
        and first_answer_at is null and erased_at is null)::int as late,
      count(*) filter (where first_answer_at is null and status <> 'disqualified' and erased_at is null)::int as unanswered,
      count(*) filter (where remind_on <= ${today}::date)::int as due,
      count(*) filter (where disqualified_because = 'spam')::int as spam,
      count(*) filter (where ${waitsAside})::int as aside
    from lead where agency_id = ${agencyId} group by status
  `.execute(db);
  return rows;
}

/** What may be filtered by: names that leads were given to, listings that were asked about. */
export async function selectChoices(db: Queryable, agencyId: number, limit: number) {
  const assignees = await sql<{ name: string }>`
    select distinct assigned_to as name from lead where agency_id = ${agencyId} and assigned_to is not null
    order by name limit ${limit}
  `.execute(db);
  const listings = await sql<{ id: number; reference: string }>`
    select listing_id as id, min(listing_reference) as reference from lead
    where agency_id = ${agencyId} and listing_id is not null
    group by listing_id order by max(created_at) desc limit ${limit}
  `.execute(db);
  return { assignees: assignees.rows.map(({ name }) => name), listings: listings.rows };
}

export async function countNew(db: Queryable, agencyId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lead where agency_id = ${agencyId} and status = 'new'
  `.execute(db);
  return rows[0]?.count ?? 0;
}

type OpenRow = Lead & Pick<InboxRow, 'excerpt' | 'awaited'>;

/** A lead of this agency; of another one, there is none. */
export async function selectOwn(db: Queryable, agencyId: number, id: number): Promise<OpenRow | null> {
  const { rows } = await sql<OpenRow>`
    select ${rowColumns}, lead.agency_id, agency.owner_reference as agency, lead.civility, lead.email, lead.phone,
      lead.message, lead.closed_at, lead.keep_until, lead.version
    from lead join agency on agency.id = lead.agency_id ${lastSaid}
    where lead.id = ${id} and lead.agency_id = ${agencyId}
  `.execute(db);
  return rows[0] ?? null;
}

export type LockedLead = Pick<
  Lead,
  'status' | 'version' | 'erasedAt' | 'readAt' | 'assignedTo' | 'remindOn' | 'firstAnswerAt'
>;

/** Locks a lead of the agency until the transaction ends; null when it has no such lead. */
export async function lockOwnLead(tx: Tx, agencyId: number, id: number): Promise<LockedLead | null> {
  const { rows } = await sql<LockedLead>`
    select status, version, erased_at, read_at, assigned_to, remind_on, first_answer_at from lead
    where id = ${id} and agency_id = ${agencyId} for no key update
  `.execute(tx);
  return rows[0] ?? null;
}

/** Being read is no change that somebody else could be in the way of. */
export async function markRead(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`update lead set read_at = ${at} where id = ${id} and read_at is null`.execute(tx);
}

export async function selectConsents(db: Queryable, leadId: number) {
  const { rows } = await sql<{ sentence: string; at: Date }>`
    select sentence, at from lead_consent where lead_id = ${leadId} order by at, purpose
  `.execute(db);
  return rows;
}

/** What the same address asked the same agency besides, the newest first. */
export async function selectOthers(
  db: Queryable,
  { id, agencyId, email }: Pick<Lead, 'id' | 'agencyId' | 'email'>,
  limit: number,
) {
  if (email === '') return [];
  const { rows } = await sql<Pick<Lead, 'id' | 'listingReference' | 'status' | 'createdAt'>>`
    select id, listing_reference, status, created_at from lead
    where agency_id = ${agencyId} and email = ${email} and id <> ${id}
    order by created_at desc, id desc limit ${limit}
  `.execute(db);
  return rows;
}

export type ExportRow = Lead;

/** Whole leads that the filters leave, the newest first. */
export async function selectExported(
  db: Queryable,
  agencyId: number,
  given: { filters: InboxFilters; today: string; limit: number },
): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select lead.*, agency.owner_reference as agency from lead join agency on agency.id = lead.agency_id
    where ${filtered(agencyId, given.filters, given.today)}
    order by lead.created_at desc, lead.id desc limit ${given.limit}
  `.execute(db);
  return rows;
}
