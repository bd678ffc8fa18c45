import type { Drawer } from '#rooms/listings/drawn-photos.server.ts';
import { PICTURE_SIZE } from './brief.ts';
import { glimpseOf } from './preview.ts';
import { illustrationOf } from './sources.ts';

/** Draws what `illustrationSource` names. What draws is loaded with the first picture. */
export const drawer: Drawer = {
  size: PICTURE_SIZE,
  preview(source) {
    const brief = illustrationOf(source);
    return brief && glimpseOf(brief);
  },
  draw(source, width) {
    const brief = illustrationOf(source);
    return (
      brief &&
      import('./picture.server.ts').then(({ drawPicture, rasterise }) => rasterise(drawPicture(brief), width))
    );
  },
};
