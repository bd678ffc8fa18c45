import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const portfolioPages: readonly RoomPage[] = [
  { page: paths.agencyListings, file: 'rooms/portfolio/pages/listings.tsx' },
  { page: paths.ownedListings, file: 'rooms/portfolio/pages/listings.tsx' },
  { page: paths.agencyNewListing, file: 'rooms/portfolio/pages/new.tsx' },
  { page: paths.ownedNewListing, file: 'rooms/portfolio/pages/new.tsx' },
  { page: paths.agencyStillAvailable, file: 'rooms/portfolio/pages/still-available.tsx' },
  { page: paths.agencyUnsaid, file: 'rooms/portfolio/pages/unsaid.tsx' },
  { page: paths.ownedUnsaid, file: 'rooms/portfolio/pages/unsaid.tsx' },
  { page: paths.agencyEditListing, file: 'rooms/portfolio/pages/edit.tsx' },
  { page: paths.ownedEditListing, file: 'rooms/portfolio/pages/edit.tsx' },
];
