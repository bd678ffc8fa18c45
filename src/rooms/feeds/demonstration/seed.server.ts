import { clock } from '../../../platform/clock.server.ts';
import type { Services } from '../../../platform/context.server.ts';
import { awaitedDeliveries, layDemonstration } from './rules.server.ts';

/**
 * The demonstration, laid once. `beforeLast` runs when all but the last feeds are in: what is set up there sees the
 * last ones arrive. Does nothing, and reads one statement, when it is laid already.
 */
export async function seedFeeds(
  services: Services,
  say: (line: string) => void,
  beforeLast: () => Promise<void>,
): Promise<void> {
  const awaited = await awaitedDeliveries(services.db, clock.now());
  if (awaited.length === 0) return;
  say('Démonstration : dessin des images et import des flux…');
  const laid = await layDemonstration(services, awaited, beforeLast);
  const seconds = Math.round(laid.milliseconds / 1000);
  say(
    `Démonstration : ${laid.agencies} agences, ${laid.listings} annonces, ${laid.pictures} images, ${laid.feeds} flux importés (${seconds} s).`,
  );
}
