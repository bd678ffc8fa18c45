import { proJobs } from '#desks/pro/jobs.server.ts';
import { sharingJobs } from '#desks/sharing/jobs.server.ts';
import { siteJobs } from '#desks/site/jobs.server.ts';
import type { Services } from '#platform/context.server.ts';
import { type Job, type RunningJobs, startJobs } from '#platform/queue.server.ts';
import { accountJobs } from '#rooms/accounts/jobs.server.ts';
import { agencyJobs } from '#rooms/agencies/jobs.server.ts';
import { alertJobs } from '#rooms/alerts/jobs.server.ts';
import { boostJobs } from '#rooms/boosts/jobs.server.ts';
import { favoriteJobs } from '#rooms/favorites/jobs.server.ts';
import { feedJobs } from '#rooms/feeds/jobs.server.ts';
import { leadJobs } from '#rooms/leads/jobs.server.ts';
import { listingJobs } from '#rooms/listings/jobs.server.ts';
import { mailJobs } from '#rooms/mail/jobs.server.ts';
import { notificationJobs } from '#rooms/notifications/jobs.server.ts';
import { paymentJobs } from '#rooms/payments/jobs.server.ts';
import { priceJobs } from '#rooms/prices/jobs.server.ts';
import { pushJobs } from '#rooms/push/jobs.server.ts';
import { reportJobs } from '#rooms/reports/jobs.server.ts';
import { statisticsJobs } from '#rooms/statistics/jobs.server.ts';

/** Every room's work away from requests. */
export const jobs: readonly Job[] = [
  ...accountJobs,
  ...agencyJobs,
  ...listingJobs,
  ...feedJobs,
  ...favoriteJobs,
  ...alertJobs,
  ...boostJobs,
  ...leadJobs,
  ...mailJobs,
  ...notificationJobs,
  ...paymentJobs,
  ...priceJobs,
  ...proJobs,
  ...pushJobs,
  ...reportJobs,
  ...sharingJobs,
  ...siteJobs,
  ...statisticsJobs,
];

/** The back door: starts every job of every room. */
export function openWorker(services: Services, databaseUrl: string): Promise<RunningJobs> {
  return startJobs(jobs, services, databaseUrl);
}
