import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '#platform/db.server.ts';
import type { MailStatus } from '#rooms/mail/contract.ts';
import type { AsideReason, MailFate } from './sent-mails.ts';

/** Written out: each is the predicate of an index, but for the common one. */
const fates: Readonly<Record<MailFate, RawBuilder<unknown>>> = {
  attente: sql`status in ('pending', 'sending')`,
  accepte: sql`status = 'sent' and returned_at is null`,
  rejete: sql`(status = 'failed' or returned_at is not null)`,
  ecarte: sql`status = 'suppressed'`,
  abandonne: sql`status = 'withdrawn'`,
};

export interface MailFilter {
  /** Null: those of everybody. */
  readonly addresses: readonly string[] | null;
  readonly kind: string | null;
  readonly fate: MailFate | null;
}

export interface MailRow {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string | null;
  readonly stream: string;
  readonly status: MailStatus;
  readonly attempts: number;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  readonly returnedAt: Date | null;
  readonly returnedAs: 'bounce' | 'complaint' | null;
  readonly returnedStatus: string | null;
}

const columns = sql`id, recipient, subject, stream, status, attempts, error, created_at, sent_at, returned_at, returned_as,
  returned_status`;

/** Mails, the newest first, older than the mail `before`. */
export async function selectMails(
  db: Queryable,
  { addresses, kind, fate }: MailFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<MailRow[]> {
  const asked = sql`${before === null ? sql`true` : sql`id < ${before}`}
    and ${kind === null ? sql`true` : sql`split_part(stream, ':', 1) = ${kind}`}
    and ${fate === null ? sql`true` : fates[fate]}`;
  // Of several addresses, the newest of each: their index gives them in order, one address at a time.
  const query =
    addresses === null
      ? sql<MailRow>`select ${columns} from mail_outbox where ${asked} order by id desc limit ${limit}`
      : sql<MailRow>`
          select mail.* from unnest(${addresses}::text[]) as asked(email)
            cross join lateral (select ${columns} from mail_outbox where recipient = asked.email and ${asked}
              order by id desc limit ${limit}) mail
          order by mail.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

export interface WholeMail extends MailRow {
  readonly replyTo: string | null;
  readonly messageKey: string;
  readonly headers: Record<string, string>;
  readonly html: string | null;
  readonly text: string | null;
  readonly unwritten: boolean;
  readonly nextAt: Date;
  readonly attachmentName: string | null;
  readonly attachmentType: string | null;
  /** Of its address; null: nothing is known of it. */
  readonly bounces: number | null;
  readonly lastBounceAt: Date | null;
  readonly suppressedAt: Date | null;
  readonly reason: AsideReason | null;
}

export async function selectMail(db: Queryable, id: number): Promise<WholeMail | null> {
  const { rows } = await sql<WholeMail>`
    select ${columns}, reply_to, message_key, headers, html, text, writer is not null as unwritten, next_at, attachment_name,
      attachment_type, known.bounces, known.last_bounce_at, known.suppressed_at, known.reason
    from mail_outbox left join mail_address known on known.email = mail_outbox.recipient
    where id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

interface AgencyAddresses {
  readonly id: number;
  readonly name: string;
  readonly ownerReference: string;
  readonly emails: (string | null)[];
}

/** Where an agency is written to: at its contact, at its space, for its invoices. */
export async function selectAgencyAddresses(
  db: Queryable,
  ownerReference: string,
): Promise<AgencyAddresses | null> {
  const { rows } = await sql<AgencyAddresses>`
    select agency.id, agency.name, agency.owner_reference, array[agency.email, agency.billing_email, opened.email] as emails
    from agency left join agency_account opened on opened.agency_id = agency.id
    where agency.owner_reference = ${ownerReference}
  `.execute(db);
  return rows[0] ?? null;
}

export interface AsideRow {
  readonly email: string;
  readonly reason: AsideReason | null;
  readonly suppressedAt: Date;
  readonly bounces: number;
  readonly lastBounceAt: Date | null;
}

/** Where the page before ended. */
export interface AsideMark {
  readonly at: Date;
  readonly email: string;
}

/** Addresses that nothing is sent to, the last one set aside first. */
export async function selectAside(
  db: Queryable,
  { email, reason }: { readonly email: string | null; readonly reason: AsideReason | null },
  { after, limit }: { readonly after: AsideMark | null; readonly limit: number },
): Promise<AsideRow[]> {
  const { rows } = await sql<AsideRow>`
    select email, reason, suppressed_at, bounces, last_bounce_at from mail_address
    where suppressed_at is not null
      and ${after === null ? sql`true` : sql`(suppressed_at, email) < (${after.at}::timestamptz, ${after.email})`}
      and ${email === null ? sql`true` : sql`email = ${email}`}
      and ${reason === null ? sql`true` : sql`reason = ${reason}`}
    order by suppressed_at desc, email desc limit ${limit}
  `.execute(db);
  return rows;
}
