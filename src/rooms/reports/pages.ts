import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const reportPages: readonly RoomPage[] = [
  { page: paths.adminReports, file: 'rooms/reports/pages/admin-reports.tsx' },
];
