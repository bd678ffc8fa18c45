/**
 * Ranked lists: readers can learn how listings are ordered, and which ones are paid for (R22; C. conso. L111-7, D111-6).
 */

/** A page of results as its reader sees it. */
export interface RankedList {
  /** Address of « Comment sont classées les annonces »; null: not reachable from the page. */
  readonly explanationHref: string | null;
  readonly items: readonly {
    readonly id: string;
    /** Its place was paid for. */
    readonly paid: boolean;
    /** The page says so next to it. */
    readonly tagged: boolean;
  }[];
}

interface RankingFault {
  readonly code: 'explanation_missing' | 'paid_untagged' | 'unpaid_tagged';
  /** Of the listing; null for the page. */
  readonly id: string | null;
}

/** What a list of results owes its reader and does not say; none: the list is in order. */
export function checkRankedList({ explanationHref, items }: RankedList): RankingFault[] {
  const faults: RankingFault[] = explanationHref ? [] : [{ code: 'explanation_missing', id: null }];
  for (const { id, paid, tagged } of items) {
    if (paid !== tagged) faults.push({ code: paid ? 'paid_untagged' : 'unpaid_tagged', id });
  }
  return faults;
}
