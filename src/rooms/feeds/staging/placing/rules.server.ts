import type { Queryable } from '../../../../platform/db.server.ts';
import type { ListingDraft } from '../../../listings/contract.ts';
import { placeLabel } from '../../../places/contract.ts';
import { matchPlaces, type PlaceMatch, type WrittenPlace } from '../../../places/rules.server.ts';
import type { Diagnostic, Severity } from '../../contract.ts';
import { columnOf } from '../../poliris/columns/contract.ts';
import type { PolirisRow, UnplacedDraft } from '../../poliris/contract.ts';

/** Finds the places of a batch that are not in `places` yet. */
export async function findPlaces(
  db: Queryable,
  batch: readonly PolirisRow[],
  places: Map<string, PlaceMatch>,
): Promise<void> {
  const wanted = new Map<string, WrittenPlace>();
  for (const { result } of batch) {
    if (result.refusal !== null) continue;
    const { postalCode, city } = result.draft;
    const key = placeKey(result.draft);
    if (!places.has(key)) wanted.set(key, { postalCode, city });
  }
  if (wanted.size === 0) return;
  const matches = await matchPlaces(db, [...wanted.values()]);
  [...wanted.keys()].forEach((key, index) => places.set(key, matches[index]!));
}

function placeKey({ postalCode, city }: { postalCode: string; city: string }): string {
  return `${postalCode} ${city.toLowerCase()}`;
}

/** The draft with its place, or null with what to say. */
export function placeRow(
  row: PolirisRow,
  places: ReadonlyMap<string, PlaceMatch>,
): { draft: ListingDraft | null; diagnostics: Diagnostic[] } {
  if (row.result.refusal !== null) return { draft: null, diagnostics: [] };
  const { city: _city, ...rest } = row.result.draft;
  const match = places.get(placeKey(row.result.draft));
  if (!match?.place) {
    const meant = match?.suggestion
      ? ` Vouliez-vous dire ${placeLabel(match.suggestion)} (${match.suggestion.postalCodes.join(', ')}) ?`
      : '';
    const message = `Ce code postal et cette ville ne vont pas ensemble, ou la commune est inconnue : vérifiez-les.${meant}`;
    return { draft: null, diagnostics: [placeDiagnostic(row, row.result.draft, 'refused', message)] };
  }
  const { code, cityCode, departmentCode } = match.place;
  const said = `Ville inconnue sous ce nom : l’annonce est rangée à ${placeLabel(match.place)}, seule commune de ce code postal.`;
  return {
    draft: { ...rest, placeCode: code, cityCode: cityCode ?? code, departmentCode },
    diagnostics: match.approximate ? [placeDiagnostic(row, row.result.draft, 'warning', said)] : [],
  };
}

function placeDiagnostic(
  row: PolirisRow,
  { postalCode, city }: UnplacedDraft,
  severity: Severity,
  message: string,
): Diagnostic {
  const { rank: column, name: field } = columnOf('city');
  const { line, agency, technicalId, reference } = row;
  return {
    code: 'place',
    severity,
    line,
    agency,
    technicalId,
    reference,
    column,
    field,
    value: `${postalCode} ${city}`,
    message,
  };
}
