import type { Page } from './paths.ts';

/** One entry of a room's slice of the URL map: a page of paths.ts and its module, relative to src/. */
export interface RoomPage {
  readonly page: Page | string;
  readonly file: string;
}
