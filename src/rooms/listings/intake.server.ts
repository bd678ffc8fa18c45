import { createHash } from 'node:crypto';
import { announce, type Fact } from '#platform/changes.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { confirmListings, lockAgencyListings, recordAvailability } from './availability.server.ts';
import {
  isVisible,
  type ListingDraft,
  type ListingSource,
  type ListingStatus,
  listingEvents,
} from './contract.ts';
import { factNames } from './facts.ts';
import * as statements from './intake.sql.server.ts';
import {
  CHUNK,
  factColumns,
  heldStatus,
  type JudgedDraft,
  type Standing,
  statusUnder,
  storedColumns,
  verdictKey,
} from './intake.ts';
import { distinctPhotos, replacePhotos } from './pictures/attaching.server.ts';
import { publicPoint } from './public-point.server.ts';
import { WORDING_RULE } from './publication.ts';
import { keepSuspicions } from './scam.server.ts';
import type { SuspicionToKeep } from './scam.ts';

interface DraftHash {
  /** Hexadecimal SHA-256 of the facts; reference, status and photos are not among them. */
  readonly contentHash: string;
  readonly photosHash: string;
}

/** Same facts, same hash, whatever the order of keys or of lists without order. */
export function listingDraftHash(draft: ListingDraft): DraftHash {
  const facts = factNames
    .toSorted()
    .flatMap((name) => (draft[name] === null ? [] : [[name, canonical(draft[name])]]));
  return {
    contentHash: sha256(facts),
    photosHash: sha256(
      distinctPhotos(draft.photos).map(({ kind, source, caption }) => [kind, source, caption]),
    ),
  };
}

/** Lists of words and numbers have no order, nor have keys; lots of a programme are compared as they are given. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const plain = value.every((each) => typeof each !== 'object');
    return plain ? value.toSorted((a, b) => (String(a) < String(b) ? -1 : 1)) : value.map(canonical);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, canonical(each)]);
}

function sha256(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export interface CurrentListing extends DraftHash, Standing {
  readonly id: number;
  readonly source: ListingSource;
  /** Cents. */
  readonly price: number;
  readonly reference: string;
  /** It has been on line once. */
  readonly published: boolean;
  /** See `verdictKey`. */
  readonly verdictKey: string | null;
}

/** Every listing of an agency, off line ones included, by technical id: what a feed is compared with. */
export async function currentHashes(db: Queryable, agencyId: number): Promise<Map<string, CurrentListing>> {
  const states = await statements.selectStates(db, agencyId, null);
  return new Map(
    states.map(({ technicalId, publishedAt, ...state }) => [
      technicalId,
      {
        id: state.id,
        source: state.source,
        contentHash: state.contentHash,
        photosHash: state.photosHash,
        status: state.status,
        moderated: state.moderated,
        price: state.price,
        reference: state.reference,
        published: publishedAt !== null,
        verdictKey: state.verdictKey,
      },
    ]),
  );
}

/** What listings of an agency say now, by technical id; unknown ones are left out. */
export async function currentDrafts(
  db: Queryable,
  agencyId: number,
  technicalIds: readonly string[],
): Promise<Map<string, ListingDraft>> {
  const drafts = await statements.selectDrafts(db, agencyId, technicalIds);
  return new Map(drafts.map((draft) => [draft.technicalId, draft]));
}

export type Outcome = 'created' | 'updated' | 'returned' | 'unchanged';

interface Applied {
  /** How many listings of each outcome. */
  readonly created: number;
  readonly updated: number;
  readonly returned: number;
  readonly unchanged: number;
  /** Listings on line whose price fell. */
  readonly priceFalls: number;
  /** By technical id. */
  readonly outcomes: ReadonlyMap<string, { readonly id: number; readonly outcome: Outcome }>;
}

export interface ListingsToApply {
  readonly agencyId: number;
  readonly source: ListingSource;
  /** Groups the events of one import; null for an edit. */
  readonly run: string | null;
  readonly now: Date;
  /** One per technical id, at most 2,000 a call. */
  readonly drafts: readonly JudgedDraft[];
}

const insertedColumns = [...storedColumns, 'agency_id', 'technical_id'];
// The first sight of a listing is never another.
const changingColumns = storedColumns.filter((column) => column !== 'first_seen_at');

interface Step {
  readonly draft: JudgedDraft;
  readonly hash: DraftHash;
  readonly before: statements.ListingState | undefined;
  readonly status: ListingStatus;
  readonly outcome: Outcome;
}

/**
 * Brings listings of one agency to what the drafts say, set by set, in the caller's transaction: rows, price
 * and availability history, pictures, what the legal engine says of each, and the events that follow. Drafts come
 * judged: one whose status is not what its verdict allows throws a RangeError. A listing that says what it said before is
 * only confirmed. A withdrawn one that is said again is the same listing at the same address. One that Vigie
 * suspends, or that its agency paused, stays off line (`statusUnder`). New references and new pictures change the row without event.
 */
export async function applyListings(tx: Tx, given: ListingsToApply): Promise<Applied> {
  const { agencyId, drafts, now } = given;
  const technicalIds = drafts.map((draft) => draft.technicalId);
  if (drafts.length > CHUNK || new Set(technicalIds).size < drafts.length) {
    throw new RangeError(`au plus ${CHUNK} annonces par appel, chacune une fois`);
  }
  if (drafts.some(({ status, wanted, verdict }) => status !== heldStatus(wanted, verdict.hold)))
    throw new RangeError('une annonce a un autre statut que celui que son verdict permet');
  await lockAgencyListings(tx, agencyId);
  const states = await statements.selectStates(tx, agencyId, technicalIds);
  const before = new Map(states.map((state) => [state.technicalId, state]));
  const steps = drafts.map((draft) => stepOf(draft, before.get(draft.technicalId), given.source));
  const news = steps.filter((step) => !step.before);
  const changed = steps.filter((step) => step.before && step.outcome !== 'unchanged');

  const newIds = await statements.insertListings(
    tx,
    insertedColumns,
    news.map((step) => rowOf(step, given)),
  );
  await statements.updateListings(
    tx,
    changingColumns,
    changed.map((step) => rowOf(step, given)),
  );
  const idOf = (step: Step) => step.before?.id ?? newIds.get(step.draft.technicalId)!;
  await confirmListings(tx, steps.map(idOf), now);
  await statements.forgetPrices(
    tx,
    changed.flatMap(({ draft, before }) =>
      before && !before.publishedAt && draft.price !== before.price ? [before.id] : [],
    ),
  );
  await statements.insertPrices(
    tx,
    [...news, ...changed]
      .filter(({ draft, before }) => !isPriceHeld(draft) && draft.price !== before?.toldPrice)
      .map((step) => ({ listingId: idOf(step), price: step.draft.price })),
    now,
  );
  await recordAvailability(
    tx,
    [...news, ...changed]
      .filter(({ status, before }) => status !== before?.status)
      .map((step) => ({ listingId: idOf(step), status: step.status })),
    now,
  );
  await keepVerdicts(
    tx,
    steps
      .filter(
        ({ draft, before, outcome }) =>
          outcome !== 'unchanged' ||
          draft.suspicion ||
          verdictKey(draft.wanted, draft.verdict) !== before?.verdictKey,
      )
      .map((step) => verdictRowOf(idOf(step), step.draft)),
    now,
  );
  await replacePhotos(
    tx,
    [...news, ...changed]
      .filter(({ hash, before }) => hash.photosHash !== before?.photosHash)
      .map((step) => ({ listingId: idOf(step), photos: step.draft.photos })),
    now,
  );
  const facts = [...news, ...changed].flatMap((step) => factsOf(step, idOf(step), given.run));
  await announce(tx, facts);

  const outcomes = new Map(
    steps.map((step) => [step.draft.technicalId, { id: idOf(step), outcome: step.outcome }]),
  );
  const count = (outcome: Outcome) => steps.filter((step) => step.outcome === outcome).length;
  return {
    created: count('created'),
    updated: count('updated'),
    returned: count('returned'),
    unchanged: count('unchanged'),
    priceFalls: facts.filter(({ kind }) => kind === listingEvents.priceFell).length,
    outcomes,
  };
}

/** A verdict with what the scam shield found beside it. */
export interface KeptVerdict extends statements.VerdictRow {
  readonly suspicion?: SuspicionToKeep;
}

/** What is kept of a draft that was judged, once its row has a number. */
export function verdictRowOf(listingId: number, { verdict, wanted, suspicion }: JudgedDraft): KeptVerdict {
  return { listingId, verdict, wanted, ...(suspicion ? { suspicion } : {}) };
}

/**
 * What the legal engine says, what it asks a person to read (R26) and what the scam shield found, of listings whose rows are
 * written.
 */
export async function keepVerdicts(tx: Tx, verdicts: readonly KeptVerdict[], now: Date): Promise<void> {
  await statements.upsertVerdicts(tx, verdicts, now);
  await keepSuspicions(
    tx,
    verdicts.flatMap(({ listingId, suspicion }) => (suspicion ? { listingId, suspicion } : [])),
    now,
  );
  const asked = verdicts.flatMap(({ listingId, verdict }) => {
    const findings = verdict.findings.filter(
      ({ rule, severity }) => rule === WORDING_RULE && severity === 'review',
    );
    return [...Map.groupBy(findings, ({ rule }) => rule)].map(([rule, all]) => ({
      listingId,
      rule,
      excerpts: all.map(({ message }) => message),
    }));
  });
  await statements.insertReviews(tx, asked, now);
}

function stepOf(
  draft: JudgedDraft,
  before: statements.ListingState | undefined,
  source: ListingSource,
): Step {
  const hash = listingDraftHash(draft);
  const status = statusUnder(before, draft.status, source === 'manual' ? 'hand' : 'feed');
  const same =
    before !== undefined &&
    before.contentHash === hash.contentHash &&
    before.photosHash === hash.photosHash &&
    before.reference === draft.reference &&
    before.status === status;
  const back = before?.publishedAt && !isVisible(before.status) && isVisible(status);
  return {
    draft,
    hash,
    before,
    status,
    outcome: !before ? 'created' : same ? 'unchanged' : back ? 'returned' : 'updated',
  };
}

function rowOf({ draft, hash, before, status }: Step, given: ListingsToApply): statements.ListingRow {
  const { now } = given;
  const point = publicPoint({
    lat: draft.exactLat,
    lng: draft.exactLng,
    radius: draft.pointRadius,
    technicalId: draft.technicalId,
  });
  const row: statements.ListingRow = {};
  for (const [name, column] of factColumns) {
    if (draft[name] !== null) row[column] = draft[name];
  }
  // A sale turned into a rental has no former price, nor has what nobody saw.
  const sameMarket = before?.transaction === draft.transaction && before.publishedAt !== null;
  const told = before?.toldPrice ?? before?.price ?? null;
  const priceChanged = sameMarket && told !== draft.price && !isPriceHeld(draft);
  return {
    ...row,
    id: before?.id,
    agency_id: given.agencyId,
    technical_id: draft.technicalId,
    source: given.source,
    reference: draft.reference,
    status,
    lat: point?.lat,
    lng: point?.lng,
    point_radius: point?.radius,
    content_hash: `\\x${hash.contentHash}`,
    photos_hash: `\\x${hash.photosHash}`,
    photo_count: distinctPhotos(draft.photos).length,
    previous_price: priceChanged ? told : sameMarket ? before.previousPrice : null,
    price_changed_at: priceChanged ? now : sameMarket ? before.priceChangedAt : null,
    first_seen_at: now,
    published_at: before?.publishedAt ?? (isVisible(status) ? now : null),
    updated_at: now,
    withdrawn_at: isVisible(status)
      ? null
      : before && isVisible(before.status)
        ? now
        : (before?.withdrawnAt ?? null),
  };
}

/** Whether the price waits for the agency's confirmation: it is not published, and no history or fall counts it. */
function isPriceHeld({ verdict }: JudgedDraft): boolean {
  return verdict.findings.some(({ held }) => held !== undefined && held.measure !== 'surface');
}

function factsOf({ draft, before, status }: Step, ref: number, run: string | null): Fact[] {
  const { price } = draft;
  const fact = (kind: string, payload: Record<string, unknown>): Fact[] => [{ kind, ref, run, payload }];
  const wasVisible = before !== undefined && isVisible(before.status);
  if (!isVisible(status)) return wasVisible ? fact(listingEvents.left, { status }) : [];
  if (!before?.publishedAt || before.transaction !== draft.transaction) {
    return fact(listingEvents.appeared, { price });
  }
  const previousPrice = before.toldPrice ?? before.price;
  if (!wasVisible) return fact(listingEvents.returned, { price, previousPrice });
  return price < previousPrice ? fact(listingEvents.priceFell, { price, previousPrice }) : [];
}
