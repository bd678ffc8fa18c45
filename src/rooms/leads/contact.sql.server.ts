import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { Lead } from './contract.ts';
import type { ConsentPurpose } from './requests.ts';

/** Class of the advisory lock that one person's sending about one listing holds. */
const SENDING_LOCK = 7206;

export interface Recipient {
  readonly agencyId: number;
  readonly name: string;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
}

/** The agency of a listing that people see. */
export async function selectRecipient(db: Queryable, listingId: number): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select agency.id as agency_id, agency.name, agency.email, agency.phone
    from listing_online listing join agency on agency.id = listing.agency_id
    where listing.id = ${listingId}
  `.execute(db);
  return rows[0] ?? null;
}

/** An agency that is published here. */
export async function selectPageRecipient(db: Queryable, ownerReference: string): Promise<Recipient | null> {
  const { rows } = await sql<Recipient>`
    select id as agency_id, name, email, phone from agency
    where owner_reference = ${ownerReference} and excluded_on is null and suspended_on is null
  `.execute(db);
  return rows[0] ?? null;
}

/** Whether this is the address of this account, and it proved it. */
export async function selectProven(db: Queryable, accountId: number, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from account where id = ${accountId} and email = ${email} and email_verified_at is not null
  `.execute(db);
  return rows.length > 0;
}

/** What is asked about: a listing, or an agency itself. */
export interface Subject {
  readonly listingId: number | null;
  readonly agencyId: number;
}

/** Serialises what one address sends about one subject, until the transaction ends (advisory lock). */
export async function lockSending(tx: Tx, email: string, { listingId, agencyId }: Subject): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${sql.lit(SENDING_LOCK)}, hashtext(${`${listingId ?? `agency ${agencyId}`} ${email}`}))
  `.execute(tx);
}

export interface EarlierLead {
  readonly id: number;
  readonly createdAt: Date;
  /** Who was signed in. */
  readonly accountId: number | null;
}

/**
 * The identical request of this address about this subject since then: a person who sends it again has nothing to add.
 * `held`: what was put aside as spam counts too.
 */
export async function selectSame(
  tx: Tx,
  asked: Subject &
    Pick<Lead, 'email' | 'firstName' | 'lastName' | 'phone' | 'message' | 'request'> & {
      since: Date;
      held: boolean;
    },
): Promise<EarlierLead | null> {
  const about =
    asked.listingId === null
      ? sql`agency_id = ${asked.agencyId} and listing_reference is null`
      : sql`listing_id = ${asked.listingId}`;
  const { rows } = await sql<EarlierLead>`
    select id, created_at, account_id from lead
    where email = ${asked.email} and ${about} and created_at > ${asked.since}
      and (${asked.held} or disqualified_because is distinct from 'spam')
      and first_name = ${asked.firstName} and last_name = ${asked.lastName} and request = ${asked.request}
      and phone is not distinct from ${asked.phone} and message is not distinct from ${asked.message}
    order by created_at desc limit 1
  `.execute(tx);
  return rows[0] ?? null;
}

export interface Attempt {
  readonly client: Buffer;
  readonly sender: Buffer;
  readonly words: Buffer | null;
  readonly agencyId: number;
  /** It showed a sign by itself. */
  readonly suspect: boolean;
}

export async function insertAttempt(db: Queryable, attempt: Attempt, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('leadAttempt')
    .values({ ...attempt, at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteAttempt(db: Queryable, id: number): Promise<void> {
  await db.deleteFrom('leadAttempt').where('id', '=', id).execute();
}

export async function markReceipt(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('leadAttempt').set({ receipt: true }).where('id', '=', id).execute();
}

/**
 * What was sent since, this attempt included. Of an address only what the same client wrote with it counts against it,
 * so that nobody spends what is another's; receipts apart, which go to the address no matter who typed it.
 */
export async function attemptsSince(db: Queryable, { client, sender, words }: Attempt, since: Date) {
  const { rows } = await sql<{
    fromClient: number;
    fromSender: number;
    receipts: number;
    oldestFromClient: Date;
    oldestFromSender: Date;
    agencies: number;
    senders: number;
    suspects: number;
  }>`
    select
      count(*) filter (where client = ${client})::int as from_client,
      count(*) filter (where client = ${client} and sender = ${sender})::int as from_sender,
      count(*) filter (where sender = ${sender} and receipt)::int as receipts,
      min(at) filter (where client = ${client}) as oldest_from_client,
      min(at) filter (where client = ${client} and sender = ${sender}) as oldest_from_sender,
      count(distinct agency_id) filter (where client = ${client} and words = ${words}::bytea)::int as agencies,
      count(distinct sender) filter (where client = ${client} and words = ${words}::bytea)::int as senders,
      count(distinct agency_id) filter (where client = ${client} and suspect)::int as suspects
    from lead_attempt
    where at > ${since} and (client = ${client} or sender = ${sender})
  `.execute(db);
  return rows[0]!;
}

export async function insertConsent(
  tx: Tx,
  consent: {
    leadId: number;
    purpose: ConsentPurpose;
    sentence: string;
    source: 'listing_form' | 'agency_page';
    at: Date;
  },
): Promise<void> {
  await tx.insertInto('leadConsent').values(consent).execute();
}

export interface HandedLead {
  readonly id: number;
  /** Of the mail that tells its agency; null without one. */
  readonly status: string | null;
  /** Nothing carries it: the software that alone was to receive it is gone. */
  readonly left: boolean;
  /** It reached its agency, by mail or in its software. */
  readonly arrived: boolean;
  /** Why its software did not take it. */
  readonly reason: string | null;
}

/** Leads that wait for what has left, or will not, by every way that they go; and those that go by none any more. */
export async function selectHandedLeads(db: Queryable, limit: number): Promise<HandedLead[]> {
  const { rows } = await sql<HandedLead>`
    select lead.id, mail.status, mail.status = 'sent' is true or told.status = 'delivered' is true as arrived, told.reason,
      lead.mail_key is null and told.status is null as left
    from lead left join lateral (select status from mail_outbox
        where dedupe_key in (lead.mail_key, lead.mail_key || ':1')
        order by status = 'sent' desc, status in ('failed', 'suppressed', 'withdrawn'), id limit 1) mail on true
      left join lateral (select status, reason from lead_delivery
        where lead_id = lead.id and event = 'lead.created' order by id limit 1) told on true
    where lead.status = 'processing' and (mail.status = 'sent' or told.status = 'delivered'
      or (lead.mail_key is null and told.status is null)
      or (coalesce(mail.status, told.status) is not null
        and coalesce(mail.status, 'failed') in ('failed', 'suppressed', 'withdrawn') and coalesce(told.status, 'failed') = 'failed'))
    order by lead.id limit ${limit}
  `.execute(db);
  return rows;
}

export async function deleteAttemptsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('leadAttempt').where('at', '<=', moment).execute();
}

/** Leads past the day until which they may be kept; their history goes with them. */
export async function deleteLeadsKeptUntil(db: Queryable, day: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lead')
    .where('keepUntil', '<', day)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
