import { createHash } from 'node:crypto';
import { Refusal } from '#contract/errors.ts';
import type { BlobStore } from '#platform/storage.server.ts';
import type { Agency } from '#rooms/agencies/contract.ts';
import type { ListingDraft, PhotoDraft } from '#rooms/listings/contract.ts';
import { type Diagnostic, feedErrors } from '../../contract.ts';
import { ILLUSTRATIONS_HOST } from '../../demonstration/gallery/contract.ts';
import type { FeedRow } from '../../rows/contract.ts';
import type { FeedSource } from '../../rows/rules.server.ts';
import type { KnownPicture } from '../../sql.server.ts';

const DRAWN = `https://${ILLUSTRATIONS_HOST}/`;

/** The pictures of one agency: those of the archive, and those it sent before. */
export class PictureShelf {
  readonly #agencyId: number;
  readonly #demo: boolean;
  readonly #feed: Pick<FeedSource, 'pictures' | 'openPicture'>;
  readonly #storage: BlobStore | null;
  readonly #known: Map<string, KnownPicture>;
  /** Keys put in the storage by this import. */
  readonly stored: string[] = [];

  /** Without storage nothing is written: a dry run. */
  constructor(
    agency: Pick<Agency, 'id' | 'demo'>,
    feed: Pick<FeedSource, 'pictures' | 'openPicture'>,
    storage: BlobStore | null,
    known: readonly KnownPicture[],
  ) {
    this.#agencyId = agency.id;
    this.#demo = agency.demo;
    this.#feed = feed;
    this.#storage = storage;
    this.#known = new Map(known.map((picture) => [picture.name, picture]));
  }

  /** What to remember for the next import. */
  known(): KnownPicture[] {
    return [...this.#known.values()];
  }

  /**
   * Photos named as files become files of ours, under keys that depend on their content; the addresses of the
   * demonstration's pictures, in the feeds of its own agencies, become pictures to draw.
   */
  async place(
    row: FeedRow,
    draft: ListingDraft,
  ): Promise<{ draft: ListingDraft; diagnostics: Diagnostic[] }> {
    const told = this.#demo ? draft.photos.map(toDraw) : draft.photos;
    if (!told.some(({ kind }) => kind === 'file'))
      return { draft: this.#demo ? { ...draft, photos: told } : draft, diagnostics: [] };
    const photos: PhotoDraft[] = [];
    const diagnostics: Diagnostic[] = [];
    for (const photo of told) {
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

/** `https://illustrations.vigie.test/<source>.jpg` is nowhere: its source is what to draw. */
function toDraw(photo: PhotoDraft): PhotoDraft {
  const source =
    photo.source.startsWith(DRAWN) && photo.source.endsWith('.jpg')
      ? photo.source.slice(DRAWN.length, -4)
      : '';
  return photo.kind === 'url' && source !== '' ? { ...photo, source, kind: 'drawn' } : photo;
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
