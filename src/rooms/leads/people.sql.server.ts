import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Person } from '#platform/person.server.ts';
import type { Lead, LeadRequest, LeadStatus } from './contract.ts';
import type { Letter } from './people.ts';

/** What this account sent while signed in, and what was sent with these addresses: those that it proved, and no other. */
const sentBy = (accountId: number, emails: readonly string[]) => sql`
  lead.erased_at is null and (lead.account_id = ${accountId} or lead.email = any(${emails}::text[]))
`;

const letters = sql`
  (select coalesce(json_agg(json_build_object('kind', kind, 'at', at, 'text', text, 'byMail', letter.event_id is not null,
    'files', coalesce(letter.files, '{}')) order by id), '[]')
  from lead_event left join lead_letter letter on letter.event_id = lead_event.id
  where lead_id = lead.id and kind in ('answer', 'reply', 'gone') and text is not null)
`;

interface RequestRow {
  readonly id: number;
  readonly listingId: number | null;
  readonly listingReference: string | null;
  readonly request: LeadRequest;
  readonly status: LeadStatus;
  readonly message: string | null;
  readonly createdAt: Date;
  readonly receivedAt: Date | null;
  readonly readAt: Date | null;
  readonly answeredAt: Date | null;
  readonly closedAt: Date | null;
  readonly held: boolean;
  /** Times as PostgreSQL writes them in JSON. */
  readonly letters: readonly Letter[];
  readonly agencyName: string;
  readonly agencyPhone: string | null;
}

/** The newest first. */
export async function selectRequests(
  db: Queryable,
  given: { accountId: number; emails: readonly string[]; limit: number },
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select lead.id, lead.listing_id, lead.listing_reference, lead.request, lead.status, lead.message, lead.created_at,
      coalesce((select min(at) from lead_event where lead_id = lead.id and to_status = 'new'), lead.read_at) as received_at,
      case when lead.disqualified_because is distinct from 'spam' then lead.read_at end as read_at,
      lead.first_answer_at as answered_at,
      case when lead.disqualified_because is distinct from 'spam' then lead.closed_at end as closed_at,
      lead.status = 'disqualified' and exists (select from lead_event where lead_id = lead.id and from_status is null
        and to_status = 'disqualified') as held,
      ${letters} as letters,
      agency.name as agency_name, agency.phone as agency_phone
    from lead join agency on agency.id = lead.agency_id
    where ${sentBy(given.accountId, given.emails)}
    order by lead.created_at desc, lead.id desc
    limit ${given.limit}
  `.execute(db);
  return rows;
}

export async function countRequests(
  db: Queryable,
  given: { accountId: number; emails: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lead where ${sentBy(given.accountId, given.emails)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export type PersonalLead = Pick<
  Lead,
  | 'id'
  | 'listingReference'
  | 'request'
  | 'civility'
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phone'
  | 'message'
  | 'createdAt'
  | 'keepUntil'
> & {
  readonly agency: string;
  readonly consents: readonly { sentence: string; at: string }[];
  readonly letters: readonly Letter[];
};

export async function selectPersonal(
  db: Queryable,
  { accountId, emails }: Pick<Person, 'accountId' | 'emails'>,
): Promise<PersonalLead[]> {
  const { rows } = await sql<PersonalLead>`
    select lead.id, agency.name as agency, lead.listing_reference, lead.request, lead.civility, lead.first_name,
      lead.last_name, lead.email, lead.phone, lead.message, lead.created_at, lead.keep_until,
      (select coalesce(jsonb_agg(jsonb_build_object('sentence', sentence, 'at', at) order by at, purpose), '[]')
       from lead_consent where lead_id = lead.id) as consents,
      ${letters} as letters
    from lead join agency on agency.id = lead.agency_id
    where ${sentBy(accountId, emails)}
    order by lead.created_at, lead.id
  `.execute(db);
  return rows;
}

/** Empties what says who asked and what; answers which leads. */
export async function emptyLeads(
  tx: Tx,
  { accountId, emails }: Pick<Person, 'accountId' | 'emails'>,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update lead set first_name = '', last_name = '', email = '', phone = null, message = null, civility = null,
      account_id = null, opt_in_alerts = false, opt_in_partners = false, erased_at = ${at}
    where ${sentBy(accountId, emails)}
    returning id
  `.execute(tx);
  return rows.map(({ id }) => id);
}

/** What was written of them, and what they agreed to. Moves stay, without their words. */
export async function emptyHistories(tx: Tx, leadIds: readonly number[]): Promise<void> {
  await sql`
    delete from lead_event where lead_id = any(${leadIds}::bigint[])
      and kind in ('note', 'answer', 'reply', 'gone', 'automatic')
  `.execute(tx);
  await sql`update lead_event set text = null where lead_id = any(${leadIds}::bigint[])`.execute(tx);
  await sql`delete from lead_delivery where lead_id = any(${leadIds}::bigint[])`.execute(tx);
  await sql`delete from lead_address where lead_id = any(${leadIds}::bigint[])`.execute(tx);
  await sql`delete from lead_consent where lead_id = any(${leadIds}::bigint[])`.execute(tx);
}

/** What names the mails about these leads, and the copy of each that went to a second address of the agency. */
export async function selectMailKeys(tx: Tx, leadIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select mail_key || copy.suffix as key from (
      select mail_key from lead where id = any(${leadIds}::bigint[]) and mail_key is not null
      union select mail_key from lead_event where lead_id = any(${leadIds}::bigint[]) and mail_key is not null
    ) named cross join (values (''), (':1')) as copy(suffix)
  `.execute(tx);
  return rows.map(({ key }) => key);
}

export async function selectAnswerTime(
  db: Queryable,
  ownerReference: string,
  since: Date,
): Promise<{ answered: number; hours: number | null }> {
  const { rows } = await sql<{ answered: number; hours: number | null }>`
    select count(*)::int as answered,
      percentile_cont(0.5) within group (order by extract(epoch from first_answer_at - lead.created_at) / 3600) as hours
    from lead join agency on agency.id = lead.agency_id
    where agency.owner_reference = ${ownerReference} and first_answer_at is not null and lead.created_at > ${since}
  `.execute(db);
  return rows[0]!;
}
