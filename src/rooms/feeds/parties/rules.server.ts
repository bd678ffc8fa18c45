import path from 'node:path';
import type { ErrorSpec } from '../../../contract/errors.ts';
import type { Queryable } from '../../../platform/db.server.ts';
import type { Agency } from '../../agencies/contract.ts';
import { agenciesByReferences } from '../../agencies/rules.server.ts';
import { type AgencyReport, emptyDiff, feedErrors } from '../contract.ts';
import type { FeedSurvey } from '../rows/contract.ts';
import { selectSender } from '../sql.server.ts';

/** Who the rows belong to: known agencies by the identifier of their rows, and a report for each that is not. */
export interface Parties {
  readonly known: ReadonlyMap<string, Agency>;
  readonly refused: readonly AgencyReport[];
  /** Agency of the rows that carry none. */
  readonly fallback: string;
}

const nobody = { known: new Map<string, Agency>(), fallback: '' };

/**
 * Finds the agencies of a file. The one that the operator asked for must be that of the rows, of the name and of the
 * account of the software, as far as they tell: a file of another is refused whole, since it would replace a whole
 * portfolio by mistake. The name of the file gives its agency to rows without one.
 */
export async function partiesOf(
  db: Queryable,
  survey: FeedSurvey,
  request: { readonly file: string; readonly agency?: string; readonly confirmed?: boolean },
): Promise<Parties> {
  const named = [...survey.agencies.keys()].filter((identifier) => identifier !== '');
  const asked = request.agency?.trim().toLowerCase();
  const otherThan = (other: string) => ({
    ...nobody,
    refused: [
      refusedAgency(
        other,
        survey,
        feedErrors.FEED_OTHER_AGENCY,
        `Le fichier nomme l’agence « ${other} », non « ${asked} » : rien n’a changé.`,
      ),
    ],
  });
  const other = named.find((identifier) => asked !== undefined && identifier !== asked);
  if (other !== undefined) return otherThan(other);
  const anonymous = survey.agencies.has('') || named.length === 0;
  const nameOfFile = agencyOfFileName(request.file);
  const fallback = anonymous ? (asked ?? nameOfFile) : '';
  const wanted = [...named, ...(fallback !== '' && !named.includes(fallback) ? [fallback] : [])];
  const found = await agenciesByReferences(db, [...new Set([...wanted, nameOfFile])]);
  if (anonymous && asked !== undefined && nameOfFile !== asked && found.has(nameOfFile))
    return otherThan(nameOfFile);
  const agencies = new Map(
    [...found].filter(([reference, { excludedOn }]) => wanted.includes(reference) && excludedOn === null),
  );
  const own = agencies.get(fallback);
  if (own && survey.sender !== null && !request.confirmed) {
    const known = await selectSender(db, own.id, survey.sender.format);
    if (known !== null && known !== survey.sender.account)
      return {
        ...nobody,
        refused: [
          refusedAgency(
            fallback,
            survey,
            feedErrors.FEED_OTHER_AGENCY,
            `Le fichier vient du compte ${survey.sender.account} du logiciel, les précédents de « ${fallback} » venaient du compte ${known} : rien n’a changé. Si l’agence a changé de compte, l’équipe du site le confirme (--confirm).`,
          ),
        ],
      };
  }
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

/** SeLoger's names of archives, and of the other formats: `<logiciel>_<agence>.zip` (formats/poliris.md, section 1). */
function agencyOfFileName(file: string): string {
  return (
    /_([a-z0-9-]{3,32})\.(?:zip|xml|json)(?:\.gz)?$/i.exec(path.basename(file))?.[1]?.toLowerCase() ?? ''
  );
}

function refusedAgency(
  agency: string,
  survey: FeedSurvey,
  error: ErrorSpec,
  message = error.message,
): AgencyReport {
  const rows = (survey.agencies.get(agency) ?? survey.agencies.get(''))?.rows ?? 0;
  return {
    agency,
    status: 'refused',
    reason: error.code,
    message,
    rows,
    diff: emptyDiff(),
    notes: [],
    withheld: 0,
    leaving: 0,
  };
}
