import { dayBefore, parisDay } from '#contract/day.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { configurationAt } from '#rooms/boosts/configuration.server.ts';
import { formulaOn, START_WITHIN_DAYS } from '#rooms/boosts/contract.ts';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { type ListingCard, mainFacts, whereabouts } from '#rooms/listings/reading.ts';
import { takesOrders } from '#rooms/payments/quote.server.ts';
import { placeLabel } from '#rooms/places/contract.ts';
import { selectBoostable } from './boostable.sql.server.ts';
import { type Boostable, type OrderSettings, PICKED_FROM, SOUGHT_MAX } from './boostable.ts';

/**
 * The listings of an agency that may be boosted: those of these numbers, all of them; else those that words find, the latest
 * first. Another agency's numbers answer nothing.
 */
export async function boostableOf(
  db: Queryable,
  agencyId: AgencyId,
  { words = '', ids = [] }: { readonly words?: string; readonly ids?: readonly number[] },
): Promise<{ listings: Boostable[]; found: number }> {
  const chosen = ids.length > 0 ? ids : null;
  const { ids: known, found } = await selectBoostable(db, {
    agencyId,
    words: chosen ? '' : words.trim().slice(0, SOUGHT_MAX),
    ids: chosen,
    limit: chosen ? chosen.length : PICKED_FROM,
  });
  const cards = await listingsByIds(db, chosen?.filter((id) => known.includes(id)) ?? known);
  return { listings: cards.map(asBoostable), found };
}

function asBoostable(card: ListingCard): Boostable {
  const { id, reference, propertyType, photo, photoCount, place } = card;
  return {
    id,
    reference,
    title: card.title || mainFacts(card).join(' · ') || reference,
    whereabouts: whereabouts(card),
    price: priceSentence({ ...priceLines(card), suffix: null }),
    propertyType,
    photo,
    photoCount,
    place: place && { code: place.code, label: placeLabel(place) },
  };
}

/** What the page of an order is made of: what is sold today, and what may be boosted. `ids`: listings that it was asked for. */
export async function orderingOf(
  services: Pick<Services, 'db' | 'env'>,
  agencyId: AgencyId,
  ids: readonly number[],
) {
  const { db } = services;
  const now = clock.now();
  const { day } = parisDay(now);
  const [configuration, { open, closed }, first, asked] = await Promise.all([
    configurationAt(db, now),
    takesOrders(services),
    boostableOf(db, agencyId, {}),
    ids.length > 0 ? boostableOf(db, agencyId, { ids }) : { listings: [] },
  ]);
  const { radiusMinKm, radiusMaxKm, defaults, requiredScore, requiredPhotos } = configuration;
  const settings: OrderSettings = {
    formulas: configuration.formulas.filter(({ key }) => formulaOn(configuration, key, day) !== null),
    radiusMinKm,
    radiusMaxKm,
    defaults,
    requiredScore,
    requiredPhotos,
    firstDay: day,
    lastDay: dayBefore(day, -START_WITHIN_DAYS),
  };
  return {
    open,
    closed,
    settings,
    /** Of the agency, in all. */
    found: first.found,
    listings: first.listings,
    /** Those that were asked for and may be boosted. */
    asked: asked.listings,
  };
}
