import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const alertPages: readonly RoomPage[] = [
  { page: paths.newAlert, file: 'rooms/alerts/pages/new.tsx' },
  { page: paths.confirmAlert, file: 'rooms/alerts/pages/confirm.tsx' },
  { page: paths.unsubscribe, file: 'rooms/alerts/pages/unsubscribe.tsx' },
  { page: paths.editAlert, file: 'rooms/alerts/pages/edit.tsx' },
  { page: paths.alertResults, file: 'rooms/alerts/pages/results.tsx' },
  { page: paths.alertFeed, file: 'rooms/alerts/pages/feed.tsx' },
  { page: paths.alertCalendar, file: 'rooms/alerts/pages/feed.tsx' },
  { page: paths.dashboard, file: 'rooms/alerts/pages/dashboard.tsx' },
];
