import { Refusal } from '#contract/errors.ts';
import type { AgencyId } from '#platform/auth.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import type { Order } from '#rooms/payments/contract.ts';
import { orderOf } from '#rooms/payments/orders.server.ts';

const REFERENCE = /^CMD-[0-9A-Z-]{4,20}$/;

/** The order that the address of a page names. Throws the 404 of pages for none, and for another agency’s. */
export async function orderOfPage(
  db: Queryable,
  agencyId: AgencyId,
  reference: string | null,
): Promise<Order> {
  if (reference === null || !REFERENCE.test(reference)) throw new Response(null, { status: 404 });
  try {
    return await orderOf(db, agencyId, reference);
  } catch (error) {
    if (error instanceof Refusal) throw new Response(null, { status: error.spec.status });
    throw error;
  }
}
