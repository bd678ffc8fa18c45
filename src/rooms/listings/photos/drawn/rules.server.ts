import { createHash } from 'node:crypto';
import { rgbaToThumbHash } from 'thumbhash';
import { PICTURE_SIZE } from '#rooms/illustrations/contract.ts';
import { glimpseOf } from '#rooms/illustrations/glimpse/rules.server.ts';
import { illustrationOf } from '#rooms/illustrations/sources/rules.server.ts';

/** Begins the keys of drawn pictures: those of others begin with the id of their row, never 0. */
export const DRAWN_PREFIX = '0-';

/** What is known of a drawn picture before it is drawn. */
export interface DrawnPhoto {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  /** Thumbhash, base64. */
  readonly placeholder: string;
}

/** A picture of the demonstration, by the line that says what it shows; null when the line says nothing. Draws nothing. */
export function drawnPhoto(source: string): DrawnPhoto | null {
  const brief = illustrationOf(source);
  if (!brief) return null;
  const { width, height, rgba } = glimpseOf(brief);
  const digest = createHash('sha256').update(source).digest('hex');
  return {
    key: `${DRAWN_PREFIX}${digest.slice(0, 16)}`,
    ...PICTURE_SIZE,
    placeholder: Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64'),
  };
}
