import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const sitePages: readonly RoomPage[] = [
  { page: paths.home, file: 'desks/site/pages/home.tsx' },
  { page: paths.legalNotice, file: 'desks/site/pages/legal-notice.tsx' },
  { page: paths.terms, file: 'desks/site/pages/terms.tsx' },
  { page: paths.salesTerms, file: 'desks/site/pages/sales-terms.tsx' },
  { page: paths.contact, file: 'desks/site/pages/contact.tsx' },
  { page: paths.ranking, file: 'desks/site/pages/ranking.tsx' },
  { page: paths.accessibility, file: 'desks/site/pages/accessibility.tsx' },
  { page: paths.cookies, file: 'desks/site/pages/cookies.tsx' },
  { page: paths.sources, file: 'desks/site/pages/sources.tsx' },
  { page: '*', file: 'desks/site/pages/missing.tsx' },
  { page: '/dev/ui', file: 'desks/site/pages/dev-ui.tsx' },
];
