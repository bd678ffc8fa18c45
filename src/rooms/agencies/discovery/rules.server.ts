import type { Db } from '../../../platform/db.server.ts';
import { FOUND_MAX, type FoundAgency, QUERY_MIN } from './contract.ts';
import { byName, byPostalCode, bySiren, selectFound } from './sql.server.ts';

/**
 * The agencies that nine digits (a SIREN), five (a postal code) or the words of a name mean, at most FOUND_MAX; `more`
 * when others fit too. Nothing for less than QUERY_MIN characters.
 */
export async function findAgencies(
  db: Db,
  asked: string,
): Promise<{ agencies: FoundAgency[]; more: boolean }> {
  const fits = meant(asked);
  if (!fits) return { agencies: [], more: false };
  const found = await selectFound(db, fits, FOUND_MAX + 1);
  return { agencies: found.slice(0, FOUND_MAX), more: found.length > FOUND_MAX };
}

function meant(asked: string) {
  const digits = asked.replaceAll(/\s/g, '');
  if (/^\d{9}$/.test(digits)) return bySiren(digits);
  if (/^\d{5}$/.test(digits)) return byPostalCode(digits);
  const words = asked
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll(/[\p{M}\0]/gu, '')
    .split(/[\s'’,;.-]+/)
    .filter(Boolean);
  return words.join('').length < QUERY_MIN ? null : byName(words);
}
