import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AgencyAccountTable } from '#platform/db.types.ts';

export type SpaceRow = Selectable<AgencyAccountTable>;

/** The space of an agency, with what names it. */
export interface Space {
  readonly accountId: number;
  readonly id: number;
  readonly ownerReference: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string | null;
  readonly demo: boolean;
}

function spaces(db: Queryable) {
  return db
    .selectFrom('agencyAccount')
    .innerJoin('agency', 'agency.id', 'agencyAccount.agencyId')
    .select([
      'agencyAccount.id as accountId',
      'agency.id',
      'agency.ownerReference',
      'agency.name',
      'agencyAccount.email',
      'agencyAccount.passwordHash',
      'agencyAccount.demo',
    ]);
}

export function spaceByEmail(db: Queryable, email: string): Promise<Space | undefined> {
  return spaces(db).where('agencyAccount.email', '=', email).executeTakeFirst();
}

export function spaceOfAgency(db: Queryable, agencyId: number): Promise<Space | undefined> {
  return spaces(db).where('agencyAccount.agencyId', '=', agencyId).executeTakeFirst();
}

export function spaceById(db: Queryable, accountId: number): Promise<Space | undefined> {
  return spaces(db).where('agencyAccount.id', '=', accountId).executeTakeFirst();
}

export function spaceOfSession(db: Queryable, tokenHash: Buffer, now: Date) {
  return spaces(db)
    .innerJoin('agencySession', 'agencySession.accountId', 'agencyAccount.id')
    .select('agencySession.seenAt')
    .where('agencySession.tokenHash', '=', tokenHash)
    .where('agencySession.expiresAt', '>', now)
    .executeTakeFirst();
}

/** Undefined when the address, or the agency, has a space already. */
export function insertSpace(tx: Tx, space: Insertable<AgencyAccountTable>): Promise<SpaceRow | undefined> {
  return tx
    .insertInto('agencyAccount')
    .values(space)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Locks the space until the transaction ends. */
export function lockSpace(tx: Tx, accountId: number): Promise<SpaceRow | undefined> {
  return tx
    .selectFrom('agencyAccount')
    .selectAll()
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSpace(
  tx: Tx,
  accountId: number,
  change: Updateable<AgencyAccountTable>,
): Promise<void> {
  await tx.updateTable('agencyAccount').set(change).where('id', '=', accountId).execute();
}

export async function insertSession(
  db: Queryable,
  session: {
    tokenHash: Buffer;
    accountId: number;
    remembered: boolean;
    userAgent: string;
    now: Date;
    expiresAt: Date;
  },
): Promise<void> {
  const { now, ...values } = session;
  await db
    .insertInto('agencySession')
    .values({ ...values, createdAt: now, seenAt: now })
    .execute();
}

export async function deleteSession(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('agencySession').where('tokenHash', '=', tokenHash).execute();
}

/** Deletes the sessions of every device, except the one given. */
export async function deleteSessions(db: Queryable, accountId: number, except?: Buffer): Promise<void> {
  let query = db.deleteFrom('agencySession').where('accountId', '=', accountId);
  if (except) query = query.where('tokenHash', '!=', except);
  await query.execute();
}

/** Gives a session a new token; undefined when it is gone. */
export function replaceSessionToken(db: Queryable, before: Buffer, after: Buffer) {
  return db
    .updateTable('agencySession')
    .set({ tokenHash: after })
    .where('tokenHash', '=', before)
    .returning(['remembered', 'expiresAt'])
    .executeTakeFirst();
}

export async function touchSession(db: Queryable, tokenHash: Buffer, now: Date): Promise<void> {
  await db.updateTable('agencySession').set({ seenAt: now }).where('tokenHash', '=', tokenHash).execute();
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.deleteFrom('agencySession').where('expiresAt', '<=', now).execute();
}

/** The agency of a reference for the demonstration's login; null when there is none. */
export async function demoAgencyId(db: Queryable, ownerReference: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from agency where owner_reference = ${ownerReference} and demo
  `.execute(db);
  return rows[0]?.id ?? null;
}
