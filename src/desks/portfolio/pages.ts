import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const portfolioPages: readonly RoomPage[] = [
  { page: paths.agencyListings, file: 'desks/portfolio/pages/listings.tsx' },
  { page: paths.ownedListings, file: 'desks/portfolio/pages/listings.tsx' },
  { page: paths.agencyNewListing, file: 'desks/portfolio/pages/new.tsx' },
  { page: paths.ownedNewListing, file: 'desks/portfolio/pages/new.tsx' },
  { page: paths.agencyStillAvailable, file: 'desks/portfolio/pages/still-available.tsx' },
  { page: paths.agencyUnsaid, file: 'desks/portfolio/pages/unsaid.tsx' },
  { page: paths.ownedUnsaid, file: 'desks/portfolio/pages/unsaid.tsx' },
  { page: paths.agencyEditListing, file: 'desks/portfolio/pages/edit.tsx' },
  { page: paths.ownedEditListing, file: 'desks/portfolio/pages/edit.tsx' },
];
