// Rent control: what an order allows for a dwelling, and the verdict on a rental, with its numbers.
import { formatDate, formatRent } from '#contract/fmt.ts';

/** What a listing says, money in cents a month, null for unknown. */
export interface AdvertisedRent {
  /** Charges and supplement included. */
  readonly total: number;
  readonly charges: number | null;
  readonly baseRent: number | null;
  readonly supplement: number | null;
  /** « Loyer de référence majoré » as the listing states it. */
  readonly statedCeiling: number | null;
  /** Habitable, m². */
  readonly surface: number | null;
}

/** « Loyer de référence majoré » of the order, euros per m²: several when the listing does not say all its keys. */
export interface RentCeilings {
  readonly low: number;
  readonly high: number;
}

export type RentVerdictKind = 'compliant' | 'exceeds' | 'supplement' | 'insufficient';

export interface RentVerdict {
  readonly verdict: RentVerdictKind;
  /** « conforme », « dépasse de 84,00 €/mois », « complément à justifier », « données insuffisantes ». */
  readonly words: string;
  /** Cents a month above the ceiling, at least; null unless it exceeds. */
  readonly excess: number | null;
  /** The numbers used, cents a month. */
  readonly baseRent: number | null;
  readonly supplement: number | null;
  readonly surface: number | null;
  /** Lowest and highest ceiling that the known facts allow; the same when they settle it. */
  readonly ceiling: { readonly low: number; readonly high: number } | null;
  readonly ceilingPerM2: RentCeilings | null;
  /** Whose ceiling: the order's, or what the listing states when no order says it. */
  readonly ceilingFrom: 'order' | 'listing' | null;
  /** What would settle it, in French: « la surface », « le loyer hors charges »… */
  readonly missing: readonly string[];
}

/** What a rental says of itself: the public point and no other, money in cents a month, null for unknown. */
export interface RentalFacts {
  readonly placeCode: string;
  /** Some orders have other ceilings for a house. */
  readonly propertyType: string;
  readonly lat: number | null;
  readonly lng: number | null;
  /** Metres: the dwelling is no farther from the public point. */
  readonly pointRadius: number | null;
  readonly rooms: number | null;
  readonly builtYear: number | null;
  readonly furnished: boolean | null;
  readonly surface: number | null;
  /** Charges and supplement included. */
  readonly price: number;
  readonly charges: number | null;
  readonly baseRent: number | null;
  readonly rentSupplement: number | null;
  readonly referenceRent: number | null;
  readonly rentControlled: boolean | null;
}

/** An order, as it is cited beside its figures. */
export interface OrderSaid {
  readonly territory: string;
  /** « Lyon et Villeurbanne ». */
  readonly area: string;
  readonly title: string | null;
  /** First and last day, YYYY-MM-DD; the last is null when the order says none. */
  readonly from: string;
  readonly lastDay: string | null;
  /** It says no end and a newer one should exist. */
  readonly outdated: boolean;
}

export interface RentAnswer extends RentVerdict {
  /** The order used; null when none is in force here that day. */
  readonly order: OrderSaid | null;
  /** Where none is in force, the last one known, and what it would have said: a landmark, no verdict. */
  readonly past: { readonly order: OrderSaid; readonly compared: RentVerdict } | null;
  /** Quarters where the dwelling may lie. */
  readonly quarters: readonly string[];
}

/** What a place has of rent control, for its page. */
export interface RentControlHere {
  /** « Lyon et Villeurbanne ». */
  readonly area: string;
  /** Only a part of the commune is concerned. */
  readonly partly: boolean;
  /** The last order that began; null when none is loaded. */
  readonly order: OrderSaid | null;
  /** That order no longer holds. */
  readonly ended: boolean;
  /** Who publishes what is shown; null for a file of the operator. */
  readonly source: string | null;
  /** Last day of the law, once it is over. */
  readonly over: string | null;
  /** Houses have other ceilings than flats. */
  readonly byDwelling: boolean;
  /** By number of rooms (4: 4 and more), the lowest and highest ceiling of the place, in euros per m² and month. */
  readonly ceilings: readonly {
    readonly rooms: number;
    readonly empty: RentCeilings | null;
    readonly furnished: RentCeilings | null;
  }[];
}

/** « l’arrêté DDTM34-2026-06-17135, applicable depuis le 1er juillet 2026 », « l’arrêté applicable du … au … ». */
export function orderWords({ title, from, lastDay }: OrderSaid): string {
  const days =
    lastDay === null ? `depuis le ${dayWords(from)}` : `du ${dayWords(from)} au ${dayWords(lastDay)}`;
  return `l’arrêté ${title ? `${title}, ` : ''}applicable ${days}`;
}

function dayWords(day: string): string {
  return formatDate(new Date(`${day}T12:00:00Z`));
}

/**
 * Base rent against the ceiling (domain.md F7, R8, R9; formats/prices.md 4.2). Charges never count, the supplement never
 * lifts the base: a base above the ceiling exceeds whatever is added; a supplement over a lawful base must be justified.
 * When the order leaves several ceilings, the verdict is given only if it is the same for all of them; the one that the
 * listing states settles it when it is among them. `unknown` names the keys that the listing leaves out, in French.
 */
export function rentVerdict(
  said: AdvertisedRent,
  order: RentCeilings | null,
  unknown: readonly string[] = [],
): RentVerdict {
  const ceiling = ceilingOf(said, order);
  const supplement = said.supplement ?? 0;
  const base =
    said.baseRent ?? (said.charges === null ? null : Math.max(0, said.total - said.charges - supplement));
  const used = {
    baseRent: base,
    supplement: said.supplement,
    surface: said.surface,
    ceiling: ceiling && { low: ceiling.low, high: ceiling.high },
    ceilingPerM2: ceiling?.from === 'order' ? order : null,
    ceilingFrom: ceiling?.from ?? null,
  };
  const answer = (verdict: RentVerdictKind, words: string, more: Partial<RentVerdict> = {}): RentVerdict => ({
    ...used,
    verdict,
    words,
    excess: null,
    missing: [],
    ...more,
  });
  const missing = [
    ...(ceiling || order === null ? [] : ['la surface']),
    ...(ceiling || order !== null ? [] : ['le loyer de référence majoré']),
    ...(base === null ? ['le loyer hors charges'] : []),
    ...(ceiling && ceiling.low !== ceiling.high ? unknown : []),
  ];
  const insufficient = () => answer('insufficient', 'données insuffisantes', { missing });
  if (!ceiling) return insufficient();
  if (base === null) {
    // With its charges it is lawful: without them too.
    return said.total <= ceiling.low && supplement === 0 ? answer('compliant', 'conforme') : insufficient();
  }
  if (base > ceiling.high) {
    const excess = base - ceiling.high;
    const atLeast = ceiling.low === ceiling.high ? 'de' : 'd’au moins';
    return answer('exceeds', `dépasse ${atLeast} ${formatRent(excess)}`, { excess });
  }
  if (base > ceiling.low) return insufficient();
  return supplement > 0 ? answer('supplement', 'complément à justifier') : answer('compliant', 'conforme');
}

function ceilingOf(
  { surface, statedCeiling }: AdvertisedRent,
  order: RentCeilings | null,
): { low: number; high: number; from: 'order' | 'listing' } | null {
  if (!order) {
    return statedCeiling ? { low: statedCeiling, high: statedCeiling, from: 'listing' } : null;
  }
  if (!surface || surface <= 0) return null;
  const low = Math.round(order.low * surface * 100);
  const high = Math.round(order.high * surface * 100);
  if (low !== high && statedCeiling !== null && statedCeiling >= low && statedCeiling <= high) {
    return { low: statedCeiling, high: statedCeiling, from: 'listing' };
  }
  return { low, high, from: 'order' };
}
