import { parisDay } from '#contract/day.ts';
import { formatCount } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { BlobStore } from '#platform/storage.server.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { isVisible, withdrawableStatuses } from '#rooms/listings/contract.ts';
import { type CurrentListing, currentHashes, listingDraftHash } from '#rooms/listings/intake.server.ts';
import { type JudgedDraft, verdictKey } from '#rooms/listings/intake.ts';
import { type JudgingContext, judge, loadJudgingContext } from '#rooms/listings/publication.server.ts';
import { failingRules, heldValues } from '#rooms/listings/publication.ts';
import type { PlaceMatch } from '#rooms/places/matcher.server.ts';
import { insertFormerPictures } from '../closing/undoing.sql.server.ts';
import { completionsOf } from '../completing.server.ts';
import { type Completion, completeDraft } from '../completing.ts';
import {
  type AgencyReport,
  type Diagnostic,
  emptyDiff,
  type FeedDiff,
  feedErrors,
  type Publication,
  type ReadListing,
} from '../contract.ts';
import type { FeedLine, LineKind } from '../diagnosis.ts';
import {
  insertStaged,
  lastEndedOpen,
  type StagedRow,
  selectPictures,
  upsertPictures,
} from '../importing.sql.server.ts';
import type { FeedSource } from '../rows/rows.server.ts';
import type { FeedRow, FeedSurvey } from '../rows/rows.ts';
import { LegalCount } from './judging.server.ts';
import { LineReport } from './lines.server.ts';
import { AgencyPictures, type ReadPhoto } from './pictures.server.ts';
import { findPlaces, placeRow } from './placing.server.ts';
import { removalHoldReason } from './removal-guard.server.ts';

/** Rows placed, compared and staged together. */
const BATCH = 500;
/** Remarks that one import keeps: nobody reads more, and a file where everything is wrong must not fill the memory. */
const MOST_DIAGNOSTICS = 50_000;
/** Listings kept off line that a report tells a person; `collect` has all. */
const MOST_WITHHELD = 1_000;
/** A changed address for every photo of this many listings is worth a word: each will be fetched again. */
const PHOTOS_FEWEST = 5;

/** Where the difference goes. A dry run has none: it only counts. */
export interface Stage {
  readonly db: Queryable;
  readonly importId: number;
  readonly storage: BlobStore;
}

/** One agency of a file, compared with what it has on line. */
interface AgencyPlan {
  readonly agency: Agency;
  readonly current: ReadonlyMap<string, CurrentListing>;
  /** What the agency typed where its feed says nothing. */
  readonly completions: ReadonlyMap<string, Completion>;
  /** Technical identifiers read, or refused in a way that leaves them as they are. */
  readonly held: Set<string>;
  readonly pictures: AgencyPictures;
  readonly bench: JudgingContext;
  readonly law: LegalCount;
  readonly book: LineReport;
  readonly diff: FeedDiff;
  readonly notes: string[];
  rows: number;
  accepted: number;
  damaged: number;
  /** A damaged row that no listing on line could be recognised in. */
  lost: number;
  /** Technical identifiers of listings that the agency now says are not ours to show. */
  readonly outOfScope: Set<string>;
}

export interface StagingRequest {
  readonly db: Queryable;
  readonly feed: Pick<FeedSource, 'format' | 'pictures' | 'openPicture'>;
  readonly rows: AsyncIterable<FeedRow>;
  /** How the file ends: nothing is withdrawn for what may only be missing. */
  readonly ending: FeedSurvey['ending'];
  /** Agencies to compare, by the identifier of their rows. Rows of others are only read. */
  readonly agencies: ReadonlyMap<string, Agency>;
  readonly stage: Stage | null;
  /** Lets the mass-removal guard pass. */
  readonly confirmed: boolean;
  /** Keeps what was read, for `--json`. */
  readonly collect: boolean;
  /** Reads the photos of the file otherwise than its format does. */
  readonly readPhoto?: ReadPhoto | undefined;
  readonly onRow: (done: number) => void;
}

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

/** What is written along the way. */
interface StagingOutput {
  number: number;
  damagedRows: number;
  unkept: number;
  readonly places: Map<string, PlaceMatch>;
  readonly read: ReadListing[];
  readonly publication: Publication[];
  readonly diagnostics: Diagnostic[];
}

async function openPlan(
  db: Queryable,
  agency: Agency,
  { feed, stage, readPhoto }: StagingRequest,
): Promise<AgencyPlan> {
  const known = await selectPictures(db, agency.id);
  return {
    agency,
    current: await currentHashes(db, agency.id),
    completions: await completionsOf(db, agency.id, null),
    held: new Set(),
    pictures: new AgencyPictures(agency.id, feed, stage?.storage ?? null, known, readPhoto),
    bench: await loadJudgingContext(db, {
      agencyId: agency.id,
      on: parisDay(clock.now()).day,
      technicalIds: null,
    }),
    law: new LegalCount(),
    book: new LineReport(agency.id),
    diff: emptyDiff(),
    notes: [],
    rows: 0,
    accepted: 0,
    damaged: 0,
    lost: 0,
    outOfScope: new Set(),
  };
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
  const status = before?.status === 'suspended' ? 'suspended' : judged.status;
  plan.law.add(judged, before !== undefined && isVisible(before.status));
  const { hold, score, findings } = verdict;
  if (!collect && (hold === null || !isVisible(wanted) || output.publication.length >= MOST_WITHHELD)) return;
  const agency = plan.agency.ownerReference;
  const rules = failingRules(findings);
  const values = heldValues(findings);
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

/**
 * A row that cannot be read leaves its listing as it was, unless it says that it is no longer ours to show. Returns whether
 * something of it is, and stays, on line.
 */
function refuse(plan: AgencyPlan, row: FeedRow): boolean {
  const { refusal } = row.result;
  if (refusal === 'duplicate') {
    plan.diff.duplicates.push(row.technicalId);
    return false;
  }
  plan.diff.refused.push(row.technicalId || row.reference || `ligne ${row.line}`);
  if (refusal === 'outOfScope') {
    plan.outOfScope.add(row.technicalId);
    return false;
  }
  const technicalId = row.technicalId || technicalIdOf(plan, row.reference);
  if (refusal === 'damaged') plan.damaged += 1;
  const before = technicalId ? plan.current.get(technicalId) : undefined;
  if (technicalId && before) {
    plan.held.add(technicalId);
    if (!isVisible(before.status)) return false;
    plan.diff.kept.push(technicalId);
    return true;
  }
  if (refusal === 'damaged') plan.lost += 1;
  return false;
}

function technicalIdOf(plan: AgencyPlan, reference: string): string | null {
  if (reference === '') return null;
  for (const [technicalId, listing] of plan.current) if (listing.reference === reference) return technicalId;
  return null;
}

function compare(
  plan: AgencyPlan,
  judged: JudgedDraft,
  { number, row }: { readonly number: number; readonly row: number },
): StagedRow {
  // What is staged is what was asked for: it is judged again when it is written.
  const { verdict, wanted, ...rest } = judged;
  const draft = { ...rest, status: wanted };
  const { technicalId } = draft;
  const { diff } = plan;
  plan.accepted += 1;
  plan.held.add(technicalId);
  const before = plan.current.get(technicalId);
  const agencyId = plan.agency.id;
  const write = { number, agencyId, action: 'write', technicalId, listingId: null, draft } as const;
  const note = (kind: LineKind) =>
    plan.book.add(kind, judged, {
      row,
      status: before?.status === 'suspended' ? 'suspended' : judged.status,
    });
  if (!before) {
    diff.created.push(technicalId);
    note('created');
    return write;
  }
  const hash = listingDraftHash(draft);
  // A suspended listing stays so whatever its feed says.
  const moves = before.status !== 'suspended' && before.status !== judged.status;
  const back = moves && before.published && isVisible(judged.status) && !isVisible(before.status);
  const facts = before.contentHash !== hash.contentHash;
  const photos = before.photosHash !== hash.photosHash;
  const reference = before.reference !== draft.reference;
  if (before.price !== draft.price)
    diff.priceChanged.push({ technicalId, from: before.price, to: draft.price });
  if (photos) diff.photosChanged.push(technicalId);
  if (reference) diff.referenceChanged.push(technicalId);
  const kind = back ? 'returned' : facts || photos || reference || moves ? 'updated' : 'unchanged';
  diff[kind].push(technicalId);
  note(kind);
  if (kind === 'unchanged') {
    if (verdictKey(wanted, verdict) !== before.verdictKey) return write;
    return { number, agencyId, action: 'confirm', technicalId, listingId: before.id, draft: null };
  }
  return write;
}

/** Decides what an agency's file withdraws, and whether it may be applied. */
async function decideAgency(
  plan: AgencyPlan,
  request: StagingRequest,
  output: StagingOutput,
): Promise<AgencyReport> {
  const { agency, diff, notes, rows } = plan;
  const report = (
    status: AgencyReport['status'],
    reason: string | null,
    message: string | null,
  ): AgencyReport => ({
    agency: agency.ownerReference,
    status,
    reason,
    message,
    remedy: status === 'held' ? 'vérifiez l’export ; s’il est juste, relancez avec --confirm' : null,
    rows,
    diff,
    notes,
    withheld: plan.law.withheld,
    leaving,
  });
  let leaving = 0;
  if (rows > 0 && plan.accepted === 0) {
    const { code, message } = plan.damaged === rows ? feedErrors.FEED_COLUMNS : feedErrors.FEED_ALL_REFUSED;
    return report('refused', code, message);
  }
  const active = [...plan.current].filter(
    ([, { status, source }]) => source !== 'manual' && withdrawableStatuses.includes(status),
  );
  const absent = active.flatMap(([id]) => (plan.held.has(id) ? [] : [id]));
  const kept = absent.length > 0 || request.ending === 'cut' ? await keptBecause(plan, request) : null;
  if (kept === null) {
    diff.withdrawn.push(...absent);
    await plan.book.leave(request.db, absent);
  } else {
    notes.push(`${kept} Aucune annonce n’est retirée cette fois\u00a0; renvoyez le fichier entier.`);
  }
  const changedPhotos = diff.photosChanged.length;
  const compared = diff.updated.length + diff.returned.length + diff.unchanged.length;
  if (changedPhotos >= PHOTOS_FEWEST && changedPhotos === compared) {
    notes.push(
      'Toutes les photos ont changé d’adresse depuis le dernier envoi : chacune sera téléchargée de nouveau.',
    );
  }
  notes.push(...plan.law.notes);
  const shown = new Set(active.flatMap(([id, { status }]) => (isVisible(status) ? [id] : [])));
  const leavers = diff.withdrawn.filter((id) => shown.has(id));
  leaving = leavers.length + plan.law.expelled;
  const held = removalHoldReason({
    rows,
    active: active.length,
    withdrawn: diff.withdrawn.length,
    online: shown.size,
    absent: leavers.filter((id) => !plan.outOfScope.has(id)).length,
    outOfScope: leavers.filter((id) => plan.outOfScope.has(id)).length,
    unlawful: plan.law.expelled,
    reasons: plan.law.reasons,
  });
  if (held && !request.confirmed) return report('held', 'FEED_HELD', held);
  if (request.stage) {
    const { db, importId } = request.stage;
    for (let start = 0; start < diff.withdrawn.length; start += BATCH) {
      const leaving = diff.withdrawn.slice(start, start + BATCH);
      await insertStaged(
        db,
        importId,
        leaving.map((technicalId) => ({
          number: (output.number += 1),
          agencyId: agency.id,
          action: 'withdraw',
          technicalId,
          listingId: null,
          draft: null,
        })),
      );
    }
    await insertFormerPictures(db, importId, agency.id, plan.pictures.known());
    await upsertPictures(db, agency.id, plan.pictures.known());
  }
  return report('applying', null, null);
}

/** Why what is absent from the file may only be missing, in French; null when it is withdrawn. */
async function keptBecause(
  { agency, lost }: AgencyPlan,
  { db, ending }: StagingRequest,
): Promise<string | null> {
  if (ending === 'cut')
    return 'Le fichier est coupé\u00a0: sa dernière ligne est incomplète, d’autres annonces peuvent manquer.';
  // Software that never ends its last line says so from one file to the next; a cut there twice in a row does not happen.
  if (ending === 'open' && !(await lastEndedOpen(db, agency.id)))
    return 'Le fichier est peut-être coupé\u00a0: sa dernière ligne n’a pas de fin.';
  if (lost > 0)
    return `${formatCount(lost, 'ligne est endommagée et ne laisse', 'lignes sont endommagées et ne laissent')} reconnaître aucune annonce.`;
  return null;
}
