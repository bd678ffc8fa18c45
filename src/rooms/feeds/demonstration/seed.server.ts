import { clock } from '../../../platform/clock.server.ts';
import type { Services } from '../../../platform/context.server.ts';
import { awaitedDeliveries, layDemonstration, whileLaying } from './rules.server.ts';

/**
 * The demonstration, laid once. `beforeLast` runs when all but the last feeds are in: what is set up there sees the
 * last ones arrive. Does nothing, and reads one statement, when it is laid already.
 */
export async function seedFeeds(
  services: Services,
  say: (line: string) => void,
  beforeLast: () => Promise<void>,
): Promise<void> {
  if ((await awaitedDeliveries(services.db, clock.now())).length === 0) return;
  await whileLaying(services.db, async () => {
    // Another process may have laid it meanwhile.
    const awaited = await awaitedDeliveries(services.db, clock.now());
    if (awaited.length === 0) return;
    say('Démonstration\u00a0: dessin des images et import des flux…');
    const laid = await layDemonstration(services, awaited, beforeLast);
    const seconds = Math.round(laid.milliseconds / 1000);
    say(
      `Démonstration\u00a0: ${laid.agencies} agences, ${laid.listings} annonces, ${laid.pictures} images, ${laid.feeds} flux importés (${seconds} s).`,
    );
  });
}
