import path from 'node:path';
import type { ErrorSpec } from '../../../contract/errors.ts';
import type { Queryable } from '../../../platform/db.server.ts';
import type { Agency } from '../../agencies/contract.ts';
import { agenciesByReferences } from '../../agencies/rules.server.ts';
import { type AgencyReport, emptyDiff, feedErrors } from '../contract.ts';
import type { PolirisSurvey } from '../poliris/contract.ts';

/** Who the rows belong to: known agencies by the identifier of their rows, and a report for each that is not. */
export interface Parties {
  readonly known: ReadonlyMap<string, Agency>;
  readonly refused: readonly AgencyReport[];
  /** Agency of the rows that carry none. */
  readonly fallback: string;
}

/**
 * Finds the agencies of a file. `asked` is the one the operator gave; a file that names another is refused
 * whole, since it would replace a whole portfolio by mistake. `file` gives its name to rows without agency.
 */
export async function partiesOf(
  db: Queryable,
  survey: PolirisSurvey,
  given: { readonly file: string; readonly agency?: string },
): Promise<Parties> {
  const named = [...survey.agencies.keys()].filter((identifier) => identifier !== '');
  const asked = given.agency?.trim().toLowerCase();
  const other = named.find((identifier) => asked !== undefined && identifier !== asked);
  if (other !== undefined) {
    return {
      known: new Map(),
      refused: [
        refusedAgency(
          other,
          survey,
          feedErrors.FEED_OTHER_AGENCY,
          `Le fichier nomme l’agence « ${other} », non « ${asked} » : rien n’a changé.`,
        ),
      ],
      fallback: '',
    };
  }
  const anonymous = survey.agencies.has('') || named.length === 0;
  const fallback = anonymous ? (asked ?? agencyOfFileName(given.file)) : '';
  const wanted = [...named, ...(fallback !== '' && !named.includes(fallback) ? [fallback] : [])];
  const found = await agenciesByReferences(db, wanted);
  const agencies = new Map([...found].filter(([, { excludedOn }]) => excludedOn === null));
  const refused = wanted
    .filter((reference) => !agencies.has(reference))
    .map((reference) =>
      found.has(reference)
        ? refusedAgency(
            reference,
            survey,
            feedErrors.FEED_EXCLUDED_AGENCY,
            `L’agence « ${reference} » a choisi de ne plus être diffusée : son flux est refusé. « agencies revoke --ref ${reference} » lève ce choix, si elle le demande.`,
          )
        : refusedAgency(
            reference,
            survey,
            feedErrors.FEED_UNKNOWN_AGENCY,
            `Agence « ${reference} » inconnue : un flux ne crée jamais d’agence. Ajoutez-la avec « agencies add --ref ${reference} ».`,
          ),
    );
  if (anonymous && fallback === '') refused.push(refusedAgency('', survey, feedErrors.FEED_NO_AGENCY));
  return { known: agencies, refused, fallback };
}

/** SeLoger's names of archives: `<logiciel>_<agence>.zip` (formats/poliris.md, section 1). */
function agencyOfFileName(file: string): string {
  return /_([a-z0-9-]{3,32})\.zip$/i.exec(path.basename(file))?.[1]?.toLowerCase() ?? '';
}

function refusedAgency(
  agency: string,
  survey: PolirisSurvey,
  error: ErrorSpec,
  message = error.message,
): AgencyReport {
  const rows = survey.agencies.get(agency)?.rows ?? 0;
  return {
    agency,
    status: 'refused',
    reason: error.code,
    message,
    rows,
    diff: emptyDiff(),
    notes: [],
    withheld: 0,
  };
}
