import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const cataloguePages: readonly RoomPage[] = [
  { page: paths.agencyListing, file: 'desks/catalogue/pages/listing.tsx' },
  { page: paths.agencyOwnedListing, file: 'desks/catalogue/pages/listing.tsx' },
  { page: paths.agencyCatalogue, file: 'desks/catalogue/pages/catalogue.tsx' },
];
