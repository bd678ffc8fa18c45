import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Refusal } from '../../../contract/errors.ts';
import type { Queryable } from '../../../platform/db.server.ts';
import type { BlobStore } from '../../../platform/storage.server.ts';
import type { Agency } from '../../agencies/contract.ts';
import {
  isVisible,
  type ListingDraft,
  type PhotoDraft,
  withdrawableStatuses,
} from '../../listings/contract.ts';
import { type CurrentListing, currentHashes, listingDraftHash } from '../../listings/intake/rules.server.ts';
import { placeLabel } from '../../places/contract.ts';
import { matchPlaces, type PlaceMatch, type WrittenPlace } from '../../places/rules.server.ts';
import type { Archive } from '../archive/rules.server.ts';
import {
  type AgencyReport,
  type Diagnostic,
  type FeedDiff,
  feedErrors,
  type ReadListing,
  type Severity,
} from '../contract.ts';
import { columnOf } from '../poliris/columns/contract.ts';
import type { PolirisRow, UnplacedDraft } from '../poliris/contract.ts';
import { insertStaged, type StagedRow, selectPictures, upsertPictures } from '../sql.server.ts';

/** Rows placed, compared and staged together. */
const BATCH = 500;
/** A feed that would take away more than this share of the listings, and this many, waits for a person. */
const GUARD_SHARE = 0.3;
const GUARD_FEWEST = 3;
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
  /** Technical identifiers read, or refused in a way that leaves them as they are. */
  readonly held: Set<string>;
  readonly pictures: Map<string, { mark: string; storageKey: string }>;
  readonly diff: FeedDiff;
  readonly notes: string[];
  rows: number;
  accepted: number;
  damaged: number;
  /** A damaged row that no listing on line could be recognised in. */
  lost: number;
}

export interface StagingRequest {
  readonly db: Queryable;
  readonly archive: Archive;
  readonly rows: AsyncIterable<PolirisRow>;
  /** Agencies to compare, by the identifier of their rows. Rows of others are only read. */
  readonly agencies: ReadonlyMap<string, Agency>;
  readonly stage: Stage | null;
  /** Lets the mass-removal guard pass. */
  readonly confirmed: boolean;
  /** Keeps what was read, for `--json`. */
  readonly collect: boolean;
  readonly onRow: (done: number) => void;
}

export interface Staged {
  readonly agencies: AgencyReport[];
  readonly read: ReadListing[];
  readonly diagnostics: Diagnostic[];
  readonly damagedRows: number;
  /** Files put in the storage meanwhile: to take away if nothing comes of it. */
  readonly storedKeys: string[];
}

/**
 * Reads every row, finds its place, compares it with what its agency has on line and stages what to write,
 * to confirm and to withdraw. Decides per agency whether it may be applied (`status: 'applying'`), waits
 * for a confirmation (`held`) or gave nothing that can be used (`refused`).
 */
export async function stageFeed(request: StagingRequest): Promise<Staged> {
  const { db, agencies, stage } = request;
  const plans = new Map<string, AgencyPlan>();
  for (const [identifier, agency] of agencies) plans.set(identifier, await openPlan(db, agency));
  const pen: Pen = {
    number: 0,
    places: new Map(),
    read: [],
    diagnostics: [],
    storedKeys: [],
    damagedRows: 0,
  };
  try {
    let batch: PolirisRow[] = [];
    let done = 0;
    for await (const row of request.rows) {
      batch.push(row);
      if (batch.length === BATCH) {
        await stageBatch(request, plans, batch, pen);
        batch = [];
      }
      done += 1;
      request.onRow(done);
    }
    await stageBatch(request, plans, batch, pen);
    const reports: AgencyReport[] = [];
    for (const plan of plans.values()) reports.push(await closePlan(plan, request, pen));
    return {
      agencies: reports,
      read: pen.read,
      diagnostics: pen.diagnostics,
      damagedRows: pen.damagedRows,
      storedKeys: pen.storedKeys,
    };
  } catch (error) {
    if (stage) await Promise.allSettled(pen.storedKeys.map((key) => stage.storage.delete(key)));
    throw error;
  }
}

/** What is written along the way. */
interface Pen {
  number: number;
  damagedRows: number;
  readonly places: Map<string, PlaceMatch>;
  readonly read: ReadListing[];
  readonly diagnostics: Diagnostic[];
  readonly storedKeys: string[];
}

export function emptyDiff(): FeedDiff {
  return {
    created: [],
    updated: [],
    returned: [],
    unchanged: [],
    withdrawn: [],
    refused: [],
    kept: [],
    priceChanged: [],
    photosChanged: [],
    referenceChanged: [],
  };
}

async function openPlan(db: Queryable, agency: Agency): Promise<AgencyPlan> {
  const known = await selectPictures(db, agency.id);
  return {
    agency,
    current: await currentHashes(db, agency.id),
    held: new Set(),
    pictures: new Map(known.map(({ name, mark, storageKey }) => [name, { mark, storageKey }])),
    diff: emptyDiff(),
    notes: [],
    rows: 0,
    accepted: 0,
    damaged: 0,
    lost: 0,
  };
}

async function stageBatch(
  request: StagingRequest,
  plans: ReadonlyMap<string, AgencyPlan>,
  batch: readonly PolirisRow[],
  pen: Pen,
): Promise<void> {
  await findPlaces(request.db, batch, pen.places);
  const staged: StagedRow[] = [];
  for (const row of batch) {
    if (row.result.refusal === 'damaged') pen.damagedRows += 1;
    if (row.result.refusal === null && request.collect) pen.read.push(row.result.read);
    const plan = plans.get(row.agency);
    const placed = place(row, pen.places);
    pen.diagnostics.push(...row.diagnostics, ...placed.diagnostics);
    if (!plan) continue;
    plan.rows += 1;
    if (placed.draft === null) {
      refuse(plan, row);
      continue;
    }
    const draft = await withPictures(request, plan, row, placed.draft, pen);
    staged.push(compare(plan, draft, (pen.number += 1)));
  }
  if (request.stage) await insertStaged(request.stage.db, request.stage.importId, staged);
}

async function findPlaces(
  db: Queryable,
  batch: readonly PolirisRow[],
  places: Map<string, PlaceMatch>,
): Promise<void> {
  const wanted = new Map<string, WrittenPlace>();
  for (const { result } of batch) {
    if (result.refusal !== null) continue;
    const { postalCode, city } = result.draft;
    const key = placeKey(result.draft);
    if (!places.has(key)) wanted.set(key, { postalCode, city });
  }
  if (wanted.size === 0) return;
  const matches = await matchPlaces(db, [...wanted.values()]);
  [...wanted.keys()].forEach((key, index) => places.set(key, matches[index]!));
}

function placeKey({ postalCode, city }: { postalCode: string; city: string }): string {
  return `${postalCode} ${city.toLowerCase()}`;
}

/** The draft with its place, or null with what to say. */
function place(
  row: PolirisRow,
  places: ReadonlyMap<string, PlaceMatch>,
): { draft: ListingDraft | null; diagnostics: Diagnostic[] } {
  if (row.result.refusal !== null) return { draft: null, diagnostics: [] };
  const { city: _city, ...rest } = row.result.draft;
  const match = places.get(placeKey(row.result.draft));
  if (!match?.place) {
    const meant = match?.suggestion
      ? ` Vouliez-vous dire ${placeLabel(match.suggestion)} (${match.suggestion.postalCodes.join(', ')})\u00a0?`
      : '';
    const message = `Ce code postal et cette ville ne vont pas ensemble, ou la commune est inconnue\u00a0: vérifiez-les.${meant}`;
    return { draft: null, diagnostics: [placeDiagnostic(row, row.result.draft, 'refused', message)] };
  }
  const { code, cityCode, departmentCode } = match.place;
  const said = `Ville inconnue sous ce nom\u00a0: l’annonce est rangée à ${placeLabel(match.place)}, seule commune de ce code postal.`;
  return {
    draft: { ...rest, placeCode: code, cityCode: cityCode ?? code, departmentCode },
    diagnostics: match.approximate ? [placeDiagnostic(row, row.result.draft, 'warning', said)] : [],
  };
}

function placeDiagnostic(
  row: PolirisRow,
  { postalCode, city }: UnplacedDraft,
  severity: Severity,
  message: string,
): Diagnostic {
  const { rank: column, name: field } = columnOf('city');
  const { line, agency, technicalId, reference } = row;
  return {
    code: 'place',
    severity,
    line,
    agency,
    technicalId,
    reference,
    column,
    field,
    value: `${postalCode} ${city}`,
    message,
  };
}

/** A row that cannot be read leaves its listing as it was, unless it says that it is no longer ours to show. */
function refuse(plan: AgencyPlan, row: PolirisRow): void {
  const { refusal } = row.result;
  plan.diff.refused.push(row.technicalId || row.reference || `ligne ${row.line}`);
  if (refusal === 'outOfScope' || refusal === 'duplicate') return;
  const technicalId = row.technicalId || technicalIdOf(plan, row.reference);
  if (refusal === 'damaged') plan.damaged += 1;
  if (technicalId && plan.current.has(technicalId)) {
    plan.held.add(technicalId);
    plan.diff.kept.push(technicalId);
  } else if (refusal === 'damaged') {
    plan.lost += 1;
  }
}

function technicalIdOf(plan: AgencyPlan, reference: string): string | null {
  if (reference === '') return null;
  for (const [technicalId, listing] of plan.current) if (listing.reference === reference) return technicalId;
  return null;
}

function compare(plan: AgencyPlan, draft: ListingDraft, number: number): StagedRow {
  const { technicalId } = draft;
  const { diff } = plan;
  plan.accepted += 1;
  plan.held.add(technicalId);
  const before = plan.current.get(technicalId);
  const agencyId = plan.agency.id;
  const write = { number, agencyId, action: 'write', technicalId, listingId: null, draft } as const;
  if (!before) {
    diff.created.push(technicalId);
    return write;
  }
  const hash = listingDraftHash(draft);
  // A suspended listing stays so whatever its feed says.
  const back = before.status !== 'suspended' && before.status !== draft.status;
  const facts = before.contentHash !== hash.contentHash;
  const photos = before.photosHash !== hash.photosHash;
  const reference = before.reference !== draft.reference;
  if (before.price !== draft.price)
    diff.priceChanged.push({ technicalId, from: before.price, to: draft.price });
  if (photos) diff.photosChanged.push(technicalId);
  if (reference) diff.referenceChanged.push(technicalId);
  if (back && !isVisible(before.status)) diff.returned.push(technicalId);
  else if (facts || photos || reference || back) diff.updated.push(technicalId);
  else {
    diff.unchanged.push(technicalId);
    return { number, agencyId, action: 'confirm', technicalId, listingId: before.id, draft: null };
  }
  return write;
}

/** Photos named as files become files of ours, under keys that depend on their content. */
async function withPictures(
  request: StagingRequest,
  plan: AgencyPlan,
  row: PolirisRow,
  draft: ListingDraft,
  pen: Pen,
): Promise<ListingDraft> {
  if (!draft.photos.some(({ kind }) => kind === 'file')) return draft;
  const photos: PhotoDraft[] = [];
  for (const photo of draft.photos) {
    const source = photo.kind === 'file' ? await pictureKey(request, plan, photo.source, pen) : photo.source;
    if (source) photos.push({ ...photo, source });
    else pen.diagnostics.push(missingPicture(row, photo.source));
  }
  return { ...draft, photos };
}

/** Null when neither this archive nor an earlier one has a picture of that name that can be read. */
async function pictureKey(
  { archive, stage }: StagingRequest,
  plan: AgencyPlan,
  given: string,
  pen: Pen,
): Promise<string | null> {
  const name = given.toLowerCase();
  const mark = archive.pictures.get(name);
  const known = plan.pictures.get(name);
  if (!mark) return known?.storageKey ?? null;
  if (known?.mark === mark) return known.storageKey;
  const digest = createHash('sha256').update(`${name}\n${mark}`).digest('hex').slice(0, 40);
  const storageKey = `feeds/${plan.agency.id}/${digest}.${name.split('.').at(-1)}`;
  if (stage) {
    const picture = await archive.openPicture(name);
    if (!picture || !(await stored(stage, storageKey, picture, pen))) return null;
  }
  plan.pictures.set(name, { mark, storageKey });
  return storageKey;
}

/** False when the picture itself is damaged or too big; a bomb is the whole archive's fault. */
async function stored(stage: Stage, key: string, picture: Readable, pen: Pen): Promise<boolean> {
  try {
    await stage.storage.put(key, picture);
    pen.storedKeys.push(key);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.spec.code === feedErrors.FEED_DAMAGED.code) return false;
    throw error;
  }
}

function missingPicture(row: PolirisRow, name: string): Diagnostic {
  const { line, agency, technicalId, reference } = row;
  return {
    code: 'photo_missing',
    severity: 'warning',
    line,
    agency,
    technicalId,
    reference,
    column: columnOf('photo1').rank,
    field: 'Photo',
    value: name,
    message: 'Cette photo n’est pas dans l’archive, ou elle est illisible : l’annonce paraît sans elle.',
  };
}

/** What leaves, and whether it may. */
async function closePlan(plan: AgencyPlan, request: StagingRequest, pen: Pen): Promise<AgencyReport> {
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
    rows,
    diff,
    notes,
  });
  if (rows > 0 && plan.accepted === 0) {
    const { code, message } = plan.damaged === rows ? feedErrors.FEED_COLUMNS : feedErrors.FEED_ALL_REFUSED;
    return report('refused', code, message);
  }
  const active = [...plan.current].filter(
    ([, { status, source }]) => source === 'poliris' && withdrawableStatuses.includes(status),
  );
  if (plan.lost > 0) {
    notes.push(
      `${plan.lost} ligne(s) endommagée(s) sans annonce reconnaissable : aucune annonce n’est retirée cette fois.`,
    );
  } else {
    diff.withdrawn.push(...active.map(([id]) => id).filter((id) => !plan.held.has(id)));
  }
  const changedPhotos = diff.photosChanged.length;
  const compared = diff.updated.length + diff.returned.length + diff.unchanged.length;
  if (changedPhotos >= PHOTOS_FEWEST && changedPhotos === compared) {
    notes.push(
      'Toutes les photos ont changé d’adresse depuis le dernier envoi : chacune sera téléchargée de nouveau.',
    );
  }
  const held = heldBecause(rows, diff.withdrawn.length, active.length);
  if (held && !request.confirmed) return report('held', 'FEED_HELD', held);
  if (request.stage) {
    const { db, importId } = request.stage;
    for (let start = 0; start < diff.withdrawn.length; start += BATCH) {
      const leaving = diff.withdrawn.slice(start, start + BATCH);
      await insertStaged(
        db,
        importId,
        leaving.map((technicalId) => ({
          number: (pen.number += 1),
          agencyId: agency.id,
          action: 'withdraw',
          technicalId,
          listingId: null,
          draft: null,
        })),
      );
    }
    await upsertPictures(
      db,
      agency.id,
      [...plan.pictures].map(([name, picture]) => ({ name, ...picture })),
    );
  }
  return report('applying', null, null);
}

/** The mass-removal guard (interface.md, fine points 21). */
function heldBecause(rows: number, leaving: number, active: number): string | null {
  const remedy = 'Vérifiez l’export ; s’il est juste, relancez avec --confirm.';
  if (rows === 0)
    return `Le fichier ne contient aucune annonce : ${active} en ligne seraient retirées. ${remedy}`;
  if (leaving < GUARD_FEWEST || leaving <= active * GUARD_SHARE) return null;
  return `${leaving} annonces sur ${active} seraient retirées, plus de 30\u00a0% : l’import est retenu, rien n’a changé. ${remedy}`;
}
