import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const showcasePages: readonly RoomPage[] = [
  { page: paths.listing, file: 'desks/showcase/pages/listing.tsx' },
  { page: paths.compare, file: 'desks/showcase/pages/compare.tsx' },
];
