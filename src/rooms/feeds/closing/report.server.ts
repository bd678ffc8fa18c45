import path from 'node:path';
import { formatCount, formatPrice } from '#contract/fmt.ts';
import { listingStatuses } from '#rooms/listings/contract.ts';
import { holdingFindings } from '#rooms/listings/publication.ts';
import {
  type AgencyReport,
  type AgencyStatus,
  type Diagnostic,
  emptyDiff,
  type FeedDiff,
  type FeedReport,
  type Publication,
} from '../contract.ts';
import type { FeedSurvey } from '../rows/rows.ts';

/** The report of a file that nothing is known of yet. */
export function blankReport({ file, dryRun = false }: { file: string; dryRun?: boolean }): FeedReport {
  return {
    file: path.basename(file),
    importId: null,
    dryRun,
    format: null,
    status: 'refused',
    reason: null,
    message: null,
    damagedRows: 0,
    agencies: [],
    read: [],
    publication: [],
    diff: emptyDiff(),
    diagnostics: [],
    notes: [],
  };
}

/** What the whole of a file says at first sight. */
export function surveyNotes({ agencies }: FeedSurvey): string[] {
  return [...agencies]
    .filter(([, { samePhoto }]) => samePhoto)
    .map(
      ([agency]) =>
        `${agency === '' ? 'Toutes' : `Agence ${agency} : toutes`} les annonces ont la même première photo.`,
    );
}

const STATUS: Record<AgencyStatus, string> = {
  received: 'reçu',
  compared: 'comparé',
  ordered: 'à mettre en ligne',
  staging: 'en lecture',
  applying: 'en cours',
  done: 'importé',
  held: 'retenu',
  identical: 'identique',
  outdated: 'dépassé',
  refused: 'refusé',
  undoing: 'en cours d’annulation',
  undone: 'annulé',
};

/** Beyond this, a person reads no more: `--json` has all of it. */
const SHOWN = 200;
const SHOWN_WITHHELD = 50;

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The report of one file for a person: a line per listing that changed or that something is to be said of. */
export function describeReport(report: FeedReport): string {
  const status =
    report.dryRun && report.status === 'done' ? 'à blanc, rien n’est écrit' : STATUS[report.status];
  const number = report.importId === null ? '' : ` (import ${report.importId})`;
  const lines = [`${report.file} : ${status}${number}.`];
  if (report.message && report.agencies.length === 0) lines.push(`  ${report.message}`);
  lines.push(...report.notes.map((note) => `  ${note}`));
  const withheld = Map.groupBy(
    report.publication.filter(({ hold }) => hold !== null),
    ({ agency }) => agency,
  );
  for (const agency of report.agencies)
    lines.push(
      ...describeAgency(agency, keptOf(report, agency)),
      ...describeWithheld(agency, withheld.get(agency.agency) ?? []),
    );
  lines.push(...cut(report.diagnostics, describeDiagnostic, 'remarque', 'remarques'));
  // Words of a feed, on a terminal: none of them may command it.
  return lines.join('\n').replaceAll(CONTROL, '');
}

/** What is refused and stays on line as it was, as the list of refused rows calls it. */
function keptOf({ diagnostics }: FeedReport, { agency }: AgencyReport): ReadonlySet<string> {
  const kept = diagnostics.filter((each) => each.kept === true && each.agency === agency);
  return new Set(kept.map(({ technicalId, reference, line }) => technicalId || reference || `ligne ${line}`));
}

function describeAgency(agency: AgencyReport, kept: ReadonlySet<string>): string[] {
  const { diff } = agency;
  const counts = [
    formatCount(agency.rows, 'ligne lue', 'lignes lues'),
    formatCount(diff.created.length, 'créée', 'créées'),
    formatCount(diff.updated.length, 'modifiée', 'modifiées'),
    ...(diff.returned.length > 0 ? [`${diff.returned.length} de retour`] : []),
    formatCount(diff.unchanged.length, 'inchangée', 'inchangées'),
    formatCount(diff.withdrawn.length, 'retirée', 'retirées'),
    formatCount(diff.refused.length, 'refusée', 'refusées'),
  ];
  const prices = new Map(
    diff.priceChanged.map(({ technicalId, from, to }) => [
      technicalId,
      ` (prix ${formatPrice(from)} → ${formatPrice(to)})`,
    ]),
  );
  const photos = new Set(diff.photosChanged);
  const references = new Set(diff.referenceChanged);
  const details = (id: string) =>
    `${prices.get(id) ?? ''}${photos.has(id) ? ' (photos)' : ''}${references.has(id) ? ' (référence)' : ''}`;
  return [
    `Agence ${agency.agency === '' ? '(non dite)' : agency.agency} : ${STATUS[agency.status]} ; ${counts.join(', ')}.`,
    ...(agency.message ? [`  ${agency.message}`] : []),
    ...(agency.status === 'held'
      ? ['  Vérifiez l’export\u00a0; s’il est juste, relancez avec --confirm.']
      : []),
    ...agency.notes.map((note) => `  ${note}`),
    ...cut(
      [
        ...diff.created.map((id) => `  + ${id} créée`),
        ...diff.returned.map((id) => `  + ${id} de retour${details(id)}`),
        ...diff.updated.map((id) => `  ~ ${id} modifiée${details(id)}`),
        ...diff.withdrawn.map((id) => `  - ${id} retirée`),
        ...diff.duplicates.map((id) => `  = ${id} en double : une seule gardée`),
        ...diff.refused.map(
          (id) => `  ! ${id} refusée${kept.has(id) ? ', laissée telle quelle en ligne' : ''}`,
        ),
      ],
      (line) => line,
      'annonce',
      'annonces',
    ),
  ];
}

/** What the law keeps off line: of each listing every failing rule at once, and what to do. */
function describeWithheld({ withheld }: AgencyReport, listings: readonly Publication[]): string[] {
  if (withheld === 0) return [];
  const shown = listings.slice(0, SHOWN_WITHHELD);
  return [
    `  ${formatCount(withheld, 'annonce gardée', 'annonces gardées')} hors ligne, la loi ne permettant pas de ${withheld === 1 ? 'la' : 'les'} publier :`,
    ...shown.flatMap(({ technicalId, reference, status, findings }) => {
      const failing = holdingFindings(findings);
      return [
        `  § ${technicalId} (${reference}), ${listingStatuses[status].toLowerCase()} :`,
        ...failing.map(({ rule, message, remedy }) => `      ${rule} ${message} ${remedy}`),
      ];
    }),
    ...(withheld > shown.length
      ? [`  … et ${formatCount(withheld - shown.length, 'autre', 'autres')} (--json donne tout).`]
      : []),
  ];
}

function describeDiagnostic({
  line,
  technicalId,
  reference,
  severity,
  column,
  field,
  value,
  message,
}: Diagnostic): string {
  const what = technicalId || reference;
  const rank = column === null ? '' : ` (${column})`;
  const where = field === null ? '' : ` ${field}${rank} = « ${value} » :`;
  const verdict = severity === 'refused' ? 'refusée' : 'avertissement';
  return `  ligne ${line}${what ? `, ${what}` : ''}, ${verdict} :${where} ${message}`;
}

function cut<T>(things: readonly T[], say: (thing: T) => string, one: string, many: string): string[] {
  const lines = things.slice(0, SHOWN).map(say);
  if (things.length <= SHOWN) return lines;
  return [...lines, `  … et ${formatCount(things.length - SHOWN, one, many)} de plus (--json donne tout).`];
}

/** What changes in all agencies together. */
export function sumDiffs(diffs: readonly FeedDiff[]): FeedDiff {
  const keys = Object.keys(emptyDiff()) as (keyof FeedDiff)[];
  return Object.fromEntries(
    keys.map((key) => [key, diffs.flatMap((diff): unknown[] => diff[key])]),
  ) as unknown as FeedDiff;
}

/** Whether the command failed: something is refused or waits, or the file is damaged. */
export function needsAttention(report: FeedReport): boolean {
  return (
    report.status === 'refused' ||
    report.status === 'held' ||
    report.damagedRows > 0 ||
    report.agencies.some(({ status }) => status === 'refused' || status === 'held' || status === 'outdated')
  );
}
