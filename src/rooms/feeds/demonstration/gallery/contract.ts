// Which pictures a listing of the demonstration shows.
// Owns nothing.
// Announces nothing.
import type { PictureBrief } from '../../../illustrations/contract.ts';

export interface GalleryPicture {
  /** Name of the file in the archive. */
  readonly file: string;
  readonly caption: string;
  readonly brief: PictureBrief;
}
