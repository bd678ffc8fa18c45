import { formatCount } from '#contract/fmt.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { type JudgedDraft, statusUnder } from '#rooms/listings/intake.ts';
import { judge } from '#rooms/listings/publication.server.ts';
import { failingRules, withheldValues } from '#rooms/listings/publication.ts';
import { completeDraft } from '../completing.ts';
import type { AgencyReport, Diagnostic, Publication, ReadListing } from '../contract.ts';
import type { FeedLine } from '../diagnosis.ts';
import { insertStaged, type StagedRow } from '../importing.sql.server.ts';
import type { FeedRow } from '../rows/rows.ts';
import { decideAgency } from './agency-decision.server.ts';
import {
  type AgencyPlan,
  compare,
  openPlan,
  refuse,
  type StagingOutput,
  type StagingRequest,
} from './agency-plan.server.ts';
import { findPlaces, placeRow } from './placing.server.ts';

/** Rows placed, compared and staged together. */
const BATCH = 500;
/** Remarks that one import keeps: nobody reads more, and a file where everything is wrong must not fill the memory. */
const MOST_DIAGNOSTICS = 50_000;
/** Listings kept off line that a report tells a person; `collect` has all. */
const MOST_WITHHELD = 1_000;

export interface Staged {
  readonly agencies: AgencyReport[];
  readonly read: ReadListing[];
  readonly publication: Publication[];
  readonly diagnostics: Diagnostic[];
  /** French sentences about the file as a whole. */
  readonly notes: string[];
  readonly damagedRows: number;
  /** Keys of files stored meanwhile: to delete if the import fails. */
  readonly storedKeys: string[];
  /** What the file does to each listing of each agency. */
  readonly lines: { readonly agencyId: number; readonly lines: readonly FeedLine[] }[];
}

/**
 * Reads every row, finds its place, compares it with what its agency has on line and stages what to write,
 * to confirm and to withdraw. Decides per agency whether it may be applied (`status: 'applying'`), waits
 * for a confirmation (`held`) or gave nothing that can be used (`refused`).
 */
export async function stageFeed(request: StagingRequest): Promise<Staged> {
  const { db, agencies, stage } = request;
  const plans = new Map<string, AgencyPlan>();
  for (const [identifier, agency] of agencies) plans.set(identifier, await openPlan(db, agency, request));
  const output: StagingOutput = {
    number: 0,
    places: new Map(),
    read: [],
    publication: [],
    diagnostics: [],
    unkept: 0,
    damagedRows: 0,
  };
  try {
    let batch: FeedRow[] = [];
    let done = 0;
    for await (const row of request.rows) {
      batch.push(row);
      if (batch.length === BATCH) {
        await stageBatch(request, plans, batch, output);
        batch = [];
      }
      done += 1;
      request.onRow(done);
    }
    await stageBatch(request, plans, batch, output);
    const reports: AgencyReport[] = [];
    for (const plan of plans.values()) reports.push(await decideAgency(plan, request, output));
    return {
      agencies: reports,
      read: output.read,
      publication: output.publication,
      diagnostics: output.diagnostics,
      notes: unkeptNotes(output),
      damagedRows: output.damagedRows,
      storedKeys: storedOf(plans),
      lines: [...plans.values()].map(({ agency, book }) => ({ agencyId: agency.id, lines: book.lines() })),
    };
  } catch (error) {
    if (stage) await Promise.allSettled(storedOf(plans).map((key) => stage.storage.delete(key)));
    throw error;
  }
}

function storedOf(plans: ReadonlyMap<string, AgencyPlan>): string[] {
  return [...plans.values()].flatMap(({ pictures }) => pictures.stored);
}

async function stageBatch(
  request: StagingRequest,
  plans: ReadonlyMap<string, AgencyPlan>,
  batch: readonly FeedRow[],
  output: StagingOutput,
): Promise<void> {
  await findPlaces(request.db, batch, output.places);
  const staged: StagedRow[] = [];
  for (const row of batch) {
    if (row.result.refusal === 'damaged') output.damagedRows += 1;
    const plan = plans.get(row.agency);
    const placed = placeRow(row, output.places);
    const own = plan?.agency.ownerReference ?? row.agency;
    if (row.result.refusal === null && request.collect)
      output.read.push({ ...row.result.read, cp: row.result.read.cp || (placed.draft?.postalCode ?? '') });
    const remarks = [...row.diagnostics, ...placed.diagnostics];
    const kept = plan !== undefined && placed.draft === null && refuse(plan, row);
    addDiagnostics(
      output,
      own,
      kept ? remarks.map((each) => (each.severity === 'refused' ? { ...each, kept } : each)) : remarks,
    );
    if (!plan) continue;
    plan.rows += 1;
    if (placed.draft === null) continue;
    const { draft, diagnostics } = await plan.pictures.place(row, placed.draft);
    addDiagnostics(output, own, diagnostics);
    const whole = completeDraft(draft, plan.completions.get(draft.technicalId));
    const judged = judge(plan.bench, whole, request.feed.format);
    addPublication(output, plan, judged, request.collect);
    staged.push(compare(plan, judged, { number: (output.number += 1), row: row.line }));
  }
  for (const { book } of plans.values()) await book.settle(request.db);
  if (request.stage) await insertStaged(request.stage.db, request.stage.importId, staged);
}

/** What the law says of a listing that was read: all of it when asked, else only what is kept off line. */
function addPublication(
  output: StagingOutput,
  plan: AgencyPlan,
  judged: JudgedDraft,
  collect: boolean,
): void {
  const { technicalId, reference, wanted, verdict } = judged;
  const before = plan.current.get(technicalId);
  const status = statusUnder(before, judged.status, 'feed');
  plan.law.add(judged, before !== undefined && isVisible(before.status));
  const { hold, score, findings } = verdict;
  if (!collect && (hold === null || !isVisible(wanted) || output.publication.length >= MOST_WITHHELD)) return;
  const agency = plan.agency.ownerReference;
  const rules = failingRules(findings);
  const values = withheldValues(findings);
  output.publication.push({
    agency,
    technicalId,
    reference,
    status,
    score,
    hold,
    rules,
    findings,
    held: values,
  });
}

/** Adds diagnostics under the reference of the agency, whatever its feed calls it. */
function addDiagnostics(output: StagingOutput, agency: string, diagnostics: readonly Diagnostic[]): void {
  const room = Math.max(0, MOST_DIAGNOSTICS - output.diagnostics.length);
  for (const diagnostic of diagnostics.slice(0, room)) output.diagnostics.push({ ...diagnostic, agency });
  output.unkept += Math.max(0, diagnostics.length - room);
}

function unkeptNotes({ unkept }: StagingOutput): string[] {
  return unkept > 0
    ? [`${formatCount(unkept, 'remarque', 'remarques')} de plus : corrigez d’abord celles-ci.`]
    : [];
}
