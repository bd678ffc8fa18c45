import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { seedAccounts } from '#rooms/accounts/seed.server.ts';
import { seedAgencySpace } from '#rooms/agencies/seed.server.ts';
import { seedAlerts } from '#rooms/alerts/seed.server.ts';
import { seedFavorites } from '#rooms/favorites/seed.server.ts';
import { seedLeads } from '#rooms/leads/seed.server.ts';
import { seedBoosts } from '#rooms/payments/seed.server.ts';
import { seedStatistics } from '#rooms/statistics/seed.server.ts';

/**
 * The demonstration, room by room; each part is laid once, and a start cut short goes on where it stopped. Alerts and
 * leads are there before the last feeds, so that the first mail of the product is in the mailbox a moment after it
 * starts. Trouble with it is told and does not keep the product from starting. Returns whether all of it is there.
 */
export async function seedDemonstration(services: Services, say: (line: string) => void): Promise<boolean> {
  try {
    const login = await seedAccounts(services.db);
    if (services.env.VIGIE_DEMO === '0') return true;
    const { seedFeeds } = await import('#demonstration/market/seed.server.ts');
    await seedFeeds(services, say, async () => {
      await seedAlerts(services, login);
      await seedLeads(services, clock.now());
      await seedFavorites(services, login, clock.now());
    });
    await seedAgencySpace(services.db);
    await seedStatistics(services.db, clock.now());
    await seedBoosts(services, clock.now());
    return true;
  } catch (error) {
    services.log.error({ err: error }, 'démonstration incomplète');
    say('Démonstration incomplète\u00a0: « npm run vigie -- seed » la reprend.');
    return false;
  }
}
