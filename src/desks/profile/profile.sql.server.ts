import { sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';

interface LeadConsent {
  readonly subject: 'vigie_alerts' | 'partner_offers';
  readonly sentence: string;
  readonly at: Date;
}

/** Consents given with the form of a listing, by this account or with an address that it proved. */
export async function leadConsents(
  db: Queryable,
  accountId: number,
  emails: readonly string[],
): Promise<LeadConsent[]> {
  const { rows } = await sql<LeadConsent>`
    select consent.purpose as subject, consent.sentence, consent.at
    from lead_consent consent join lead on lead.id = consent.lead_id
    where lead.account_id = ${accountId} or lead.email = any(${[...emails]}::text[])
    order by consent.at
  `.execute(db);
  return rows;
}

/** How many alerts watch, and how many rest. */
export async function countAlerts(
  db: Queryable,
  accountId: number,
): Promise<{ activeAlerts: number; pausedAlerts: number }> {
  const { rows } = await sql<{ activeAlerts: number; pausedAlerts: number }>`
    select
      (select count(*)::int from alert join subscriber on subscriber.id = alert.subscriber_id
        where subscriber.account_id = ${accountId} and alert.status = 'active') as active_alerts,
      (select count(*)::int from alert join subscriber on subscriber.id = alert.subscriber_id
        where subscriber.account_id = ${accountId} and alert.status = 'paused') as paused_alerts
  `.execute(db);
  return rows[0]!;
}

/** An address that was typed and not proven, when nobody proved it for alerts either: then it is nobody else's. */
export async function unprovenAddress(db: Queryable, accountId: number): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from account where id = ${accountId} and email_verified_at is null
      and not exists (select from subscriber where subscriber.email = account.email and verified_at is not null)
  `.execute(db);
  return rows[0]?.email ?? null;
}
