import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { BlobStore } from '#platform/storage.server.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { type CurrentListing, currentHashes, listingDraftHash } from '#rooms/listings/intake.server.ts';
import { type JudgedDraft, statusUnder, verdictKey } from '#rooms/listings/intake.ts';
import { type JudgingContext, loadJudgingContext } from '#rooms/listings/publication.server.ts';
import type { PlaceMatch } from '#rooms/places/matcher.server.ts';
import { completionsOf } from '../completing.server.ts';
import type { Completion } from '../completing.ts';
import {
  type Diagnostic,
  emptyDiff,
  type FeedDiff,
  type Publication,
  type ReadListing,
} from '../contract.ts';
import type { LineKind } from '../diagnosis.ts';
import { type StagedRow, selectPictures } from '../importing.sql.server.ts';
import type { FeedSource } from '../rows/rows.server.ts';
import type { FeedRow, FeedSurvey } from '../rows/rows.ts';
import { LegalCount } from './judging.server.ts';
import { LineReport } from './lines.server.ts';
import { AgencyPictures, type ReadPhoto } from './pictures.server.ts';

/** Where the difference goes. A dry run has none: it only counts. */
export interface Stage {
  readonly db: Queryable;
  readonly importId: number;
  readonly storage: BlobStore;
}

/** One agency of a file, compared with what it has on line. */
export interface AgencyPlan {
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

/** What is written along the way. */
export interface StagingOutput {
  number: number;
  damagedRows: number;
  unkept: number;
  readonly places: Map<string, PlaceMatch>;
  readonly read: ReadListing[];
  readonly publication: Publication[];
  readonly diagnostics: Diagnostic[];
}

/** An agency as it stands before its rows are read. */
export async function openPlan(
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

/**
 * A row that cannot be read leaves its listing as it was, unless it says that it is no longer ours to show. Returns whether
 * something of it is, and stays, on line.
 */
export function refuse(plan: AgencyPlan, row: FeedRow): boolean {
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

/** Compares a listing with what its agency has, records what changes and gives what is staged for it. */
export function compare(
  plan: AgencyPlan,
  judged: JudgedDraft,
  { number, row }: { readonly number: number; readonly row: number },
): StagedRow {
  // What is staged is what was asked for: it is judged again when it is written.
  const { verdict, wanted, suspicion, ...rest } = judged;
  const draft = { ...rest, status: wanted };
  const { technicalId } = draft;
  const { diff } = plan;
  plan.accepted += 1;
  plan.held.add(technicalId);
  const before = plan.current.get(technicalId);
  const agencyId = plan.agency.id;
  const write = { number, agencyId, action: 'write', technicalId, listingId: null, draft } as const;
  const status = statusUnder(before, judged.status, 'feed');
  const note = (kind: LineKind) => plan.book.add(kind, judged, { row, status });
  if (!before) {
    diff.created.push(technicalId);
    note('created');
    return write;
  }
  const hash = listingDraftHash(draft);
  const moves = before.status !== status;
  const back = moves && before.published && isVisible(status) && !isVisible(before.status);
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
    if (suspicion || verdictKey(wanted, verdict) !== before.verdictKey) return write;
    return { number, agencyId, action: 'confirm', technicalId, listingId: before.id, draft: null };
  }
  return write;
}
