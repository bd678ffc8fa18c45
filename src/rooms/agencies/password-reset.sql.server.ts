import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';

export type Purpose = 'confirm' | 'approve' | 'reset' | 'contact';
type LinkRequestKind = 'registration' | 'confirmation' | 'reset';

interface NewLink {
  readonly tokenHash: Buffer;
  readonly purpose: Purpose;
  readonly registrationId?: number;
  readonly accountId?: number;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.insertInto('agencyLink').values(link).execute();
}

/** Locks an address until the transaction ends, so that its links are counted one at a time. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`agency_link ${email}`}))`.execute(tx);
}

export async function countLinks(
  db: Queryable,
  email: string,
  purpose: Purpose,
  since: Date,
): Promise<number> {
  const { count } = await db
    .selectFrom('agencyLink')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** A new link ends those before it, for the same registration or the same space; without a purpose, all of them. */
export async function expireLinks(
  tx: Tx,
  of: { registrationId: number } | { accountId: number },
  now: Date,
  purpose?: Purpose,
): Promise<void> {
  let query = tx.updateTable('agencyLink').set({ expiresAt: now }).where('expiresAt', '>', now);
  if (purpose) query = query.where('purpose', '=', purpose);
  await ('accountId' in of
    ? query.where('accountId', '=', of.accountId)
    : query.where('registrationId', '=', of.registrationId)
  ).execute();
}

/** Consumes a link once, even when several try at the same time; undefined when it is unknown, past or used. */
export function spendLink(tx: Tx, tokenHash: Buffer, purpose: Purpose, now: Date) {
  return tx
    .updateTable('agencyLink')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(['registrationId', 'accountId', 'email'])
    .executeTakeFirst();
}

export function linkByHash(db: Queryable, tokenHash: Buffer) {
  return db
    .selectFrom('agencyLink')
    .select(['purpose', 'registrationId', 'accountId', 'email', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function countContactLinks(db: Queryable, accountId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('agencyLink')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('purpose', '=', 'contact')
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

/** Link of an address for leads that has not answered, while its link works. */
export function pendingContactLink(db: Queryable, agencyId: number, now: Date) {
  return db
    .selectFrom('agencyLink')
    .innerJoin('agencyAccount', 'agencyAccount.id', 'agencyLink.accountId')
    .select(['agencyLink.email', 'agencyLink.expiresAt'])
    .where('agencyAccount.agencyId', '=', agencyId)
    .where('purpose', '=', 'contact')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

export async function deleteLinksBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('agencyLink').where('expiresAt', '<=', moment).execute();
}

interface LinkRequest {
  readonly kind: LinkRequestKind;
  readonly email: string;
  readonly registrationId: number | null;
  readonly at: Date;
}

export async function insertLinkRequest(tx: Tx, asked: LinkRequest, channel: string): Promise<void> {
  await tx.insertInto('agencyAsked').values(asked).execute();
  await sql`select pg_notify(${channel}, '')`.execute(tx);
}

/** Dequeues the oldest request that no other process has locked; it is deleted when the transaction commits. */
export async function takeLinkRequest(tx: Tx): Promise<LinkRequest | undefined> {
  const { rows } = await sql<LinkRequest>`
    delete from agency_asked
    where id = (select id from agency_asked order by id limit 1 for update skip locked)
    returning kind, email, registration_id, at
  `.execute(tx);
  return rows[0];
}
