// Which pictures a listing of the demonstration shows.
// Owns nothing.
// Announces nothing.
import type { PictureBrief } from '#rooms/illustrations/contract.ts';

/** Pictures of the demonstration are on this reserved host: they are drawn here when they are first asked for. */
export const ILLUSTRATIONS_HOST = 'illustrations.vigie.test';

export interface GalleryPicture {
  readonly brief: PictureBrief;
  readonly caption: string;
}
