/**
 * Pictures of listings: how the stored ones are named and addressed.
 * Owns listing_photo and listing_photo_dropped.
 * Announces nothing: a new picture is no news.
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

/** The same picture in every width there is, narrowest first. */
export function photoSources(photo: Pick<Photo, 'key' | 'width'>): { url: string; width: number }[] {
  return photoSizes(photo.width).map(({ slot, width }) => ({ url: pathOf(photo.key, slot), width }));
}

function pathOf(key: string, slot: number): string {
  return `/photos/${photoFile(key, slot)}`;
}

const FILE = /^(\d{1,15}-([0-9a-f]{2})[0-9a-f]{14})-(\d{1,4})\.webp$/;

/** Storage key of a file name as addresses carry it; null when it is none. */
export function photoFileKey(file: string): string | null {
  const match = FILE.exec(file);
  return match ? `photos/${match[2]}/${match[0]}` : null;
}

/** Name of one of the files of a picture. */
export function photoFile(key: string, slot: number): string {
  return `${key}-${slot}.webp`;
}
