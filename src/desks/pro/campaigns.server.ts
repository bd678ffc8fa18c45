import type { AgencyId } from '#platform/auth.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { boostsOf } from '#rooms/boosts/reading.server.ts';
import { ordersOf } from '#rooms/payments/orders.server.ts';
import { type Campaigns, type Group, groups, isInGroup, lineOf } from './campaigns.ts';

/** The boosts of an agency in a group, and one of them in full: the one of this reference, null when it has none such. */
export async function campaignsOf(
  db: Queryable,
  agencyId: AgencyId,
  { group, reference }: { readonly group: Group; readonly reference: string | null },
): Promise<Campaigns> {
  const [boosts, orders] = await Promise.all([boostsOf(db, agencyId), ordersOf(db, agencyId)]);
  const open = boosts.find((boost) => boost.reference === reference) ?? null;
  const count = (one: Group) => boosts.filter(({ status }) => isInGroup(status, one)).length;
  return {
    lines: open ? [] : boosts.filter(({ status }) => isInGroup(status, group)).map(lineOf),
    counts: Object.fromEntries((Object.keys(groups) as Group[]).map((one) => [one, count(one)])) as Record<
      Group,
      number
    >,
    orders: open ? orders.filter(({ boosts: own }) => own.includes(open.reference)) : orders,
    open,
  };
}
