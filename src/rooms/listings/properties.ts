/**
 * One property, one card: a home on the market, the listings by which agencies show it, and what it cost since when.
 */
import type { ListingStatus } from './contract.ts';

/** A listing of the property. Money in cents, null is unknown. */
export interface Offer {
  readonly listingId: number;
  /** 1 stands for the property in lists; null for the only one. */
  readonly rank: number | null;
  readonly status: ListingStatus;
  readonly agency: { readonly ownerReference: string; readonly name: string };
  readonly reference: string;
  readonly title: string;
  /** Buyer's fees included; a rent includes its charges. */
  readonly price: number;
  readonly priceWithoutFees: number | null;
  /** 1 buyer, 2 seller, 3 both. */
  readonly feesPayer: number | null;
  readonly feesPercent: number | null;
  /** Of a rental: what its tenant pays the agency, and of that for the inventory. */
  readonly tenantFees: number | null;
  readonly inventoryFees: number | null;
  readonly feeScheduleUrl: string | null;
  /** Its own first day on line. */
  readonly publishedAt: Date;
  /** Null while it is on line. */
  readonly leftAt: Date | null;
}

/** The lowest price asked from that moment on, by any agency, and the listing that asked it. */
interface PriceStep {
  readonly at: Date;
  readonly price: number;
  readonly listingId: number;
}

export interface Property {
  readonly id: number;
  /** First day on line of its first listing: publishing it again does not reset it. */
  readonly firstSeenAt: Date;
  /** On line, the one that stands for all first. */
  readonly offers: readonly Offer[];
  /** No longer on line, the last to leave first. */
  readonly former: readonly Offer[];
  /** The first price, then each change of the lowest one; silent while nobody shows the home. */
  readonly steps: readonly PriceStep[];
  /** Times it came back on line after nobody showed it. */
  readonly returns: number;
}

/** What happened to a listing of a property, in the order of time: a price, or whether it is on line. */
export interface PropertyEvent {
  readonly at: Date;
  readonly listingId: number;
  readonly price: number | null;
  readonly visible: boolean | null;
}

/** The lowest price over time, and how often the home came back; of happenings in the order of time. */
export function stepsOf(happenings: readonly PropertyEvent[]): { steps: PriceStep[]; returns: number } {
  const prices = new Map<number, number>();
  const shown = new Set<number>();
  const steps: PriceStep[] = [];
  let returns = 0;
  let gone = false;
  for (const [index, { at, listingId, price, visible }] of happenings.entries()) {
    if (price !== null) prices.set(listingId, price);
    if (visible === true) shown.add(listingId);
    if (visible === false) shown.delete(listingId);
    // What happened at one moment is told once.
    if (happenings[index + 1]?.at.getTime() === at.getTime()) continue;
    const [lowest] = [...shown]
      .flatMap((id) => (prices.has(id) ? [{ id, price: prices.get(id)! }] : []))
      .toSorted((a, b) => a.price - b.price || a.id - b.id);
    if (!lowest) {
      gone ||= steps.length > 0;
      continue;
    }
    if (gone) returns += 1;
    gone = false;
    if (steps.at(-1)?.price !== lowest.price) steps.push({ at, price: lowest.price, listingId: lowest.id });
  }
  return { steps, returns };
}
