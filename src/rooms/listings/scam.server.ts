import { createHash } from 'node:crypto';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { ListingDraft } from './contract.ts';
import type { LegalContext } from './legal-engine.ts';
import { localMedians } from './local-medians.server.ts';
import * as statements from './scam.sql.server.ts';
import {
  type LocalMedian,
  SCAM_VERSION,
  type Suspicion,
  type SuspicionToKeep,
  suspicionOf,
  underMedianOf,
  wordsOf,
} from './scam.ts';
import { scamSignals } from './scam-words.ts';

/** All that the scam shield needs for listings of one agency: reading them reads nothing more. */
export interface ScamContext {
  /** By technical id. */
  readonly kept: ReadonlyMap<string, statements.KeptSuspicion>;
  readonly medianOf: LocalMedian;
  /** Of those whose photos another agency showed before, by technical id; null when nobody looked: what is kept stands. */
  readonly copies: ReadonlyMap<string, number> | null;
  readonly agencyKnown: boolean;
}

interface ScamScope {
  readonly agencyId: number;
  /** Only these listings; null takes all of the agency's. */
  readonly technicalIds: readonly string[] | null;
  /** Of the listings that will be read; those where the agency has listings when they are not known yet. */
  readonly places?: readonly string[] | undefined;
  /** Listings whose photos are compared with those of other agencies; nobody looks when not given. */
  readonly listingIds?: readonly number[] | undefined;
}

/** Reads what the shield needs: four statements at most, whatever the number of listings. */
export async function loadScamContext(db: Queryable, scope: ScamScope): Promise<ScamContext> {
  const { agencyId, technicalIds, places, listingIds } = scope;
  const kept = await statements.selectKept(db, agencyId, technicalIds);
  const medians = new Map(
    (await localMedians(db, { agencyId, places: places ? [...new Set(places)] : null })).map(
      ({ placeCode, kind, median }) => [`${placeCode} ${kind}`, median],
    ),
  );
  const copies = listingIds ? await statements.selectCopies(db, listingIds) : null;
  return {
    kept: new Map(kept.map((one) => [one.technicalId, one])),
    medianOf: (placeCode, kind) => medians.get(`${placeCode} ${kind}`) ?? null,
    copies: copies && new Map(copies.map(({ technicalId, otherId }) => [technicalId, otherId])),
    agencyKnown: await statements.hasVerifiedSiren(db, agencyId),
  };
}

export interface ScamReading {
  /** What the legal engine is told; absent when nothing keeps the listing off line. */
  readonly suspicion?: NonNullable<LegalContext['suspicion']>;
  readonly toKeep?: SuspicionToKeep;
}

/** What the shield says of a draft: what a person decided as long as it is what that person read, else what it finds. Pure. */
export function readForScam(context: ScamContext, draft: ListingDraft): ScamReading {
  const kept = context.kept.get(draft.technicalId);
  // The words of most listings are never hashed.
  const textHash = kept === undefined ? null : scamTextHash(draft);
  if (kept?.decided && kept.textHash === textHash && isNear(kept.price, draft.price))
    return kept.decided === 'scam' ? { suspicion: { signals: labelsOf(kept), refused: kept.reason } } : {};
  const found = suspicionOf({
    title: draft.title,
    description: draft.description,
    underMedian: underMedianOf(draft, context.medianOf),
    copiedFrom: context.copies ? (context.copies.get(draft.technicalId) ?? null) : copiedBefore(kept),
    agencyKnown: context.agencyKnown,
  });
  const reading: ScamReading = found.waits ? { suspicion: { signals: labelsOf(found), refused: null } } : {};
  if (kept === undefined && found.signals.length === 0) return reading;
  const toKeep = {
    ...found,
    version: SCAM_VERSION,
    textHash: textHash ?? scamTextHash(draft),
    price: draft.price,
  };
  return kept !== undefined && saysTheSame(kept, toKeep) ? reading : { ...reading, toKeep };
}

/** Hash of the words, whatever their case, their accents and what stands between them: hexadecimal SHA-256. */
export function scamTextHash({ title, description }: Pick<ListingDraft, 'title' | 'description'>): string {
  return createHash('sha256')
    .update(`${wordsOf(title)}\n${wordsOf(description)}`)
    .digest('hex');
}

/** A price that moved by no more than a tenth is the one that was read. */
function isNear(read: number, price: number): boolean {
  return Math.abs(price - read) * 10 <= read;
}

function labelsOf({ signals }: Pick<Suspicion, 'signals'>): string[] {
  return signals.map(({ code }) => scamSignals[code].label);
}

const COPIED = /\d+/;

/** The listing that had the same photos, when somebody last looked. */
function copiedBefore(kept: statements.KeptSuspicion | undefined): number | null {
  const said = kept?.signals.find(({ code }) => code === 'copied_photos')?.explanation;
  const [id] = COPIED.exec(said ?? '') ?? [];
  return id === undefined ? null : Number(id);
}

function saysTheSame(kept: statements.KeptSuspicion, found: SuspicionToKeep): boolean {
  return (
    kept.decided === null &&
    kept.version === found.version &&
    kept.score === found.score &&
    kept.textHash === found.textHash &&
    told(kept) === told(found)
  );
}

function told({ signals }: Pick<Suspicion, 'signals'>): string {
  return signals
    .map(({ code, excerpt, explanation }) => `${code} ${excerpt ?? ''} ${explanation}`)
    .join('\n');
}

/** Keeps what was found of listings whose rows are written, in the caller's transaction. */
export async function keepSuspicions(
  tx: Tx,
  found: readonly { readonly listingId: number; readonly suspicion: SuspicionToKeep }[],
  now: Date,
): Promise<void> {
  const rows = found.map(({ listingId, suspicion }) => ({ listingId, ...suspicion }));
  await statements.deleteSuspicions(
    tx,
    rows.flatMap(({ listingId, signals }) => (signals.length === 0 ? [listingId] : [])),
  );
  await statements.upsertSuspicions(
    tx,
    rows.filter(({ signals }) => signals.length > 0),
    now,
  );
}
