import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { type Lead, type LeadEvent, type NewLeadEvent, sendingStatuses } from './contract.ts';
import { queueDelivery } from './webhook.sql.server.ts';

const columns = sql`
  lead.id, lead.listing_id, lead.agency_id, agency.owner_reference as agency, lead.listing_reference, lead.source,
  lead.boost_reference, lead.status, lead.request, lead.civility, lead.first_name, lead.last_name, lead.email, lead.phone, lead.message,
  lead.disqualified_because, lead.suspicion, lead.assigned_to, lead.remind_on, lead.created_at, lead.read_at, lead.first_answer_at,
  lead.closed_at, lead.keep_until, lead.erased_at, lead.version
`;

/** Leads of one agency, or of all, the newest first. */
export async function selectLeads(db: Queryable, agencyReference: string | null): Promise<Lead[]> {
  const { rows } = await sql<Lead>`
    select ${columns} from lead join agency on agency.id = lead.agency_id
    where ${agencyReference}::text is null or agency.owner_reference = ${agencyReference}
    order by lead.created_at desc, lead.id desc
  `.execute(db);
  return rows;
}

/** Held until the transaction ends: two people do not move it at once. */
export async function lockLead(tx: Tx, id: number): Promise<Lead | null> {
  const { rows } = await sql<Lead>`
    select ${columns} from lead join agency on agency.id = lead.agency_id
    where lead.id = ${id}
    for no key update of lead
  `.execute(tx);
  return rows[0] ?? null;
}

export async function selectEvents(db: Queryable, leadId: number): Promise<LeadEvent[]> {
  const { rows } = await sql<LeadEvent>`
    select at, kind, from_status, to_status, by_whom, lead_event.text,
      coalesce(mail.status in ('failed', 'suppressed'), false) as lost,
      case when letter.event_id is not null then json_build_object('elsewhere', letter.elsewhere,
        'original', letter.original, 'files', letter.files) end as letter
    from lead_event left join mail_outbox mail on mail.dedupe_key = lead_event.mail_key
      left join lead_letter letter on letter.event_id = lead_event.id
    where lead_id = ${leadId} order by lead_event.id
  `.execute(db);
  return rows;
}

/** The listing when people can see it. */
export async function selectAskedListing(
  db: Queryable,
  listingId: number,
): Promise<{ agencyId: number; reference: string } | null> {
  const { rows } = await sql<{ agencyId: number; reference: string }>`
    select agency_id, reference from listing_online where id = ${listingId}
  `.execute(db);
  return rows[0] ?? null;
}

export type LeadRow = Omit<
  Lead,
  'id' | 'agency' | 'assignedTo' | 'remindOn' | 'closedAt' | 'erasedAt' | 'version'
> & {
  readonly accountId: number | null;
  readonly mailKey: string | null;
  readonly optInAlerts: boolean;
  readonly optInPartners: boolean;
  readonly demo: boolean;
};

export async function insertLead(tx: Tx, row: LeadRow): Promise<number> {
  const { agencyId, ...told } = row;
  const { id } = await tx
    .insertInto('lead')
    .values({ agencyId, ...told })
    .returning('id')
    .executeTakeFirstOrThrow();
  // The agency's software is not notified of spam either.
  if (row.disqualifiedBecause !== 'spam') await queueDelivery(tx, [id], 'lead.created');
  return id;
}

export type LeadChange = Partial<
  Pick<
    Lead,
    | 'status'
    | 'disqualifiedBecause'
    | 'readAt'
    | 'firstAnswerAt'
    | 'closedAt'
    | 'keepUntil'
    | 'assignedTo'
    | 'remindOn'
  > & {
    readonly mailKey: string;
  }
>;

/**
 * Bumps the version: a person who read it before must read it again to change it. Notifies the agency’s software,
 * except of the delivery to it.
 */
export async function updateLead(tx: Tx, id: number, change: LeadChange): Promise<void> {
  await tx
    .updateTable('lead')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  const { status, mailKey: _, ...told } = change;
  const onItsWay = status === 'new' || (status !== undefined && sendingStatuses.has(status));
  if (!onItsWay && (status !== undefined || Object.keys(told).length > 0))
    await queueDelivery(tx, [id], 'lead.updated');
}

/** `mailKey`: what names the mail that it is. Answers its number. */
export async function insertEvent(
  tx: Tx,
  leadId: number,
  event: NewLeadEvent & { readonly mailKey?: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('leadEvent')
    .values({ leadId, ...event })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function hasDemoLeads(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from lead where demo) as found
  `.execute(db);
  return rows[0]!.found;
}

export interface AskableListing {
  readonly id: number;
  readonly agencyId: number;
  readonly ownerReference: string;
  readonly transaction: number;
  readonly title: string;
  readonly publishedAt: Date;
  readonly technicalId: string;
}

/** Listings of the demonstration that people see, agency by agency, always in the same order. */
export async function selectAskable(db: Queryable): Promise<AskableListing[]> {
  const { rows } = await sql<AskableListing>`
    select listing.id, agency_id, owner_reference, transaction, title, published_at, technical_id
    from listing_online listing join agency on agency.id = listing.agency_id
    where agency.demo
    order by owner_reference, technical_id
  `.execute(db);
  return rows;
}
