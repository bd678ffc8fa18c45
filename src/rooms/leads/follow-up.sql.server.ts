import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import { isUnrecorded } from '#rooms/notifications/notifications.server.ts';

const paris = (moment: RawBuilder<unknown>) => sql`(${moment} at time zone 'Europe/Paris')::date`;

/** A lead about which its agency was not notified under this key. */
export interface LeadToFollow {
  readonly agencyId: number;
  readonly key: string;
  readonly leadId: number;
  /** Null: about the agency itself. */
  readonly listingReference: string | null;
}

/** Leads still new, received between these moments. */
export async function selectLateLeads(
  db: Queryable,
  { from, until }: { from: Date; until: Date },
): Promise<LeadToFollow[]> {
  const { rows } = await sql<LeadToFollow>`
    select found.* from (
      select agency_id, 'late:' || id as key, id as lead_id, listing_reference
      from lead where status = 'new' and erased_at is null and created_at between ${from} and ${until}
    ) found
    where ${isUnrecorded('found')} order by found.lead_id
  `.execute(db);
  return rows;
}

/** Leads to come back to on one of these days in Paris, both included. */
export async function selectDueReminders(
  db: Queryable,
  { from, until }: { from: string; until: string },
): Promise<LeadToFollow[]> {
  const { rows } = await sql<LeadToFollow>`
    select found.* from (
      select agency_id, 'remind:' || id || ':' || remind_on as key, id as lead_id, listing_reference
      from lead where remind_on between ${from}::date and ${until}::date and erased_at is null
        and status <> 'disqualified'
    ) found
    where ${isUnrecorded('found')} order by found.lead_id
  `.execute(db);
  return rows;
}

/** Agencies with unread suspected leads, and how many: the last one after `from`, and before today in Paris. */
export async function selectUnreadSpam(
  db: Queryable,
  { from, today }: { from: Date; today: string },
): Promise<{ agencyId: number; key: string; leads: number }[]> {
  const { rows } = await sql<{ agencyId: number; key: string; leads: number }>`
    select found.* from (
      select agency_id, 'aside:' || max(${paris(sql`created_at`)}) as key, count(*)::int as leads
      from lead where disqualified_because = 'spam' and read_at is null and erased_at is null
      group by agency_id
      having max(created_at) > ${from} and max(${paris(sql`created_at`)}) < ${today}::date
    ) found
    where ${isUnrecorded('found')} order by found.agency_id
  `.execute(db);
  return rows;
}
