import type { Queryable } from '#platform/db.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { cutCities, type Place, placeLabel } from '#rooms/places/contract.ts';
import { matchPlaces, type PlaceMatch, type WrittenPlace } from '#rooms/places/matcher.server.ts';
import type { Diagnostic, Severity } from '../contract.ts';
import type { FeedRow, UnplacedDraft } from '../rows/rows.ts';

/** Finds the places of a batch that are not in `places` yet. */
export async function findPlaces(
  db: Queryable,
  batch: readonly FeedRow[],
  places: Map<string, PlaceMatch>,
): Promise<void> {
  const wanted = new Map<string, WrittenPlace>();
  for (const { result } of batch) {
    if (result.refusal !== null) continue;
    const { postalCode, city, department = null, inseeCode = null } = result.draft;
    const key = placeKey(result.draft);
    if (!places.has(key)) wanted.set(key, { postalCode, city, department, inseeCode });
  }
  if (wanted.size === 0) return;
  const matches = await matchPlaces(db, [...wanted.values()]);
  [...wanted.keys()].forEach((key, index) => places.set(key, matches[index]!));
}

function placeKey({ postalCode, city, department, inseeCode }: UnplacedDraft): string {
  return [postalCode, city, department ?? '', inseeCode ?? ''].join('\n').toLowerCase();
}

/** The draft with its place, or null with what to say. */
export function placeRow(
  row: FeedRow,
  places: ReadonlyMap<string, PlaceMatch>,
): { draft: ListingDraft | null; diagnostics: Diagnostic[] } {
  if (row.result.refusal !== null) return { draft: null, diagnostics: [] };
  const { city: _city, department = null, inseeCode: _inseeCode, ...rest } = row.result.draft;
  const match = places.get(placeKey(row.result.draft));
  if (!match?.place) {
    const meant = match?.suggestion
      ? ` Vouliez-vous dire ${placeLabel(match.suggestion)} (${match.suggestion.postalCodes.join(', ')}) ?`
      : '';
    const message =
      department === null
        ? `Ce code postal et cette ville ne vont pas ensemble, ou la commune est inconnue : vérifiez-les.${meant}`
        : `Ville et province ne désignent pas une seule commune de France : écrivez son nom officiel et son département.${meant}`;
    return { draft: null, diagnostics: [placeDiagnostic(row, row.result.draft, 'refused', message)] };
  }
  const { code, cityCode, departmentCode } = match.place;
  // A spreadsheet has eaten the zero of 01000.
  const written = rest.postalCode.replaceAll(/\s/g, '').replace(/^\d{4}$/, '0$&');
  return {
    draft: {
      ...rest,
      postalCode: postalCodeAt(match.place, written),
      placeCode: code,
      cityCode: cityCode ?? code,
      departmentCode,
    },
    diagnostics: match.approximate
      ? [placeDiagnostic(row, row.result.draft, 'warning', placedAt(match.place, written))]
      : [],
  };
}

/**
 * The postal code that is shown: the one written when the place has it. Else, with none written or that of a CEDEX, the
 * lowest of the town's, which is also that of its address (interface.md, fine points 3); none for a city cut into
 * arrondissements, of which it would be the first.
 */
function postalCodeAt({ code, postalCodes }: Place, written: string): string {
  const cut = cutCities.find((city) => city.code === code);
  if (cut) return written === String(cut.postalBase) ? written : '';
  return postalCodes.includes(written) ? written : (postalCodes[0] ?? written);
}

/** Why a listing is where it is, when its town and postal code do not say so by themselves. */
function placedAt(place: Place, written: string): string {
  const label = placeLabel(place);
  if (!written) return `Code postal absent : l’annonce est rangée à ${label}, d’après le nom de la ville.`;
  return place.postalCodes.includes(written)
    ? `Ce nom n’est celui d’aucune commune du code postal ${written} : l’annonce est rangée à ${label}.`
    : `Le code postal ${written} n’est pas de ceux de ${label} (peut-être un CEDEX) : l’annonce y est rangée d’après le nom de la ville.`;
}

function placeDiagnostic(
  row: FeedRow,
  { postalCode, city, department }: UnplacedDraft,
  severity: Severity,
  message: string,
): Diagnostic {
  const { agency, technicalId, reference, where } = row;
  const { line, column, field } = where.city;
  return {
    code: 'place',
    severity,
    line,
    agency,
    technicalId,
    reference,
    column,
    field,
    value: department ? `${city} (${department})` : `${postalCode} ${city}`,
    message,
  };
}
