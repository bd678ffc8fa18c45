import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const cataloguePages: readonly RoomPage[] = [
  { page: paths.agencyListing, file: 'rooms/catalogue/pages/listing.tsx' },
  { page: paths.agencyOwnedListing, file: 'rooms/catalogue/pages/listing.tsx' },
  { page: paths.agencyCatalogue, file: 'rooms/catalogue/pages/catalogue.tsx' },
];
