import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const sitePages: readonly RoomPage[] = [
  { page: paths.home, file: 'rooms/site/pages/home.tsx' },
  { page: paths.legalNotice, file: 'rooms/site/pages/legal-notice.tsx' },
  { page: paths.terms, file: 'rooms/site/pages/terms.tsx' },
  { page: paths.salesTerms, file: 'rooms/site/pages/sales-terms.tsx' },
  { page: paths.contact, file: 'rooms/site/pages/contact.tsx' },
  { page: paths.ranking, file: 'rooms/site/pages/ranking.tsx' },
  { page: paths.accessibility, file: 'rooms/site/pages/accessibility.tsx' },
  { page: paths.cookies, file: 'rooms/site/pages/cookies.tsx' },
  { page: paths.sources, file: 'rooms/site/pages/sources.tsx' },
  { page: '*', file: 'rooms/site/pages/missing.tsx' },
  { page: '/dev/ui', file: 'rooms/site/pages/dev-ui.tsx' },
];
