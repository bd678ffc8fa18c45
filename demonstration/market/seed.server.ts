import { formatCount } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { awaitedDeliveries, isLaid, layDemonstration, whileLaying } from './laying.server.ts';

/** How many times the laying says how far it is. */
const TOLD = 4;

/**
 * The demonstration, laid once. `beforeLast` runs when all but the last feeds are in: what is set up there sees the
 * last ones arrive. Does nothing, and reads one statement, when it is laid already.
 */
export async function seedFeeds(
  services: Services,
  say: (line: string) => void,
  beforeLast: () => Promise<void>,
): Promise<void> {
  if (await isLaid(services.db)) return;
  await whileLaying(services.db, async () => {
    // Another process may have laid it meanwhile.
    const awaited = await awaitedDeliveries(services.db, clock.now());
    if (awaited.length === 0) return;
    say(`Démonstration\u00a0: import de ${formatCount(awaited.length, 'flux', 'flux')}…`);
    let told = 0;
    const laid = await layDemonstration(services, awaited, {
      beforeLast,
      onProgress: (done, total) => {
        const step = Math.floor((done * TOLD) / total);
        if (step === told || step === TOLD) return;
        told = step;
        say(`Démonstration\u00a0: ${formatCount(done, 'flux', 'flux')} sur ${total}…`);
      },
    });
    const seconds = Math.round(laid.milliseconds / 1000);
    say(
      `Démonstration\u00a0: ${laid.agencies} agences, ${formatCount(laid.listings, 'annonce', 'annonces')} en ligne dans ${laid.places} communes, ${laid.programmes} programmes neufs, ${laid.feeds} flux importés (${seconds} s).`,
    );
  });
}
