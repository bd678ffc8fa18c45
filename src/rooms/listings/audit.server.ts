import { formatCount, NBSP } from '#contract/fmt.ts';
import { csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { isVisible, listingStatuses } from './contract.ts';
import { CHUNK } from './intake.ts';
import { describeEnd, type LawState } from './prolongations.server.ts';
import { judge, loadJudgingContext } from './publication.server.ts';
import { selectAgencies, selectListingsToJudge } from './publication.sql.server.ts';
import { failingRules, type Judged, withheldValues } from './publication.ts';

interface AuditedListing extends Judged {
  readonly id: number;
}

interface AuditScope {
  /** `YYYY-MM-DD`: the law of that day. */
  readonly on: string;
  readonly now: Date;
  /** Every agency when null. */
  readonly agencyId: number | null;
  /** Also what the law keeps off line. */
  readonly all: boolean;
}

/** Judges what is on line, agency by agency, and writes nothing: what was kept of earlier verdicts does not count. */
export async function* auditListings(db: Queryable, scope: AuditScope): AsyncGenerator<AuditedListing> {
  const { on, now, all } = scope;
  const agencies = scope.agencyId === null ? await selectAgencies(db) : [scope.agencyId];
  for (const agencyId of agencies) {
    const bench = await loadJudgingContext(db, { agencyId, on, technicalIds: null });
    for (let after = 0, full = true; full; ) {
      const standing = await selectListingsToJudge(db, {
        agencyId,
        after,
        limit: CHUNK,
        now,
        visibleOnly: !all,
      });
      for (const { id, ownerReference, source, status, draft } of standing) {
        const { hold, score, findings } = judge(bench, draft, source).verdict;
        const { technicalId, reference } = draft;
        const rules = failingRules(findings);
        const held = withheldValues(findings);
        yield {
          id,
          agency: ownerReference,
          technicalId,
          reference,
          status,
          score,
          hold,
          rules,
          findings,
          held,
        };
      }
      full = standing.length === CHUNK;
      after = standing.at(-1)?.id ?? after;
    }
  }
}

interface AgencyScore {
  readonly agency: string;
  readonly listings: number;
  /** Mean of the scores of its listings, one decimal. */
  readonly score: number;
  /** On line although a rule forbids it. */
  readonly failing: number;
  /** Kept off line (only counted when all are audited). */
  readonly withheld: number;
}

interface AuditSummary extends Omit<AgencyScore, 'agency'> {
  readonly on: string;
  /** The laws that end, as they stood on that day, with what operators recorded of their ends. */
  readonly laws: readonly LawState[];
  readonly agencies: AgencyScore[];
  /** How many listings fail each rule, and how many it only warns of. */
  readonly rules: { rule: string; failing: number; warned: number }[];
  /** Lowest scores first, a few of them. */
  readonly worst: AuditedListing[];
}

const WORST = 20;

/** Counts an audit while it goes by: whatever the number of listings, only the worst are kept. */
export class AuditTally {
  readonly #on: string;
  readonly #laws: readonly LawState[];
  readonly #agencies = new Map<
    string,
    { listings: number; sum: number; failing: number; withheld: number }
  >();
  readonly #rules = new Map<string, { failing: number; warned: number }>();
  #worst: AuditedListing[] = [];

  /** `laws`: all of them, as `lawsOn` gives them for that day. */
  constructor(on: string, laws: readonly LawState[]) {
    this.#on = on;
    this.#laws = laws.filter((law) => law.ownEnd !== null);
  }

  add(listing: AuditedListing): void {
    const agency = this.#agencies.get(listing.agency) ?? { listings: 0, sum: 0, failing: 0, withheld: 0 };
    this.#agencies.set(listing.agency, agency);
    agency.listings += 1;
    agency.sum += listing.score;
    if (!isVisible(listing.status)) agency.withheld += 1;
    else if (listing.hold !== null) agency.failing += 1;
    for (const rule of new Set(listing.findings.map((finding) => finding.rule))) {
      const counts = this.#rules.get(rule) ?? { failing: 0, warned: 0 };
      this.#rules.set(rule, counts);
      if (listing.rules.includes(rule)) counts.failing += 1;
      else counts.warned += 1;
    }
    if (listing.score === 100) return;
    this.#worst.push(listing);
    if (this.#worst.length > 50 * WORST) this.#keepWorst();
  }

  #keepWorst(): void {
    this.#worst = this.#worst.toSorted((a, b) => a.score - b.score || a.id - b.id).slice(0, WORST);
  }

  summary(): AuditSummary {
    this.#keepWorst();
    const agencies = [...this.#agencies]
      .map(([agency, { listings, sum, failing, withheld }]) => ({
        agency,
        listings,
        score: mean(sum, listings),
        failing,
        withheld,
      }))
      .toSorted((a, b) => a.score - b.score || a.agency.localeCompare(b.agency));
    const total = (
      pick: (one: { listings: number; sum: number; failing: number; withheld: number }) => number,
    ) => [...this.#agencies.values()].reduce((sum, one) => sum + pick(one), 0);
    const listings = total((one) => one.listings);
    return {
      on: this.#on,
      laws: this.#laws,
      listings,
      score: mean(
        total((one) => one.sum),
        listings,
      ),
      failing: total((one) => one.failing),
      withheld: total((one) => one.withheld),
      agencies,
      rules: [...this.#rules]
        .map(([rule, counts]) => ({ rule, ...counts }))
        .toSorted((a, b) => b.failing - a.failing || b.warned - a.warned || a.rule.localeCompare(b.rule)),
      worst: this.#worst,
    };
  }
}

function mean(sum: number, count: number): number {
  return count === 0 ? 100 : Math.round((sum / count) * 10) / 10;
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The summary for a person: worst agencies first, then the rules, then the worst listings. */
export function describeAudit(summary: AuditSummary): string {
  const { on, laws, listings, score, failing, withheld, agencies, rules, worst } = summary;
  const head = [
    `Audit au ${on} : ${formatCount(listings, 'annonce', 'annonces')}, conformité ${said(score)} sur 100.`,
    failing === 0
      ? 'Toutes les annonces en ligne respectent la loi.'
      : `${formatCount(failing, 'annonce en ligne ne respecte pas', 'annonces en ligne ne respectent pas')} la loi.`,
    ...(withheld > 0 ? [`${formatCount(withheld, 'annonce gardée', 'annonces gardées')} hors ligne.`] : []),
    ...laws.map((law) => `${law.title} (${law.text})${NBSP}: ${describeEnd(law)}.`),
  ];
  if (listings === 0) return head.join('\n').replaceAll(CONTROL, '');
  const lines = [
    ...head,
    '',
    row(['Agence', 'Annonces', 'Score', 'En faute', 'Hors ligne']),
    ...agencies.map((one) =>
      row([one.agency, String(one.listings), said(one.score), String(one.failing), String(one.withheld)]),
    ),
    ...(rules.length > 0
      ? [
          '',
          row(['Règle', 'En faute', 'À revoir']),
          ...rules.map((one) => row([one.rule, String(one.failing), String(one.warned)])),
        ]
      : []),
    ...(worst.length > 0 ? ['', 'Les moins conformes :'] : []),
    ...worst.flatMap((one) => [
      `  ${one.agency} ${one.reference} (annonce ${one.id}), ${one.score} sur 100, ${listingStatuses[one.status]}${NBSP}:`,
      ...one.findings.map(
        ({ rule, severity, message, remedy }) =>
          `    ${rule}${severity === 'warning' ? ' (à revoir)' : ''} ${message} ${remedy}`,
      ),
    ]),
  ];
  // Words of feeds, on a terminal: none of them may command it.
  return lines.join('\n').replaceAll(CONTROL, '');
}

function said(score: number): string {
  return String(score).replace('.', ',');
}

function row([first = '', ...others]: readonly string[]): string {
  return `${first.padEnd(32)}${others.map((cell) => cell.padStart(11)).join('')}`;
}

const SEVERITIES = { block: 'bloquante', review: 'à relire', warning: 'avertissement' } as const;
const HEADER = [
  'Agence',
  'Annonce',
  'Identifiant',
  'Référence',
  'Statut',
  'Score',
  'Règle',
  'Code',
  'Gravité',
  'Champ',
  'Constat',
  'Remède',
];

/** The beginning of the CSV file (platform/csv.server.ts). */
export function csvHeader(): string {
  return csvHead(HEADER);
}

/** One line per finding of a listing; a listing without any has one that says « conforme ». */
export function csvLines(listing: AuditedListing): string {
  const { agency, id, technicalId, reference, status, score, findings } = listing;
  const start = [agency, String(id), technicalId, reference, listingStatuses[status], String(score)];
  if (findings.length === 0) return csvLine([...start, '', '', 'conforme', '', '', '']);
  return findings
    .map(({ rule, code, severity, field, message, remedy }) =>
      csvLine([...start, rule, code, SEVERITIES[severity], field, message, remedy]),
    )
    .join('');
}
