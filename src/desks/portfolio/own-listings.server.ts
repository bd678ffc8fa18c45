import { createHash, randomBytes } from 'node:crypto';
import type { BodyOf } from '#contract/call.ts';
import { fail, Refusal, sharedErrors } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable, Tx } from '#platform/db.server.ts';
import { agencyById } from '#rooms/agencies/agencies.server.ts';
import { lockAgencyListings } from '#rooms/listings/availability.server.ts';
import {
  isVisible,
  type ListingDraft,
  type ListingSource,
  type ListingStatus,
} from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { draftListing, type JudgedDraft } from '#rooms/listings/intake.ts';
import { legalBlock } from '#rooms/listings/mentions.ts';
import { judgeDrafts } from '#rooms/listings/publication.server.ts';
import { readListingId } from '#rooms/listings/reading.ts';
import { isCutCity, placeLabel } from '#rooms/places/contract.ts';
import { placeByCode } from '#rooms/places/places.server.ts';
import { completableFacts, keepTyped, refuseOthers } from './completing.server.ts';
import {
  type Changes,
  type createListingCall,
  type Legal,
  type OwnListing,
  portfolioErrors,
} from './contract.ts';
import { pointOf } from './editing/point.server.ts';
import { asProgramme, contradictionIn } from './editing/programme.ts';
import { type Facts, typedFactNames } from './facts.ts';
import { isReferenceTaken, type OwnRow, selectOwn, selectReferences } from './own-listings.sql.server.ts';

/** A listing of the agency, whole. Throws NOT_FOUND for what is not its own. */
export async function ownListing(db: Queryable, agencyId: AgencyId, word: string): Promise<OwnListing> {
  return shown(db, agencyId, await own(db, agencyId, word));
}

/** Throws NOT_FOUND for what is not its own. */
export async function own(db: Queryable, agencyId: AgencyId, word: string | number): Promise<OwnRow> {
  const id = typeof word === 'number' ? word : readListingId(word);
  const row = id === null ? null : await selectOwn(db, agencyId, id);
  if (!row) throw fail(sharedErrors.NOT_FOUND, undefined, 'Cette annonce n’est pas, ou plus, des vôtres.');
  return row;
}

async function shown(db: Queryable, agencyId: AgencyId, row: OwnRow): Promise<OwnListing> {
  const [place, agency, completable] = await Promise.all([
    placeByCode(db, row.draft.placeCode),
    agencyById(db, agencyId),
    isFromFeed(row) ? completableFacts(db, agencyId, row.draft) : [],
  ]);
  return {
    id: row.id,
    reference: row.draft.reference,
    source: row.source,
    fromFeed: isFromFeed(row),
    completable,
    status: row.status,
    suspension: row.suspension,
    version: versionOf(row),
    facts: Object.fromEntries(typedFactNames.map((name) => [name, row.draft[name]])) as unknown as Facts,
    place: place && {
      code: place.code,
      slug: place.slug,
      label: placeLabel(place),
      postalCodes: place.postalCodes,
      lng: place.lng,
      lat: place.lat,
      bbox: place.bbox,
    },
    photos: row.pictures.map(({ source, caption, state, error, photo }) => ({
      key: pictureKey(source),
      caption,
      state,
      error,
      photo,
    })),
    legal:
      isVisible(row.status) && row.legal
        ? row.legal
        : await judgedOnline(db, agencyId, row.draft, row.source),
    mentions: agency ? legalBlock({ ...row.draft, place, agency }).map(({ text }) => text) : [],
    publishedAt: row.publishedAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** What the law says today of a draft that would be on line. */
async function judgedOnline(
  db: Queryable,
  agencyId: AgencyId,
  draft: ListingDraft,
  source: ListingSource,
): Promise<Legal> {
  const { verdict } = await judged(db, agencyId, { ...draft, status: 'online' }, source);
  const { score, hold, findings } = verdict;
  return { score, hold, findings: [...findings] };
}

/** What the law says today of a draft as it stands. */
export async function judged(
  db: Queryable,
  agencyId: AgencyId,
  draft: ListingDraft,
  source: ListingSource,
): Promise<JudgedDraft> {
  const [one] = await judgeDrafts(db, { agencyId, source, drafts: [draft], now: clock.now() });
  return one!;
}

/** What its feed says of it is not typed. */
export const isFromFeed = ({ source }: Pick<OwnRow, 'source'>) => source !== 'manual';

/** The same facts, reference and pictures are the same version, no matter who wrote them. */
function versionOf({ contentHash, photosHash, draft }: OwnRow): string {
  return createHash('sha256')
    .update(`${contentHash}\n${photosHash}\n${draft.reference}`)
    .digest('hex')
    .slice(0, 24);
}

/** Names a picture by a hash: its storage key is not disclosed. */
function pictureKey(source: string): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

/** One after the other with everything that writes the listings of the agency. */
export async function alone<Result>(
  db: Db,
  agencyId: AgencyId,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    await lockAgencyListings(tx, agencyId);
    return work(tx);
  });
}

/** Begins a draft, with a reference of its own. Throws VALIDATION_ERROR when the place is none. */
export async function createListing(
  db: Db,
  agencyId: AgencyId,
  { placeCode, ...said }: BodyOf<typeof createListingCall>,
): Promise<OwnListing> {
  return alone(db, agencyId, async (tx) => {
    const place = await homeOf(tx, placeCode, null);
    const draft = draftListing({
      ...said,
      ...place,
      technicalId: `vigie-${randomBytes(9).toString('base64url')}`,
      reference: nextReference(await selectReferences(tx, agencyId, 'VG-')),
      status: 'draft',
      title: '',
      description: '',
    });
    return shown(
      tx,
      agencyId,
      await own(tx, agencyId, await write(tx, agencyId, asProgramme(checked(draft)))),
    );
  });
}

/** « VG-12 » when « VG-11 » is the highest that was given. */
function nextReference(given: readonly string[]): string {
  const numbers = given.map((reference) => Number(/^VG-(\d{1,9})$/.exec(reference)?.[1] ?? 0));
  return `VG-${Math.max(0, ...numbers) + 1}`;
}

/** Writes a draft as its agency wants it; the law decides the rest. Returns its id. */
async function write(
  tx: Tx,
  agencyId: AgencyId,
  draft: ListingDraft | JudgedDraft,
  source: ListingSource = 'manual',
): Promise<number> {
  const one = 'verdict' in draft ? draft : await judged(tx, agencyId, draft, source);
  const now = clock.now();
  const { outcomes } = await applyListings(tx, { agencyId, source, run: null, now, drafts: [one] });
  return outcomes.get(draft.technicalId)!.id;
}

/** The codes that go with a commune or a district; its only postal code, or the one that was chosen. */
async function homeOf(db: Queryable, placeCode: string, postalCode: string | null) {
  const place = await placeByCode(db, placeCode);
  if (!place || place.kind === 'department') throw wrong('placeCode', 'Choisissez une commune de la liste');
  if (isCutCity(place.code)) throw wrong('placeCode', `Choisissez l’arrondissement de ${place.name}`);
  const [first, ...others] = place.postalCodes;
  return {
    placeCode: place.code,
    cityCode: place.cityCode ?? place.code,
    departmentCode: place.departmentCode,
    // One of several is chosen by a person who knows: none is guessed.
    postalCode:
      postalCode !== null && place.postalCodes.includes(postalCode)
        ? postalCode
        : others.length > 0
          ? ''
          : (first ?? postalCode ?? '00000'),
  };
}

function wrong(field: string, message: string): Refusal {
  return fail(sharedErrors.VALIDATION_ERROR, { fields: [{ field, message }] }, message);
}

/** Throws VALIDATION_ERROR on what contradicts itself. */
function checked(draft: ListingDraft): ListingDraft {
  const found = contradictionIn(draft);
  if (found) throw wrong(found.field, found.message);
  return draft;
}

/** A draft with what was typed now. Throws VALIDATION_ERROR for a place, a point, a reference or a picture that is none. */
async function changed(
  db: Queryable,
  agencyId: AgencyId,
  row: OwnRow,
  changes: Changes,
): Promise<ListingDraft> {
  const { reference = row.draft.reference, facts = {}, photos } = changes;
  const taken = { agencyId, reference, except: row.id };
  if (reference !== row.draft.reference && (await isReferenceTaken(db, taken)))
    throw wrong('reference', 'Une autre de vos annonces porte déjà cette référence.');
  const typed = Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? tidy(name, value) : value]],
    ),
  ) as Partial<Facts>;
  const moved = typed.placeCode !== undefined || typed.postalCode !== undefined;
  const home = moved
    ? await homeOf(db, typed.placeCode ?? row.draft.placeCode, typed.postalCode ?? row.draft.postalCode)
    : {};
  const said = { ...row.draft, ...typed, ...home };
  // What a feed says is not put right here.
  const whole = isFromFeed(row) ? said : asProgramme(said);
  const draft = isFromFeed(row) && typed.units === undefined ? whole : checked(whole);
  return {
    ...draft,
    ...(await pointOf(db, draft, typed)),
    reference,
    photos: photos ? ordered(row, photos) : row.draft.photos,
  };
}

const written = new Set(['title', 'description']);

/** What nobody sees is nothing: spaces at the ends of lines, and a word that is empty. */
function tidy(name: string, value: string): string | null {
  const bare = value
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\S\n]+$/gm, '')
    .trim();
  return bare === '' && !written.has(name) ? null : bare;
}

function ordered(row: OwnRow, photos: NonNullable<Changes['photos']>): ListingDraft['photos'] {
  const known = new Map(row.draft.photos.map((photo) => [pictureKey(photo.source), photo]));
  return photos.map(({ key, caption }) => {
    const photo = known.get(key);
    if (!photo) throw wrong('photos', 'Une photo de la liste n’est plus dans l’annonce : rechargez-la.');
    return { ...photo, caption: caption?.trim() || null };
  });
}

/**
 * Changes what is said of a listing, if it is still as its writer read it. What its agency asked for is asked again: held by
 * the law and now lawful, it goes on line. On line, a change that the law forbids is refused instead of taking it off.
 * Of a listing from a feed, only what the feed leaves unsaid is typed: it is kept for the files to come.
 * Throws NOT_FOUND, LISTING_FROM_FEED, LISTING_CHANGED, LISTING_UNLAWFUL, VALIDATION_ERROR: nothing is then changed.
 */
export async function reviseListing(
  db: Db,
  agencyId: AgencyId,
  word: string,
  { version, ...changes }: Changes & { version: string },
): Promise<OwnListing> {
  return alone(db, agencyId, async (tx) => {
    const row = await own(tx, agencyId, word);
    if (version !== versionOf(row)) throw fail(portfolioErrors.LISTING_CHANGED);
    if (isFromFeed(row)) await refuseOthers(tx, agencyId, row.draft, changes);
    const next = await changed(tx, agencyId, row, changes);
    const draft = await judged(tx, agencyId, { ...next, status: askedStatus(row) }, row.source);
    if (isVisible(row.status) && draft.verdict.hold === 'block') throw unlawful(draft.verdict);
    if (isFromFeed(row)) await keepTyped(tx, agencyId, next, changes);
    await write(tx, agencyId, draft, row.source);
    return shown(tx, agencyId, await own(tx, agencyId, row.id));
  });
}

/** What its agency wants of a listing that the law withholds or Vigie suspends; else what it has. */
export function askedStatus({ status, wanted, suspension, paused }: OwnRow): ListingStatus {
  const withheld = status === 'refused' || status === 'pending';
  const suspended = status === 'suspended' && suspension !== null && !paused;
  return (withheld || suspended) && wanted ? wanted : status;
}

/** Makes a LISTING_UNLAWFUL refusal with every finding. */
export function unlawful({ score, hold, findings }: JudgedDraft['verdict']): Refusal {
  return fail(portfolioErrors.LISTING_UNLAWFUL, { score, hold, findings });
}

/** What the law would say of a listing on line, changed so. Writes nothing. Throws NOT_FOUND, VALIDATION_ERROR. */
export async function checkChanges(
  db: Queryable,
  agencyId: AgencyId,
  word: string,
  changes: Changes,
): Promise<Legal> {
  const row = await own(db, agencyId, word);
  return judgedOnline(db, agencyId, await changed(db, agencyId, row, changes), row.source);
}

/** Appends pictures. `photos` are stored already. Throws NOT_FOUND, LISTING_FROM_FEED. */
export async function addPictures(
  tx: Tx,
  agencyId: AgencyId,
  word: string,
  photos: ListingDraft['photos'],
): Promise<OwnListing> {
  const row = await ownToType(tx, agencyId, word);
  const draft = { ...row.draft, status: askedStatus(row), photos: [...row.draft.photos, ...photos] };
  await write(tx, agencyId, draft);
  return shown(tx, agencyId, await own(tx, agencyId, row.id));
}

/** A listing whose facts are its agency's to type. Throws NOT_FOUND, LISTING_FROM_FEED. */
export async function ownToType(db: Queryable, agencyId: AgencyId, word: string): Promise<OwnRow> {
  const row = await own(db, agencyId, word);
  if (isFromFeed(row)) throw fail(portfolioErrors.LISTING_FROM_FEED);
  return row;
}
