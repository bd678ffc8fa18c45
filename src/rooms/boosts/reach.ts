/**
 * Reach: how many people a campaign may be seen by, estimated from what is bought and who lives around. Never a promise.
 */
import { formatCount, formatNumber, formatPrice, NBSP } from '#contract/fmt.ts';
import type { Formula, Reach } from './contract.ts';

/** Cents for a thousand views of an advertisement for a home in France: the dearest and the cheapest supposed. */
const DEAREST_THOUSAND = 900;
const CHEAPEST_THOUSAND = 400;
/** Times that one person sees it, at least; a campaign that lasts is seen again by the same people. */
const SEEN_LEAST = 1.5;
const SEEN_MORE_PER_DAY = 0.1;
/** Share of the inhabitants who may be reached by a network: adults who use it. */
const REACHABLE = 0.5;

/** « 3 400 » for 3 421: an estimate has two digits. */
function rounded(people: number): number {
  if (people < 100) return Math.floor(people / 10) * 10;
  const unit = 10 ** (Math.floor(Math.log10(people)) - 1);
  return Math.floor(people / unit) * unit;
}

/**
 * A range of people, and in one sentence how it is made. `population` lives within `radiusKm`; `mediaBudget` is in cents
 * and is spent in `days`.
 */
export function estimateReach({
  mediaBudget,
  days,
  radiusKm,
  population,
}: Pick<Formula, 'mediaBudget' | 'days'> & {
  readonly radiusKm: number;
  readonly population: number;
}): Reach {
  const reachable = population * REACHABLE;
  const oftenSeen = SEEN_LEAST + SEEN_MORE_PER_DAY * days;
  const fewestViews = (mediaBudget / DEAREST_THOUSAND) * 1000;
  const mostViews = (mediaBudget / CHEAPEST_THOUSAND) * 1000;
  const high = rounded(Math.min(reachable, mostViews / SEEN_LEAST));
  const low = Math.min(high, rounded(Math.min(reachable, fewestViews / oftenSeen)));
  const method = `Estimation, jamais une promesse${NBSP}: ${formatPrice(mediaBudget)} à un prix supposé de ${formatPrice(CHEAPEST_THOUSAND)} à ${formatPrice(DEAREST_THOUSAND)} pour mille affichages, chaque personne voyant la publicité de ${formatNumber(SEEN_LEAST)} à ${formatNumber(Math.round(oftenSeen * 10) / 10)} fois en ${formatCount(days, 'jour', 'jours')}, parmi la moitié des ${formatCount(population, 'habitant', 'habitants')} à moins de ${formatNumber(radiusKm)}${NBSP}km.`;
  return { low, high, method };
}
