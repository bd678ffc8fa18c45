/**
 * Pictures of listings: how the stored ones are named and addressed, in each format.
 */
import * as z from 'zod/mini';

/** Names of the files made of each picture: the width they reach, in pixels, when the original is wide enough. */
export const photoSlots = [400, 800, 1280] as const;

/** What pages and mails need to show a picture. */
export const photoSchema = z.object({
  /** Stem of its files. */
  key: z.string(),
  /** Of the original, upright, in pixels. */
  width: z.int(),
  height: z.int(),
  /** Thumbhash, base64. */
  placeholder: z.nullable(z.string()),
  caption: z.nullable(z.string()),
  /** Its AVIF files are made: before, their addresses answer 404 and nothing may ask for them. */
  avif: z.boolean(),
});
export type Photo = z.output<typeof photoSchema>;

/** The files that exist for an original of this width, narrowest first: never wider than it. */
export function photoSizes(originalWidth: number): { slot: number; width: number }[] {
  const enough = photoSlots.findIndex((slot) => slot >= originalWidth);
  return photoSlots
    .slice(0, enough === -1 ? photoSlots.length : enough + 1)
    .map((slot) => ({ slot, width: Math.min(slot, originalWidth) }));
}

/** Site-relative address of the narrowest file at least this wide, else of the widest. */
export function photoPath(photo: Pick<Photo, 'key' | 'width'>, atLeast: number): string {
  const sizes = photoSizes(photo.width);
  return pathOf(photo.key, (sizes.find(({ width }) => width >= atLeast) ?? sizes.at(-1)!).slot);
}

/** WebP is made at once and every page may ask for it; AVIF is lighter and comes later. */
export const photoFormats = ['webp', 'avif'] as const;
type PhotoFormat = (typeof photoFormats)[number];

/** The same picture in every width there is, narrowest first. */
export function photoSources(
  photo: Pick<Photo, 'key' | 'width'>,
  format: PhotoFormat = 'webp',
): { url: string; width: number }[] {
  return photoSizes(photo.width).map(({ slot, width }) => ({ url: pathOf(photo.key, slot, format), width }));
}

function pathOf(key: string, slot: number, format: PhotoFormat = 'webp'): string {
  return `/photos/${photoFile(key, slot, format)}`;
}

/** Name of one of the files of a picture. */
export function photoFile(key: string, slot: number, format: PhotoFormat = 'webp'): string {
  return `${key}-${slot}.${format}`;
}

/** What the name of a file says. */
export interface PhotoFileName {
  readonly key: string;
  readonly slot: number;
  readonly format: PhotoFormat;
}

const FILE = /^(\d{1,15}-[0-9a-f]{16})-(\d{1,4})\.(webp|avif)$/;

/** Reads a file name as addresses carry it; null when it is none. */
export function readPhotoFile(file: string): PhotoFileName | null {
  const [, key, slot, format] = FILE.exec(file) ?? [];
  return key && slot && format ? { key, slot: Number(slot), format: format as PhotoFormat } : null;
}

/** Storage key of a file of a picture. Throws a RangeError when the name is none. */
export function photoStorageKey(file: string): string {
  const name = readPhotoFile(file);
  if (!name) throw new RangeError(`nom de photo refusé : ${JSON.stringify(file)}`);
  return `${folderOf(name.key)}/${file}`;
}

/** Storage key of the picture that lighter formats are made from; no address leads to it. */
export function photoMasterKey(key: string): string {
  return `${folderOf(key)}/${key}-master.jpg`;
}

/** Pictures spread over 256 folders, by the digits of their content. */
function folderOf(key: string): string {
  return `photos/${key.slice(-16, -14)}`;
}
