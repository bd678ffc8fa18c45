import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AgencyAccountTable } from '#platform/db.types.ts';
import { sessionsIn } from '#platform/sessions.server.ts';

type SpaceRow = Selectable<AgencyAccountTable>;

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

function spaceOfSession(db: Queryable, tokenHash: Buffer, now: Date) {
  return spaces(db)
    .innerJoin('agencySession', 'agencySession.accountId', 'agencyAccount.id')
    .select('agencySession.seenAt')
    .where('agencySession.tokenHash', '=', tokenHash)
    .where('agencySession.expiresAt', '>', now)
    .executeTakeFirst();
}

/** Sessions of agencies, by the rules of all sessions. */
export const agencySessions = sessionsIn('agencySession', spaceOfSession);

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

/** The agency of a reference for the demonstration's login; null when there is none. */
export async function demoAgencyId(db: Queryable, ownerReference: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from agency where owner_reference = ${ownerReference} and demo
  `.execute(db);
  return rows[0]?.id ?? null;
}
