import { sql } from 'kysely';
import { plannedOnce, type Queryable, type Tx } from '#platform/db.server.ts';
import { MAIL_CHANNEL, type MailStatus } from './contract.ts';

/** Class of the advisory locks that carriers hold while they work; the second number is in mail_outbox.carrier. */
const CARRIER_LOCKS = 7204;

interface NewMail {
  dedupeKey: string;
  stream: string;
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  headers: string;
  messageKey: string;
  nextAt: Date;
  createdAt: Date;
  forget: boolean;
  list: boolean;
  attachmentName: string | null;
  attachmentType: string | null;
  attachment: Buffer | null;
}

/** False when the mail was already there. */
export async function insertMail(tx: Tx, mail: NewMail): Promise<boolean> {
  const inserted = await tx
    .insertInto('mailOutbox')
    .values(mail)
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await sql`select pg_notify(${MAIL_CHANNEL}, '')`.execute(tx);
  return inserted !== undefined;
}

export async function withdrawStream(tx: Tx, stream: string): Promise<void> {
  await tx
    .updateTable('mailOutbox')
    .set({ status: 'withdrawn' })
    .where('stream', '=', stream)
    .where('status', '=', 'pending')
    .execute();
}

/** Whether a mail is due, written or not. */
export async function hasDueMail(db: Queryable, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select where exists (select from mail_outbox where status = 'pending' and writer is null and next_at <= ${now})
      or exists (select from mail_outbox where status = 'pending' and writer is not null and next_at <= ${now})
  `.execute(db);
  return rows.length > 0;
}

/** Takes the carrier's session lock. PostgreSQL frees it with the connection, however the process dies. */
export async function lockCarrier(connection: Queryable, carrier: number): Promise<void> {
  await sql`select pg_advisory_lock(${CARRIER_LOCKS}::int, ${carrier}::int)`.execute(connection);
}

export async function unlockCarrier(connection: Queryable, carrier: number): Promise<void> {
  await sql`select pg_advisory_unlock(${CARRIER_LOCKS}::int, ${carrier}::int)`.execute(connection);
}

/**
 * Requeues abandoned mails: their carrier's lock is gone, or they were claimed before `abandonedBefore`. `inHand`:
 * mails that this very process still carries although its connection broke.
 */
export async function requeueAbandoned(
  db: Queryable,
  abandonedBefore: Date,
  inHand: readonly number[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    update mail_outbox set status = 'pending', carrier = null, claimed_at = null
    where status = 'sending' and id <> all(${inHand}::bigint[])
      and (claimed_at < ${abandonedBefore} or not exists (
        select from pg_locks held
        where held.locktype = 'advisory' and held.granted and held.objsubid = 2
          and held.database = (select oid from pg_database where datname = current_database())
          and held.classid::bigint = ${CARRIER_LOCKS} and held.objid::bigint = mail_outbox.carrier))
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

export interface ClaimedMail {
  id: number;
  recipient: string;
  replyTo: string | null;
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  messageKey: string;
  attempts: number;
  createdAt: Date;
  suppressed: boolean;
  forget: boolean;
  list: boolean;
  slotAt: Date | null;
  /** All three null: nothing goes with it. */
  attachmentName: string | null;
  attachmentType: string | null;
  attachment: Buffer | null;
}

/** The next written mail to carry, now marked as being sent; two carriers never get the same one. Those of lists come last. */
export async function claimMail(db: Queryable, carrier: number, now: Date): Promise<ClaimedMail | null> {
  const { rows } = await sql<ClaimedMail>`${plannedOnce}${claiming(carrier, now)}`.execute(db);
  return rows[0] ?? null;
}

const claiming = (carrier: number, now: Date, after = sql``) => sql`
  update mail_outbox set status = 'sending', carrier = ${carrier}, claimed_at = ${now}
  where id = (
    select id from mail_outbox where status = 'pending' and writer is null and next_at <= ${now} ${after}
    order by list, next_at, id limit 1 for update skip locked)
  returning id, recipient, reply_to, subject, html, text, headers, message_key, attempts, created_at, forget, list,
    slot_at, attachment_name, attachment_type, attachment,
    exists (select from mail_address a where a.email = recipient and a.suppressed_at is not null) as suppressed`;

/**
 * What is kept of a mail that has left, without what opens anything: its plain text, which says all that its HTML does in a fifth
 * of the bytes, which are written anew while mails leave. Neither its HTML nor the files that went with it.
 */
export interface KeptWords {
  readonly text: string | null;
  readonly headers: string;
  readonly replyTo: string | null;
}

/** The columns of what is kept. One whose words were erased while it was being sent stays empty. */
function keptColumns({ text, headers, replyTo }: KeptWords) {
  const unlessErased = <Value>(column: string, value: Value) =>
    sql<Value>`case when text is null then ${sql.ref(column)} else ${value} end`;
  return {
    html: null,
    text: unlessErased('text', text),
    headers: unlessErased('headers', headers),
    replyTo: unlessErased('replyTo', replyTo),
    attachment: null,
  };
}

/** Marks a mail as sent and claims the next one, in one commit. */
export async function passOn(
  db: Queryable,
  claim: { id: number; carrier: number },
  end: { attempts: number; now: Date; kept: KeptWords | null },
): Promise<ClaimedMail | null> {
  const { id, carrier } = claim;
  const { kept } = end;
  const masked = Object.entries(kept ? keptColumns(kept) : {}).map(
    ([column, value]) => sql`, ${sql.ref(column)} = ${value}`,
  );
  // Claim the next mail after updating this one: the erasure of mails locks the two in any order.
  const { rows } = await sql<ClaimedMail>`${plannedOnce}
    with sent as (
      update mail_outbox set status = 'sent', attempts = ${end.attempts}, error = null, sent_at = ${end.now},
        carrier = null, claimed_at = null${sql.join(masked, sql``)}
      where id = ${id} returning id)
    ${claiming(carrier, end.now, sql`and id <> ${id} and (select count(*) from sent) < 2`)}
  `.execute(db);
  return rows[0] ?? null;
}

/** Ends a claim; does nothing when the mail was taken back in the meantime. One to forget is gone with its end. */
export async function closeMail(
  db: Queryable,
  claim: { id: number; carrier: number },
  end: {
    status: MailStatus;
    attempts: number;
    error?: string | null;
    nextAt?: Date;
    sentAt?: Date;
    slotAt?: Date | null;
  },
  kept: KeptWords | null,
): Promise<void> {
  if (end.status !== 'pending') {
    const gone = await db
      .deleteFrom('mailOutbox')
      .where('id', '=', claim.id)
      .where('forget', '=', true)
      .$if(end.status !== 'sent', (query) =>
        query.where('carrier', '=', claim.carrier).where('status', '=', 'sending'),
      )
      .executeTakeFirst();
    if (gone.numDeletedRows > 0n) return;
  }
  await db
    .updateTable('mailOutbox')
    .set({ ...end, carrier: null, claimedAt: null })
    .$if(end.status !== 'pending' && kept !== null, (query) => query.set(keptColumns(kept!)))
    .where('id', '=', claim.id)
    // A mail that left is marked as sent, even when another process has claimed it since.
    .$if(end.status !== 'sent', (query) =>
      query.where('carrier', '=', claim.carrier).where('status', '=', 'sending'),
    )
    .execute();
}

/** When this domain takes the mail: at once, or after those it was given before it, `everyMs` apart. */
export async function takeSlot(
  db: Queryable,
  { domain, now, everyMs }: { domain: string; now: Date; everyMs: number },
): Promise<Date> {
  const next = new Date(now.getTime() + everyMs);
  const every = sql`${everyMs} * interval '1 millisecond'`;
  const { rows } = await sql<{ slot: Date }>`
    insert into mail_pace as pace (domain, free_at) values (${domain}, ${next})
    on conflict (domain) do update set free_at = greatest(pace.free_at, ${now}) + ${every}
    returning free_at - ${every} as slot
  `.execute(db);
  return rows[0]?.slot ?? now;
}

/** Forgets the domains that take mail at once. */
export async function forgetPaces(db: Queryable, now: Date): Promise<void> {
  await sql`delete from mail_pace where free_at < ${now}`.execute(db);
}

/** Adds to an address's bounces, forgotten `forgetBefore`; from `limit` on nothing is sent to it any more. */
export async function countBounce(
  db: Queryable,
  bounce: { email: string; weight: number; limit: number; now: Date; forgetBefore: Date },
): Promise<void> {
  const { email, weight, limit, now, forgetBefore } = bounce;
  await sql`
    insert into mail_address (email, bounces, last_bounce_at) values (${email}, ${weight}, ${now})
    on conflict (email) do update set last_bounce_at = ${now}, bounces = least(1000, ${weight}
      + case when mail_address.last_bounce_at < ${forgetBefore} then 0 else mail_address.bounces end)
  `.execute(db);
  await sql`
    update mail_address set suppressed_at = ${now}, reason = 'bounces'
    where email = ${email} and bounces >= ${limit} and suppressed_at is null
  `.execute(db);
}

export async function suppressAddress(
  db: Queryable,
  email: string,
  reason: 'complaint' | 'operator',
  now: Date,
): Promise<void> {
  await db
    .insertInto('mailAddress')
    .values({ email, suppressedAt: now, reason })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ suppressedAt: now, reason })
        .where('mailAddress.suppressedAt', 'is', null),
    )
    .execute();
}

/** Forgets what an address refused; false when it was not set aside. */
export async function releaseAddress(db: Queryable, email: string, now: Date): Promise<boolean> {
  const released = await db
    .updateTable('mailAddress')
    .set({ suppressedAt: null, reason: null, bounces: 0, lastBounceAt: null, releasedAt: now })
    .where('email', '=', email)
    .where('suppressedAt', 'is not', null)
    .executeTakeFirst();
  return released.numUpdatedRows > 0n;
}

/** Since when an address is written to again; null when it always was. */
export async function releasedAt(db: Queryable, email: string): Promise<Date | null> {
  const found = await db
    .selectFrom('mailAddress')
    .select('releasedAt')
    .where('email', '=', email)
    .executeTakeFirst();
  return found?.releasedAt ?? null;
}

export function suppressedAddresses(db: Queryable) {
  return db
    .selectFrom('mailAddress')
    .select(['email', 'reason', 'suppressedAt'])
    .where('suppressedAt', 'is not', null)
    .orderBy('suppressedAt', 'desc')
    .execute();
}

export function lastMails(
  db: Queryable,
  filter: { to?: string; status?: MailStatus; written?: boolean; limit: number },
) {
  const { to, status, written = false } = filter;
  return db
    .selectFrom('mailOutbox')
    .selectAll()
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(written, (query) => query.where('writer', 'is', null))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
}

export async function countMails(db: Queryable): Promise<{ status: MailStatus; count: number }[]> {
  const { rows } = await sql<{ status: MailStatus; count: number }>`
    select status, count(*) as count from mail_outbox group by status order by status
  `.execute(db);
  return rows;
}

/** Bodies go first, rows later: a key is remembered for as long as anybody could queue it again. */
export async function forgetOldMails(
  db: Queryable,
  limits: { bodiesBefore: Date; rowsBefore: Date },
): Promise<void> {
  const done = sql`status in ('sent', 'failed', 'suppressed', 'withdrawn')`;
  await sql`delete from mail_outbox where created_at < ${limits.rowsBefore} and ${done}`.execute(db);
  await sql`
    update mail_outbox set html = null, text = null, attachment = null
    where created_at < ${limits.bodiesBefore} and (html is not null or text is not null) and ${done}
  `.execute(db);
}
