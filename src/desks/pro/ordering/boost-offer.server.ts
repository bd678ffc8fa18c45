import { parisDay } from '#contract/day.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { configurationAt } from '#rooms/boosts/configuration.server.ts';
import { exampleWords } from '#rooms/boosts/creatives.server.ts';
import { takesOrders } from '#rooms/payments/quote.server.ts';
import { type BoostOffer, formulasSoldOn, leastPrice } from './boost-offer.ts';

/** What is sold now, at which prices, with an example made of a listing on line. */
export async function boostOffer(services: Pick<Services, 'db' | 'env' | 'readDb'>): Promise<BoostOffer> {
  const now = clock.now();
  const [configuration, { open, closed }] = await Promise.all([
    configurationAt(services.db, now),
    takesOrders(services),
  ]);
  const { vatRate, radiusMinKm, radiusMaxKm, requiredScore, requiredPhotos, defaults } = configuration;
  return {
    vatRate,
    radiusMinKm,
    radiusMaxKm,
    requiredScore,
    requiredPhotos,
    defaults,
    open,
    closed,
    formulas: formulasSoldOn(configuration, parisDay(now).day),
    example: await exampleWords(services.readDb, defaults.text),
  };
}

/** Price of the cheapest boost that is sold now, in cents without VAT; null when none is. */
export async function leastBoostPrice(db: Queryable): Promise<number | null> {
  const now = clock.now();
  return leastPrice(formulasSoldOn(await configurationAt(db, now), parisDay(now).day));
}
