import { createHash } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import type { BlobStore } from '#platform/storage.server.ts';
import type { ListingDraft, PhotoDraft } from '#rooms/listings/contract.ts';
import { type Diagnostic, feedErrors } from '../contract.ts';
import type { KnownPicture } from '../importing.sql.server.ts';
import type { FeedSource } from '../rows/rows.server.ts';
import type { FeedRow } from '../rows/rows.ts';

/** How a photo of a feed is read, before pictures of the archive become files of ours. */
export type ReadPhoto = (photo: PhotoDraft) => PhotoDraft;

/** The pictures of one agency: those of the archive, and those it sent before. */
export class AgencyPictures {
  readonly #agencyId: number;
  readonly #readPhoto: ReadPhoto | undefined;
  readonly #feed: Pick<FeedSource, 'pictures' | 'openPicture'>;
  readonly #storage: BlobStore | null;
  readonly #known: Map<string, KnownPicture>;
  /** Keys put in the storage by this import. */
  readonly stored: string[] = [];

  /** Without storage nothing is written: a dry run. */
  constructor(
    agencyId: number,
    feed: Pick<FeedSource, 'pictures' | 'openPicture'>,
    storage: BlobStore | null,
    known: readonly KnownPicture[],
    readPhoto?: ReadPhoto,
  ) {
    this.#agencyId = agencyId;
    this.#readPhoto = readPhoto;
    this.#feed = feed;
    this.#storage = storage;
    this.#known = new Map(known.map((picture) => [picture.name, picture]));
  }

  /** What to remember for the next import. */
  known(): KnownPicture[] {
    return [...this.#known.values()];
  }

  /** Photos named as files become files of ours, under keys that depend on their content. */
  async place(
    row: FeedRow,
    draft: ListingDraft,
  ): Promise<{ draft: ListingDraft; diagnostics: Diagnostic[] }> {
    const read = this.#readPhoto ? draft.photos.map(this.#readPhoto) : draft.photos;
    if (!read.some(({ kind }) => kind === 'file'))
      return { draft: { ...draft, photos: read }, diagnostics: [] };
    const photos: PhotoDraft[] = [];
    const diagnostics: Diagnostic[] = [];
    for (const photo of read) {
      const source = photo.kind === 'file' ? await this.#keyOf(photo.source.toLowerCase()) : photo.source;
      if (source) photos.push({ ...photo, source });
      else diagnostics.push(missingPicture(row, photo.source));
    }
    return { draft: { ...draft, photos }, diagnostics };
  }

  /** Null when neither this archive nor an earlier one has a picture of that name that can be read. */
  async #keyOf(name: string): Promise<string | null> {
    const mark = this.#feed.pictures.get(name);
    const known = this.#known.get(name);
    if (!mark || known?.mark === mark) return known?.storageKey ?? null;
    const digest = createHash('sha256').update(`${name}\n${mark}`).digest('hex').slice(0, 40);
    const storageKey = `feeds/${this.#agencyId}/${digest}.${name.split('.').at(-1)}`;
    if (!(await this.#store(name, storageKey))) return null;
    this.#known.set(name, { name, mark, storageKey });
    return storageKey;
  }

  /** False when the picture itself is damaged; a bomb is the whole archive's fault. */
  async #store(name: string, key: string): Promise<boolean> {
    if (!this.#storage) return true;
    try {
      const picture = await this.#feed.openPicture(name);
      if (!picture) return false;
      await this.#storage.put(key, picture);
      this.stored.push(key);
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.spec.code === feedErrors.FEED_DAMAGED.code) return false;
      throw error;
    }
  }
}

function missingPicture(row: FeedRow, value: string): Diagnostic {
  const { agency, technicalId, reference } = row;
  const told = row.where.photos.get(value);
  return {
    code: 'photo_missing',
    severity: 'warning',
    line: told?.line ?? row.line,
    agency,
    technicalId,
    reference,
    column: told?.column ?? null,
    field: told?.field ?? null,
    value,
    message: `La photo${told ? ` ${told.number}` : ''} n’est pas dans l’archive, ou elle est illisible\u00a0: l’annonce paraît sans elle.`,
  };
}
