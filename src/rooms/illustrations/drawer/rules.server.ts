import type { Drawer } from '#rooms/listings/photos/drawn/rules.server.ts';
import { PICTURE_SIZE } from '../contract.ts';
import { glimpseOf } from '../glimpse/rules.server.ts';
import { illustrationOf } from '../sources/rules.server.ts';

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
      import('../rules.server.ts').then(({ drawPicture, rasterise }) => rasterise(drawPicture(brief), width))
    );
  },
};
