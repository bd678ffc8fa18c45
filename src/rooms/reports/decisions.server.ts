import { type FieldIssue, fail, sharedErrors } from '#contract/errors.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { clearRefusedWithin, decideReview } from '#rooms/listings/decisions.server.ts';
import { restoreWithin, suspendWithin } from '#rooms/listings/moderation.server.ts';
import type { Measure, ReportStatus } from './contract.ts';
import { TO_COMPLETE } from './decision-texts.ts';
import {
  closeAppeal,
  closeReport,
  type HeldReport,
  lockReport,
  noteAgencyTold,
  selectHeldAppeals,
  selectReport,
  takeReport,
  type Verdict,
} from './decisions.sql.server.ts';
import { type Answering, type Deciding, decisionErrors, type Outcome, type Taking } from './decisions.ts';
import { tellAgencyOfDecision, tellAgencyOfReport, tellOfAppeal, tellReporter } from './outcomes.server.ts';
import { readCaseId } from './queue.server.ts';
import { closeDecidedReviews } from './rule-cases.server.ts';

type Needs = Pick<Services, 'db' | 'env' | 'log'>;

interface Handled {
  readonly id: number;
  readonly reference: string;
  readonly status: ReportStatus;
  readonly contested: boolean;
  readonly measure: Measure | null;
}

const handledOf = ({ id, reference, status, contested, measure }: HeldReport): Handled => ({
  id,
  reference,
  status,
  contested,
  measure,
});

const subjectOf = ({ id, reference }: HeldReport) => ({ kind: 'report', id, label: reference }) as const;

/**
 * Does with a report what an administrator asks: takes it in hand, decides, or answers an appeal. Asked again by the same person in
 * the same words, nothing changes and nobody is told twice. Throws NOT_FOUND and what each act throws.
 */
export async function handleReport(
  services: Needs,
  word: string,
  given: Taking | Deciding | Answering,
  by: AdministratorName,
): Promise<Handled> {
  const id = readCaseId(word);
  if (id === null) throw fail(sharedErrors.NOT_FOUND);
  if (given.act === 'decide') await decideWording(services, id, given, by);
  return services.db.transaction().execute(async (tx) => {
    const report = await lockReport(tx, id);
    if (!report) throw fail(sharedErrors.NOT_FOUND);
    if (given.act === 'take') await take(tx, services, report, given, by);
    else if (given.act === 'decide') await decide(tx, services, report, given, by);
    else await answer(tx, services, report, given, by);
    return handledOf((await selectReport(tx, id))!);
  });
}

/** Throws REPORT_TAKEN, REPORT_DECIDED. */
async function take(
  tx: Tx,
  services: Needs,
  report: HeldReport,
  { tellAgency }: Taking,
  by: AdministratorName,
): Promise<void> {
  const { id, status, takenBy } = report;
  if (report.decidedAt !== null) throw decidedBy(report);
  if (status === 'in_progress') {
    if (takenBy === by) return;
    throw fail(
      decisionErrors.REPORT_TAKEN,
      undefined,
      `${takenBy} a déjà pris ce signalement en charge. Vous pouvez le trancher à sa place, ou lui en parler.`,
    );
  }
  const at = clock.now();
  await takeReport(tx, id, { by, at });
  // An offence against a child is for the authorities: its author is not warned before they know.
  const told = tellAgency && report.kind === 'person' && report.reason !== 'child_abuse';
  if (told) {
    await noteAgencyTold(tx, id, at);
    await tellAgencyOfReport(tx, services, report);
  }
  await recordAction(tx, {
    by,
    action: 'report.status',
    subject: subjectOf(report),
    before: { status },
    after: { status: 'in_progress', agencyTold: told },
  });
}

/** Throws REPORT_DECIDED, REPORT_NAMES_REPORTER, REPORT_LISTING_GONE, VALIDATION_ERROR beside the field that misses. */
async function decide(
  tx: Tx,
  services: Needs,
  report: HeldReport,
  given: Deciding,
  by: AdministratorName,
): Promise<void> {
  const verdict = verdictOf(report, given.outcome, given);
  if (report.decidedAt !== null) {
    if (report.decidedBy === by && isSame(report, verdict)) return;
    throw decidedBy(report);
  }
  checkStatement(report, verdict.statement);
  const at = clock.now();
  await closeReport(tx, report.id, { ...verdict, by, at });
  if (verdict.measure === 'suspension') await suspend(tx, services, report, verdict, by);
  await recordAction(tx, {
    by,
    action: 'report.decided',
    subject: subjectOf(report),
    before: { status: report.status },
    after: {
      status: verdict.status,
      measure: verdict.measure,
      ...(verdict.ground ? { ground: verdict.ground } : {}),
    },
    reason: verdict.statement,
  });
  const decided = { ...report, ...verdict, decidedBy: by, decidedAt: at };
  await tellReporter(tx, services, decided);
  await tellAgencyOfDecision(tx, services, decided);
}

/**
 * What a rule found is decided where it is kept, so that the command, the page of listings and this one follow the same rule; the
 * case is then closed as that says. A case that somebody reported is none of it.
 */
async function decideWording(
  services: Needs,
  id: number,
  given: Deciding,
  by: AdministratorName,
): Promise<void> {
  const report = await selectReport(services.db, id);
  if (report?.kind !== 'rule') return;
  if (given.outcome === 'duplicate')
    throw refused('outcome', 'Une tournure trouvée par une règle est acceptée ou refusée, jamais en double.');
  // Decided elsewhere meanwhile: that closes the case, and this decision is refused below like any second one.
  await closeDecidedReviews(services);
  const still = await selectReport(services.db, id);
  if (!still) throw fail(sharedErrors.NOT_FOUND);
  if (still.decidedAt !== null || still.reviewId === null) return;
  await decideReview(services, {
    id: still.reviewId,
    decision: given.outcome === 'founded' ? 'refused' : 'cleared',
    reason: given.reason,
    by,
  });
  await closeDecidedReviews(services, { by, reviewId: still.reviewId });
}

/** Throws REPORT_OPEN, NOT_FOUND, APPEAL_DECIDED, APPEAL_SAME_PERSON, and what `decide` throws of a new decision. */
async function answer(
  tx: Tx,
  services: Needs,
  report: HeldReport,
  given: Answering,
  by: AdministratorName,
): Promise<void> {
  if (report.decidedAt === null) throw fail(decisionErrors.REPORT_OPEN);
  const appeals = await selectHeldAppeals(tx, report.id);
  const appeal = appeals.find(({ id }) => id === given.appeal);
  if (!appeal) throw fail(sharedErrors.NOT_FOUND);
  const { appealOutcome: outcome, reason: statement } = given;
  if (appeal.outcome !== null) {
    if (appeal.decidedBy === by && appeal.outcome === outcome && appeal.statement === statement) return;
    throw fail(
      decisionErrors.APPEAL_DECIDED,
      undefined,
      `${appeal.decidedBy} a déjà tranché cette contestation. Rechargez la page pour lire sa réponse.`,
    );
  }
  const several = (services.env.administrators?.size ?? 0) > 1;
  if (several && report.decidedBy === by && given.alone !== true)
    throw fail(decisionErrors.APPEAL_SAME_PERSON);
  checkStatement(report, statement);
  const verdict = outcome === 'changed' ? changedVerdict(report, given) : null;
  const at = clock.now();
  await closeAppeal(tx, { id: appeal.id, reportId: report.id, outcome, statement, by, at });
  if (verdict) {
    await closeReport(tx, report.id, { ...verdict, by, at });
    if (report.kind === 'rule') {
      if (report.reviewId !== null)
        await clearRefusedWithin(tx, { reviewId: report.reviewId, reason: statement, by });
    } else if (verdict.measure === 'suspension') await suspend(tx, services, report, verdict, by);
    else if (report.measure === 'suspension' && report.listingId !== null)
      await restoreWithin(tx, services, { listingId: report.listingId, reason: statement, by });
  }
  await recordAction(tx, {
    by,
    action: 'report.appeal',
    subject: subjectOf(report),
    before: { status: report.status, measure: report.measure },
    after: {
      side: appeal.side,
      outcome,
      status: verdict?.status ?? report.status,
      measure: verdict?.measure ?? report.measure,
      sameDecider: report.decidedBy === by,
    },
    reason: statement,
  });
  const after = verdict ? { ...report, ...verdict, decidedBy: by, decidedAt: at } : report;
  await tellOfAppeal(tx, services, after, {
    side: appeal.side,
    sides: appeals.map(({ side }) => side),
    outcome,
    statement,
    at,
  });
}

function changedVerdict(report: HeldReport, given: Answering): Verdict {
  if (given.outcome === undefined) throw refused('outcome', 'Choisissez la nouvelle issue');
  if (report.kind === 'rule' && given.outcome !== 'unfounded')
    throw refused('outcome', 'La décision sur une tournure change quand la tournure est acceptée.');
  const verdict = verdictOf(report, given.outcome, given);
  if (verdict.status === report.status && verdict.measure === report.measure)
    throw refused('outcome', 'C’est déjà la décision prise. Changez l’issue ou la mesure, ou maintenez-la.');
  return verdict;
}

/** What a decision comes to: of what is not founded, nothing is done to the listing. */
function verdictOf(
  report: HeldReport,
  outcome: Outcome,
  { measure, ground, reason }: Pick<Deciding, 'measure' | 'ground' | 'reason'>,
): Verdict {
  if (outcome !== 'founded') return { status: outcome, measure: 'none', ground: null, statement: reason };
  // A wording that is refused keeps its listing off line until the text changes.
  if (report.kind === 'rule')
    return { status: outcome, measure: 'correction', ground: null, statement: reason };
  if (measure === undefined) throw refused('measure', 'Choisissez ce qui est fait de l’annonce');
  if (measure !== 'suspension') return { status: outcome, measure, ground: null, statement: reason };
  if (ground === undefined) throw refused('ground', 'Choisissez le fondement de la suspension');
  return { status: outcome, measure, ground, statement: reason };
}

async function suspend(
  tx: Tx,
  services: Needs,
  { listingId }: HeldReport,
  { ground, statement }: Verdict,
  by: AdministratorName,
): Promise<void> {
  if (listingId === null || ground === null) throw fail(decisionErrors.REPORT_LISTING_GONE);
  await suspendWithin(tx, services, { listingId, ground, source: 'report', reason: statement, by });
}

function isSame(report: HeldReport, verdict: Verdict): boolean {
  return (
    report.status === verdict.status &&
    report.measure === verdict.measure &&
    report.ground === verdict.ground &&
    report.statement === verdict.statement
  );
}

/** Both sides read the reason: it is finished, and never says who reported (domain.md 3.6). */
function checkStatement({ name, email }: HeldReport, statement: string): void {
  const plain = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ');
  const said = plain(statement);
  if (statement.includes(TO_COMPLETE))
    throw refused('reason', `Complétez ce qui est encore «\u00a0${TO_COMPLETE}\u00a0».`);
  if (
    [name, email].some((word) => word !== null && word.trim().length > 2 && said.includes(plain(word.trim())))
  )
    throw fail(decisionErrors.REPORT_NAMES_REPORTER, {
      fields: [{ field: 'reason', message: decisionErrors.REPORT_NAMES_REPORTER.message }],
    });
}

function decidedBy(report: HeldReport) {
  return fail(
    decisionErrors.REPORT_DECIDED,
    undefined,
    `${report.decidedBy} a déjà tranché ce signalement. Rechargez la page pour lire la décision.`,
  );
}

function refused(field: string, message: string) {
  const issue: FieldIssue = { field, message };
  return fail(sharedErrors.VALIDATION_ERROR, { fields: [issue] });
}
