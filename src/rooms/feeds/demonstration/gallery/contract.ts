// Which pictures a listing of the demonstration shows.
// Owns nothing.
// Announces nothing.
import type { PictureBrief } from '#rooms/illustrations/contract.ts';

export interface GalleryPicture {
  readonly brief: PictureBrief;
  readonly caption: string;
}
