import path from 'node:path';
import type { ErrorSpec } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import { agenciesByFeedIds } from '#rooms/agencies/agencies.server.ts';
import { type Agency, feedIdField, ownerReferenceField } from '#rooms/agencies/contract.ts';
import { type AgencyReport, emptyDiff, feedErrors } from '../contract.ts';
import { selectSender } from '../importing.sql.server.ts';
import type { FeedSurvey } from '../rows/rows.ts';
import { plainWords } from '../rows/values.server.ts';

/** Who the rows belong to: known agencies by the identifier of their rows, and a report for each that is not. */
export interface Parties {
  readonly known: ReadonlyMap<string, Agency>;
  readonly refused: readonly AgencyReport[];
  /** Agency of the rows that carry none. */
  readonly fallback: string;
}

const nobody = { known: new Map<string, Agency>(), fallback: '' };

/**
 * Finds the agencies of a file, by the identifier that their feeds carry. The one that the operator asked for must be that
 * of the rows, of the name and of the account of the software, as far as they tell: a file of another is refused whole,
 * since it would replace a whole portfolio by mistake. The name of the file gives its agency to rows without one.
 */
export async function partiesOf(
  db: Queryable,
  survey: FeedSurvey,
  request: { readonly file: string; readonly agency?: string; readonly confirmed?: boolean },
): Promise<Parties> {
  const named = [...survey.agencies.keys()].filter((identifier) => identifier !== '');
  const asked = request.agency?.trim().toLowerCase();
  const namesOfFile = agenciesOfFileName(request.file);
  const found = await agenciesByFeedIds(db, [
    ...named,
    ...(asked === undefined ? [] : [asked]),
    ...namesOfFile,
  ]);
  const agencyOf = (identifier: string) => found.get(identifier)?.ownerReference ?? identifier;
  const refuse = (agency: string, error: ErrorSpec, message: string, remedy: string | null = null) => ({
    ...nobody,
    refused: [refusedAgency(agency, survey, error, message, remedy)],
  });
  const otherThan = (other: string) =>
    refuse(
      other,
      feedErrors.FEED_OTHER_AGENCY,
      `Le fichier nomme l’agence «\u00a0${other}\u00a0», non «\u00a0${asked}\u00a0»\u00a0: rien n’a changé. Si c’est son identifiant dans son logiciel, l’équipe du site peut le retenir.`,
      asked === undefined || found.has(other) || !found.has(asked) || !isFeedId(other)
        ? null
        : `agencies update --ref ${agencyOf(asked)} ${feedIdOption(other)}`,
    );
  const other =
    asked === undefined ? undefined : named.find((identifier) => agencyOf(identifier) !== agencyOf(asked));
  if (other !== undefined) return otherThan(other);
  const twice = named.find((identifier) =>
    named.some((each) => each !== identifier && agencyOf(each) === agencyOf(identifier)),
  );
  if (twice !== undefined)
    return refuse(
      agencyOf(twice),
      feedErrors.FEED_OTHER_AGENCY,
      `Le fichier nomme l’agence «\u00a0${agencyOf(twice)}\u00a0» de deux façons\u00a0: gardez la même sur toutes ses lignes.`,
    );
  const anonymous = survey.agencies.has('') || named.length === 0;
  const [last = ''] = namesOfFile.slice(-1);
  const nameOfFile =
    namesOfFile.find((identifier) => found.has(identifier)) ?? (/^[a-z0-9-]{3,32}$/.test(last) ? last : '');
  const wantedFallback = anonymous ? (asked ?? nameOfFile) : '';
  // Rows that name their agency and rows that do not are then of one portfolio.
  const fallback =
    named.find((identifier) => agencyOf(identifier) === agencyOf(wantedFallback)) ?? wantedFallback;
  const wanted = [...named, ...(fallback !== '' && !named.includes(fallback) ? [fallback] : [])];
  if (anonymous && asked !== undefined && found.has(nameOfFile) && agencyOf(nameOfFile) !== agencyOf(asked))
    return otherThan(nameOfFile);
  const agencies = new Map(
    [...found].filter(([identifier, { excludedOn }]) => wanted.includes(identifier) && excludedOn === null),
  );
  const own = agencies.get(fallback);
  if (own && survey.sender !== null && !request.confirmed) {
    const known = await selectSender(db, own.id, survey.sender.format);
    if (known !== null && known !== survey.sender.account)
      return refuse(
        own.ownerReference,
        feedErrors.FEED_OTHER_AGENCY,
        `Le fichier vient du compte ${survey.sender.account} du logiciel, les précédents de «\u00a0${own.ownerReference}\u00a0» venaient du compte ${known}\u00a0: rien n’a changé. Si l’agence a changé de compte, l’équipe du site le confirme.`,
        'relancez avec --confirm',
      );
  }
  const refused = wanted
    .filter((identifier) => !agencies.has(identifier))
    .map((identifier) => {
      const excluded = found.get(identifier)?.ownerReference;
      return excluded === undefined
        ? refusedAgency(
            identifier,
            survey,
            feedErrors.FEED_UNKNOWN_AGENCY,
            `Agence «\u00a0${identifier}\u00a0» inconnue\u00a0: un flux ne crée jamais d’agence.`,
            addingOf(identifier),
          )
        : refusedAgency(
            excluded,
            survey,
            feedErrors.FEED_EXCLUDED_AGENCY,
            `L’agence «\u00a0${excluded}\u00a0» a choisi de ne plus être diffusée\u00a0: son flux est refusé. Ce choix se lève si elle le demande.`,
            `agencies revoke --ref ${excluded}`,
          );
    });
  if (anonymous && fallback === '')
    refused.push(
      refusedAgency(
        '',
        survey,
        feedErrors.FEED_NO_AGENCY,
        feedErrors.FEED_NO_AGENCY.message,
        'précisez-la avec --agency',
      ),
    );
  return { known: agencies, refused, fallback };
}

/** The command that adds the agency of an unknown identifier: it works as it is printed. Null when none could. */
function addingOf(identifier: string): string | null {
  const name = '--name "Nom de l’agence"';
  if (ownerReferenceField.safeParse(identifier).success) return `agencies add --ref ${identifier} ${name}`;
  if (!isFeedId(identifier)) return null;
  const plain = plainWords(identifier)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const reference = [plain, `agence-${plain}`, `agence-${plain}`.slice(0, 31).replace(/-$/, '')].find(
    (each) => ownerReferenceField.safeParse(each).success,
  );
  return `agencies add --ref ${reference ?? 'agence-nouvelle'} ${feedIdOption(identifier)} ${name}`;
}

function isFeedId(identifier: string): boolean {
  return feedIdField.safeParse(identifier).success;
}

/** Quoted for a shell, whatever the identifier. */
function feedIdOption(identifier: string): string {
  return /^\w[\w.-]*$/.test(identifier)
    ? `--feed-id ${identifier}`
    : `--feed-id='${identifier.replaceAll("'", "'\\''")}'`;
}

/**
 * SeLoger's names of archives, and of the other formats: `<logiciel>_<agence>.zip` (formats/poliris.md, section 1). Both
 * may hold underscores: the longest name of an agency first, the shortest last.
 */
function agenciesOfFileName(file: string): string[] {
  const stem = /^(.+)\.(?:zip|xml|json)(?:\.gz)?$/i.exec(path.basename(file))?.[1]?.toLowerCase() ?? '';
  const parts = stem.split('_').slice(-MOST_PARTS);
  return parts.flatMap((_, rank) => (rank === 0 ? [] : [parts.slice(rank).join('_')])).filter(isFeedId);
}

const MOST_PARTS = 12;

function refusedAgency(
  agency: string,
  survey: FeedSurvey,
  error: ErrorSpec,
  message = error.message,
  remedy: string | null = null,
): AgencyReport {
  const rows = (survey.agencies.get(agency) ?? survey.agencies.get(''))?.rows ?? 0;
  return {
    agency,
    status: 'refused',
    reason: error.code,
    message,
    remedy,
    rows,
    diff: emptyDiff(),
    notes: [],
    withheld: 0,
    leaving: 0,
  };
}
