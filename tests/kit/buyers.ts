import { sql } from 'kysely';
import { asAgencyId, asOwnerReference } from '#platform/auth.server.ts';
import type { WantedBoost } from '#rooms/boosts/contract.ts';
import { checkout } from '#rooms/payments/orders.server.ts';
import { quoteCart } from '#rooms/payments/quote.server.ts';
import { flat } from './alerts.ts';
import type { TestServices } from './app.ts';
import { boostable, wantedFor } from './boosts.ts';
import { lawfulAgency } from './law.ts';

type Site = Pick<TestServices, 'db' | 'services'>;

/** Who can order: an agency of which nothing lacks on an invoice, with a listing that can be boosted. */
export interface Buyer {
  readonly agencyId: ReturnType<typeof asAgencyId>;
  readonly ownerReference: ReturnType<typeof asOwnerReference>;
  readonly listingId: number;
}

/** An agency made without its login, which takes long. */
export async function buyerOf(site: Site, reference: string): Promise<Buyer> {
  const agency = await lawfulAgency(site.db, reference, { email: `${reference}@essai.test` });
  const [listingId = 0] = await boostable(site.db, agency.id, [flat(`${reference}-1`)]);
  return {
    agencyId: asAgencyId(agency.id),
    ownerReference: asOwnerReference(agency.ownerReference),
    listingId,
  };
}

let presses = 0;
/** Of one press of « Payer ». */
export const newKey = () => `appui-${String((presses += 1)).padStart(12, '0')}`;

/** Orders a cart as its page does: at the price and under the terms that were just read. */
export async function ordered(
  { services }: Pick<Site, 'services'>,
  buyer: Buyer,
  said: { boosts?: readonly WantedBoost[]; coupons?: readonly string[]; key?: string } = {},
): Promise<{ order: string; url: string | null }> {
  const {
    boosts = [wantedFor([buyer.listingId], { formula: 'essentiel' })],
    coupons = [],
    key = newKey(),
  } = said;
  const cart = { ...buyer, boosts, coupons };
  const { totals, terms } = await quoteCart(services, cart);
  return checkout(services, { ...cart, gross: totals.gross, terms, key });
}

/** What the database says of an order and of everything that hangs on it. */
export async function whatBecameOf({ db }: Pick<Site, 'db'>, reference: string) {
  const { rows } = await sql<{
    status: string;
    payment: string | null;
    alarm: string | null;
    boosts: string[];
    starts: number;
    invoices: { series: string; gross: number }[];
    refunds: { payment: string; amount: number; status: string }[];
    codes: { code: string; returned: boolean }[];
  }>`
    select o.status, o.payment_id as payment, o.alarm,
      array(select b.status from payment_line l join boost b on b.id = l.boost_id where l.order_id = o.id order by l.position) as boosts,
      (select count(*)::int from payment_line l join boost_event e on e.boost_id = l.boost_id
        where l.order_id = o.id and e.to_status = 'new') as starts,
      coalesce((select json_agg(json_build_object('series', series, 'gross', gross) order by id)
        from invoice where order_id = o.id), '[]') as invoices,
      coalesce((select json_agg(json_build_object('payment', payment_id, 'amount', amount, 'status', status) order by id)
        from payment_refund where order_id = o.id), '[]') as refunds,
      coalesce((select json_agg(json_build_object('code', code, 'returned', returned_at is not null) order by code)
        from coupon_use u join coupon c on c.id = u.coupon_id where u.order_reference = o.reference), '[]') as codes
    from payment_order o where o.reference = ${reference}
  `.execute(db);
  return rows[0]!;
}
