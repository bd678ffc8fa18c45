import { createHash } from 'node:crypto';
import { rgbaToThumbHash } from 'thumbhash';

/** Begins the keys of drawn pictures: those of others begin with the id of their row, never 0. */
export const DRAWN_PREFIX = '0-';

/** Draws pictures from the line that names them: the source of a photo of kind `drawn`. */
export interface Drawer {
  /** Size of every picture, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** A preview of a few cells, four bytes (RGBA) each, row by row; null when the line names no picture. Draws nothing. */
  preview(source: string): { width: number; height: number; rgba: Uint8Array } | null;
  /** The picture as WebP, `width` pixels wide; null when the line names no picture. */
  draw(source: string, width: number): Promise<Uint8Array> | null;
}

let registered: Drawer | null = null;

/** Registered once, at start (main.ts): without a drawer, drawn pictures are unknown and have no file. */
export function registerDrawer(drawer: Drawer): void {
  registered = drawer;
}

/** Null where none was registered. */
export function registeredDrawer(): Drawer | null {
  return registered;
}

/** What is known of a drawn picture before it is drawn. */
interface DrawnPhoto {
  readonly key: string;
  readonly width: number;
  readonly height: number;
  /** Thumbhash, base64. */
  readonly placeholder: string;
}

/** A drawn picture, by the line that names it; null when the line names none, or without a drawer. Draws nothing. */
export function drawnPhoto(source: string): DrawnPhoto | null {
  const preview = registered?.preview(source);
  if (!registered || !preview) return null;
  const { width, height, rgba } = preview;
  const digest = createHash('sha256').update(source).digest('hex');
  return {
    key: `${DRAWN_PREFIX}${digest.slice(0, 16)}`,
    ...registered.size,
    placeholder: Buffer.from(rgbaToThumbHash(width, height, rgba)).toString('base64'),
  };
}
