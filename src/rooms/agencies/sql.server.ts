import { sql } from 'kysely';
import type { Queryable } from '../../platform/db.server.ts';
import type { Agency, AgencyIdentity, NewAgency } from './contract.ts';

const columns = sql`
  id, owner_reference, name, siren, rcs_city, card_number, email, phone, address, postal_code, city, website,
  fee_schedule_url, demo`;

export async function selectAgencies(db: Queryable, references: readonly string[] | null): Promise<Agency[]> {
  const { rows } = await sql<Agency>`
    select ${columns} from agency
    where ${references}::text[] is null or owner_reference = any(${references}::text[])
    order by owner_reference
  `.execute(db);
  return rows;
}

/** Null when the reference is taken. */
export async function insertAgency(
  db: Queryable,
  agency: NewAgency & AgencyIdentity & { demo: boolean },
): Promise<Agency | null> {
  const { rows } = await sql<Agency>`
    insert into agency (owner_reference, name, siren, card_number, email, rcs_city, phone, address, postal_code, city,
                        website, fee_schedule_url, demo)
    values (${agency.ref}, ${agency.name}, ${agency.siren ?? null}, ${agency.card ?? null}, ${agency.email ?? null},
            ${agency.rcsCity ?? null}, ${agency.phone ?? null}, ${agency.address ?? null},
            ${agency.postalCode ?? null}, ${agency.city ?? null}, ${agency.website ?? null},
            ${agency.feeScheduleUrl ?? null}, ${agency.demo})
    on conflict (owner_reference) do nothing
    returning ${columns}
  `.execute(db);
  return rows[0] ?? null;
}
