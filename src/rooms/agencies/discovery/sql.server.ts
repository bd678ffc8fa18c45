import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/db.server.ts';
import type { FoundAgency } from './contract.ts';

// In both cases: a database of the C locale lowers no accented letter.
const SMALL = 'àâäáãåçèéêëìíîïñòóôöõùúûüýÿ';
const MARKED = SMALL + SMALL.toUpperCase();
const PLAIN = 'aaaaaaceeeeiiiinooooouuuuyy'.repeat(2);

export const bySiren = (siren: string) => sql<boolean>`agency.siren = ${siren}`;
export const byPostalCode = (code: string) => sql<boolean>`agency.postal_code = ${code}`;

/** Every word stands in the name, whatever its accents; the words are plain already. */
export function byName(words: readonly string[]): RawBuilder<boolean> {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return sql<boolean>`
    regexp_replace(translate(lower(agency.name), ${MARKED}, ${PLAIN}), '[œŒ]', 'oe', 'g') like all(${patterns}::text[])`;
}

/** The agencies that fit, those with the most listings on line first. */
export async function selectFound(
  db: Queryable,
  fits: RawBuilder<boolean>,
  limit: number,
): Promise<FoundAgency[]> {
  const { rows } = await sql<FoundAgency>`
    select agency.owner_reference, agency.name, agency.postal_code, agency.city, agency.siren,
      (select count(*)::int from listing
        where listing.agency_id = agency.id and listing.status in ('online', 'under_offer')) as listings,
      exists (select from agency_account where agency_account.agency_id = agency.id) as registered
    from agency where ${fits}
    order by listings desc, agency.name, agency.id limit ${limit}
  `.execute(db);
  return rows;
}
