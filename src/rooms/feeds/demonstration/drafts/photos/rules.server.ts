import { illustrationSource } from '#rooms/illustrations/sources/rules.server.ts';
import type { PhotoDraft } from '#rooms/listings/contract.ts';
import type { GalleryPicture } from '../../gallery/contract.ts';

/** A picture that is drawn when it is first asked for. */
export function drawnPhoto({ brief, caption }: GalleryPicture): PhotoDraft {
  return { source: illustrationSource(brief), kind: 'drawn', caption };
}
