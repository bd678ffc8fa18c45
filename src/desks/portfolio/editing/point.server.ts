import { fail, type Refusal, sharedErrors } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { placeLabel } from '#rooms/places/contract.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import type { Facts } from '../facts.ts';

type Where = Pick<ListingDraft, 'exactLat' | 'exactLng' | 'pointRadius'>;

/** Metres around the public point, for what its agency lets people see of the address. */
const shownWithin = { exact: 150, street: 150, quarter: 500, commune: 2_000 } as const;
/** Degrees: a home on the edge of its commune, and a hand that is not sure. */
const EDGE = 0.02;

/**
 * The point of a listing: in its commune, or none. What was set before its commune changed is forgotten there.
 * Throws VALIDATION_ERROR for a point typed elsewhere, or half typed.
 */
export async function pointOf(
  db: Queryable,
  draft: ListingDraft,
  typed: Partial<Facts>,
): Promise<Partial<Where>> {
  const { exactLat: lat, exactLng: lng, addressDisplay, placeCode } = draft;
  const pointRadius = addressDisplay && shownWithin[addressDisplay];
  if (lat === null && lng === null) return { pointRadius };
  if (lat === null || lng === null) throw refused('La latitude et la longitude vont ensemble.');
  const place = await placeByCode(db, placeCode);
  const [west, south, east, north] = place?.bbox ?? [-180, -90, 180, 90];
  const inside = lng > west - EDGE && lng < east + EDGE && lat > south - EDGE && lat < north + EDGE;
  if (inside) return { pointRadius };
  if (typed.exactLat === undefined && typed.exactLng === undefined)
    return { pointRadius, exactLat: null, exactLng: null };
  const where = place ? placeLabel(place) : 'cette commune';
  throw refused(`Ce point n’est pas à ${where} : corrigez-le, ou changez la commune.`);
}

function refused(message: string): Refusal {
  return fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field: 'exactLat', message }] }, message);
}
