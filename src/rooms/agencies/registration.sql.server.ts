import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { AgencyRegistrationTable } from '#platform/db.types.ts';

export type RegistrationRow = Selectable<AgencyRegistrationTable>;

export async function insertRegistration(
  tx: Tx,
  registration: Insertable<AgencyRegistrationTable>,
): Promise<number> {
  const { id } = await tx
    .insertInto('agencyRegistration')
    .values(registration)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Locks the registration until the transaction ends. */
export function lockRegistration(tx: Tx, id: number): Promise<RegistrationRow | undefined> {
  return tx.selectFrom('agencyRegistration').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The last one of this address that nothing has settled, and whose address has not answered. */
export function lastUnproven(db: Queryable, email: string): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('agencyRegistration')
    .selectAll()
    .where('email', '=', email)
    .where('settledAt', 'is', null)
    .where('provenAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function hasPassword(db: Queryable, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('agencyRegistration')
    .select('id')
    .where('id', '=', id)
    .where('passwordHash', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * What this browser asked for the address of a registration: that very one, or the last that nothing has settled yet;
 * undefined when another browser asked.
 */
export async function ownRegistration(
  db: Queryable,
  id: number,
  browserHash: Buffer,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select own.id from agency_registration named
    join agency_registration own on own.email = named.email and own.browser_hash = ${browserHash}
      and (own.id = named.id or (own.settled_at is null and own.proven_at is null))
    where named.id = ${id}
    order by own.id = named.id desc, own.id desc
    limit 1
  `.execute(db);
  return rows[0]?.id;
}

export async function updateRegistration(
  tx: Tx,
  id: number,
  change: Updateable<AgencyRegistrationTable>,
): Promise<void> {
  await tx.updateTable('agencyRegistration').set(change).where('id', '=', id).execute();
}

export async function deleteRegistration(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('agencyRegistration').where('id', '=', id).execute();
}

/** What an agency says of itself when it joins fills in what was not known; nothing that was known changes. */
export async function completeAgency(
  tx: Tx,
  agencyId: number,
  said: { email: string; phone: string | null; software: string | null; siren: string | null },
): Promise<void> {
  await sql`
    update agency set email = coalesce(email, ${said.email}), phone = coalesce(phone, ${said.phone}),
      software = coalesce(software, ${said.software}), siren = coalesce(siren, ${said.siren})
    where id = ${agencyId}
  `.execute(tx);
}

export interface Claim {
  readonly id: number;
  readonly email: string;
  readonly ownerReference: string;
  readonly agency: string;
  readonly provenAt: Date;
}

/** Registrations whose address has answered, and whose agency has not. */
export async function selectPendingClaims(db: Queryable): Promise<Claim[]> {
  const { rows } = await sql<Claim>`
    select r.id, r.email, r.proven_at, a.owner_reference, a.name as agency
    from agency_registration r join agency a on a.id = r.agency_id
    where r.proven_at is not null and r.settled_at is null
    order by r.proven_at
  `.execute(db);
  return rows;
}

/** What was asked and led nowhere. */
export async function deleteRegistrationsBefore(db: Queryable, moment: Date): Promise<void> {
  await db.deleteFrom('agencyRegistration').where('createdAt', '<', moment).execute();
}
